import { getPost, listPosts } from "@kakehashi/contract/blog";
import { getAccount } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { createApiAnswerCache } from "./api-answer-cache.ts";

function createCountingCall(isSuccessful: () => boolean = () => true) {
  let count = 0;
  return {
    call: async () => ({ ok: isSuccessful(), number: ++count }),
    count: () => count,
  };
}

test("pages that are rendered at once share one answer, until it is too old or something is published", async () => {
  // Start the test's clock later than 0, because the cache library treats the time 0 as "no time limit".
  let time = 1;
  const cache = createApiAnswerCache(() => time);
  const { call, count } = createCountingCall();
  const readPosts = (key = "en /api/posts") => cache.read(listPosts, key, call);
  expect(await Promise.all([readPosts(), readPosts()])).toEqual([
    { ok: true, number: 1 },
    { ok: true, number: 1 },
  ]);
  time += 4_999;
  expect((await readPosts()).number).toBe(1);
  expect((await readPosts("vi /api/posts")).number).toBe(2);
  time += 2;
  expect((await readPosts()).number).toBe(3);
  cache.clear();
  expect((await readPosts()).number).toBe(4);
  expect(count()).toBe(4);
});

test("an answer that was asked for before a publication is not used after it", async () => {
  const cache = createApiAnswerCache();
  let resolveOldAnswer: (answer: { ok: boolean; text: string }) => void = () => {};
  const oldAnswer = cache.read(
    getPost,
    "en /a",
    () => new Promise<{ ok: boolean; text: string }>((resolve) => (resolveOldAnswer = resolve)),
  );
  cache.clear();
  const newAnswer = cache.read(getPost, "en /a", async () => ({ ok: true, text: "new" }));
  resolveOldAnswer({ ok: true, text: "old" });
  expect([await oldAnswer, await newAnswer]).toEqual([
    { ok: true, text: "old" },
    { ok: true, text: "new" },
  ]);
  expect(await cache.read(getPost, "en /a", async () => ({ ok: true, text: "third" }))).toEqual({
    ok: true,
    text: "new",
  });
});

test("failures, and calls whose answer may differ between visitors, are made again", async () => {
  const cache = createApiAnswerCache();
  const failingCall = createCountingCall(() => false);
  await cache.read(getPost, "en /missing", failingCall.call);
  await cache.read(getPost, "en /missing", failingCall.call);
  expect(failingCall.count()).toBe(2);
  const readBrokenPost = () =>
    cache.read(getPost, "en /broken", () => Promise.reject<{ ok: boolean }>(new Error("no database")));
  await expect(readBrokenPost()).rejects.toThrow("no database");
  await expect(readBrokenPost()).rejects.toThrow("no database");
  const uncacheableCall = createCountingCall();
  await cache.read(getAccount, "en /info", uncacheableCall.call);
  await cache.read(getAccount, "en /info", uncacheableCall.call);
  expect(uncacheableCall.count()).toBe(2);
});

test("a visitor whose page waits for the call of another visitor does not get that visitor's refusal", async () => {
  const cache = createApiAnswerCache();
  const refusedAnswer = cache.read(listPosts, "en /api/posts", async () => ({ ok: false, status: 429 }));
  const waitingAnswer = cache.read(listPosts, "en /api/posts", async () => ({ ok: true, status: 200 }));
  expect([await refusedAnswer, await waitingAnswer]).toEqual([
    { ok: false, status: 429 },
    { ok: true, status: 200 },
  ]);
});
