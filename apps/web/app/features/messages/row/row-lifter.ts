/** Pixels between a message and the sheet below it. */
const gapPx = 12;

interface VerticalEdges {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Returns how many pixels the list must move up, so that the row is above the sheet. The top of the row stays visible.
 */
export function computeLiftPx(row: VerticalEdges, list: VerticalEdges, sheetTop: number): number {
  const missingRoomPx = row.bottom + gapPx - sheetTop;
  return Math.max(0, Math.min(missingRoomPx, row.top - list.top - gapPx));
}

export interface RowLifter {
  /** Moves the list up, so that the row is above a sheet of this height in pixels. */
  readonly liftAbove: (sheetHeight: number) => void;
  readonly restore: () => void;
}

/**
 * Returns an object that moves the list up while a sheet is open, so that the sheet does not cover the row. The list is
 * moved and not scrolled, because the last rows cannot be scrolled further up, and the scroll position would be lost.
 * Returns null if the row is not in a list that can be moved.
 */
export function createRowLifter(row: HTMLElement): RowLifter | null {
  const list = row.closest<HTMLElement>("[data-lifts]");
  const scroller = list?.closest("section");
  if (!list || !scroller) return null;
  const [rowRect, scrollerRect] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()];
  return {
    liftAbove: (sheetHeight) => {
      const liftPx = computeLiftPx(rowRect, scrollerRect, innerHeight - sheetHeight);
      list.style.translate = liftPx > 0 ? `0 ${-liftPx}px` : "";
    },
    restore: () => {
      list.style.translate = "";
    },
  };
}
