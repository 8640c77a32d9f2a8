import { isInQuietHours } from "@kakehashi/contract/quiet";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { RefusedUrlError } from "../../kit/http/public-fetch.ts";
import type { Keyring } from "../../kit/secrets.ts";
import { createTaskQueue } from "../../kit/turns.ts";
import { readVapidKeys, type VapidKeys } from "./keys.ts";
import {
  createPushMessage,
  createPushTopic,
  type PushedRoom,
  selectMessagesToNotify,
} from "./push-message.ts";
import * as roomStore from "./pushed-room-store.ts";
import { encryptPush, type SendPush, sendToPublicUrl } from "./send.ts";
import * as store from "./store.ts";

/**
 * Milliseconds after which a push is too old to be sent. A push that fails is given up earlier: after `maximumAttempts`
 * attempts, which take about two minutes.
 */
const staleAfterMs = 60 * 60 * 1000;
const maximumAttempts = 7;
/** Maximum number of pushes at the same time in this process: 24 in total, 8 for each push service. */
const runInPushQueue = createTaskQueue(24, { maximumRunningPerOwner: 8 });
/**
 * Limits pushes to two at the same time for each person. If a person registers a hundred devices on dead hosts, this
 * delays only their own pushes.
 */
const runInPersonQueue = createTaskQueue(Number.POSITIVE_INFINITY, { maximumRunningPerOwner: 2 });
/**
 * A push service that takes more than this many milliseconds counts as slow. The owner of the device then gets no
 * pushes for `pauseSlowMs`, on any device.
 */
const slowServiceMs = 3_000;
const pauseSlowMs = 30_000;

/** The data of the job that pushes new messages of a room to devices. */
export interface PushJob {
  conversation_id: string;
  /** The sequence number (`seq`) of the first change that the push covers. */
  seq: number;
  /** When the job was queued, in milliseconds since 1970. */
  at: number;
}

export interface PushDeliveryDependencies {
  db: Kysely<DB>;
  keyring: Keyring;
  publicUrl: string;
  /** Replaces the request to the push service. Only tests set this. */
  send?: SendPush;
  now?: () => Date;
}

/** Returns the host of a device's push service. If the URL is invalid, returns the URL itself. */
const getPushHost = (endpoint: string) => (URL.canParse(endpoint) ? new URL(endpoint).host : endpoint);

/** Pushes new messages of a room to the devices of its members. */
export function createPushDelivery(dependencies: PushDeliveryDependencies) {
  const { db, keyring, publicUrl, send = sendToPublicUrl, now = () => new Date() } = dependencies;
  /** The people with a slow push service. The value is the time in milliseconds until which they get no pushes. */
  const slowUntilMs = new Map<string, number>();
  let vapidKeys: Promise<VapidKeys> | undefined;
  // Push services require a contact URL of the sender, with `https:` or `mailto:`. An installation without https uses a
  // mail address in a domain that can never exist (RFC 2606).
  const subject = publicUrl.startsWith("https:") ? publicUrl : "mailto:admin@kakehashi.invalid";

  const getVapidKeys = () => {
    vapidKeys ??= readVapidKeys(db, keyring).catch((error: unknown) => {
      vapidKeys = undefined;
      throw error;
    });
    return vapidKeys;
  };

  function hasSlowDevice(userId: string): boolean {
    const slowUntil = slowUntilMs.get(userId);
    if (slowUntil !== undefined && slowUntil <= Date.now()) slowUntilMs.delete(userId);
    return slowUntilMs.has(userId);
  }

  /**
   * Pushes a notice to a device. `done`: the device got the notice, or the device was deleted because it can never get
   * one. `failed` and `timed_out`: try again.
   */
  async function pushToDevice(
    receiver: store.SubscribedDevice,
    messages: readonly [roomStore.MessageForPush, ...roomStore.MessageForPush[]],
    room: PushedRoom,
  ): Promise<"done" | "failed" | "timed_out"> {
    try {
      const encryption = { keys: await getVapidKeys(), subject, topic: createPushTopic(room.id) };
      const notice = createPushMessage(messages, receiver, room);
      // If the keys are invalid or the URL is not that of a push service, another attempt cannot help. So the device
      // counts as gone (410).
      const request = await encryptPush(receiver, notice, encryption).catch(() => null);
      const status = request ? await send(request) : 410;
      if (status >= 200 && status < 300) {
        await store.saveNotifiedSeq(db, receiver.id, room.id, messages.at(-1)?.seq ?? 0);
        return "done";
      }
      if (![400, 401, 403, 404, 410].includes(status)) return "failed";
    } catch (error) {
      if (error instanceof Error && error.name === "TimeoutError") return "timed_out";
      if (!(error instanceof RefusedUrlError)) return "failed";
    }
    await store.removeDevice(db, receiver.id);
    return "done";
  }

  async function pushToRoom({ conversation_id, seq, at }: PushJob, attemptNumber: number): Promise<void> {
    if (Date.now() - at > staleAfterMs) return;
    const pushRoom = await roomStore.findRoom(db, conversation_id);
    if (!pushRoom) return;
    const room = { id: conversation_id, ...pushRoom };
    const messages = await roomStore.listMessagesSince(db, conversation_id, seq);
    const threads = [...new Set(messages.flatMap(({ parent_id }) => parent_id ?? []))];
    const threadReadNumbers = await roomStore.listThreadReadMarks(db, conversation_id, threads);
    const receivers = (await store.listSubscribedDevices(db, conversation_id)).filter(
      ({ settings, time_zone }) => !isInQuietHours(now(), settings.quiet_hours, time_zone),
    );
    /**
     * Push services that did not respond in time during this run. Other devices that use one of these services are
     * skipped in this run, because further waiting would delay the next pushes of the room.
     */
    const silentServices = new Set<string>();
    const pushInTurn = async (receiver: store.SubscribedDevice): Promise<boolean> => {
      const [firstMessage, ...otherMessages] = selectMessagesToNotify(
        messages,
        receiver,
        room,
        threadReadNumbers,
      );
      if (!firstMessage) return true;
      const pushServiceHost = getPushHost(receiver.endpoint);
      const pushUnlessSlow = async () => {
        if (silentServices.has(pushServiceHost) || hasSlowDevice(receiver.user_id)) return false;
        const startedAt = Date.now();
        const outcome = await pushToDevice(receiver, [firstMessage, ...otherMessages], room);
        if (outcome === "timed_out") silentServices.add(pushServiceHost);
        if (Date.now() - startedAt > slowServiceMs)
          slowUntilMs.set(receiver.user_id, Date.now() + pauseSlowMs);
        return outcome === "done";
      };
      return runInPersonQueue(() => runInPushQueue(pushUnlessSlow, pushServiceHost), receiver.user_id);
    };
    const results = await Promise.all(receivers.map(pushInTurn));
    const failures = results.filter((isPushed) => !isPushed).length;
    if (failures > 0 && attemptNumber < maximumAttempts)
      throw new Error(`${failures} devices could not be notified`);
  }

  return {
    publicKey: async (): Promise<string> => (await getVapidKeys()).public,
    pushToRoom,
  };
}
