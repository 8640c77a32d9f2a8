import { createHash, timingSafeEqual } from "node:crypto";
import { type ConnectAttempt, PlatformError } from "./platform.ts";
import { cleanErrorDetail } from "./platform-call.ts";

const sha256Digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * Returns the code in the query with which the platform sent a person back to us. Throws PlatformError if the query
 * does not belong to this attempt, or if the platform or the person refused access.
 */
export function readOauthCode(attempt: ConnectAttempt, query: Readonly<Record<string, string>>): string {
  if (!timingSafeEqual(sha256Digest(query.state ?? ""), sha256Digest(attempt.state)))
    throw new PlatformError("REFUSED", "The state is not the one that was sent.");
  if (query.code) return query.code;
  const errorDescription = query.error_description || query.error_reason || query.error || "It sent no code.";
  throw new PlatformError("REFUSED", cleanErrorDetail(errorDescription, []));
}
