import type { Row } from "../state/rows.ts";

/** The rows that stand in the document: from `start` up to, but without, `end`. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** Pixels drawn out of the reader's sight on a side, and those past which rows are taken away again. */
interface Overscan {
  readonly fill: number;
  readonly max: number;
}

/** While it is scrolled, a page paints all that is drawn, in every frame. */
const scrollingOverscan = { fill: 400, max: 700 };

/**
 * How far rows reach out of a window of this height when it was scrolled by so many pixels since the last frame, those
 * towards older ones below 0. At rest a key that turns a page must not meet their end.
 */
export function overscanFor(
  scrolledPx: number,
  height: number,
): { readonly above: Overscan; readonly below: Overscan } {
  const restingOverscan = { fill: Math.max(600, height), max: Math.max(600, height) + 400 };
  const ahead = { fill: scrollingOverscan.fill, max: restingOverscan.max };
  if (scrolledPx === 0) return { above: restingOverscan, below: restingOverscan };
  return scrolledPx < 0
    ? { above: ahead, below: scrollingOverscan }
    : { above: scrollingOverscan, below: ahead };
}

/** Pixels that a row counts for until it was drawn once. A whole number: what scrolls moves by whole pixels alone. */
const estimatedHeightPx = 64;

/** Rows that fill a window of this height, in pixels, and a little more. */
export const rowsThatFill = (height: number): number => Math.ceil(height / estimatedHeightPx) + 1;

export function rangeAtEnd(count: number, size: number): RowRange {
  return { start: Math.max(0, count - size), end: count };
}

export function rangeAround(count: number, at: number, size: number): RowRange {
  return { start: Math.max(0, at - size), end: Math.min(count, at + size) };
}

/** The same rows after some were added, removed or changed; whoever had drawn the end follows it. */
export function carryRange(
  before: readonly Row[],
  { start, end }: RowRange,
  after: readonly Row[],
  size: number,
): RowRange {
  const indexAfter = (row: Row | undefined, index: number) => {
    // Most often some came above them or below them, and of all rows only those have to be looked at.
    for (const likely of [index, index + after.length - before.length])
      if (after[likely]?.key === row?.key) return likely;
    return after.findIndex(({ key }) => key === row?.key);
  };
  let [first, last] = [-1, -1];
  for (let index = start; first < 0 && index < end; index++) first = indexAfter(before[index], index);
  for (let index = end - 1; last < 0 && index >= start; index--) last = indexAfter(before[index], index);
  if (first < 0) return rangeAtEnd(after.length, size);
  return { start: first, end: end === before.length ? after.length : last + 1 };
}

/** Whether the same rows lie below those that are drawn. */
export function hasSameRowsBelow(
  before: readonly Row[],
  { end: was }: RowRange,
  after: readonly Row[],
  { end: now }: RowRange,
): boolean {
  if (before.length - was !== after.length - now) return false;
  for (let index = was; index < before.length; index++)
    if (before[index]?.key !== after[index - was + now]?.key) return false;
  return true;
}

/** Pixels of the drawn rows above and below what is in sight, negative where they do not reach. */
export interface Margins {
  readonly above: number;
  readonly below: number;
}

export interface RangeLimits {
  /** How many rows there are. */
  readonly count: number;
  /** Pixels of a drawn row by its place; NaN for one that has to stay. */
  readonly heightOf: (index: number) => number;
  /** What a row takes to draw, by its place: 1 for a short one. */
  readonly weightOf: (index: number) => number;
  /** The weight of what may be added on a side; one row may be, whatever it weighs. */
  readonly maxWeight: number;
  readonly overscan: ReturnType<typeof overscanFor>;
}

/** Rows to draw next: more where the drawn ones are about to end, fewer where they lie far out of sight. */
export function nextRange(
  { start, end }: RowRange,
  { above, below }: Margins,
  { count, heightOf, weightOf, maxWeight, overscan }: RangeLimits,
): RowRange {
  let [first, past] = [start, end];
  if (above < overscan.above.fill)
    for (let weight = 0; first > 0; first--) {
      weight += weightOf(first - 1);
      if (weight > maxWeight && first < start) break;
    }
  else if (above > overscan.above.max)
    for (let spare = above - overscan.above.max; ; first++) {
      spare -= heightOf(first);
      if (!(spare >= 0)) break;
    }
  if (below < overscan.below.fill)
    for (let weight = 0; past < count; past++) {
      weight += weightOf(past);
      if (weight > maxWeight && past > end) break;
    }
  else if (below > overscan.below.max)
    for (let spare = below - overscan.below.max; ; past--) {
      spare -= heightOf(past - 1);
      if (!(spare >= 0)) break;
    }
  return { start: first, end: past };
}

