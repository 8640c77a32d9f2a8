import { expect, test, vi } from "vitest";
import { createOwnQueueNameCache } from "./own-queue.ts";

const encodeJson = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const makeToken = (subject: string, renewalCount = 1) =>
  `${encodeJson({ alg: "HS256" })}.${encodeJson({ sub: subject, renewal: renewalCount, n: "ÿ?>" })}.x`;

test("the queue's name is fetched once for each account, however often the token is renewed", async () => {
  const fetchName = vi.fn(async () => "queue-of-an");
  const queue = createOwnQueueNameCache(fetchName);
  expect(queue.getCachedName()).toBeUndefined();
  for (const renewal of [1, 2, 3])
    expect(await queue.queueNameFor(makeToken("an", renewal))).toBe("queue-of-an");
  expect(fetchName).toHaveBeenCalledTimes(1);
  expect(queue.getCachedName()).toBe("queue-of-an");
});

test("when another account signs in, its queue is fetched and the old one is not used meanwhile", async () => {
  const answers = ["queue-of-an", "queue-of-minh"];
  const queue = createOwnQueueNameCache(async () => answers.shift() ?? "");
  await queue.queueNameFor(makeToken("an"));
  const pendingQueueName = queue.queueNameFor(makeToken("minh"));
  expect(queue.getCachedName()).toBeUndefined();
  expect(await pendingQueueName).toBe("queue-of-minh");
  expect(queue.getCachedName()).toBe("queue-of-minh");
});

test("a queue that the server refused is fetched again, and a failed fetch is not remembered", async () => {
  const fetchName = vi.fn(async () => "queue");
  const queue = createOwnQueueNameCache(fetchName);
  await queue.queueNameFor(makeToken("an"));
  queue.forget();
  expect(queue.getCachedName()).toBeUndefined();
  fetchName.mockRejectedValueOnce(new Error("offline"));
  await expect(queue.queueNameFor(makeToken("an"))).rejects.toThrow("offline");
  expect(queue.getCachedName()).toBeUndefined();
  expect(await queue.queueNameFor(makeToken("an"))).toBe("queue");
});

test("a token without an account counts as an account of its own", async () => {
  const fetchName = vi.fn(async () => "queue");
  const queue = createOwnQueueNameCache(fetchName);
  for (const malformedToken of ["a", "b", "a.%%%.c", `x.${encodeJson({ sub: 7 })}.y`, "b"])
    await queue.queueNameFor(malformedToken);
  expect(fetchName).toHaveBeenCalledTimes(5);
});
