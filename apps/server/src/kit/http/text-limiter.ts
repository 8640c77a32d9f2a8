import { textBytesPerPersonAndHour } from "@kakehashi/contract/kit/limits";
import { AppError } from "../errors.ts";
import { createKeyedTokenBuckets } from "./allowance.ts";

/**
 * Counts the bytes of a text for a person. Throws ERR.TOO_MANY with the seconds to wait if the person has stored too
 * many bytes.
 */
export type TextBytesLimiter = (userId: string, text: string) => void;

/**
 * Limits how many bytes of text one person may store in an hour. Each process counts separately. A limit on requests is
 * not enough: 600 of the longest messages a minute would fill a disk in a day. `factor` multiplies the limit; null
 * turns it off.
 */
export function createTextBytesLimiter(
  factor: number | null,
  now: () => number = Date.now,
): TextBytesLimiter {
  if (factor === null) return () => {};
  const maximumBytesAtOnce = textBytesPerPersonAndHour * factor;
  const allowance = createKeyedTokenBuckets({
    burst: maximumBytesAtOnce,
    perSecond: maximumBytesAtOnce / 3_600,
    maximumKeys: 100_000,
    now,
  });
  return (userId, text) => {
    // A text that is longer than the whole limit counts only as much as the limit. Otherwise it could never be stored.
    const bytes = Math.min(Buffer.byteLength(text), maximumBytesAtOnce);
    if (!allowance.trySpend(userId, bytes))
      throw new AppError("ERR.TOO_MANY", { retryAfter: allowance.secondsUntilAllowed(userId, bytes) });
  };
}
