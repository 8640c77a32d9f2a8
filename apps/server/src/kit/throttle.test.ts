import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestLog } from "../test/log.ts";
import { createThrottle } from "./throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("The first call runs at once, and later ones become one at the end of the interval.", async () => {
  const runKeys: string[] = [];
  const call = createThrottle(100, async (key) => void runKeys.push(key), createTestLog());
  await call("a");
  await call("a");
  await call("a");
  expect(runKeys).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(99);
  expect(runKeys).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(runKeys).toEqual(["a", "a"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runKeys).toEqual(["a", "a"]);
});

test("Keys do not wait for each other.", async () => {
  const runKeys: string[] = [];
  const call = createThrottle(100, async (key) => void runKeys.push(key), createTestLog());
  await call("a");
  await call("b");
  expect(runKeys).toEqual(["a", "b"]);
});

test("Delayed work is spaced by the interval, too.", async () => {
  const runTimesMs: number[] = [];
  const call = createThrottle(100, async () => void runTimesMs.push(Date.now()), createTestLog());
  const startMs = Date.now();
  for (let callNumber = 0; callNumber < 30; callNumber++) {
    await call("a");
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(runTimesMs.map((timeMs) => timeMs - startMs)).toEqual([0, 100, 200, 300]);
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
    { ...createTestLog(), error: (error: unknown) => void failures.push(error) },
  );
  await call("a");
  await call("a");
  await vi.advanceTimersByTimeAsync(200);
  await call("a");
  expect(count).toBe(3);
  expect(failures).toHaveLength(1);
});
