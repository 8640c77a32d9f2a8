import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { batchIntervalMs, createEventBatcher } from "./batch-events.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a single event is handled at once", () => {
  const receivedEvents: number[] = [];
  const { addEvent } = createEventBatcher<number>((event) => receivedEvents.push(event));
  addEvent(1);
  expect(receivedEvents).toEqual([1]);
  vi.advanceTimersByTime(batchIntervalMs);
  addEvent(2);
  expect(receivedEvents).toEqual([1, 2]);
});

test("events within one interval are handled together, in order and once", () => {
  const receivedNumbers: number[] = [];
  const { addEvent } = createEventBatcher<number>((event) => receivedNumbers.push(event));
  for (const event of [1, 2, 3]) addEvent(event);
  expect(receivedNumbers).toEqual([1]);
  vi.advanceTimersByTime(batchIntervalMs - 1);
  expect(receivedNumbers).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(receivedNumbers).toEqual([1, 2, 3]);
  vi.advanceTimersByTime(10 * batchIntervalMs);
  expect(receivedNumbers).toEqual([1, 2, 3]);
});

test("nothing stays queued when the channel ends", () => {
  const handledEvents: number[] = [];
  const { addEvent, flush } = createEventBatcher<number>((event) => handledEvents.push(event));
  for (const event of [1, 2, 3]) addEvent(event);
  flush();
  expect(handledEvents).toEqual([1, 2, 3]);
  vi.advanceTimersByTime(batchIntervalMs);
  expect(handledEvents).toEqual([1, 2, 3]);
});

test("an event that cannot be handled does not stop the others", () => {
  const reportedErrors: unknown[] = [];
  vi.stubGlobal("reportError", (error: unknown) => reportedErrors.push(error));
  const receivedNumbers: number[] = [];
  const { addEvent, flush } = createEventBatcher<number>((event) => {
    if (event === 2) throw new Error("Nobody knows what this is");
    receivedNumbers.push(event);
  });
  for (const event of [1, 2, 3]) addEvent(event);
  flush();
  expect(receivedNumbers).toEqual([1, 3]);
  expect(reportedErrors).toHaveLength(1);
});
