import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { errorBody } from "@kakehashi/contract/kit/errors";
import { describedBy } from "../apps/server/src/test/described.ts";
import type { Faults } from "./faults.ts";

export interface ReceivedAnswer {
  status: number;
  type: string;
  body: string;
}

/** Throws for an answer that is never allowed, whatever the request was. */
export function checkAnswer({ status, body }: Pick<ReceivedAnswer, "status" | "body">): void {
  if (status >= 500 && status !== 503 && status !== 507) throw new Error(`a ${status}`);
  if (/node_modules|(?:\n|\\n)\s+at .{1,200}:\d+:\d+/.test(body))
    throw new Error("an answer that shows its program");
  if (status >= 400 && !isError(body)) throw new Error(`a ${status} without the shape of errors`);
}

function isError(body: string): boolean {
  try {
    return errorBody.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}

export type AnswerCheck = (
  endpoint: Endpoint,
  call: string,
  given: ReceivedAnswer,
  described: boolean,
) => void;

/** Adds to `faults` every answer that is never allowed or that the OpenAPI document does not describe. */
export function createAnswerCheck(document: object, faults: Faults): AnswerCheck {
  const checkDescribed = describedBy(document);
  return (endpoint, call, answer, described) => {
    try {
      // An answer to HEAD has no body.
      if (!call.startsWith("HEAD ")) checkAnswer(answer);
      if (described) checkDescribed(endpoint, answer);
    } catch (error) {
      const kind = `${endpoint.method} ${endpoint.path}: ${(error as Error).message.slice(0, 300)}`;
      faults.add(kind, `${call} → ${answer.status} ${answer.body.slice(0, 500)}`);
    }
  };
}
