import type { PushDevice } from "@kakehashi/contract/push";
import { isQuiet } from "@kakehashi/contract/quiet";
import type { Kysely } from "kysely";
import type { Bus } from "../../kit/bus.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { notFound } from "../../kit/errors.ts";
import { RefusedAddress } from "../../kit/http/public-fetch.ts";
import type { Router } from "../../kit/http/route.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Keyring } from "../../kit/secrets.ts";
import { createTurns } from "../../kit/turns.ts";
import type { Events } from "../events/service.ts";
import type { Messages } from "../messages/service.ts";
import { readVapidKeys, type VapidKeys } from "./keys.ts";
import { createTopic, messagesToNotify, noticeOf, type Room } from "./notice.ts";
import { pushRoutes } from "./routes.ts";
import { type SendPush, sealPush, sendPublicly } from "./send.ts";
import * as store from "./store.ts";

/**
 * Seconds between a message and its push. In that time, a person who has the room open reads the message, and
 * a burst of messages becomes one notice.
 */
export const noticeDelaySeconds = 2;
/**
 * Milliseconds after which a push is dropped as too old. Failed attempts end earlier, after `maximumAttempts` in about
 * two minutes.
 */
const staleAfterMs = 60 * 60 * 1000;
const maximumAttempts = 7;
/**
 * Number of rooms that are pushed at the same time. One room has one job at a time, so its notices stay in
 * order.
 */
const workers = { workers: 4, perGroup: 1, timeoutSeconds: 5 * 60 };
/** Number of devices that all workers together push to at the same time, in total and per push service. */
const inTurn = createTurns(24, { perOwner: 8 });
/**
 * Number of one person's devices that are pushed to at the same time. A person who registers a hundred dead
 * hosts then delays only their own notices.
 */
const ownTurn = createTurns(Number.POSITIVE_INFINITY, { perOwner: 2 });
/**
 * Milliseconds after which a push service counts as slow. The person's devices then get no push for
 * `pauseSlowMs`, in any room.
 */
const slowAfterMs = 3_000;
const pauseSlowMs = 30_000;
/**
 * Milliseconds for which the cached result "nobody has a device" is trusted. Without a limit, a lost bus
 * message would stop all pushes.
 */
const noDevicesTrustedMs = 60_000;
const job = "push.room";
const subscribed = "push.subscribed";

interface Job {
  conversation_id: string;
  /** The seq of the first change that the push covers. */
  seq: number;
  /** When the job was queued, in milliseconds since 1970, as in `Date.now`. */
  at: number;
}

export interface PushOptions {
  db: Kysely<DB>;
  events: Events;
  bus: Bus;
  jobs: Jobs;
  messages: Pick<Messages, "defineWork" | "markWorkDone">;
  keyring: Keyring;
  publicUrl: string;
  /** Replaces the public push services, only for tests. */
  send?: SendPush;
  now?: () => Date;
}

/** Returns the host of a device's push service. An invalid URL counts as a separate host. */
const serviceOf = (endpoint: string) => (URL.canParse(endpoint) ? new URL(endpoint).host : endpoint);

export type Push = ReturnType<typeof createPush>;

