import type { SystemLine } from "@kakehashi/contract/lines";
import type { Message } from "@kakehashi/contract/messages";
import { describe, expect, it } from "vitest";
import { getLocaleFormat } from "../../../kit/format.ts";
import { lineFixture as line } from "./line.fixture.ts";
import { messageFixture } from "./message.fixture.ts";
import { computeRows, createRowsComputer, type MessageListRow } from "./rows.ts";
import { addOlderMessages, addOutgoingMessage, applySendResponse, createTimeline } from "./timeline.ts";

const tokyoFormat = getLocaleFormat("en", "Asia/Tokyo");

function createTestMessage(number: number, created_at: string, user_id = "an"): Message {
  return messageFixture(number, { created_at, user_id });
}

const createTimelineOf = (messages: Message[], hasMoreAbove = false, lines: SystemLine[] = []) =>
  createTimeline("room", 9, { messages, lines, above: hasMoreAbove });
const rowSummaries = (rows: readonly MessageListRow[]) =>
  rows.map((row) => ("isGrouped" in row && row.isGrouped ? `${row.kind}+` : row.kind)).join(" ");
const rowOptions = { format: tokyoFormat, userId: "me", readNumber: null };

describe("the rows of a conversation", () => {
  it("group consecutive messages of one person", () => {
    const rows = computeRows(
      createTimelineOf([
        createTestMessage(1, "2026-11-20T00:00:00Z"),
        createTestMessage(2, "2026-11-20T00:04:00Z"),
        createTestMessage(3, "2026-11-20T00:05:00Z", "minh"),
        createTestMessage(4, "2026-11-20T00:20:00Z", "minh"),
      ]),
      rowOptions,
    );
    expect(rowSummaries(rows)).toBe("day message message+ message message");
  });

  it("begin a new day at the reader's midnight", () => {
    const rows = computeRows(
      createTimelineOf([
        createTestMessage(1, "2026-11-19T14:59:00Z"),
        createTestMessage(2, "2026-11-19T15:01:00Z"),
      ]),
      rowOptions,
    );
    expect(rowSummaries(rows)).toBe("day message day message");
  });

  it("put system lines after their message, and repeat the author's name below them", () => {
    const messages = [1, 2, 3].map((number) => createTestMessage(number, "2026-11-20T00:00:00Z"));
    const lines = [line(1, 0), line(4, 2), line(6, 3)];
    expect(rowSummaries(computeRows(createTimelineOf(messages, false, lines), rowOptions))).toBe(
      "day line message message+ line message line",
    );
    const rowsWithUnread = computeRows(createTimelineOf(messages, false, lines), {
      ...rowOptions,
      readNumber: 2,
    });
    expect(rowSummaries(rowsWithUnread)).toBe("day line message message+ line unread message line");
    expect(rowSummaries(computeRows(createTimelineOf([], false, [line(1, 0)]), rowOptions))).toBe("day line");
  });

  it("join equal system lines of one day, and keep the same row object while nothing is added", () => {
    const lines = [
      line(2, 1, { created_at: "2026-11-19T14:58:00Z" }),
      line(3, 1, { created_at: "2026-11-19T14:59:00Z" }),
      line(4, 1, { created_at: "2026-11-19T15:01:00Z" }),
      line(5, 1, { created_at: "2026-11-19T15:02:00Z", kind: "LEFT" }),
    ];
    const timeline = createTimelineOf([createTestMessage(1, "2026-11-19T14:00:00Z")], false, lines);
    const rows = computeRows(timeline, rowOptions);
    expect(rowSummaries(rows)).toBe("day message line day line line");
    expect(computeRows({ ...timeline }, rowOptions).map((row) => row.kind === "line" && row)).toEqual(
      rows.map((row) => row.kind === "line" && row),
    );
    expect(computeRows({ ...timeline }, rowOptions)[2]).toBe(rows[2]);
    const longerTimeline = { ...timeline, lines: [...lines, line(6, 1, { ...lines[3], seq: 6 })] };
    expect(computeRows(longerTimeline, rowOptions).at(-1)).toMatchObject({
      key: rows.at(-1)?.key,
      lines: longerTimeline.lines.slice(3),
    });
  });

  it("show no day above the first message while older messages may follow", () => {
    const timeline = createTimelineOf([createTestMessage(21, "2026-11-20T01:00:00Z")], true);
    expect(rowSummaries(computeRows(timeline, rowOptions))).toBe("message");
    const olderMessages = [
      createTestMessage(19, "2026-11-19T01:00:00Z"),
      createTestMessage(20, "2026-11-20T00:00:00Z"),
    ];
    const rowsAfter = computeRows(
      addOlderMessages(timeline, { messages: olderMessages, above: false }),
      rowOptions,
    );
    expect(rowSummaries(rowsAfter)).toBe("day message day message message");
  });

  it("show the unread line above the first unread message of somebody else", () => {
    const messages = [
      createTestMessage(1, "2026-11-20T00:00:00Z"),
      createTestMessage(2, "2026-11-20T00:01:00Z", "me"),
      createTestMessage(3, "2026-11-20T00:02:00Z"),
      createTestMessage(4, "2026-11-20T00:03:00Z"),
    ];
    expect(rowSummaries(computeRows(createTimelineOf(messages), { ...rowOptions, readNumber: 1 }))).toBe(
      "day message message unread message message+",
    );
    expect(
      rowSummaries(computeRows(createTimelineOf(messages), { ...rowOptions, readNumber: 4 })),
    ).not.toContain("unread");
  });

  it("show no unread line while the first unread message may be above the window", () => {
    const allMessages = Array.from({ length: 40 }, (_, index) =>
      createTestMessage(index + 1, "2026-11-20T00:00:00Z"),
    );
    const unreadOptions = { ...rowOptions, readNumber: 10 };
    const timeline = createTimelineOf(allMessages.slice(20), true);
    expect(rowSummaries(computeRows(timeline, unreadOptions))).not.toContain("unread");
    const rowsWithOlder = computeRows(
      addOlderMessages(timeline, { messages: allMessages.slice(10, 20), above: true }),
      unreadOptions,
    );
    expect(rowSummaries(rowsWithOlder)).toMatch(/^unread message/);
    const makeRows = createRowsComputer(unreadOptions);
    makeRows(timeline);
    const rowsOfAllMessages = makeRows(
      addOlderMessages(timeline, { messages: allMessages.slice(0, 20), above: false }),
    );
    const lineIndex = rowsOfAllMessages.findIndex(({ kind }) => kind === "unread");
    expect(rowsOfAllMessages[lineIndex + 1]).toMatchObject({ message: { number: 11 } });
    expect(rowSummaries(computeRows(createTimelineOf(allMessages.slice(20)), unreadOptions))).toMatch(
      /^day unread/,
    );
  });

  it("show a message being sent under the reader's name, and keep its key when it arrives", () => {
    const ownMessage = createTestMessage(1, "2026-11-20T00:00:00Z", "me");
    const timelineWithSend = addOutgoingMessage(createTimelineOf([ownMessage]), {
      client_id: "client-2",
      content: "text",
      created_at: "2026-11-20T00:01:00Z",
    });
    const rows = computeRows(timelineWithSend, rowOptions);
    expect(rowSummaries(rows)).toBe("day message send+");
    const rowsAfterArrival = computeRows(
      createTimelineOf([ownMessage, createTestMessage(2, "2026-11-20T00:01:00Z", "me")]),
      rowOptions,
    );
    expect(rowsAfterArrival.at(-1)?.key).toBe(rows.at(-1)?.key);
  });
});