/** Letters that take as long to set as everything else about a row. */
const lettersPerWeight = 400;

/** What a row takes to draw, beside a short one. */
export function weightOf(row: Row | undefined): number {
  if (row?.kind !== "message") return 1;
  const { content, files, previews } = row.message;
  return 1 + content.length / lettersPerWeight + (files.length + (previews?.length ?? 0)) / 2;
}

/** Milliseconds of a frame to spend on new rows: it has to be laid out and painted too, on a slow telephone as well. */
const frameBudgetMs = 6;
/** Milliseconds that are gone when a frame comes to its rows, even where nothing held it up. */
const usualDelayMs = 4;
/** The weight to add in one frame, at most, however fast the last ones were: the next may take five times as long. */
const maxFrameWeight = 4;
/** Milliseconds that a short row counts for until the first was drawn. */
export const initialMsPerWeight = frameBudgetMs / 2;

/** Milliseconds that a short row takes, after so much was drawn in `took`: slow at once, fast little by little. */
export function nextMsPerWeight(msPerWeight: number, weight: number, tookMs: number): number {
  const now = tookMs / weight;
  return now > msPerWeight ? now : msPerWeight * 0.8 + now * 0.2;
}

/** The weight to add in a frame that comes to it `late` milliseconds after it was due, where 1 takes `each`. */
export function weightInFrame(msPerWeight: number, lateMs: number): number {
  const leftMs = frameBudgetMs - Math.max(0, lateMs - usualDelayMs);
  return Math.min(maxFrameWeight, Math.max(1, leftMs / msPerWeight));
}

/**
 * Whether a frame that comes to its rows so many milliseconds late had better leave them to the next one: something
 * held it up, the collection of garbage for one. Above, the scrolling ends where the rows do; below, it does not.
 */
export const canWait = ({ below }: Margins, lateMs: number): boolean =>
  lateMs > usualDelayMs + frameBudgetMs && below >= 0;

/** Pixels of a row that is not drawn: as it was when it stood there, else by guess. */
const heightOrEstimate = (heights: ReadonlyMap<string, number>, row: Row | undefined): number =>
  heights.get(row?.key ?? "") ?? estimatedHeightPx;

/** Lets go of rows that are gone: a room that is left open hears of thousands in a day. */
export function dropOldHeights(heights: Map<string, number>, rows: readonly Row[]): void {
  if (heights.size < 2 * rows.length + 100) return;
  const currentKeys = new Set(rows.map(({ key }) => key));
  for (const key of heights.keys()) if (!currentKeys.has(key)) heights.delete(key);
}

/** The rows to begin with: the last ones, or those about the one with this key. */
export function initialRange(rows: readonly Row[], key: string | undefined, size: number): RowRange {
  const at = key === undefined ? -1 : rows.findIndex((row) => row.key === key);
  return at < 0 ? rangeAtEnd(rows.length, size) : rangeAround(rows.length, at, size);
}

/** Pixels of the rows from `start` up to, but without, `end`. */
export function heightOfRows(
  rows: readonly Row[],
  { start, end }: RowRange,
  heights: ReadonlyMap<string, number>,
): number {
  let sum = 0;
  for (let index = start; index < end; index++) sum += heightOrEstimate(heights, rows[index]);
  return sum;
}

/** The rows about the one that stands so many pixels above the end: for who leaps to where nothing is drawn. */
export function rangeAbove(
  rows: readonly Row[],
  distancePx: number,
  heights: ReadonlyMap<string, number>,
  size: number,
): RowRange {
  let index = rows.length;
  for (let passedPx = 0; index > 0 && passedPx < distancePx; index--)
    passedPx += heightOrEstimate(heights, rows[index - 1]);
  return { start: Math.max(0, index - size), end: Math.min(rows.length, index + 1) };
}
