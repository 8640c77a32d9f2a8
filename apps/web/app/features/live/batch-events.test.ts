import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { batchEvents, batchMs } from "./batch-events.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what arrives alone is handed on at once", () => {
  const got: number[] = [];
  const { take } = batchEvents<number>((event) => got.push(event));
  take(1);
  expect(got).toEqual([1]);
  vi.advanceTimersByTime(batchMs);
  take(2);
  expect(got).toEqual([1, 2]);
});

test("what arrives in one round is handed on together, in its order, and once", () => {
  const got: number[] = [];
  const { take } = batchEvents<number>((event) => got.push(event));
  for (const event of [1, 2, 3]) take(event);
  expect(got).toEqual([1]);
  vi.advanceTimersByTime(batchMs - 1);
  expect(got).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(got).toEqual([1, 2, 3]);
  vi.advanceTimersByTime(10 * batchMs);
  expect(got).toEqual([1, 2, 3]);
});

test("nothing waits where the channel ends", () => {
  const got: number[] = [];
  const { take, flush } = batchEvents<number>((event) => got.push(event));
  for (const event of [1, 2, 3]) take(event);
  flush();
  expect(got).toEqual([1, 2, 3]);
  vi.advanceTimersByTime(batchMs);
  expect(got).toEqual([1, 2, 3]);
});

test("one that cannot be handled takes none of the others with it", () => {
  const reported: unknown[] = [];
  vi.stubGlobal("reportError", (error: unknown) => reported.push(error));
  const got: number[] = [];
  const { take, flush } = batchEvents<number>((event) => {
    if (event === 2) throw new Error("Nobody knows what this is");
    got.push(event);
  });
  for (const event of [1, 2, 3]) take(event);
  flush();
  expect(got).toEqual([1, 3]);
  expect(reported).toHaveLength(1);
});
