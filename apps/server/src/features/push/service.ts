import type { Message } from "@kakehashi/contract/messages";
import type { PushDevice } from "@kakehashi/contract/push";
import { isQuiet } from "@kakehashi/contract/quiet";
import type { Kysely } from "kysely";
import type { Bus } from "../../kit/bus.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { notFound } from "../../kit/errors.ts";
import { RefusedAddress } from "../../kit/http/public-fetch.ts";
import type { Jobs } from "../../kit/jobs.ts";
import { readVapidKeys, type VapidKeys } from "./keys.ts";
import { noticeOf, type Room, topicOf, wantedOf } from "./notice.ts";
import { type SendPush, sealPush, sendPublicly } from "./send.ts";
import * as store from "./store.ts";

/**
 * Seconds between a message and its notice: whoever looks at the room has read it by then, on whichever device, and a
 * burst becomes one notice.
 */
export const noticeDelay = 2;
/** Milliseconds after which a notice is no news, and attempts after which a push service is left alone. */
const staleAfter = 60 * 60 * 1000;
const attempts = 5;
/** Devices that are told at once. */
const atOnce = 8;
/** Milliseconds that nobody having a device is believed, should the bus have lost the news. */
const trust = 60_000;
const job = "push.room";
const subscribed = "push.subscribed";

interface Job {
  conversation_id: string;
  /** The first change to tell of. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
}

export interface PushOptions {
  db: Kysely<DB>;
  bus: Bus;
  jobs: Jobs;
  publicUrl: string;
  /** Tests: instead of the push services of the open internet. */
  send?: SendPush;
  now?: () => Date;
  onError: (error: unknown) => void;
}

export type Push = ReturnType<typeof createPush>;

export function createPush(options: PushOptions) {
  const { db, bus, jobs, publicUrl, onError, send = sendPublicly, now = () => new Date() } = options;
  /** Rooms with a job that waits: it will tell of what is said meanwhile as well. */
  const waiting = new Set<string>();
  let nobodySince: number | null = null;
  let keys: Promise<VapidKeys> | undefined;
  const endHearing = bus.subscribe(subscribed, () => {
    nobodySince = null;
  });
  // Push services ask for a way to reach who sends; an installation without https has no address of its own.
  const subject = publicUrl.startsWith("https:") ? publicUrl : "mailto:admin@kakehashi.invalid";

  const vapid = () => {
    keys ??= readVapidKeys(db).catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };

  async function queue(conversationId: string, seq: number): Promise<void> {
    if (nobodySince !== null && Date.now() - nobodySince < trust) return;
    if (!(await store.hasDevices(db, null))) {
      nobodySince = Date.now();
      return;
    }
    if (!(await store.hasDevices(db, conversationId))) return;
    const data: Job = { conversation_id: conversationId, seq, at: Date.now() };
    await jobs.send(db, job, data, { after: noticeDelay });
  }

  /** Whether the device was told, or is not to be told: false asks for another attempt. */
  async function tell(
    listener: store.Listener,
    said: readonly [store.Said, ...store.Said[]],
    room: Room,
  ): Promise<boolean> {
    try {
      const sealing = { keys: await vapid(), subject, topic: topicOf(room.id) };
      const notice = noticeOf(said, listener, room);
      // Keys that are none, as an address that is none of a push service, will not become better.
      const request = await sealPush(listener, notice, sealing).catch(() => null);
      const status = request ? await send(request) : 410;
      if (status >= 200 && status < 300) {
        await store.mark(db, listener.id, room.id, said.at(-1)?.seq ?? 0);
        return true;
      }
      if (![400, 401, 403, 404, 410].includes(status)) return false;
    } catch (error) {
      if (!(error instanceof RefusedAddress)) return false;
    }
    await store.removeDevice(db, listener.id);
    return true;
  }

  jobs.define<Job>(job, async ({ conversation_id, seq, at }, attempt) => {
    if (Date.now() - at > staleAfter) return;
    const found = await store.findRoom(db, conversation_id);
    if (!found) return;
    const room = { id: conversation_id, ...found };
    const said = await store.saidSince(db, conversation_id, seq);
    const threads = [...new Set(said.flatMap(({ parent_id }) => parent_id ?? []))];
    const reads = await store.threadReads(db, conversation_id, threads);
    const left = (await store.listenersIn(db, conversation_id)).filter(
      ({ settings, time_zone }) => !isQuiet(now(), settings.quiet_hours, time_zone),
    );
    let missed = 0;
    const work = async () => {
      for (let listener = left.pop(); listener; listener = left.pop()) {
        const [first, ...rest] = wantedOf(said, listener, room, reads);
        if (first && !(await tell(listener, [first, ...rest], room))) missed++;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (missed > 0 && attempt < attempts) throw new Error(`${missed} devices could not be told`);
  });

  function present(row: { id: string; session_id: string; created_at: Date }, sessionId: string): PushDevice {
    return { id: row.id, created_at: row.created_at.toISOString(), current: row.session_id === sessionId };
  }

  return {
    /** Something was told to a room: a message is told to the devices of those who want it. Costs nothing without any. */
    consider(event: { type: string; message?: Message }): void {
      if (event.type !== "MESSAGE_CREATED" || !event.message) return;
      const { conversation_id, seq } = event.message;
      if (waiting.has(conversation_id)) return;
      waiting.add(conversation_id);
      setTimeout(() => waiting.delete(conversation_id), noticeDelay * 1000).unref();
      queue(conversation_id, seq).catch(onError);
    },

    async publicKey(): Promise<string> {
      return (await vapid()).public;
    },

    async list({ userId, sessionId }: { userId: string; sessionId: string }): Promise<PushDevice[]> {
      return (await store.listDevices(db, userId)).map((row) => present(row, sessionId));
    },

    async subscribe(
      { userId, sessionId }: { userId: string; sessionId: string },
      given: {
        endpoint: string;
        keys: { p256dh: string; auth: string };
        time_zone?: string | undefined;
      },
    ): Promise<PushDevice> {
      const device = {
        user_id: userId,
        session_id: sessionId,
        endpoint: given.endpoint,
        ...given.keys,
        time_zone: given.time_zone ?? null,
      };
      // Two tabs of one browser at the same moment: the second look finds what the first one wrote.
      const row = await store.keepDevice(db, device).catch(() => store.keepDevice(db, device));
      bus.publish(subscribed, "");
      return present(row, sessionId);
    },

    async unsubscribe(userId: string, id: string): Promise<{ id: string }> {
      if (!(await store.removeDevice(db, id, userId))) throw notFound();
      return { id };
    },

    close: endHearing,
  };
}
