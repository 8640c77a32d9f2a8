import type { PushMessage } from "@kakehashi/contract/push";
import { openPublic, RefusedAddress } from "../../kit/http/public-fetch.ts";
import type { VapidKeys } from "./keys.ts";

/** Milliseconds for a push service to answer. */
const timeoutMs = 10_000;
/** Seconds that a push service keeps a message for a device that is away: what was said yesterday is no news. */
const keptForSeconds = 4 * 60 * 60;

export interface PushRequest {
  url: string;
  headers: Record<string, string | number>;
  body: Buffer;
}

/** Brings a request to a push service and answers its status. */
export type SendPush = (request: PushRequest) => Promise<number>;

export interface PushTarget {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** To the open internet alone: the address is one that a browser named, and anybody can claim to be a browser. */
export const sendPublicly: SendPush = async ({ url, headers, body }) => {
  if (!url.startsWith("https:")) throw new RefusedAddress("Push services speak https");
  const response = await openPublic(new URL(url), {
    method: "POST",
    headers,
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  // What follows the status is nothing to wait for.
  response.destroy();
  return response.statusCode ?? 0;
};

/** Encrypts a message for one browser, signed with our key. Throws where the browser's keys are none. */
export async function sealPush(
  target: PushTarget,
  message: PushMessage,
  { keys, subject, topic }: { keys: VapidKeys; subject: string; topic: string },
): Promise<PushRequest> {
  // Loaded with the first message: many an installation never sends one.
  const { default: webPush } = await import("web-push");
  const { endpoint, headers, body } = webPush.generateRequestDetails(target, JSON.stringify(message), {
    vapidDetails: { subject, publicKey: keys.public, privateKey: keys.private },
    TTL: keptForSeconds,
    urgency: "high",
    topic,
  });
  return { url: endpoint, headers, body: body ?? Buffer.alloc(0) };
}
