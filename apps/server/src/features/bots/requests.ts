import { maximumResponse } from "@kakehashi/contract/flows/limits";
import type { RequestEffect } from "@kakehashi/contract/flows/session";
import { openPublic, type PublicRequest } from "../../kit/http/public-fetch.ts";

/** Headers that say how a message is sent, or who the server is. A story may not set them. */
const own = /^(?:host|connection|content-length|transfer-encoding|expect|upgrade|te|trailer|proxy-.*)$/i;

export interface OutsideAnswer {
  /** The HTTP status. 0: no answer came, or its address may not be called. */
  readonly status: number;
  readonly body: string;
}

/**
 * Makes the call of a story's block, to a public address alone. It follows no redirect, waits as long as the block says,
 * and reads at most `maximumResponse` bytes. It never throws. `key` is the same when the call is repeated.
 */
export async function callOutside(
  { method, address, headers, body, timeout_seconds }: RequestEffect,
  key: string,
  allow?: PublicRequest["allow"],
): Promise<OutsideAnswer> {
  try {
    const bytes = method === "POST" ? Buffer.from(body) : undefined;
    const response = await openPublic(new URL(address), {
      method,
      signal: AbortSignal.timeout(timeout_seconds * 1_000),
      headers: {
        accept: "application/json",
        "user-agent": "Kakehashi bot",
        ...(bytes && { "content-type": "application/json" }),
        ...Object.fromEntries(
          headers.filter(({ name }) => !own.test(name)).map(({ name, value }) => [name.toLowerCase(), value]),
        ),
        "accept-encoding": "identity",
        "idempotency-key": key,
        ...(bytes && { "content-length": bytes.length }),
      },
      ...(bytes && { body: bytes }),
      ...(allow && { allow }),
    });
    try {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of response as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        size += chunk.length;
        // What is longer is no answer for a chat; half of a JSON says nothing.
        if (size > maximumResponse) return { status: 0, body: "" };
      }
      const text = Buffer.concat(chunks).toString("utf8").replaceAll("\u0000", "\uFFFD");
      return { status: response.statusCode ?? 0, body: text.slice(0, maximumResponse) };
    } finally {
      response.destroy();
    }
  } catch {
    return { status: 0, body: "" };
  }
}
