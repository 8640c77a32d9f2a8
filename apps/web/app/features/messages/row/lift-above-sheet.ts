/** Pixels between a message and the sheet below it. */
const gapPx = 12;

interface VerticalEdges {
  readonly top: number;
  readonly bottom: number;
}

/**
 * How many pixels to lift the list, so that the row is above the sheet. The start of the row stays visible.
 */
export function pixelsToLift(row: VerticalEdges, list: VerticalEdges, sheetTop: number): number {
  const neededPx = row.bottom + gapPx - sheetTop;
  return Math.max(0, Math.min(neededPx, row.top - list.top - gapPx));
}

export interface RowLifter {
  /** Lifts the row above a sheet of this height in pixels. */
  readonly liftAbove: (sheetHeight: number) => void;
  readonly restore: () => void;
}

/**
 * Keeps a row visible while a sheet is open by moving up its list. Scrolling could not move the end of the
 * list, and would not restore the position.
 */
export function liftAboveSheet(row: HTMLElement): RowLifter | null {
  const list = row.closest<HTMLElement>("[data-lifts]");
  const scroller = list?.closest("section");
  if (!list || !scroller) return null;
  const [rowRect, scrollerRect] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()];
  return {
    liftAbove: (sheetHeight) => {
      const liftPx = pixelsToLift(rowRect, scrollerRect, innerHeight - sheetHeight);
      list.style.translate = liftPx > 0 ? `0 ${-liftPx}px` : "";
    },
    restore: () => {
      list.style.translate = "";
    },
  };
}
