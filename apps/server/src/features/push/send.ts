import type { PushMessage } from "@kakehashi/contract/push";
import { RefusedUrlError, requestPublicUrl } from "../../kit/http/public-fetch.ts";
import type { VapidKeys } from "./keys.ts";

/** Timeout in milliseconds for the response of a push service. */
const timeoutMs = 10_000;
/**
 * Seconds for which a push service stores a message for an offline device. Older messages are not worth a push, because
 * the app shows them anyway when it is opened.
 */
const pushLifetimeSeconds = 4 * 60 * 60;

export interface PushRequest {
  url: string;
  headers: Record<string, string | number>;
  body: Buffer;
}

/** Sends a request to a push service. Returns the status code of the response. */
export type SendPush = (request: PushRequest) => Promise<number>;

export interface PushTarget {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * Sends the request only if the URL is on the public internet. The URL comes from the client, and the client may not be
 * a browser but an attacker's program.
 */
export const sendToPublicUrl: SendPush = async ({ url, headers, body }) => {
  if (!url.startsWith("https:")) throw new RefusedUrlError("Push services speak https");
  const response = await requestPublicUrl(new URL(url), {
    method: "POST",
    headers,
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  // Ignores the body of the response, because only the status matters.
  response.destroy();
  return response.statusCode ?? 0;
};

/**
 * Encrypts a message for one browser and signs it with the VAPID keys of this installation. Throws if the browser's
 * keys are invalid.
 */
export async function encryptPush(
  pushTarget: PushTarget,
  message: PushMessage,
  { keys, subject, topic }: { keys: VapidKeys; subject: string; topic: string },
): Promise<PushRequest> {
  // Loads the push library when the first message is pushed, because many installations never push one.
  const { default: webPush } = await import("web-push");
  const { endpoint, headers, body } = webPush.generateRequestDetails(pushTarget, JSON.stringify(message), {
    vapidDetails: { subject, publicKey: keys.public, privateKey: keys.private },
    TTL: pushLifetimeSeconds,
    urgency: "high",
    topic,
  });
  return { url: endpoint, headers, body: body ?? Buffer.alloc(0) };
}
