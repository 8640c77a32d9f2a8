import { signatureHeaderName } from "@kakehashi/contract/bot-requests";
import type { RequestEffect } from "@kakehashi/contract/flows/effects";
import { maximumResponseLength } from "@kakehashi/contract/flows/limits";
import { type RequestToPublicUrl, requestPublicUrl } from "../../kit/http/public-fetch.ts";

/** Headers that a story must not set, because they frame the HTTP message or name the server. */
const reservedHeaders =
  /^(?:host|connection|content-length|transfer-encoding|expect|upgrade|te|trailer|proxy-.*)$/i;

export interface HttpResponse {
  /** The HTTP status. 0 means that the server did not respond or that its address is not public. */
  readonly status: number;
  readonly body: string;
}

/** The response that a story gets if the called server did not respond. */
export const emptyHttpResponse: HttpResponse = { status: 0, body: "" };

/**
 * Limits the HTTP requests of stories to each host: this process sends at most `maximumCallsPerHost` at the same time.
 * Further requests return `busy`.
 */
export function createConcurrentHostCallLimit(maximumCallsPerHost: number) {
  const runningCallCounts = new Map<string, number>();
  return {
    async run<T>(address: string, makeCall: () => Promise<T>): Promise<T | "busy"> {
      const host = URL.parse(address)?.host ?? "";
      const count = runningCallCounts.get(host) ?? 0;
      if (count >= maximumCallsPerHost) return "busy";
      runningCallCounts.set(host, count + 1);
      try {
        return await makeCall();
      } finally {
        const runningCallCount = (runningCallCounts.get(host) ?? 1) - 1;
        if (runningCallCount > 0) runningCallCounts.set(host, runningCallCount);
        else runningCallCounts.delete(host);
      }
    },
  };
}

/**
 * Sends the HTTP request of a story's block, only to public addresses. Follows no redirects, waits at most the block's
 * timeout, and reads at most `maximumResponseLength` bytes. Never throws. `key` is the same for each retry, so that the
 * other server can recognise it. `signature` proves which bot sends the request.
 */
export async function sendStoryRequest(
  { method, address, headers, body, timeout_seconds }: RequestEffect,
  { key, signature }: { key: string; signature: string },
  isAddressAllowed?: RequestToPublicUrl["allow"],
): Promise<HttpResponse> {
  try {
    const bytes = method === "POST" ? Buffer.from(body) : undefined;
    const response = await requestPublicUrl(new URL(address), {
      method,
      signal: AbortSignal.timeout(timeout_seconds * 1_000),
      headers: {
        accept: "application/json",
        "user-agent": "Kakehashi bot",
        ...(bytes && { "content-type": "application/json" }),
        ...Object.fromEntries(
          headers
            .filter(({ name }) => !reservedHeaders.test(name))
            .map(({ name, value }) => [name.toLowerCase(), value]),
        ),
        "accept-encoding": "identity",
        "idempotency-key": key,
        [signatureHeaderName]: signature,
        ...(bytes && { "content-length": bytes.length }),
      },
      ...(bytes && { body: bytes }),
      ...(isAddressAllowed && { allow: isAddressAllowed }),
    });
    try {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of response as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        size += chunk.length;
        // A response that is longer than the limit counts as no response, because truncated JSON cannot be parsed.
        if (size > maximumResponseLength) return emptyHttpResponse;
      }
      const text = Buffer.concat(chunks).toString("utf8").replaceAll("\u0000", "\uFFFD");
      return { status: response.statusCode ?? 0, body: text.slice(0, maximumResponseLength) };
    } finally {
      response.destroy();
    }
  } catch {
    return emptyHttpResponse;
  }
}
