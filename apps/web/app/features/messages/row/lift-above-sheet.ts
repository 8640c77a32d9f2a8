/** Pixels between a message and the sheet below it. */
const gapPx = 12;

interface Edges {
  readonly top: number;
  readonly bottom: number;
}

/** Pixels by which a list is lifted so that a row of it stands above a sheet. Where the row begins stays in sight. */
export function liftOf(row: Edges, list: Edges, sheetTop: number): number {
  const needed = row.bottom + gapPx - sheetTop;
  return Math.max(0, Math.min(needed, row.top - list.top - gapPx));
}

export interface RowLift {
  /** Lifts the row above a sheet of this height. */
  readonly liftAbove: (sheetHeight: number) => void;
  readonly lower: () => void;
}

/**
 * Keeps a row in sight while a sheet is open, by lifting the list that it stands in. The list is not scrolled: at its end
 * there would be no room for that, and it stands where it stood when the sheet has gone.
 */
export function liftAboveSheet(row: HTMLElement): RowLift | null {
  const list = row.closest<HTMLElement>("[data-lifts]");
  const scroller = list?.closest("section");
  if (!list || !scroller) return null;
  const [rowRect, scrollerRect] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()];
  return {
    liftAbove: (sheetHeight) => {
      const lift = liftOf(rowRect, scrollerRect, innerHeight - sheetHeight);
      list.style.translate = lift > 0 ? `0 ${-lift}px` : "";
    },
    lower: () => {
      list.style.translate = "";
    },
  };
}
