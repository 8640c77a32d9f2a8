import type { SystemLine } from "@kakehashi/contract/lines";
import type { Message } from "@kakehashi/contract/messages";
import type { LocaleFormat } from "../../../kit/format.ts";
import { joinsPreviousLine } from "./lines.ts";
import type { ChatTimeline, OutgoingMessage } from "./timeline.ts";

export type MessageListRow =
  | { readonly kind: "day"; readonly key: string; readonly label: string }
  | { readonly kind: "unread"; readonly key: string }
  | {
      readonly kind: "message";
      readonly key: string;
      readonly message: Message;
      /** Whether the row follows a message of the same author, so that it shows no name. */
      readonly isGrouped: boolean;
    }
  /** System messages that share one row. */
  | { readonly kind: "line"; readonly key: string; readonly lines: readonly SystemLine[] }
  | {
      readonly kind: "send";
      readonly key: string;
      readonly outgoingMessage: OutgoingMessage;
      readonly isGrouped: boolean;
    };

type MessageRow = Extract<MessageListRow, { kind: "message" }>;

interface CachedRows {
  /** When the message was sent, in milliseconds since 1970. */
  readonly timeMs: number;
  readonly row: MessageRow;
  readonly groupedRow: MessageRow;
}

/**
 * Caches the row object of each message. All rows are computed again for every new message, but React does not
 * re-render a row whose object is the same.
 */
const rowCache = new WeakMap<Message, CachedRows>();
function cachedRowsOf(message: Message): CachedRows {
  const cachedRows = rowCache.get(message);
  if (cachedRows) return cachedRows;
  const row = { kind: "message", key: message.client_id, message, isGrouped: false } as const;
  const newRows = { timeMs: Date.parse(message.created_at), row, groupedRow: { ...row, isGrouped: true } };
  rowCache.set(message, newRows);
  return newRows;
}

type SystemLineRow = Extract<MessageListRow, { kind: "line" }>;
const lineRowCache = new WeakMap<SystemLine, SystemLineRow>();
/**
 * Returns the row for these system messages. The same messages always give the same object, so that React does not
 * re-render the row.
 */
function rowOfLines(firstLine: SystemLine, lines: readonly SystemLine[]): SystemLineRow {
  const cachedRow = lineRowCache.get(firstLine);
  if (
    cachedRow?.lines.length === lines.length &&
    cachedRow.lines.every((line, index) => line === lines[index])
  )
    return cachedRow;
  const row = { kind: "line", key: `line ${firstLine.seq}`, lines } as const;
  lineRowCache.set(firstLine, row);
  return row;
}

/** A message shows its author's name again if this many milliseconds have passed since the author's last message. */
const showNameAgainAfterMs = 5 * 60_000;

export interface RowOptions {
  readonly format: Pick<LocaleFormat, "calendarDay" | "day">;
  readonly userId: string;
  /** The `number` of the last message that was read when the conversation was opened. Null hides the unread line. */
  readonly readNumber: number | null;
}

/** Returns the React key of the unread line. Each position of the line has its own key. */
export const unreadLineKey = (readNumber: number): string => `unread ${readNumber}`;

/**
 * Returns the rows of the list, oldest first. While older messages may exist, the first message has no date above it:
 * the date would move when older messages are loaded, and the list would jump. While the first unread message may not
 * be loaded, there is no unread line.
 */
