import type { PushDevice } from "@kakehashi/contract/push";
import type { Kysely } from "kysely";
import type { Bus } from "../../kit/bus.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Events } from "../events/service.ts";
import type { Messages } from "../messages/service.ts";
import { createPushDelivery, type PushDeliveryDependencies, type PushJob } from "./push-delivery.ts";
import * as store from "./store.ts";

/**
 * Seconds between a message and its push. In this time, people who have the room open read the message, and several
 * messages become one notice.
 */
export const pushDelaySeconds = 2;
/** The push job of each room runs alone, so that its notices stay in order. Jobs of four rooms run at the same time. */
const pushLimits = { workers: 4, perGroup: 1, timeoutSeconds: 5 * 60 };
/**
 * Milliseconds for which the cached result "nobody has a device" is used. If it never expired, a single lost bus
 * message would stop all pushes.
 */
const noDevicesCacheMs = 60_000;
const pushJob = "push.room";
const subscribedSubject = "push.subscribed";

export interface PushOptions extends PushDeliveryDependencies {
  events: Events;
  bus: Bus;
  jobs: Jobs;
  messages: Pick<Messages, "defineWork" | "markWorkDone">;
}

export type Push = ReturnType<typeof createPush>;

export function createPush(options: PushOptions) {
  const { db, events, bus, jobs, messages } = options;
  const delivery = createPushDelivery(options);
  /**
   * Rooms whose push job is queued but has not run yet. Further messages in such a room need no other job. The promise
   * tells whether the job was queued.
   */
  const waitingPushes = new Map<string, Promise<boolean>>();
  let noDevicesSince: number | null = null;
  const stopListening = bus.subscribe(subscribedSubject, () => {
    noDevicesSince = null;
  });
  /** Queues the room's push job if a member of the room has a device. Returns whether the job was queued. */
  async function queueIfMemberHasDevice(
    executor: Kysely<DB>,
    conversationId: string,
    seq: number,
  ): Promise<boolean> {
    if (!(await store.hasDevices(executor, conversationId))) return false;
    const data: PushJob = { conversation_id: conversationId, seq, at: Date.now() };
    await jobs.send(executor, pushJob, data, { after: pushDelaySeconds, group: conversationId });
    return true;
  }

  /**
   * Queues the job that pushes a room's messages to devices. If nobody in this installation has a device, queues
   * nothing and caches this result for `noDevicesCacheMs`.
   */
  async function queueIfAnyDevice(conversationId: string, seq: number): Promise<boolean> {
    if (noDevicesSince !== null && Date.now() - noDevicesSince < noDevicesCacheMs) return false;
    if (!(await store.hasDevices(db, null))) {
      noDevicesSince = Date.now();
      return false;
    }
    return queueIfMemberHasDevice(db, conversationId, seq);
  }

  jobs.define<PushJob>(pushJob, delivery.pushToRoom, pushLimits);

  /** If this process stops before it queues the job, another process does (migration 190). */
  messages.defineWork("push", async (tx, { conversation_id, seq }) => {
    await queueIfMemberHasDevice(tx, conversation_id, seq);
  });
  events.on("MessageSent", async ({ message }) => {
    const { conversation_id, seq } = message;
    let queuedPromise = waitingPushes.get(conversation_id);
    if (!queuedPromise) {
      queuedPromise = queueIfAnyDevice(conversation_id, seq);
      waitingPushes.set(conversation_id, queuedPromise);
      setTimeout(() => waitingPushes.delete(conversation_id), pushDelaySeconds * 1000).unref();
    }
    if (await queuedPromise) messages.markWorkDone("push", message);
  });

  function toPushDevice(
    row: { id: string; session_id: string; created_at: Date },
    sessionId: string,
  ): PushDevice {
    return { id: row.id, created_at: row.created_at.toISOString(), current: row.session_id === sessionId };
  }

  return {
    publicKey: delivery.publicKey,

    async list({ userId, sessionId }: { userId: string; sessionId: string }): Promise<PushDevice[]> {
      return (await store.listDevices(db, userId)).map((row) => toPushDevice(row, sessionId));
    },

    async subscribe(
      { userId, sessionId }: { userId: string; sessionId: string },
      subscription: {
        endpoint: string;
        keys: { p256dh: string; auth: string };
        time_zone?: string | undefined;
      },
    ): Promise<PushDevice> {
      const device = {
        user_id: userId,
        session_id: sessionId,
        endpoint: subscription.endpoint,
        ...subscription.keys,
        time_zone: subscription.time_zone ?? null,
      };
      // Two tabs of a browser may save the same device at the same time. The second attempt then finds the row that the
      // other tab inserted.
      const row = await store.saveDevice(db, device).catch(() => store.saveDevice(db, device));
      bus.publish(subscribedSubject, "");
      return toPushDevice(row, sessionId);
    },

    async unsubscribe(userId: string, id: string): Promise<{ id: string }> {
      if (!(await store.removeDevice(db, id, userId))) throw createNotFoundError();
      return { id };
    },

    close: stopListening,
  };
}
