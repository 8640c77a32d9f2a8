import { describe, expect, it } from "vitest";
import { messageFixture } from "../state/message.fixture.ts";
import { createTimeline } from "../state/timeline.ts";
import { countUnreadSince, findLastReadNumber, findUnreadLinePosition } from "./unread.ts";

const createMessageWindow = (from: number, to: number, hasMoreAbove: boolean) =>
  createTimeline("room", 99, {
    messages: Array.from({ length: to - from + 1 }, (_, index) => messageFixture(from + index)),
    above: hasMoreAbove,
  });
const renderedRange = { start: 5, end: 15 };
const failIfMeasured = () => {
  throw new Error("Nothing is drawn that could be measured");
};

describe("where the first unread message begins", () => {
  it("is above the loaded messages if the window begins after it", () => {
    const findLinePosition = (readNumber: number) =>
      findUnreadLinePosition(
        createMessageWindow(21, 40, true),
        { line: -1, range: renderedRange, readNumber },
        failIfMeasured,
      );
    expect(findLinePosition(10)).toBe("above");
    expect(findLinePosition(40)).toBeNull();
  });

  it("is above or below the rendered rows, or where its line is measured", () => {
    const positionOf = (
      line: number,
      measureRow = failIfMeasured as Parameters<typeof findUnreadLinePosition>[2],
    ) =>
      findUnreadLinePosition(
        createMessageWindow(1, 40, false),
        { line, range: renderedRange, readNumber: 10 },
        measureRow,
      );
    expect(positionOf(4)).toBe("above");
    expect(positionOf(15)).toBe("below");
    expect(positionOf(5, () => "above")).toBe("above");
    expect(positionOf(14, () => "in sight")).toBe("in sight");
  });
});

describe("how many messages are unread", () => {
  it("leaves out own and deleted messages, and counts those above the window", () => {
    const timeline = {
      above: true,
      messages: [
        messageFixture(21),
        messageFixture(22, { user_id: "me" }),
        messageFixture(23, { deleted: true }),
        messageFixture(24),
      ],
    };
    expect(countUnreadSince(timeline, 10, "me")).toBe(12);
    expect(countUnreadSince({ ...timeline, above: false }, 10, "me")).toBe(2);
    expect(countUnreadSince(timeline, 21, "me")).toBe(1);
    expect(countUnreadSince(timeline, 24, "me")).toBe(0);
  });
});

describe("the message up to which the reader has read", () => {
  /**
   * Twenty rows, each 100 pixels high, with the messages 11 to 30. The window is 500 pixels high and begins at `top`.
   */
  const findLastSeenNumber = (top: number, readNumber: number, atEnd = false) =>
    findLastReadNumber(
      20,
      (index) => ({ message: { number: index + 11 }, top: index * 100, bottom: index * 100 + 100 }),
      { top, bottom: top + 500, readNumber, atEnd },
    );

  it("is the last one whose end is visible", () => {
    expect(findLastSeenNumber(0, 10)).toBe(15);
    expect(findLastSeenNumber(50, 10)).toBe(15);
    expect(findLastSeenNumber(1500, 25)).toBe(30);
  });

  it("is the newest one at the end of the list, even if its last line is not visible", () => {
    expect(findLastSeenNumber(1460, 24, true)).toBe(30);
    expect(findLastSeenNumber(1460, 24)).toBe(29);
  });

  it("is null if everything visible was read before, or if unread messages were skipped", () => {
    expect(findLastSeenNumber(0, 15)).toBeNull();
    expect(findLastSeenNumber(1500, 10)).toBeNull();
    expect(findLastSeenNumber(600, 15)).toBeNull();
    expect(findLastSeenNumber(500, 15)).toBe(20);
  });
});
