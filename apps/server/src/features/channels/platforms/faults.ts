import type { ChannelProblemCode } from "@kakehashi/contract/channel-states";
import { PlatformError, type SendResult } from "./platform.ts";
import {
  callPlatform,
  cleanErrorDetail,
  NoAnswerError,
  type PlatformAnswer,
  type PlatformRequest,
} from "./platform-call.ts";

/**
 * An error in a platform's response: our own error code, the platform's error message, and whether the platform may
 * have done what we asked for nevertheless.
 */
export interface PlatformFault {
  readonly code: ChannelProblemCode;
  readonly rawDetail: string;
  readonly retryAfterMs: number | null;
  readonly mayHaveArrived: boolean;
}

/**
 * Milliseconds to wait before the first retry, if the platform refuses because of too many API calls or an internal
 * error.
 */
export const retryAfterMsByCode: Readonly<Partial<Record<ChannelProblemCode, number>>> = {
  RATE: 1_000,
  UNREACHABLE: 2_000,
};

/**
 * Returns the error for an HTTP response that the platform does not document. Only the statuses 429 and 503 prove that
 * the platform has not handled the request. After any other status, the message may have arrived.
 */
export function findFaultOfStatus(status: number): PlatformFault {
  const code = status === 429 ? "RATE" : "UNREACHABLE";
  const mayHaveArrived = status !== 429 && status !== 503;
  return {
    code,
    rawDetail: status === 200 ? "Its answer is no JSON." : `It answers with the status ${status}.`,
    retryAfterMs: mayHaveArrived ? null : (retryAfterMsByCode[code] ?? null),
    mayHaveArrived,
  };
}

type FindPlatformFault = (answer: PlatformAnswer) => PlatformFault | null;
type RedactedSecrets = readonly (string | null)[];

/** Makes an API call to a platform and returns the JSON of the response. Throws PlatformError, without the secrets. */
export async function requestJson(
  request: PlatformRequest,
  findFault: FindPlatformFault,
  secrets: RedactedSecrets,
): Promise<unknown> {
  try {
    const platformAnswer = await callPlatform(request);
    const fault = findFault(platformAnswer);
    if (fault) throw new PlatformError(fault.code, cleanErrorDetail(fault.rawDetail, secrets));
    return platformAnswer.body;
  } catch (error) {
    if (error instanceof NoAnswerError) throw new PlatformError("UNREACHABLE", error.message);
    throw error;
  }
}

/**
 * Sends a message. `readId` returns the message's id from the response, or an empty string if there is none. Never
 * throws.
 */
export async function requestMessageSend(
  request: PlatformRequest,
  findFault: FindPlatformFault,
  secrets: RedactedSecrets,
  readId: (body: unknown) => string,
): Promise<SendResult> {
  try {
    const platformAnswer = await callPlatform(request);
    const fault = findFault(platformAnswer);
    if (fault) {
      const { rawDetail, ...faultWithoutDetail } = fault;
      return { ok: false, ...faultWithoutDetail, detail: cleanErrorDetail(rawDetail, secrets) };
    }
    const messageId = readId(platformAnswer.body);
    if (messageId !== "") return { ok: true, messageId };
    return lostAnswerResult("Its answer names no message.");
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return error.mayHaveArrived
      ? lostAnswerResult(error.message)
      : createRefusedSendResult("UNREACHABLE", error.message, retryAfterMsByCode.UNREACHABLE ?? null);
  }
}

const lostAnswerResult = (detail: string): SendResult => ({
  ok: false,
  code: "UNREACHABLE",
  detail,
  retryAfterMs: null,
  mayHaveArrived: true,
});

/** Creates the result of an API call whose message the platform has certainly not received. */
export const createRefusedSendResult = (
  code: ChannelProblemCode,
  detail: string,
  retryAfterMilliseconds: number | null = null,
): SendResult => ({ ok: false, code, detail, retryAfterMs: retryAfterMilliseconds, mayHaveArrived: false });
