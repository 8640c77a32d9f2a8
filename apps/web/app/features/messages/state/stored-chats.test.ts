import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lineFixture as line } from "./line.fixture.ts";
import { messageFixture } from "./message.fixture.ts";
import { addOlderMessages, createTimeline } from "./timeline.ts";

const messagesBetween = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => messageFixture(from + index));
const storeOfflineMock = vi.fn();
let pageTarget: EventTarget;
let storeChatOffline: typeof import("./stored-chats.ts").storeChatOffline;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  storeOfflineMock.mockClear();
  pageTarget = new EventTarget();
  vi.stubGlobal("addEventListener", pageTarget.addEventListener.bind(pageTarget));
  vi.doMock("../../../kit/offline-storage.ts", () => ({
    storeOffline: storeOfflineMock,
    deleteAllButNewestEntries: async () => {},
    readOfflineValue: async () => null,
  }));
  ({ storeChatOffline } = await import("./stored-chats.ts"));
});
afterEach(() => {
  vi.doUnmock("../../../kit/offline-storage.ts");
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const systemLines = [line(50, 45), line(60, 55)];
const roomTimeline = createTimeline("room", 100, {
  messages: messagesBetween(41, 100),
  lines: systemLines,
  above: true,
});
const longerRoom = addOlderMessages(roomTimeline, { messages: messagesBetween(21, 40), above: true });

test("the newest fifty messages are stored once for many changes, when the reader pauses", () => {
  storeChatOffline("room", roomTimeline);
  vi.advanceTimersByTime(1_500);
  pageTarget.dispatchEvent(new Event("wheel"));
  storeChatOffline("room", { ...roomTimeline, seq: 101 });
  vi.advanceTimersByTime(1_999);
  expect(storeOfflineMock).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(storeOfflineMock.mock.calls).toEqual([
    // The system messages between the chat messages are stored, too.
    [
      "room room",
      { seq: 101, above: true, messages: roomTimeline.messages.slice(-50), lines: [line(60, 55)] },
    ],
  ]);
});

test("loading older messages does not store the chat again", () => {
  storeChatOffline("room", longerRoom, roomTimeline);
  vi.advanceTimersByTime(10_000);
  expect(storeOfflineMock).not.toHaveBeenCalled();
});

test("a change stores it again, and so do older messages if fewer than fifty were stored", () => {
  storeChatOffline("room", { ...longerRoom, seq: 101 }, longerRoom);
  vi.advanceTimersByTime(2_000);
  expect(storeOfflineMock).toHaveBeenCalledOnce();
  const shortRoom = createTimeline("short", 100, { messages: messagesBetween(81, 100), above: true });
  storeChatOffline(
    "short",
    addOlderMessages(shortRoom, { messages: messagesBetween(61, 80), above: true }),
    shortRoom,
  );
  vi.advanceTimersByTime(2_000);
  expect(storeOfflineMock).toHaveBeenCalledTimes(2);
});
