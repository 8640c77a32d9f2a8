import { type Dispatch, type SetStateAction, useState } from "react";
import type { Row } from "../state/rows.ts";
import {
  findSameRows,
  hasSameRowsBelow,
  heightOfRows,
  initialRange,
  type RowRange,
  rowCountFor,
} from "./row-range.ts";

/** A row to scroll to, and where in the window to put it. */
export interface ScrollTarget {
  readonly key: string;
  readonly align: "center" | "start";
}

/** The rows that are rendered, and the height in pixels of the empty space that stands for the rows below them. */
export interface RenderedRows {
  readonly rows: readonly Row[];
  readonly target: ScrollTarget | null;
  readonly range: RowRange;
  readonly spaceBelowPx: number;
}

/** How many rows of the estimated height fill the window, plus one. */
export const rowsPerWindow = () => rowCountFor(innerHeight);

/**
 * Returns which rows are rendered, and a function to change it. When the rows of the list change, the range moves with
 * its rows. A new target gets a new range around it. `heights` has the last measured height of each row by its key.
 */
export function useRenderedRange(
  rows: readonly Row[],
  target: ScrollTarget | null,
  heights: ReadonlyMap<string, number>,
): [RenderedRows, Dispatch<SetStateAction<RenderedRows>>] {
  const createRenderedRows = (
    range: RowRange,
    spaceBelowPx = heightOfRows(rows, { start: range.end, end: rows.length }, heights),
  ): RenderedRows => ({ rows, target, range, spaceBelowPx });
  const [rendered, setRendered] = useState(() =>
    createRenderedRows(initialRange(rows, target?.key, rowsPerWindow())),
  );
  if (rendered.rows === rows && rendered.target?.key === target?.key) return [rendered, setRendered];
  const isNewTarget = target && rendered.target?.key !== target.key;
  const range = isNewTarget
    ? initialRange(rows, target?.key, rowsPerWindow())
    : findSameRows(rendered.rows, rendered.range, rows, rowsPerWindow());
  const hasSameBelow = hasSameRowsBelow(rendered.rows, rendered.range, rows, range);
  const nextRendered = createRenderedRows(range, hasSameBelow ? rendered.spaceBelowPx : undefined);
  setRendered(nextRendered);
  return [nextRendered, setRendered];
}
