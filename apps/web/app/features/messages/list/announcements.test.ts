import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { messageFixture as message } from "../state/message.fixture.ts";
import { addBelow, applyChanges, openTimeline } from "../state/timeline.ts";
import { type Announcement, arrivals, createAnnouncements } from "./announcements.ts";

describe("what arrived", () => {
  const newest = openTimeline("room", 2, { messages: [message(1), message(2)], above: false });

  it("is what others wrote since, oldest first", () => {
    const more = applyChanges(newest, { seq: 4, messages: [message(3), message(4)] });
    expect(arrivals(newest, more, "me").map(({ number }) => number)).toEqual([3, 4]);
    expect(arrivals(more, more, "me")).toEqual([]);
    const own = applyChanges(newest, { seq: 3, messages: [message(3, { user_id: "me" })] });
    expect(arrivals(newest, own, "me")).toEqual([]);
    const gone = applyChanges(newest, { seq: 3, messages: [message(3, { deleted: true, content: "" })] });
    expect(arrivals(newest, gone, "me")).toEqual([]);
  });

  it("is nothing that is loaded below an older window, up to its last page, nor what a room opens with", () => {
    const old = openTimeline("room", 9, { messages: [message(1)], above: false, below: true });
    const further = addBelow(old, { messages: [message(2)], below: true });
    const whole = addBelow(further, { messages: [message(3)], below: false });
    expect(arrivals(old, further, "me")).toEqual([]);
    expect(arrivals(further, whole, "me")).toEqual([]);
    expect(arrivals(null, newest, "me")).toEqual([]);
    const said = applyChanges(whole, { seq: 10, messages: [message(4, { seq: 10, changed_seq: 10 })] });
    expect(arrivals(whole, said, "me").map(({ number }) => number)).toEqual([4]);
  });
});

describe("announcements", () => {
  let told: Announcement[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    told = [];
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const shape = () => told.map(({ messages, more }) => [messages.map(({ number }) => number), more]);

  it("tell of one message soon", () => {
    const { add: arrive } = createAnnouncements((said) => told.push(said));
    arrive([message(1)]);
    vi.advanceTimersByTime(500);
    expect(shape()).toEqual([[[1], 0]]);
    vi.advanceTimersByTime(60_000);
    expect(told).toHaveLength(1);
  });

  it("tell in a room that never rests, as often as can be followed, and leave nothing uncounted", () => {
    const { add: arrive } = createAnnouncements((said) => told.push(said));
    for (let number = 1; number <= 100; number++) {
      arrive([message(number)]);
      vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(10_000);
    expect(told).toHaveLength(4);
    expect(told.every(({ messages }) => messages.length <= 3)).toBe(true);
    expect(shape()[0]).toEqual([[1, 2, 3], 2]);
    expect(told.reduce((sum, { messages, more }) => sum + messages.length + more, 0)).toBe(100);
  });

  it("end with the place that they are of", () => {
    const { add: arrive, stop } = createAnnouncements((said) => told.push(said));
    arrive([message(1)]);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(told).toEqual([]);
  });
});
