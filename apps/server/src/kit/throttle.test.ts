import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { errorLog } from "../test/log.ts";
import { createThrottle } from "./throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("The first call runs at once, and later ones become one at the end of the interval.", async () => {
  const done: string[] = [];
  const call = createThrottle(100, async (key) => void done.push(key), errorLog());
  await call("a");
  await call("a");
  await call("a");
  expect(done).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(99);
  expect(done).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(["a", "a"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done).toEqual(["a", "a"]);
});

test("Keys do not wait for each other.", async () => {
  const done: string[] = [];
  const call = createThrottle(100, async (key) => void done.push(key), errorLog());
  await call("a");
  await call("b");
  expect(done).toEqual(["a", "b"]);
});

test("Delayed work is spaced by the interval, too.", async () => {
  const done: number[] = [];
  const call = createThrottle(100, async () => void done.push(Date.now()), errorLog());
  const began = Date.now();
  for (let at = 0; at < 30; at++) {
    await call("a");
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(done.map((time) => time - began)).toEqual([0, 100, 200, 300]);
});

test("Delayed work that fails stops nothing.", async () => {
  let count = 0;
  const failures: unknown[] = [];
  const call = createThrottle(
    100,
    async () => {
      count++;
      if (count === 2) throw new Error("no database");
    },
    { ...errorLog(), error: (error: unknown) => void failures.push(error) },
  );
  await call("a");
  await call("a");
  await vi.advanceTimersByTimeAsync(200);
  await call("a");
  expect(count).toBe(3);
  expect(failures).toHaveLength(1);
});
