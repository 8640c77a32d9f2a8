import type { MessageListRow } from "../state/rows.ts";

/** The rendered rows: the indexes from `start` to before `end`. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

export interface HiddenPixels {
  /** The height in pixels of the rendered rows above the visible part. */
  readonly aboveView: number;
  /** How many pixels of the list are below the visible part, including rows that are not rendered. */
  readonly belowView: number;
}

/**
 * How many pixels of rows are rendered above and below the visible part. If it is less than `fillPx`, rows are added.
 * If it is more than `maxPx`, rows are removed.
 */
interface RowOverscan {
  readonly fillPx: number;
  readonly maxPx: number;
}

/**
 * How much to render outside the visible part while scrolling. It is less than at rest, because the browser paints all
 * of it in each frame.
 */
const scrollingOverscan = { fillPx: 400, maxPx: 700 };

/**
 * Returns how many pixels of rows to render beyond the visible part. `scrolledPx` is the distance since the last frame;
 * it is negative towards older messages. At rest, the rows are enough for a press on Page Up.
 */
export function computeOverscan(
  scrolledPx: number,
  height: number,
): { readonly above: RowOverscan; readonly below: RowOverscan } {
  const restingOverscan = { fillPx: Math.max(600, height), maxPx: Math.max(600, height) + 400 };
  const overscanAheadOfScrolling = { fillPx: scrollingOverscan.fillPx, maxPx: restingOverscan.maxPx };
  if (scrolledPx === 0) return { above: restingOverscan, below: restingOverscan };
  return scrolledPx < 0
    ? { above: overscanAheadOfScrolling, below: scrollingOverscan }
    : { above: scrollingOverscan, below: overscanAheadOfScrolling };
}

/**
 * The assumed height in pixels of a row that was never rendered. It is an integer, because scroll positions change by
 * whole pixels.
 */
const estimatedHeightPx = 64;

/**
 * How many rows to render for a window of this height in pixels: as many as fill the window at the estimated row
 * height, and one more.
 */
export const rowCountForHeight = (height: number): number => Math.ceil(height / estimatedHeightPx) + 1;

export function rangeAtEnd(count: number, size: number): RowRange {
  return { start: Math.max(0, count - size), end: count };
}

export function rangeAround(count: number, index: number, sizeOnEachSide: number): RowRange {
  return { start: Math.max(0, index - sizeOnEachSide), end: Math.min(count, index + sizeOnEachSide) };
}

/**
 * Returns the range of the same rows after rows were added, removed or changed. If the old range included the end of
 * the list, the new range does too.
 */
export function findRangeOfSameRows(
  oldRows: readonly MessageListRow[],
  { start, end }: RowRange,
  newRows: readonly MessageListRow[],
  size: number,
): RowRange {
  const newIndexOf = (row: MessageListRow | undefined, index: number) => {
    // Most changes add or remove rows only above or only below the searched row. So first look at the row's old
    // distance from the start, and then from the end. Search all rows only if the row is in neither place.
    for (const likelyIndex of [index, index + newRows.length - oldRows.length])
      if (newRows[likelyIndex]?.key === row?.key) return likelyIndex;
    return newRows.findIndex(({ key }) => key === row?.key);
  };
  let [firstIndex, lastIndex] = [-1, -1];
  for (let index = start; firstIndex < 0 && index < end; index++)
    firstIndex = newIndexOf(oldRows[index], index);
  for (let index = end - 1; lastIndex < 0 && index >= start; index--)
    lastIndex = newIndexOf(oldRows[index], index);
  if (firstIndex < 0) return rangeAtEnd(newRows.length, size);
  return { start: firstIndex, end: end === oldRows.length ? newRows.length : lastIndex + 1 };
}

/** Whether a change of the list leaves the rows below the rendered ones the same. */
export function hasSameRowsBelow(
  oldRows: readonly MessageListRow[],
  { end: oldEnd }: RowRange,
  newRows: readonly MessageListRow[],
  { end: newEnd }: RowRange,
): boolean {
  if (oldRows.length - oldEnd !== newRows.length - newEnd) return false;
  for (let index = oldEnd; index < oldRows.length; index++)
    if (oldRows[index]?.key !== newRows[index - oldEnd + newEnd]?.key) return false;
  return true;
}

