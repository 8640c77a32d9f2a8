import type { ChannelProblemCode } from "@kakehashi/contract/channel-states";
import { findFaultOfStatus, type PlatformFault, retryAfterMsByCode } from "./faults.ts";
import { isObject, toNumberOrNull, toObjectOrEmpty, toTextOrEmpty } from "./json-parts.ts";
import type { PlatformAnswer } from "./platform-call.ts";

const errorCodeByCode: Readonly<Record<number, ChannelProblemCode>> = {
  // Codes with which the Graph API reports an error of its own servers. A later retry may succeed.
  1: "UNREACHABLE",
  2: "UNREACHABLE",
  1200: "UNREACHABLE",
  // Codes with which the Graph API refuses further calls for now, because the app, the person or the page has made too
  // many.
  4: "RATE",
  17: "RATE",
  32: "RATE",
  613: "RATE",
  80006: "RATE",
  // The code for a message that comes after the page's time limit for writing to the person.
  10: "WINDOW",
  102: "TOKEN",
  190: "TOKEN",
  // The code for a person who cannot be reached at present.
  551: "NOT_FOLLOWING",
};
const errorCodeBySubcode: Readonly<Record<number, ChannelProblemCode>> = {
  2018278: "WINDOW",
  // Subcodes for a person who does not exist, has blocked the page, or cannot be reached.
  2018001: "NOT_FOLLOWING",
  2018027: "NOT_FOLLOWING",
  2018108: "NOT_FOLLOWING",
};

/** Finds the error in a response of the Graph API. Returns null if the call succeeded. */
export function findMessengerFault({ status, body }: PlatformAnswer): PlatformFault | null {
  const answerBody = toObjectOrEmpty(body);
  // If an API call returns no data, the response contains only the field `success`, which is false if the call was
  // refused.
  const isRefused = (answerBody.error ?? null) !== null || answerBody.success === false;
  if (!isRefused) return status === 200 && isObject(body) ? null : findFaultOfStatus(status);
  const error = toObjectOrEmpty(answerBody.error);
  const number = toNumberOrNull(error.code);
  const subcode = toNumberOrNull(error.error_subcode) ?? 0;
  if (number === null && status !== 200 && subcode === 0) return findFaultOfStatus(status);
  const message = toTextOrEmpty(error.message) || toTextOrEmpty(answerBody.error);
  const errorCodesText = [number, subcode].filter(Boolean).join("/");
  const rawDetail = `${message || "No reason is given."}${errorCodesText && ` (${errorCodesText})`}`;
  const isTooLong = number === 100 && /less than or equal to|too (?:long|large)/i.test(message);
  const knownCode = errorCodeBySubcode[subcode] ?? errorCodeByCode[number ?? 0];
  const code = isTooLong
    ? "TOO_LONG"
    : (knownCode ?? (error.is_transient === true ? "UNREACHABLE" : "REFUSED"));
  return { code, rawDetail, retryAfterMs: retryAfterMsByCode[code] ?? null, mayHaveArrived: false };
}
