import type { Row } from "./rows.ts";

/** The rows that stand in the document: from `start` up to, but without, `end`. */
export interface Drawn {
  readonly start: number;
  readonly end: number;
}

/** Pixels drawn out of the reader's sight on either side, and those past which rows are taken away again. */
export const reach = { fill: 1200, most: 3200, left: 2000 } as const;
/** Rows added in one go: more of them in one frame and a slow telephone stutters. */
export const step = 4;
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
  const places = new Map(after.map(({ key }, place) => [key, place]));
  const kept = before.slice(start, end).flatMap(({ key }) => places.get(key) ?? []);
  const [first, last] = [kept[0], kept.at(-1)];
  if (first === undefined || last === undefined) return drawnAtEnd(after.length, size);
  return { start: first, end: end === before.length ? after.length : last + 1 };
}

/** Pixels of the drawn rows above and below what is in sight, negative where they do not reach. */
export interface Margins {
  readonly above: number;
  readonly below: number;
}

/**
 * Rows to draw next, a few at a time: more where the drawn ones are about to end, fewer where they lie far out of
 * sight. `heightOf` answers the pixels of a drawn row by its place; NaN for one that has to stay.
 */
export function redraw(
  { start, end }: Drawn,
  count: number,
  { above, below }: Margins,
  heightOf: (place: number) => number,
): Drawn {
  let [first, past] = [start, end];
  if (above < reach.fill) first = Math.max(0, start - step);
  else if (above > reach.most)
    for (let spare = above - reach.left; ; first++) {
      spare -= heightOf(first);
      if (!(spare >= 0)) break;
    }
  if (below < reach.fill) past = Math.min(count, end + step);
  else if (below > reach.most)
    for (let spare = below - reach.left; ; past--) {
      spare -= heightOf(past - 1);
      if (!(spare >= 0)) break;
    }
  return { start: first, end: past };
}

/** Pixels of a row that is not drawn: as it was when it stood there, else by guess. */
const heightIn = (heights: ReadonlyMap<string, number>, row: Row | undefined): number =>
  heights.get(row?.key ?? "") ?? guess;

/** Pixels that the rows below the drawn ones take. */
export function spaceBelow(
  rows: readonly Row[],
  { end }: Drawn,
  heights: ReadonlyMap<string, number>,
): number {
  let space = 0;
  for (let place = end; place < rows.length; place++) space += heightIn(heights, rows[place]);
  return space;
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
  return { start: Math.max(0, place - size), end: Math.min(rows.length, place + step) };
}