export function computeRows(
  { messages, lines, outbox, above }: ChatTimeline,
  { format, userId, readNumber }: RowOptions,
): MessageListRow[] {
  const rows: MessageListRow[] = [];
  let author: string | null = null;
  let day: string | null = null;
  let previousTimeMs = 0;
  let isUnreadLineDrawn = readNumber === null || isFirstUnreadAbove({ messages, above }, readNumber);

  function addDayRowAndCheckGrouped(itemTimeMs: number, authorId: string): boolean {
    const today = format.calendarDay(itemTimeMs);
    if (today !== day) {
      if (day !== null || !above)
        rows.push({ kind: "day", key: `day ${today}`, label: format.day(new Date(itemTimeMs)) });
      day = today;
      author = null;
    }
    const isGrouped = author === authorId && itemTimeMs - previousTimeMs < showNameAgainAfterMs;
    author = authorId;
    previousTimeMs = itemTimeMs;
    return isGrouped;
  }

  let nextLineIndex = 0;
  /** Adds the system messages before this message. Similar ones of the same day share a row. */
  function addLinesBefore(number: number): void {
    for (let line = lines[nextLineIndex]; line && line.number < number; line = lines[nextLineIndex]) {
      const groupedLines = [line];
      const today = format.calendarDay(line.created_at);
      for (
        let followingLine = lines[++nextLineIndex];
        followingLine && followingLine.number < number;
        followingLine = lines[++nextLineIndex]
      ) {
        const previousLine = groupedLines.at(-1) ?? line;
        if (
          !joinsPreviousLine(previousLine, followingLine) ||
          format.calendarDay(followingLine.created_at) !== today
        )
          break;
        groupedLines.push(followingLine);
      }
      addDayRowAndCheckGrouped(Date.parse(line.created_at), `line ${line.seq}`);
      rows.push(rowOfLines(line, groupedLines));
    }
  }

  for (const message of messages) {
    addLinesBefore(message.number);
    const { timeMs: sentAtMs, row, groupedRow } = cachedRowsOf(message);
    let isGrouped = addDayRowAndCheckGrouped(sentAtMs, message.user_id);
    if (!isUnreadLineDrawn && message.number > (readNumber ?? 0) && message.user_id !== userId) {
      rows.push({ kind: "unread", key: unreadLineKey(readNumber ?? 0) });
      isUnreadLineDrawn = true;
      isGrouped = false;
    }
    rows.push(isGrouped ? groupedRow : row);
  }
  addLinesBefore(Number.POSITIVE_INFINITY);
  for (const outgoingMessage of outbox) {
    rows.push({
      kind: "send",
      key: outgoingMessage.client_id,
      outgoingMessage,
      isGrouped: addDayRowAndCheckGrouped(Date.parse(outgoingMessage.created_at), userId),
    });
  }
  return rows;
}

/** Whether the first unread message is not loaded, because it is older than the loaded messages. */
export function isFirstUnreadAbove(
  { messages, above }: Pick<ChatTimeline, "messages" | "above">,
  readNumber: number,
): boolean {
  return above && (messages[0]?.number ?? 0) > readNumber + 1;
}

/**
 * Returns a function that computes rows like `computeRows`. When a page of older messages was added, the function
 * reuses the rows of its last result, because they stay the same.
 */
export function createRowsComputer(options: RowOptions): (timeline: ChatTimeline) => MessageListRow[] {
  let lastResult: { timeline: ChatTimeline; rows: MessageListRow[] } | undefined;
  return (timeline) => {
    const prependedCount =
      lastResult && countPrependedMessages(lastResult.timeline, timeline, options.readNumber);
    let rows: MessageListRow[];
    if (lastResult && prependedCount) {
      // The message that used to be the first may now follow a message of the same author. Then its row no longer shows
      // the author's name. So compute its row again.
      const firstMessageIndex = lastResult.rows.findIndex(({ kind }) => kind === "message");
      const messages = timeline.messages.slice(0, prependedCount + 1);
      const lines = timeline.lines.filter(({ number }) => number < (messages.at(-1)?.number ?? 0));
      const timelineHead = { ...timeline, messages, lines, outbox: [] };
      rows = [...computeRows(timelineHead, options), ...lastResult.rows.slice(firstMessageIndex + 1)];
    } else rows = computeRows(timeline, options);
    lastResult = { timeline, rows };
    return rows;
  };
}

/** Returns how many older messages were added. Returns 0 if anything else has changed. */
function countPrependedMessages(
  timelineBefore: ChatTimeline,
  timelineAfter: ChatTimeline,
  readNumber: number | null,
): number {
  const [oldMessages, newMessages] = [timelineBefore.messages, timelineAfter.messages];
  const addedCount = newMessages.length - oldMessages.length;
  const firstOldMessage = oldMessages[0];
  if (!firstOldMessage || addedCount <= 0 || timelineBefore.outbox !== timelineAfter.outbox) return 0;
  // All messages that were loaded before are unread. So the first unread message may be among the added ones, and the
  // unread line must then appear above it.
  if (readNumber !== null && firstOldMessage.number > readNumber) return 0;
  if (!oldMessages.every((message, index) => message === newMessages[index + addedCount])) return 0;
  // There may be new system messages directly above the message that used to be the first. All other system messages
  // must be unchanged.
  const addedLineCount = timelineAfter.lines.length - timelineBefore.lines.length;
  const hasSameLines = timelineBefore.lines.every(
    (line, index) => line === timelineAfter.lines[index + addedLineCount],
  );
  return hasSameLines &&
    timelineAfter.lines
      .slice(0, Math.max(0, addedLineCount))
      .every(({ number }) => number < firstOldMessage.number)
    ? addedCount
    : 0;
}
