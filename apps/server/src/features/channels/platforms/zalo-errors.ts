import type { ChannelErrorCode } from "@kakehashi/contract/channel-states";
import { faultOfStatus, type PlatformFault, retryAfterMs } from "./faults.ts";
import { isObject, textOf, toNumber, toObject } from "./json-parts.ts";
import type { PlatformAnswer } from "./platform-call.ts";

const errorCodeByNumber: Readonly<Record<number, ChannelErrorCode>> = {
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
export function zaloFault({ status, body }: PlatformAnswer): PlatformFault | null {
  const answer = toObject(body);
  const number = toNumber(answer.error);
  const isRefused = number === null ? (answer.error ?? null) !== null : number !== 0;
  if (!isRefused) return status === 200 && isObject(body) ? null : faultOfStatus(status);
  const errorText = [answer.error_name, answer.error_description, answer.message].map(textOf).find(Boolean);
  const code = errorCodeByNumber[number ?? 0] ?? "REFUSED";
  return {
    code,
    rawDetail: `${errorText ?? "No reason is given."}${number === null ? "" : ` (${number})`}`,
    retryAfterMs: retryAfterMs[code] ?? null,
    mayHaveArrived: false,
  };
}
