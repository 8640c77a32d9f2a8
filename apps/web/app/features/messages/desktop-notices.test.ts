import { getConversation } from "@kakehashi/contract/conversations";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { LiveEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";
import { getThread } from "@kakehashi/contract/threads";
import { defaultSettings } from "@kakehashi/contract/user-settings";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type * as Notices from "./desktop-notices.ts";
import { messageFixture as message } from "./state/message.fixture.ts";

/** The fake server says that the reader has read the room and its threads up to the message with this `number`. */
let readNumber = 0;
/** The number of further requests that the fake server refuses. */
let failingCallCount = 0;
let deliverLiveEvent: (event: LiveEvent) => void = () => {};
let startNotices: typeof Notices.showDesktopNotices;

const callMock = vi.fn(async (endpoint: Endpoint, _: { params: { id: string } }) => {
  if (failingCallCount-- > 0) throw new Error("away");
  if (endpoint.path === getConversation.path)
    return {
      data: { name: "Bridge", kind: "GROUP", muted: false, notify_about: null, read_number: readNumber },
    };
  if (endpoint.path === getThread.path) return { data: { read_number: readNumber } };
  throw new Error(`Nobody expected ${endpoint.path}`);
});
const listRequestedPaths = () =>
  callMock.mock.calls.map(([{ path }, { params }]) => path.replace(":id", params.id));

/** The desktop notifications that were shown. */
let shownNotices: string[] = [];
/** The desktop notifications that were closed. */
let closedNoticeIds: string[] = [];
class FakeNotification extends EventTarget {
  static readonly permission = "granted";
  readonly body: string;
  constructor(_: string, { body }: { body: string }) {
    super();
    this.body = body;
    shownNotices.push(body);
  }
  close() {
    closedNoticeIds.push(this.body);
  }
}

const mockedModules = [
  "../../kit/api.ts",
  "../live/connection.ts",
  "../profiles/people.ts",
  "../../kit/push-flag.ts",
];
beforeAll(async () => {
  vi.resetModules();
  vi.doMock("../../kit/api.ts", () => ({ call: callMock }));
  vi.doMock("../../kit/push-flag.ts", () => ({ readOrStorePushFlag: () => false }));
  vi.doMock("../profiles/people.ts", () => ({ fetchPerson: async () => ({ name: "An" }) }));
  vi.doMock("../live/connection.ts", () => ({
    onConversationEvent(listener: typeof deliverLiveEvent) {
      deliverLiveEvent = listener;
      return () => {};
    },
  }));
  ({ showDesktopNotices: startNotices } = await import("./desktop-notices.ts"));
});
afterAll(() => {
  for (const path of mockedModules) vi.doUnmock(path);
  vi.resetModules();
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { visibilityState: "hidden" });
  vi.stubGlobal("Notification", FakeNotification);
  [readNumber, failingCallCount, shownNotices, closedNoticeIds] = [0, 0, [], []];
  callMock.mockClear();
  const settings = () => ({ ...defaultSettings, notify_desktop: true });
  startNotices("me", {
    settings,
    language: () => "en",
    textForHiddenContent: () => "a message",
    open: () => {},
  });
});
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const deliverMessage = (number: number, overrides: Partial<Message> = {}) =>
  deliverLiveEvent({
    type: "MESSAGE_CREATED",
    conversation_id: "room",
    seq: number,
    message: message(number, overrides),
  } as LiveEvent);

/**
 * Delivers messages, each this many milliseconds after the one before. Then waits until the last desktop notification
 * is due.
 */
async function deliverMessagesEvery(
  milliseconds: number,
  count: number,
  overrides: Partial<Message> = {},
): Promise<void> {
  for (let number = 1; number <= count; number++) {
    deliverMessage(number, overrides);
    await vi.advanceTimersByTimeAsync(milliseconds);
  }
  await vi.advanceTimersByTimeAsync(2_000);
}

test("a busy room is fetched once a second, and every message gets its notice", async () => {
  await deliverMessagesEvery(100, 30);
  expect(listRequestedPaths()).toEqual(Array(3).fill("/conversations/room"));
  expect(shownNotices).toHaveLength(30);
});

test("the same holds for the replies of a busy thread and its room", async () => {
  await deliverMessagesEvery(100, 30, { parent_id: "thread" });
  expect(listRequestedPaths().filter((path) => path === "/conversations/room")).toHaveLength(3);
  expect(listRequestedPaths().filter((path) => path === "/threads/messages/thread")).toHaveLength(3);
  expect(shownNotices).toHaveLength(30);
});

test("conversations do not share each other's cached answers", async () => {
  deliverMessage(1, { conversation_id: "one" });
  deliverMessage(2, { conversation_id: "other" });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(listRequestedPaths()).toEqual(["/conversations/one", "/conversations/other"]);
});

test("a message that was read meanwhile is known to be read after a second", async () => {
  deliverMessage(1);
  await vi.advanceTimersByTimeAsync(1_100);
  deliverMessage(2);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(shownNotices).toEqual(["text 1"]);
  readNumber = 2;
  await vi.advanceTimersByTimeAsync(500);
  expect(listRequestedPaths()).toHaveLength(2);
  expect(shownNotices).toEqual(["text 1"]);
});

test("a failed request is repeated with the next message", async () => {
  failingCallCount = 1;
  deliverMessage(1);
  await vi.advanceTimersByTimeAsync(1_100);
  deliverMessage(2);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(shownNotices).toEqual(["text 2"]);
});

test("the notice of a message that is read or deleted afterwards is closed, and no other", async () => {
  deliverMessage(1);
  deliverMessage(2);
  deliverMessage(3);
  deliverMessage(4, { conversation_id: "other" });
  deliverMessage(5, { parent_id: "thread" });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(shownNotices).toHaveLength(5);
  const roomFields = { conversation_id: "room", seq: 6, unread_count: 0, mention_count: 0 };
  deliverLiveEvent({ type: "READ_CHANGED", ...roomFields, read_number: 2 });
  expect(closedNoticeIds).toEqual(["text 1", "text 2"]);
  deliverLiveEvent({
    type: "MESSAGE_DELETED",
    conversation_id: "room",
    seq: 7,
    message: message(3),
  } as LiveEvent);
  expect(closedNoticeIds).toEqual(["text 1", "text 2", "text 3"]);
  deliverLiveEvent({ type: "THREAD_READ_CHANGED", ...roomFields, parent_id: "thread", read_number: 5 });
  expect(closedNoticeIds).toEqual(["text 1", "text 2", "text 3", "text 5"]);
});
