import type { ChannelProblemCode } from "@kakehashi/contract/channel-states";
import { findFaultOfStatus, type PlatformFault, retryAfterMsByCode } from "./faults.ts";
import { isObject, toNumberOrNull, toObjectOrEmpty, toTextOrEmpty } from "./json-parts.ts";
import type { PlatformAnswer } from "./platform-call.ts";

const errorCodeByNumber: Readonly<Record<number, ChannelProblemCode>> = {
  [-32]: "RATE",
  [-210]: "TOO_LONG",
  [-211]: "QUOTA",
  [-213]: "NOT_FOLLOWING",
  [-216]: "TOKEN",
  [-218]: "QUOTA",
  [-220]: "TOKEN",
  [-230]: "WINDOW",
  [-232]: "WINDOW",
};

/**
 * Finds the error in a response of Zalo. Zalo's HTTP status is 200 even for refusals. Returns null if the API call
 * succeeded.
 */
export function findZaloFault({ status, body }: PlatformAnswer): PlatformFault | null {
  const answerBody = toObjectOrEmpty(body);
  const number = toNumberOrNull(answerBody.error);
  const isRefused = number === null ? (answerBody.error ?? null) !== null : number !== 0;
  if (!isRefused) return status === 200 && isObject(body) ? null : findFaultOfStatus(status);
  const errorText = [answerBody.error_name, answerBody.error_description, answerBody.message]
    .map(toTextOrEmpty)
    .find(Boolean);
  const code = errorCodeByNumber[number ?? 0] ?? "REFUSED";
  return {
    code,
    rawDetail: `${errorText ?? "No reason is given."}${number === null ? "" : ` (${number})`}`,
    retryAfterMs: retryAfterMsByCode[code] ?? null,
    mayHaveArrived: false,
  };
}
