import type { ChannelErrorCode } from "@kakehashi/contract/channel-states";
import { faultOfStatus, type PlatformFault, retryAfterMs } from "./faults.ts";
import { isObject, textOf, toNumber, toObject } from "./json-parts.ts";
import type { PlatformAnswer } from "./platform-call.ts";

const errorCodeByCode: Readonly<Record<number, ChannelErrorCode>> = {
  // Codes for errors inside the Graph API.
  1: "UNREACHABLE",
  2: "UNREACHABLE",
  1200: "UNREACHABLE",
  // Codes for too many calls by the app, the person or the page, or for too many sent messages.
  4: "RATE",
  17: "RATE",
  32: "RATE",
  613: "RATE",
  80006: "RATE",
  // The error code for a message after the time in which the page may write to the person.
  10: "WINDOW",
  102: "TOKEN",
  190: "TOKEN",
  // The error code for a person who is not available.
  551: "NOT_FOLLOWING",
};
const errorCodeBySubcode: Readonly<Record<number, ChannelErrorCode>> = {
  2018278: "WINDOW",
  // Codes for a person who does not exist, has blocked the page, or cannot be reached.
  2018001: "NOT_FOLLOWING",
  2018027: "NOT_FOLLOWING",
  2018108: "NOT_FOLLOWING",
};

/** Finds the error in an answer of the Graph API. Returns null if the call succeeded. */
export function messengerFault({ status, body }: PlatformAnswer): PlatformFault | null {
  const answer = toObject(body);
  // API calls that return no data answer only with the field `success`.
  const isRefused = (answer.error ?? null) !== null || answer.success === false;
  if (!isRefused) return status === 200 && isObject(body) ? null : faultOfStatus(status);
  const error = toObject(answer.error);
  const number = toNumber(error.code);
  const subcode = toNumber(error.error_subcode) ?? 0;
  if (number === null && status !== 200 && subcode === 0) return faultOfStatus(status);
  const message = textOf(error.message) || textOf(answer.error);
  const numbers = [number, subcode].filter(Boolean).join("/");
  const words = `${message || "No reason is given."}${numbers && ` (${numbers})`}`;
  const isTooLong = number === 100 && /less than or equal to|too (?:long|large)/i.test(message);
  const knownCode = errorCodeBySubcode[subcode] ?? errorCodeByCode[number ?? 0];
  const code = isTooLong
    ? "TOO_LONG"
    : (knownCode ?? (error.is_transient === true ? "UNREACHABLE" : "REFUSED"));
  return { code, words, retryAfterMs: retryAfterMs[code] ?? null, mayHaveArrived: false };
}
