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

/** A row to which the list scrolls. `align` says whether the row comes to the middle or to the top of the window. */
export interface ScrollTarget {
  readonly key: string;
  readonly align: "center" | "start";
}

/** The rendered rows of a list. `spaceBelowPx` is the height of the empty space in place of the rows below them. */
export interface RenderedRows {
  readonly rows: readonly Row[];
  readonly target: ScrollTarget | null;
  readonly range: RowRange;
  readonly spaceBelowPx: number;
}

/** How many rows fill the window at the estimated height, and one more. */
export const rowsPerWindow = () => rowCountFor(innerHeight);

/**
 * Returns which rows are rendered, and a function that changes this range. If the list changes, the range keeps the
 * same rows. If `target` changes, the range moves to the rows around it. `heights` has the last measured height of each
 * row by its key.
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
  const [renderedRows, setRenderedRows] = useState(() =>
    createRenderedRows(initialRange(rows, target?.key, rowsPerWindow())),
  );
  if (renderedRows.rows === rows && renderedRows.target?.key === target?.key)
    return [renderedRows, setRenderedRows];
  const isNewTarget = target && renderedRows.target?.key !== target.key;
  const range = isNewTarget
    ? initialRange(rows, target?.key, rowsPerWindow())
    : findSameRows(renderedRows.rows, renderedRows.range, rows, rowsPerWindow());
  const isSameBelow = hasSameRowsBelow(renderedRows.rows, renderedRows.range, rows, range);
  const nextRenderedRows = createRenderedRows(range, isSameBelow ? renderedRows.spaceBelowPx : undefined);
  setRenderedRows(nextRenderedRows);
  return [nextRenderedRows, setRenderedRows];
}
