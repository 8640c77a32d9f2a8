import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { messageFixture as message } from "../state/message.fixture.ts";
import { addNewerMessages, applyChanges, createTimeline } from "../state/timeline.ts";
import {
  createMessageAnnouncer,
  findNewMessagesOfOthers,
  type MessageAnnouncement,
} from "./announcements.ts";

describe("messages to announce", () => {
  const newestWindow = createTimeline("room", 2, { messages: [message(1), message(2)], above: false });

  it("are those that others wrote since, oldest first", () => {
    const timelineWithMore = applyChanges(newestWindow, { seq: 4, messages: [message(3), message(4)] });
    expect(findNewMessagesOfOthers(newestWindow, timelineWithMore, "me").map(({ number }) => number)).toEqual(
      [3, 4],
    );
    expect(findNewMessagesOfOthers(timelineWithMore, timelineWithMore, "me")).toEqual([]);
    const timelineWithOwn = applyChanges(newestWindow, { seq: 3, messages: [message(3, { user_id: "me" })] });
    expect(findNewMessagesOfOthers(newestWindow, timelineWithOwn, "me")).toEqual([]);
    const timelineWithDeleted = applyChanges(newestWindow, {
      seq: 3,
      messages: [message(3, { deleted: true, content: "" })],
    });
    expect(findNewMessagesOfOthers(newestWindow, timelineWithDeleted, "me")).toEqual([]);
  });

  it("do not include messages loaded below an older window, or those that a room opens with", () => {
    const olderWindow = createTimeline("room", 9, { messages: [message(1)], above: false, below: true });
    const longerWindow = addNewerMessages(olderWindow, { messages: [message(2)], below: true });
    const completeWindow = addNewerMessages(longerWindow, { messages: [message(3)], below: false });
    expect(findNewMessagesOfOthers(olderWindow, longerWindow, "me")).toEqual([]);
    expect(findNewMessagesOfOthers(longerWindow, completeWindow, "me")).toEqual([]);
    expect(findNewMessagesOfOthers(null, newestWindow, "me")).toEqual([]);
    const timelineWithReply = applyChanges(completeWindow, {
      seq: 10,
      messages: [message(4, { seq: 10, changed_seq: 10 })],
    });
    expect(
      findNewMessagesOfOthers(completeWindow, timelineWithReply, "me").map(({ number }) => number),
    ).toEqual([4]);
  });
});

describe("announcements", () => {
  let announcements: MessageAnnouncement[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    announcements = [];
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const listAnnouncedNumbers = () =>
    announcements.map(({ messages, remainingCount }) => [
      messages.map(({ number }) => number),
      remainingCount,
    ]);

  it("announce one message soon", () => {
    const { add: addMessages } = createMessageAnnouncer((announcement) => announcements.push(announcement));
    addMessages([message(1)]);
    vi.advanceTimersByTime(500);
    expect(listAnnouncedNumbers()).toEqual([[[1], 0]]);
    vi.advanceTimersByTime(60_000);
    expect(announcements).toHaveLength(1);
  });

  it("announce a busy room at a pace that can be followed, and count every message", () => {
    const { add: addMessages } = createMessageAnnouncer((announcement) => announcements.push(announcement));
    for (let number = 1; number <= 100; number++) {
      addMessages([message(number)]);
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(10_000);
    expect(announcements).toHaveLength(4);
    expect(announcements.every(({ messages }) => messages.length <= 3)).toBe(true);
    expect(listAnnouncedNumbers()[0]).toEqual([[1, 2, 3], 2]);
    expect(
      announcements.reduce((sum, { messages, remainingCount }) => sum + messages.length + remainingCount, 0),
    ).toBe(100);
  });

  it("stop when their conversation is closed", () => {
    const { add: addMessages, stop } = createMessageAnnouncer((announcement) =>
      announcements.push(announcement),
    );
    addMessages([message(1)]);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(announcements).toEqual([]);
  });
});
