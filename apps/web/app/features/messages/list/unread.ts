import type { Conversation } from "@kakehashi/contract/conversations";
import { pageSize } from "@kakehashi/contract/kit/page";
import type { Message } from "@kakehashi/contract/messages";
import { firstUnreadIsAbove } from "../state/rows.ts";
import type { Timeline } from "../state/timeline.ts";
import type { RowRange } from "./row-range.ts";

/**
 * The `number` after which a conversation is opened: that of the last message read. Null where the newest page reaches up
 * to the first unread message, so that the newest page is read as usual.
 */
export const firstUnreadOf = ({
  unread_count,
  read_number,
}: Pick<Conversation, "unread_count" | "read_number">): number | null =>
  unread_count >= pageSize ? read_number : null;

type Position = "above" | "in sight" | "below";

/**
 * Where the first unread message begins, as seen from what is in sight; `measure` is asked where its line is drawn.
 * `line`: the line's place among the rows, below 0 for none. Null where nothing is unread.
 */
export function unreadLinePosition(
  timeline: Timeline,
  { line, range, readNumber }: { line: number; range: RowRange; readNumber: number },
  measure: () => Position,
): Position | null {
  if (line < 0) return firstUnreadIsAbove(timeline, readNumber) ? "above" : null;
  if (line < range.start) return "above";
  return line < range.end ? measure() : "below";
}

/**
 * How many messages of others came after this `number`, as far as is known: of those above the window, all count.
 * Whoever writes has read what stands before, so that hardly one of them is the reader's own.
 */
export function countUnreadSince(
  { messages, above }: Pick<Timeline, "messages" | "above">,
  readNumber: number,
  userId: string,
): number {
  const first = messages[0]?.number ?? readNumber + 1;
  const countAbove = above ? Math.max(0, first - 1 - readNumber) : 0;
  return messages.reduce(
    (sum, { number, user_id, deleted }) =>
      number > readNumber && user_id !== userId && !deleted ? sum + 1 : sum,
    countAbove,
  );
}

/** A row as it stands in the window: its message, and its edges in pixels. Null for what is no message. */
export interface RowBox {
  readonly message: Pick<Message, "number"> | null;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Up to which `number` the messages are read by somebody who sees these rows: those of which the end is in sight. Null
 * where unread messages lie between what was read before and what is in sight: a reader who leapt over them has not seen
 * them.
 *
 * `count` rows are asked for one by one, in the order in which they stand. `atEnd`: the newest message counts as seen.
 */
export function lastReadNumber(
  count: number,
  rowAt: (index: number) => RowBox,
  { top, bottom, readNumber, atEnd }: { top: number; bottom: number; readNumber: number; atEnd: boolean },
): number | null {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (rowAt(middle).bottom <= top) from = middle + 1;
    else to = middle;
  }
  let seen: number | null = null;
  for (let index = from; index < count; index++) {
    const row = rowAt(index);
    if (row.message) {
      if (seen === null && row.message.number > readNumber + 1) return null;
      if (!atEnd && row.bottom > bottom) break;
      seen = row.message.number;
    } else if (!atEnd && row.bottom > bottom) break;
  }
  return seen !== null && seen > readNumber ? seen : null;
}