export function createPush(options: PushOptions) {
  const { db, events, bus, jobs, messages, publicUrl, send = sendPublicly, now = () => new Date() } = options;
  /**
   * Rooms with a waiting job, each with a promise of whether the job was queued. The job also covers messages
   * that are sent before the job runs.
   */
  const waitingPushes = new Map<string, Promise<boolean>>();
  /** People with a slow device, each with the time until which the person gets no push. */
  const slowUntilMs = new Map<string, number>();
  let noDevicesSince: number | null = null;
  let keys: Promise<VapidKeys> | undefined;
  const stopListening = bus.subscribe(subscribed, () => {
    noDevicesSince = null;
  });
  // Push services require a contact URL of the sender. An installation without https has none, so it sends a
  // URL that is invalid by RFC 2606.
  const subject = publicUrl.startsWith("https:") ? publicUrl : "mailto:admin@kakehashi.invalid";

  const vapid = () => {
    keys ??= readVapidKeys(db, options.keyring).catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };

  /** Queues the push job of a room if one of its members has a device. Returns whether the job was queued. */
  async function queue(executor: Kysely<DB>, conversationId: string, seq: number): Promise<boolean> {
    if (!(await store.hasDevices(executor, conversationId))) return false;
    const data: Job = { conversation_id: conversationId, seq, at: Date.now() };
    await jobs.send(executor, job, data, { after: noticeDelaySeconds, group: conversationId });
    return true;
  }

  /**
   * Queues the push job of a room, unless nobody in the installation has a device. Caches that result for
   * `noDevicesTrustedMs`.
   */
  async function queueIfAnybody(conversationId: string, seq: number): Promise<boolean> {
    if (noDevicesSince !== null && Date.now() - noDevicesSince < noDevicesTrustedMs) return false;
    if (!(await store.hasDevices(db, null))) {
      noDevicesSince = Date.now();
      return false;
    }
    return queue(db, conversationId, seq);
  }

  function hasSlowDevice(userId: string): boolean {
    const until = slowUntilMs.get(userId);
    if (until !== undefined && until <= Date.now()) slowUntilMs.delete(userId);
    return slowUntilMs.has(userId);
  }

  /**
   * Pushes a notice to a device. `done`: the device got the notice, or was removed because it can never get
   * one. `failed` and `timed_out` need another attempt.
   */
  async function pushToDevice(
    listener: store.PushReceiver,
    messages: readonly [store.MessageForPush, ...store.MessageForPush[]],
    room: Room,
  ): Promise<"done" | "failed" | "timed_out"> {
    try {
      const encryption = { keys: await vapid(), subject, topic: createTopic(room.id) };
      const notice = noticeOf(messages, listener, room);
      // A device with invalid keys or with a URL of no push service counts as gone (410), because that never
      // changes.
      const request = await sealPush(listener, notice, encryption).catch(() => null);
      const status = request ? await send(request) : 410;
      if (status >= 200 && status < 300) {
        await store.saveNotifiedSeq(db, listener.id, room.id, messages.at(-1)?.seq ?? 0);
        return "done";
      }
      if (![400, 401, 403, 404, 410].includes(status)) return "failed";
    } catch (error) {
      if (error instanceof Error && error.name === "TimeoutError") return "timed_out";
      if (!(error instanceof RefusedAddress)) return "failed";
    }
    await store.removeDevice(db, listener.id);
    return "done";
  }

  async function pushToRoom({ conversation_id, seq, at }: Job, attempt: number): Promise<void> {
    if (Date.now() - at > staleAfterMs) return;
    const pushRoom = await store.findRoom(db, conversation_id);
    if (!pushRoom) return;
    const room = { id: conversation_id, ...pushRoom };
    const messages = await store.messagesSince(db, conversation_id, seq);
    const threads = [...new Set(messages.flatMap(({ parent_id }) => parent_id ?? []))];
    const reads = await store.threadReads(db, conversation_id, threads);
    const listeners = (await store.receiversIn(db, conversation_id)).filter(
      ({ settings, time_zone }) => !isQuiet(now(), settings.quiet_hours, time_zone),
    );
    /** Push services that timed out in this run. Trying them for each device would delay the room's next notice. */
    const silentServices = new Set<string>();
    const pushInTurn = async (listener: store.PushReceiver): Promise<boolean> => {
      const [first, ...otherMessages] = messagesToNotify(messages, listener, room, reads);
      if (!first) return true;
      const service = serviceOf(listener.endpoint);
      const pushNow = async () => {
        if (silentServices.has(service) || hasSlowDevice(listener.user_id)) return false;
        const since = Date.now();
        const outcome = await pushToDevice(listener, [first, ...otherMessages], room);
        if (outcome === "timed_out") silentServices.add(service);
        if (Date.now() - since > slowAfterMs) slowUntilMs.set(listener.user_id, Date.now() + pauseSlowMs);
        return outcome === "done";
      };
      return ownTurn(() => inTurn(pushNow, service), listener.user_id);
    };
    const sendings = await Promise.all(listeners.map(pushInTurn));
    const failures = sendings.filter((isDone) => !isDone).length;
    if (failures > 0 && attempt < maximumAttempts)
      throw new Error(`${failures} devices could not be notified`);
  }
  jobs.define<Job>(job, pushToRoom, workers);

  /** If this process stops before it has queued the job, another process queues the job (migration 190). */
  messages.defineWork("push", async (tx, { conversation_id, seq }) => {
    await queue(tx, conversation_id, seq);
  });
  events.on("MessageSent", async ({ message }) => {
    const { conversation_id, seq } = message;
    let queued = waitingPushes.get(conversation_id);
    if (!queued) {
      queued = queueIfAnybody(conversation_id, seq);
      waitingPushes.set(conversation_id, queued);
      setTimeout(() => waitingPushes.delete(conversation_id), noticeDelaySeconds * 1000).unref();
    }
    if (await queued) messages.markWorkDone("push", message);
  });

  function toPushDevice(
    row: { id: string; session_id: string; created_at: Date },
    sessionId: string,
  ): PushDevice {
    return { id: row.id, created_at: row.created_at.toISOString(), current: row.session_id === sessionId };
  }

  return {
    async publicKey(): Promise<string> {
      return (await vapid()).public;
    },

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
      // Two tabs of one browser can save the device at the same time. The second attempt finds the row of the
      // other tab.
      const row = await store.saveDevice(db, device).catch(() => store.saveDevice(db, device));
      bus.publish(subscribed, "");
      return toPushDevice(row, sessionId);
    },

    async unsubscribe(userId: string, id: string): Promise<{ id: string }> {
      if (!(await store.removeDevice(db, id, userId))) throw notFound();
      return { id };
    },

    close: stopListening,

    routes({ route }: Router): void {
      pushRoutes(route, this);
    },
  };
}
