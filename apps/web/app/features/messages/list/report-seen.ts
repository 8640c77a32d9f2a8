import type { RefObject } from "react";
import type { ReadTracker } from "../state/read-tracker.ts";
import type { MessageListRow } from "../state/rows.ts";
import { findLastReadNumber } from "./unread.ts";

interface RowsInView {
  rows: readonly MessageListRow[];
  /** The index of the first rendered row. */
  start: number;
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
}

/** Reports the `number` of the last message in the visible rows. */
export function reportSeenMessages(
  readTracker: ReadTracker,
  isAtEnd: boolean,
  { rows, start, scroller, list }: RowsInView,
): void {
  const [scrollerElement, children] = [scroller.current, list.current?.children];
  if (!scrollerElement || !children) return;
  const { top, bottom } = scrollerElement.getBoundingClientRect();
  const measureRow = (index: number) => {
    const row = rows[start + index];
    const rowRect = children[index]?.getBoundingClientRect();
    return {
      message: row?.kind === "message" ? row.message : null,
      top: rowRect?.top ?? 0,
      bottom: rowRect?.bottom ?? 0,
    };
  };
  const number = findLastReadNumber(children.length, measureRow, {
    top,
    bottom,
    readNumber: readTracker.readNumber,
    atEnd: isAtEnd,
  });
  if (number !== null) readTracker.onMessagesSeen(number);
  else if (isAtEnd) readTracker.onJumpToEnd();
}
