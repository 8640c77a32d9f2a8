import type { RefObject } from "react";
import type { Row } from "../state/rows.ts";
import type { SeenNumber } from "../state/seen-number.ts";
import { readTo } from "./unread.ts";

interface InView {
  rows: readonly Row[];
  /** The first that is drawn. */
  start: number;
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
}

/** Tells how far the reader has seen: up to the last message that is in sight. */
export function lookAtUnread(
  unseen: SeenNumber,
  atEnd: boolean,
  { rows, start, scroller, list }: InView,
): void {
  const [view, children] = [scroller.current, list.current?.children];
  if (!view || !children) return;
  const { top, bottom } = view.getBoundingClientRect();
  const rowAt = (place: number) => {
    const row = rows[start + place];
    const box = children[place]?.getBoundingClientRect();
    return {
      message: row?.kind === "message" ? row.message : null,
      top: box?.top ?? 0,
      bottom: box?.bottom ?? 0,
    };
  };
  const number = readTo(children.length, rowAt, { top, bottom, readNumber: unseen.readNumber, atEnd });
  if (number !== null) unseen.see(number);
  else if (atEnd) unseen.leap();
}
