import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTypingWatchForVisitors } from "./typing-watch.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * Creates a watch of one conversation. `sendLiveEvent` sends a live event to the watch: "typing", "message" or
 * "hidden".
 */
function openWatch() {
  const rooms = new Set<(body: string) => void>();
  const fakeLive = {
    watchRoom: (_room: string, onEvent: (body: string) => void) => {
      rooms.add(onEvent);
      return () => void rooms.delete(onEvent);
    },
  };
  const { watch } = createTypingWatchForVisitors(fakeLive, (body) =>
    body === "hidden" ? null : body === "typing",
  );
  return {
    rooms,
    sendLiveEvent: (body: string) => {
      for (const onEvent of rooms) onEvent(body);
    },
    /** Starts a long poll. Returns the list of changes that the poll receives, and a function that ends the poll. */
    call() {
      const typingChanges: boolean[] = [];
      return {
        told: typingChanges,
        end: watch("room", "visitor", (isTyping) => typingChanges.push(isTyping)),
      };
    },
  };
}

test("a call hears of changes while it waits", () => {
  const { call, sendLiveEvent } = openWatch();
  const { told, end } = call();
  for (const body of ["typing", "hidden", "message"]) sendLiveEvent(body);
  end();
  sendLiveEvent("typing");
  expect(told).toEqual([true, false]);
});

test("a person who begins to write between two calls is reported to the next call, once", () => {
  const { call, sendLiveEvent } = openWatch();
  call().end();
  sendLiveEvent("typing");
  sendLiveEvent("hidden");
  const nextWatch = call();
  expect(nextWatch.told).toEqual([true]);
  nextWatch.end();
  expect(call().told).toEqual([]);
});

test("a message between two calls says that the person writes no longer", () => {
  const { call, sendLiveEvent } = openWatch();
  call().end();
  sendLiveEvent("typing");
  sendLiveEvent("message");
  expect(call().told).toEqual([]);
});

test("a conversation whose page does not call again is watched no longer", () => {
  const { call, rooms } = openWatch();
  const [firstCall, secondCall] = [call(), call()];
  firstCall.end();
  vi.advanceTimersByTime(60_000);
  expect(rooms.size).toBe(1);
  secondCall.end();
  vi.advanceTimersByTime(4_000);
  call().end();
  vi.advanceTimersByTime(4_000);
  expect(rooms.size).toBe(1);
  vi.advanceTimersByTime(1_001);
  expect(rooms.size).toBe(0);
});
