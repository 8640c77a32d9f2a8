import type { Row } from "./rows.ts";

/** The rows that stand in the document: from `start` up to, but without, `end`. */
export interface Drawn {
  readonly start: number;
  readonly end: number;
}

/** Pixels drawn out of the reader's sight on either side, and those past which rows are taken away again. */
export const reach = { fill: 600, most: 1000 } as const;
/** Pixels that a row counts for until it was drawn once. A whole number: what scrolls moves by whole pixels alone. */
const guess = 64;

/** Rows that fill a window of this height, in pixels, and a little more. */
export const rowsThatFill = (height: number): number => Math.ceil(height / guess) + 1;

export function drawnAtEnd(count: number, size: number): Drawn {
  return { start: Math.max(0, count - size), end: count };
}

export function drawnAround(count: number, at: number, size: number): Drawn {
  return { start: Math.max(0, at - size), end: Math.min(count, at + size) };
}

/** The same rows after some were added, removed or changed; whoever had drawn the end follows it. */
export function carry(
  before: readonly Row[],
  { start, end }: Drawn,
  after: readonly Row[],
  size: number,
): Drawn {
  const kept = before.slice(start, end);
  const first = firstPlace(kept, after);
  const last = firstPlace(kept.reverse(), after);
  if (first < 0) return drawnAtEnd(after.length, size);
  return { start: first, end: end === before.length ? after.length : last + 1 };
}

/** Where the first of some rows that is still there stands; -1 where none is. */
function firstPlace(some: readonly Row[], rows: readonly Row[]): number {
  for (const { key } of some) {
    const place = rows.findIndex((row) => row.key === key);
    if (place >= 0) return place;
  }
  return -1;
}

/** Pixels of the drawn rows above and below what is in sight, negative where they do not reach. */
export interface Margins {
  readonly above: number;
  readonly below: number;
}

/**
 * Rows to draw next, at most `pace` more on a side: more where the drawn ones are about to end, fewer where they lie far
 * out of sight. `heightOf` answers the pixels of a drawn row by its place; NaN for one that has to stay.
 */
export function redraw(
  { start, end }: Drawn,
  count: number,
  { above, below }: Margins,
  heightOf: (place: number) => number,
  pace: number,
): Drawn {
  let [first, past] = [start, end];
  if (above < reach.fill) first = Math.max(0, start - pace);
  else if (above > reach.most)
    for (let spare = above - reach.most; ; first++) {
      spare -= heightOf(first);
      if (!(spare >= 0)) break;
    }
  if (below < reach.fill) past = Math.min(count, end + pace);
  else if (below > reach.most)
    for (let spare = below - reach.most; ; past--) {
      spare -= heightOf(past - 1);
      if (!(spare >= 0)) break;
    }
  return { start: first, end: past };
}

/** How fast rows can be drawn. */
export interface Pace {
  /** Rows to add in one frame. */
  readonly rows: number;
  /** Milliseconds that one took lately. */
  readonly each: number;
}

/** Milliseconds of a frame to spend on new rows: it has to be laid out and painted too, on a slow telephone as well. */
const budget = 10;
export const firstPace: Pace = { rows: 2, each: budget / 2 };

/** Slow at once, fast little by little: `rows` were drawn in `took` milliseconds. */
export function nextPace({ each }: Pace, rows: number, took: number): Pace {
  const now = took / rows;
  const next = now > each ? now : each * 0.8 + now * 0.2;
  return { rows: Math.min(8, Math.max(1, Math.floor(budget / next))), each: next };
}

/** Pixels of a row that is not drawn: as it was when it stood there, else by guess. */
const heightIn = (heights: ReadonlyMap<string, number>, row: Row | undefined): number =>
  heights.get(row?.key ?? "") ?? guess;

/** Pixels of the rows from `start` up to, but without, `end`. */
export function heightOfRows(
  rows: readonly Row[],
  { start, end }: Drawn,
  heights: ReadonlyMap<string, number>,
): number {
  let sum = 0;
  for (let place = start; place < end; place++) sum += heightIn(heights, rows[place]);
  return sum;
}

/** The rows about the one that stands so many pixels above the end: for who leaps to where nothing is drawn. */
export function drawnAbove(
  rows: readonly Row[],
  distance: number,
  heights: ReadonlyMap<string, number>,
  size: number,
): Drawn {
  let place = rows.length;
  for (let passed = 0; place > 0 && passed < distance; place--) passed += heightIn(heights, rows[place - 1]);
  return { start: Math.max(0, place - size), end: Math.min(rows.length, place + 1) };
}
