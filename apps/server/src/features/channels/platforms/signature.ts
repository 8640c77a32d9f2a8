import { timingSafeEqual } from "node:crypto";
import type { RequestHeaders } from "./platform.ts";

/** Returns the value of a header. Returns undefined if the header is missing or occurs more than once. */
export function findSingleHeaderValue(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name];
  if (typeof value === "string") return value;
  return Array.isArray(value) && value.length === 1 && typeof value[0] === "string" ? value[0] : undefined;
}

/** Whether a header's value is `prefix` followed by these 32 bytes in hexadecimal. Compares in constant time. */
export function isExpectedHexDigest(header: string | undefined, prefix: string, expected: Buffer): boolean {
  if (!header?.startsWith(prefix)) return false;
  const hexDigits = header.slice(prefix.length);
  if (!/^[\da-f]{64}$/i.test(hexDigits)) return false;
  return timingSafeEqual(Buffer.from(hexDigits, "hex"), expected);
}
