import { createHash, timingSafeEqual } from "node:crypto";
import { type ConnectAttempt, PlatformError } from "./platform.ts";
import { cleanDetail } from "./platform-call.ts";

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * Returns the code with which the platform sent a person back to us. Throws PlatformError if the platform or the person
 * refused.
 */
export function readCode(attempt: ConnectAttempt, query: Readonly<Record<string, string>>): string {
  if (!timingSafeEqual(digest(query.state ?? ""), digest(attempt.state)))
    throw new PlatformError("REFUSED", "The state is not the one that was sent.");
  if (query.code) return query.code;
  const words = query.error_description || query.error_reason || query.error || "It sent no code.";
  throw new PlatformError("REFUSED", cleanDetail(words, []));
}
