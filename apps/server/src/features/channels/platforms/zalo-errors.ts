import type { ChannelErrorCode } from "@kakehashi/contract/channel-states";
import { type Fault, faultWithoutReason, retryAfterMs } from "./faults.ts";
import { isObject, numberOf, objectOf, textOf } from "./json-parts.ts";
import type { PlatformAnswer } from "./platform-call.ts";

const byCode: Readonly<Record<number, ChannelErrorCode>> = {
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

/** What is wrong with an answer of Zalo, which is 200 also for refusals. Null: it succeeded. */
export function zaloFault({ status, body }: PlatformAnswer): Fault | null {
  const answer = objectOf(body);
  const number = numberOf(answer.error);
  const isRefused = number === null ? (answer.error ?? null) !== null : number !== 0;
  if (!isRefused) return status === 200 && isObject(body) ? null : faultWithoutReason(status);
  const said = [answer.error_name, answer.error_description, answer.message].map(textOf).find(Boolean);
  const code = byCode[number ?? 0] ?? "REFUSED";
  return {
    code,
    words: `${said ?? "No reason is given."}${number === null ? "" : ` (${number})`}`,
    retryAfterMs: retryAfterMs[code] ?? null,
    mayHaveArrived: false,
  };
}
