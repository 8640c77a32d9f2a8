import { useCallback, useEffect, useState } from "react";
import type { Row } from "../state/rows.ts";
import {
  dropOldHeights,
  findSameRows,
  hasSameRowsBelow,
  heightOfRows,
  initialRange,
  type RowRange,
  rangeAtEnd,
  rowCountFor,
} from "./row-range.ts";

/** A row to scroll to, and where in the window to put it. */
export interface Target {
  readonly key: string;
  readonly align: "center" | "start";
}

/** How many rows of the estimated height fill the window, plus one. */
export const rowsPerWindow = () => rowCountFor(innerHeight);

/**
 * The range of rows that are rendered, and the space in place of those below it. When the rows change, the range
 * moves with its rows. A new target gets a new range around it.
 */
export function useRenderedRange(rows: readonly Row[], target: Target | null) {
  /** The last measured height of each row, by its key. */
  const [heights] = useState(() => new Map<string, number>());
  const stateWith = (newRange: RowRange) => ({
    rows,
    target,
    range: newRange,
    spaceBelowPx: heightOfRows(rows, { start: newRange.end, end: rows.length }, heights),
  });
  const [state, setState] = useState(() => stateWith(initialRange(rows, target?.key, rowsPerWindow())));
  let shownState = state;
  if (state.rows !== rows || state.target?.key !== target?.key) {
    const isNewTarget = target && state.target?.key !== target.key;
    const newRange = isNewTarget
      ? initialRange(rows, target?.key, rowsPerWindow())
      : findSameRows(state.rows, state.range, rows, rowsPerWindow());
    const hasSameBelow = hasSameRowsBelow(state.rows, state.range, rows, newRange);
    shownState = hasSameBelow
      ? { rows, target, range: newRange, spaceBelowPx: state.spaceBelowPx }
      : stateWith(newRange);
    setState(shownState);
  }

  useEffect(() => dropOldHeights(heights, rows), [heights, rows]);

  const render = (range: RowRange, spaceBelowPx: number) => setState({ rows, target, range, spaceBelowPx });
  const renderEnd = useCallback(
    () =>
      setState((present) => ({
        ...present,
        range: rangeAtEnd(present.rows.length, rowsPerWindow()),
        spaceBelowPx: 0,
      })),
    [],
  );
  return { shownState, heights, render, renderEnd };
}