/** How many pixels the rendered rows extend above and below the visible part. Negative if they do not fill it. */
export interface RenderedMargins {
  readonly above: number;
  readonly below: number;
}

export interface NextRangeOptions {
  /** The number of all rows, rendered or not. */
  readonly totalRowCount: number;
  /**
   * Returns the height of the rendered row at this index. NaN means that the row must not be removed, whatever its
   * height is.
   */
  readonly heightOf: (index: number) => number;
  /** How much rendering the row at this index costs, as a multiple of the cost of a short row. */
  readonly renderWeightAt: (index: number) => number;
  /**
   * The greatest total weight (cost of rendering) of the rows that are added on one side. A single row is added even if
   * it is heavier.
   */
  readonly maxAddedWeight: number;
  readonly overscan: ReturnType<typeof computeOverscan>;
}

/**
 * Returns the rows to render next. Adds rows on a side where too few are rendered, and removes rows that are far out of
 * view.
 */
export function computeNextRange(
  { start, end }: RowRange,
  { above, below }: RenderedMargins,
  { totalRowCount, heightOf, renderWeightAt, maxAddedWeight, overscan }: NextRangeOptions,
): RowRange {
  let [firstIndex, endIndex] = [start, end];
  if (above < overscan.above.fillPx)
    for (let addedWeight = 0; firstIndex > 0; firstIndex--) {
      addedWeight += renderWeightAt(firstIndex - 1);
      if (addedWeight > maxAddedWeight && firstIndex < start) break;
    }
  else if (above > overscan.above.maxPx)
    for (let removablePx = above - overscan.above.maxPx; ; firstIndex++) {
      removablePx -= heightOf(firstIndex);
      if (!(removablePx >= 0)) break;
    }
  if (below < overscan.below.fillPx)
    for (let addedWeight = 0; endIndex < totalRowCount; endIndex++) {
      addedWeight += renderWeightAt(endIndex);
      if (addedWeight > maxAddedWeight && endIndex > end) break;
    }
  else if (below > overscan.below.maxPx)
    for (let sparePx = below - overscan.below.maxPx; ; endIndex--) {
      sparePx -= heightOf(endIndex - 1);
      if (!(sparePx >= 0)) break;
    }
  return { start: firstIndex, end: endIndex };
}

/** Returns the last measured height of a row, or the estimated height if it was never measured. */
const heightOrEstimate = (heights: ReadonlyMap<string, number>, row: MessageListRow | undefined): number =>
  heights.get(row?.key ?? "") ?? estimatedHeightPx;

/**
 * Forgets the heights of rows that no longer exist. Otherwise an open room would collect thousands of heights in a day.
 */
export function forgetHeightsOfRemovedRows(
  heights: Map<string, number>,
  rows: readonly MessageListRow[],
): void {
  if (heights.size < 2 * rows.length + 100) return;
  const currentKeys = new Set(rows.map(({ key }) => key));
  for (const key of heights.keys()) if (!currentKeys.has(key)) heights.delete(key);
}

/** Returns the rows to render first: the last rows of the list, or the rows around the one with this key. */
export function createInitialRange(
  rows: readonly MessageListRow[],
  targetKey: string | undefined,
  size: number,
): RowRange {
  const index = rows.findIndex((row) => row.key === targetKey);
  return index < 0 ? rangeAtEnd(rows.length, size) : rangeAround(rows.length, index, size);
}

/** The total height of the rows from `start` up to, but without, `end`. */
export function heightOfRows(
  rows: readonly MessageListRow[],
  { start, end }: RowRange,
  heights: ReadonlyMap<string, number>,
): number {
  let heightPx = 0;
  for (let index = start; index < end; index++) heightPx += heightOrEstimate(heights, rows[index]);
  return heightPx;
}

/**
 * Returns the rows to render after the reader has jumped to a part of the list that is not rendered. `distancePx` is
 * the distance of that part from the end of the list.
 */
export function rangeAtDistanceFromEnd(
  rows: readonly MessageListRow[],
  distancePx: number,
  heights: ReadonlyMap<string, number>,
  size: number,
): RowRange {
  let index = rows.length;
  for (let heightSumPx = 0; index > 0 && heightSumPx < distancePx; index--)
    heightSumPx += heightOrEstimate(heights, rows[index - 1]);
  return { start: Math.max(0, index - size), end: Math.min(rows.length, index + 1) };
}
