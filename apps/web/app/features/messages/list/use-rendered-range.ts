import { type Dispatch, type SetStateAction, useState } from "react";
import type { MessageListRow } from "../state/rows.ts";
import {
  createInitialRange,
  findRangeOfSameRows,
  hasSameRowsBelow,
  heightOfRows,
  type RowRange,
  rowCountForHeight,
} from "./row-range.ts";

/** The row to which the list scrolls. `align` places it in the middle or at the top of the window. */
export interface ScrollTarget {
  readonly key: string;
  readonly align: "center" | "start";
}

/** The rendered rows of a list. `spaceBelowPx` is the height of the empty space that replaces the rows below them. */
export interface RenderedRows {
  readonly allRows: readonly MessageListRow[];
  readonly target: ScrollTarget | null;
  readonly range: RowRange;
  readonly spaceBelowPx: number;
}

/** The number of rows to render initially: as many as fill the window at the estimated row height, and one more. */
export const rowsPerWindow = () => rowCountForHeight(innerHeight);

/**
 * Returns the rendered rows and a function that changes them. When the list changes, the same rows stay rendered. When
 * `target` changes, the rows around it are rendered. `heights` has the last measured height of each row, by the row's
 * key.
 */
export function useRenderedRows(
  rows: readonly MessageListRow[],
  target: ScrollTarget | null,
  heights: ReadonlyMap<string, number>,
): [RenderedRows, Dispatch<SetStateAction<RenderedRows>>] {
  const createRenderedRows = (
    range: RowRange,
    spaceBelowPx = heightOfRows(rows, { start: range.end, end: rows.length }, heights),
  ): RenderedRows => ({ allRows: rows, target, range, spaceBelowPx });
  const [renderedRows, setRenderedRows] = useState(() =>
    createRenderedRows(createInitialRange(rows, target?.key, rowsPerWindow())),
  );
  if (renderedRows.allRows === rows && renderedRows.target?.key === target?.key)
    return [renderedRows, setRenderedRows];
  const isNewTarget = target && renderedRows.target?.key !== target.key;
  const range = isNewTarget
    ? createInitialRange(rows, target?.key, rowsPerWindow())
    : findRangeOfSameRows(renderedRows.allRows, renderedRows.range, rows, rowsPerWindow());
  const areRowsBelowSame = hasSameRowsBelow(renderedRows.allRows, renderedRows.range, rows, range);
  const nextRenderedRows = createRenderedRows(
    range,
    areRowsBelowSame ? renderedRows.spaceBelowPx : undefined,
  );
  setRenderedRows(nextRenderedRows);
  return [nextRenderedRows, setRenderedRows];
}
