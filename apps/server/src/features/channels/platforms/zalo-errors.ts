import type { ChannelErrorCode } from "@kakehashi/contract/channel-states";
import { type Fault, faultWithoutReason, retryAfterMs } from "./faults.ts";
import { objectOf, textOf } from "./json-parts.ts";
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
  const number = typeof answer.error === "string" ? Number(answer.error) : answer.error;
  if (typeof number === "number" && number !== 0 && !Number.isNaN(number)) {
    const said = [answer.error_name, answer.error_description, answer.message].map(textOf).find(Boolean);
    const code = byCode[number] ?? "REFUSED";
    return {
      code,
      words: `${said ?? "No reason is given."} (${number})`,
      retryAfterMs: retryAfterMs[code] ?? null,
      mayHaveArrived: false,
    };
  }
  if (status === 200 && typeof body === "object" && body !== null) return null;
  return faultWithoutReason(status);
}
