import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { errorBody } from "@kakehashi/contract/kit/errors";
import { createResponseChecker } from "../apps/server/src/test/described.ts";
import type { FaultCollector } from "./faults.ts";

export interface ReceivedAnswer {
  status: number;
  type: string;
  body: string;
}

/**
 * Throws if the server must never send this response, whatever the request was: an internal error, a stack trace, or an
 * error without the API's error format.
 */
export function checkAnswer({ status, body }: Pick<ReceivedAnswer, "status" | "body">): void {
  if (status >= 500 && status !== 503 && status !== 507) throw new Error(`a ${status}`);
  if (/node_modules|(?:\n|\\n)\s+at .{1,200}:\d+:\d+/.test(body))
    throw new Error("an answer that shows its program");
  if (status >= 400 && !isErrorBody(body)) throw new Error(`a ${status} without the shape of errors`);
}

function isErrorBody(body: string): boolean {
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
  isDescribed: boolean,
) => void;

/**
 * Returns a function that checks a response and adds its faults to `faultCollector`. A response is at fault if the
 * server must never send it, or if the OpenAPI document does not describe it.
 */
export function createAnswerCheck(openApiDocument: object, faultCollector: FaultCollector): AnswerCheck {
  const checkAgainstDescription = createResponseChecker(openApiDocument);
  return (endpoint, requestName, receivedAnswer, isDescribed) => {
    try {
      // The response to a HEAD request has no body.
      if (!requestName.startsWith("HEAD ")) checkAnswer(receivedAnswer);
      if (isDescribed) checkAgainstDescription(endpoint, receivedAnswer);
    } catch (error) {
      const faultKind = `${endpoint.method} ${endpoint.path}: ${(error as Error).message.slice(0, 300)}`;
      faultCollector.add(
        faultKind,
        `${requestName} → ${receivedAnswer.status} ${receivedAnswer.body.slice(0, 500)}`,
      );
    }
  };
}
