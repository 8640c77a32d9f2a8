import type { Conversation } from "@kakehashi/contract/conversations";
import { pageSize } from "@kakehashi/contract/kit/page";
import type { Message } from "@kakehashi/contract/messages";
import { firstUnreadIsAbove } from "../state/rows.ts";
import type { Timeline } from "../state/timeline.ts";
import type { RowRange } from "./row-range.ts";

/**
 * The `number` of the last read message; the conversation opens after it. Null if the first unread message
 * is on the newest page, which is then loaded as usual.
 */
export const numberToOpenAfter = ({
  unread_count,
  read_number,
}: Pick<Conversation, "unread_count" | "read_number">): number | null =>
  unread_count >= pageSize ? read_number : null;

type Position = "above" | "in sight" | "below";

/**
 * Where the unread line is, compared with the visible part. Null when nothing is unread. `line` is the row index of
 * the unread line, or negative if there is no line. `measureRow` is called only when that row is rendered.
 */
export function unreadLinePosition(
  timeline: Timeline,
  { line, range, readNumber }: { line: number; range: RowRange; readNumber: number },
  measureRow: () => Position,
): Position | null {
  if (line < 0) return firstUnreadIsAbove(timeline, readNumber) ? "above" : null;
  if (line < range.start) return "above";
  return line < range.end ? measureRow() : "below";
}

/**
 * How many messages of others came after this `number`. All messages above the loaded window count: a person
 * who writes marks earlier messages as read, so hardly any of those is their own.
 */
export function countUnreadSince(
  { messages, above }: Pick<Timeline, "messages" | "above">,
  readNumber: number,
  userId: string,
): number {
  const firstNumber = messages[0]?.number ?? readNumber + 1;
  const countAbove = above ? Math.max(0, firstNumber - 1 - readNumber) : 0;
  return messages.reduce(
    (sum, { number, user_id, deleted }) =>
      number > readNumber && user_id !== userId && !deleted ? sum + 1 : sum,
    countAbove,
  );
}

/** A row's message and its top and bottom edge in pixels. `message` is null for rows without one. */
export interface RowBox {
  readonly message: Pick<Message, "number"> | null;
  readonly top: number;
  readonly bottom: number;
}

/**
 * The `number` of the last message that counts as read when these rows are visible. A message counts when its end is
 * visible. Null when unread messages lie between the read ones and the visible ones: the reader jumped over them.
 * `rowAt` measures one row. With `atEnd`, the newest message counts as seen.
 */
export function lastReadNumber(
  count: number,
  rowAt: (index: number) => RowBox,
  { top, bottom, readNumber, atEnd }: { top: number; bottom: number; readNumber: number; atEnd: boolean },
): number | null {
  let [from, to] = [0, count];
  while (from < to) {
    const middleIndex = (from + to) >> 1;
    if (rowAt(middleIndex).bottom <= top) from = middleIndex + 1;
    else to = middleIndex;
  }
  let seenNumber: number | null = null;
  for (let index = from; index < count; index++) {
    const row = rowAt(index);
    if (row.message) {
      if (seenNumber === null && row.message.number > readNumber + 1) return null;
      if (!atEnd && row.bottom > bottom) break;
      seenNumber = row.message.number;
    } else if (!atEnd && row.bottom > bottom) break;
  }
  return seenNumber !== null && seenNumber > readNumber ? seenNumber : null;
}
