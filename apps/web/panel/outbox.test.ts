import { expect, test } from "vitest";
import { CallFailure, type TurnsResponse } from "./calls.ts";
import { createOutbox } from "./outbox.ts";

const emptyResponse: TurnsResponse = { messages: [], input: null };

function createTestOutbox() {
  const sentRequests: { content: string; pendingAnswer: PromiseWithResolvers<TurnsResponse> }[] = [];
  const responses: TurnsResponse[] = [];
  const outbox = createOutbox(
    {
      send(_token, { content }) {
        const pendingAnswer = Promise.withResolvers<TurnsResponse>();
        sentRequests.push({ content, pendingAnswer });
        return pendingAnswer.promise;
      },
      sendFile: () => Promise.reject(new Error("There is no file")),
    },
    {
      getSessionToken: () => Promise.resolve("token"),
      answer: (answer) => responses.push(answer),
      onFileRefused: () => undefined,
      onSessionEnd: () => undefined,
      change: () => undefined,
    },
  );
  const addTextMessage = (content: string) => outbox.add({ content, choice: null, file: null });
  return { outbox, sends: sentRequests, answers: responses, add: addTextMessage };
}

test("messages are sent one after the other, and wait behind one that failed", async () => {
  const { outbox, sends, answers, add } = createTestOutbox();
  add("first");
  add("second");
  await expect.poll(() => sends.map(({ content }) => content)).toEqual(["first"]);
  sends[0]?.pendingAnswer.reject(new CallFailure(0));
  await expect.poll(() => outbox.list()[0]?.failure).toBe("offline");
  expect(sends).toHaveLength(1);
  outbox.tryAgain();
  await expect.poll(() => sends).toHaveLength(2);
  sends[1]?.pendingAnswer.resolve(emptyResponse);
  await expect.poll(() => sends.map(({ content }) => content)).toEqual(["first", "first", "second"]);
  sends[2]?.pendingAnswer.resolve(emptyResponse);
  await expect.poll(() => outbox.list()).toEqual([]);
  expect(answers).toHaveLength(2);
});

test("the answer to a message of the session before takes nothing from the new session", async () => {
  const { outbox, sends, answers, add } = createTestOutbox();
  add("to the old session");
  await expect.poll(() => sends).toHaveLength(1);
  outbox.clear();
  add("to the new session");
  sends[0]?.pendingAnswer.resolve(emptyResponse);
  await expect
    .poll(() => sends.map(({ content }) => content))
    .toEqual(["to the old session", "to the new session"]);
  expect(answers).toEqual([]);
  expect(outbox.list().map(({ content }) => content)).toEqual(["to the new session"]);
});
