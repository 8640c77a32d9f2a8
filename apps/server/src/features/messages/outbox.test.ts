import type { Message } from "@kakehashi/contract/messages";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { NewMessage } from "./append-store.ts";
import { NewMessageBatcher } from "./outbox.ts";

// The outbox sets a timer before it writes messages. The tests use a fake clock, so the timer ends only when a test
// advances the clock.
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates an outbox whose writes succeed at once. `batches` contains the texts of the messages in each write. */
function openOutbox(write = async () => {}) {
  const batches: string[][] = [];
  const outbox = new NewMessageBatcher(async (_, messages) => {
    batches.push(messages.map(({ content }) => content));
    await write();
    return messages as readonly unknown[] as Message[];
  });
  const sendAs = (author: string, content: string) =>
    outbox.writeInBatch("room", {
      id: content,
      user_id: author,
      client_id: content,
      content,
      language: "en",
    } satisfies NewMessage);
  return { batches, send: sendAs };
}

test("one author's messages are written without waiting, one after the other", async () => {
  const { batches, send } = openOutbox();
  for (const content of ["one", "two", "three"]) await send("aiko", content);
  expect(batches).toEqual([["one"], ["two"], ["three"]]);
});

test("the next messages of two people who write at the same time share a batch", async () => {
  const { batches, send } = openOutbox();
  const writeThree = async (author: string) => {
    for (const count of [1, 2, 3]) await send(author, `${author} ${count}`);
  };
  const allSendsFinished = Promise.all([writeThree("aiko"), writeThree("an")]);
  await vi.advanceTimersByTimeAsync(0);
  expect(batches).toEqual([["aiko 1"], ["an 1", "aiko 2"], ["an 2", "aiko 3"]]);
  // The outbox waits 2 ms for another message by Aiko. As none comes, it writes An's last message alone.
  await vi.advanceTimersByTimeAsync(2);
  await allSendsFinished;
  expect(batches.at(-1)).toEqual(["an 3"]);
});

test("a message that waits for others is written after 2 ms, and the room is quiet again after that", async () => {
  const { batches, send } = openOutbox();
  const firstSend = send("aiko", "first");
  const secondSend = send("an", "second");
  await firstSend;
  await vi.advanceTimersByTimeAsync(1);
  expect(batches).toEqual([["first"]]);
  await vi.advanceTimersByTimeAsync(1);
  await secondSend;
  await send("linh", "third");
  expect(batches).toEqual([["first"], ["second"], ["third"]]);
});

test("a message that the database refuses fails alone, and the others of its batch are stored", async () => {
  const { batches, send } = openOutbox(async () => {
    if (batches.at(-1)?.includes("bad")) throw Object.assign(new Error("duplicate key"), { code: "23505" });
  });
  const firstSend = send("aiko", "first");
  const sends = ["good", "bad", "better"].map((content) => send(content, content));
  const [firstAccepted, refusedSend, secondAccepted] = sends;
  await firstSend;
  const refusal = expect(refusedSend).rejects.toThrow("duplicate key");
  await vi.advanceTimersByTimeAsync(2);
  await refusal;
  expect(await firstAccepted).toMatchObject({ content: "good" });
  expect(await secondAccepted).toMatchObject({ content: "better" });
  expect(batches).toEqual([["first"], ["good", "bad", "better"], ["good"], ["bad"], ["better"]]);
});

test("the authors of a batch that failed get the error, and the next batch is written", async () => {
  let failures = 1;
  const { batches, send } = openOutbox(async () => {
    if (failures-- > 0) throw new Error("The database is away");
  });
  const firstSend = send("aiko", "first");
  const secondSend = send("an", "second");
  await expect(firstSend).rejects.toThrow("The database is away");
  await vi.advanceTimersByTimeAsync(2);
  await secondSend;
  expect(batches).toEqual([["first"], ["second"]]);
});
