import type { PushMessage } from "@kakehashi/contract/push";
import { openPublic, RefusedAddress } from "../../kit/http/public-fetch.ts";
import type { VapidKeys } from "./keys.ts";

/** Milliseconds within which a push service must answer. */
const timeoutMs = 10_000;
/**
 * Seconds for which a push service keeps a message for a device that is offline. Later the device does not
 * show it: an old message surprises nobody who opens the app.
 */
const keptForSeconds = 4 * 60 * 60;

export interface PushRequest {
  url: string;
  headers: Record<string, string | number>;
  body: Buffer;
}

/** Sends a request to a push service and returns the status of the answer. */
export type SendPush = (request: PushRequest) => Promise<number>;

export interface PushTarget {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * Sends only to the public internet: the address came from a client, and anybody can pretend to be a browser.
 */
export const sendPublicly: SendPush = async ({ url, headers, body }) => {
  if (!url.startsWith("https:")) throw new RefusedAddress("Push services speak https");
  const response = await openPublic(new URL(url), {
    method: "POST",
    headers,
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  // Only the status matters, so the body is not read.
  response.destroy();
  return response.statusCode ?? 0;
};

/** Encrypts a message for one browser and signs it with our key. Throws if the browser's keys are invalid. */
export async function sealPush(
  target: PushTarget,
  message: PushMessage,
  { keys, subject, topic }: { keys: VapidKeys; subject: string; topic: string },
): Promise<PushRequest> {
  // Loaded with the first message, because many installations never send one.
  const { default: webPush } = await import("web-push");
  const { endpoint, headers, body } = webPush.generateRequestDetails(target, JSON.stringify(message), {
    vapidDetails: { subject, publicKey: keys.public, privateKey: keys.private },
    TTL: keptForSeconds,
    urgency: "high",
    topic,
  });
  return { url: endpoint, headers, body: body ?? Buffer.alloc(0) };
}