describe("rows that are reused when older messages arrive above", () => {
  /**
   * Returns a random generator with a seed, so that a failure is reproducible. It returns integers from 0 up to, but
   * without, `below`.
   */
  function seededRandom(seed: number) {
    let state = seed;
    return (upperLimit: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * upperLimit);
    };
  }

  it("equal newly created rows for any authors, times and unread lines", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const randomBelow = seededRandom(seed);
      let timeMs = Date.parse("2026-11-18T00:00:00Z");
      const allMessages = Array.from({ length: 60 }, (_, index) => {
        timeMs += randomBelow(4) === 0 ? randomBelow(20) * 3_600_000 : randomBelow(6) * 60_000;
        return createTestMessage(
          index + 1,
          new Date(timeMs).toISOString(),
          ["an", "minh", "me"][randomBelow(3)],
        );
      });
      const lineEvents = allMessages.flatMap(({ number, created_at }, index) =>
        randomBelow(3) === 0
          ? [line(100 + 2 * index, number, { created_at }), line(101 + 2 * index, number, { created_at })]
          : [],
      );
      const systemLinesBetween = (firstNumber: number, lastNumber: number) =>
        lineEvents.filter(({ number }) => number >= firstNumber && number <= lastNumber);
      const ownOptions = {
        ...rowOptions,
        readNumber: [null, 0, randomBelow(60), 60][randomBelow(4)] ?? null,
      };
      const makeRows = createRowsComputer(ownOptions);
      let fromIndex = 60 - randomBelow(10);
      let timeline = createTimelineOf(
        allMessages.slice(fromIndex),
        true,
        systemLinesBetween(fromIndex + 1, 60),
      );
      expect(makeRows(timeline)).toEqual(computeRows(timeline, ownOptions));
      while (fromIndex > 0) {
        const toIndex = fromIndex;
        fromIndex = Math.max(0, fromIndex - 1 - randomBelow(20));
        timeline = addOlderMessages(timeline, {
          messages: allMessages.slice(fromIndex, toIndex),
          lines: systemLinesBetween(fromIndex + 1, toIndex),
          above: fromIndex > 0,
        });
        // In some rounds of the test, a message changes between the loading of two pages, or a message is being sent.
        if (randomBelow(4) === 0) {
          const changed = {
            ...allMessages[59],
            content: `seed ${seed}`,
            changed_seq: 100 + fromIndex,
          } as Message;
          timeline = applySendResponse(timeline, changed);
        }
        if (randomBelow(6) === 0) {
          const outgoingMessage = {
            client_id: `${seed} ${fromIndex}`,
            content: "",
            created_at: new Date(timeMs).toISOString(),
          };
          timeline = addOutgoingMessage(timeline, outgoingMessage);
        }
        expect(makeRows(timeline)).toEqual(computeRows(timeline, ownOptions));
      }
    }
  });

  it("are the same objects, so that none renders again", () => {
    const allMessages = [1, 2, 3, 4].map((number) => createTestMessage(number, "2026-11-20T00:00:00Z"));
    const makeRows = createRowsComputer(rowOptions);
    const rowsBefore = makeRows(createTimelineOf(allMessages.slice(2), true));
    const rowsAfter = makeRows(createTimelineOf(allMessages));
    expect(rowsAfter.at(-1)).toBe(rowsBefore.at(-1));
  });
});
