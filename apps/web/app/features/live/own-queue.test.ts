import { expect, test, vi } from "vitest";
import { createOwnQueue } from "./own-queue.ts";

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = (sub: string, renewal = 1) =>
  `${encode({ alg: "HS256" })}.${encode({ sub, renewal, n: "ÿ?>" })}.x`;

test("the queue is asked for once an account, however often its token is renewed", async () => {
  const ask = vi.fn(async () => "queue-of-an");
  const queue = createOwnQueue(ask);
  expect(queue.current()).toBeUndefined();
  for (const renewal of [1, 2, 3]) expect(await queue.of(token("an", renewal))).toBe("queue-of-an");
  expect(ask).toHaveBeenCalledTimes(1);
  expect(queue.current()).toBe("queue-of-an");
});

test("when another account signs in, its own queue is asked for, and the old one is not used meanwhile", async () => {
  const answers = ["queue-of-an", "queue-of-minh"];
  const queue = createOwnQueue(async () => answers.shift() ?? "");
  await queue.of(token("an"));
  const asking = queue.of(token("minh"));
  expect(queue.current()).toBeUndefined();
  expect(await asking).toBe("queue-of-minh");
  expect(queue.current()).toBe("queue-of-minh");
});

test("a queue that the server refused is asked for anew, and one that could not be asked for is not remembered", async () => {
  const ask = vi.fn(async () => "queue");
  const queue = createOwnQueue(ask);
  await queue.of(token("an"));
  queue.forget();
  expect(queue.current()).toBeUndefined();
  ask.mockRejectedValueOnce(new Error("offline"));
  await expect(queue.of(token("an"))).rejects.toThrow("offline");
  expect(queue.current()).toBeUndefined();
  expect(await queue.of(token("an"))).toBe("queue");
});

test("a token that says nothing of its account is an account of its own", async () => {
  const ask = vi.fn(async () => "queue");
  const queue = createOwnQueue(ask);
  for (const odd of ["a", "b", "a.%%%.c", `x.${encode({ sub: 7 })}.y`, "b"]) await queue.of(odd);
  expect(ask).toHaveBeenCalledTimes(5);
});
