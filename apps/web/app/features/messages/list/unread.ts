import type { Conversation } from "@kakehashi/contract/conversations";
import { defaultPageSize } from "@kakehashi/contract/kit/page";
import type { Message } from "@kakehashi/contract/messages";
import { isFirstUnreadAbove } from "../state/rows.ts";
import type { ChatTimeline } from "../state/timeline.ts";
import type { RowRange } from "./row-range.ts";

/**
 * Returns the `number` of the last read message: the conversation opens there. Returns null if the first unread message
 * is among the newest messages: the conversation then opens at its newest messages.
 */
export const findNumberToOpenAfter = ({
  unread_count,
  read_number,
}: Pick<Conversation, "unread_count" | "read_number">): number | null =>
  unread_count >= defaultPageSize ? read_number : null;

type PositionInWindow = "above" | "in sight" | "below";

/**
 * Returns whether the unread line is above, in or below the visible part. Null if nothing is unread. `line` is the
 * index of the line's row, or negative if there is no such row. `measureRow` is called only if that row is rendered.
 */
export function findUnreadLinePosition(
  timeline: ChatTimeline,
  { line, range, readNumber }: { line: number; range: RowRange; readNumber: number },
  measureRow: () => PositionInWindow,
): PositionInWindow | null {
  if (line < 0) return isFirstUnreadAbove(timeline, readNumber) ? "above" : null;
  if (line < range.start) return "above";
  return line < range.end ? measureRow() : "below";
}

/**
 * Counts the messages of other people after this `number`. Older messages that are not loaded all count as messages of
 * others. This is almost exact: when a person writes a message, all earlier messages become read, so hardly any unread
 * message is the reader's own.
 */
export function countUnreadSince(
  { messages, above }: Pick<ChatTimeline, "messages" | "above">,
  readNumber: number,
  userId: string,
): number {
  const firstNumber = messages[0]?.number ?? readNumber + 1;
  const unreadCountAbove = above ? Math.max(0, firstNumber - 1 - readNumber) : 0;
  return messages.reduce(
    (sum, { number, user_id, deleted }) =>
      number > readNumber && user_id !== userId && !deleted ? sum + 1 : sum,
    unreadCountAbove,
  );
}

/**
 * The message of a row, and the top and bottom edge of the row in pixels. The message is null for a row without one,
 * such as a date.
 */
export interface MessageRowBox {
  readonly message: Pick<Message, "number"> | null;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Returns the `number` of the last message that counts as read, because its end is visible. Null if the reader has
 * jumped over unread messages. `rowAt` measures one row. If `atEnd` is true, the newest message counts as read.
 */
export function findLastReadNumber(
  count: number,
  rowAt: (index: number) => MessageRowBox,
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
