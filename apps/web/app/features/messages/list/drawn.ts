import type { Row } from "../state/rows.ts";

/** The rows that stand in the document: from `start` up to, but without, `end`. */
export interface Drawn {
  readonly start: number;
  readonly end: number;
}

/** Pixels drawn out of the reader's sight on a side, and those past which rows are taken away again. */
interface Reach {
  readonly fill: number;
  readonly most: number;
}

/** While it is scrolled, a page paints all that is drawn, in every frame. */
const moving = { fill: 400, most: 700 };

/**
 * How far rows reach out of a window of this height when it was scrolled by so many pixels since the last frame, those
 * towards older ones below 0. At rest a key that turns a page must not meet their end.
 */
export function reachFor(moved: number, height: number): { readonly above: Reach; readonly below: Reach } {
  const resting = { fill: Math.max(600, height), most: Math.max(600, height) + 400 };
  const ahead = { fill: moving.fill, most: resting.most };
  if (moved === 0) return { above: resting, below: resting };
  return moved < 0 ? { above: ahead, below: moving } : { above: moving, below: ahead };
}

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
  const placeOf = (row: Row | undefined, place: number) => {
    // Most often some came above them or below them, and of all rows only those have to be looked at.
    for (const likely of [place, place + after.length - before.length])
      if (after[likely]?.key === row?.key) return likely;
    return after.findIndex(({ key }) => key === row?.key);
  };
  let [first, last] = [-1, -1];
  for (let place = start; first < 0 && place < end; place++) first = placeOf(before[place], place);
  for (let place = end - 1; last < 0 && place >= start; place--) last = placeOf(before[place], place);
  if (first < 0) return drawnAtEnd(after.length, size);
  return { start: first, end: end === before.length ? after.length : last + 1 };
}

/** Whether the same rows lie below those that are drawn. */
export function sameBelow(
  before: readonly Row[],
  { end: was }: Drawn,
  after: readonly Row[],
  { end: now }: Drawn,
): boolean {
  if (before.length - was !== after.length - now) return false;
  for (let place = was; place < before.length; place++)
    if (before[place]?.key !== after[place - was + now]?.key) return false;
  return true;
}

/** Pixels of the drawn rows above and below what is in sight, negative where they do not reach. */
export interface Margins {
  readonly above: number;
  readonly below: number;
}

export interface Redraw {
  /** How many rows there are. */
  readonly count: number;
  /** Pixels of a drawn row by its place; NaN for one that has to stay. */
  readonly heightOf: (place: number) => number;
  /** What a row takes to draw, by its place: 1 for a short one. */
  readonly weightOf: (place: number) => number;
  /** The weight of what may be added on a side; one row may be, whatever it weighs. */
  readonly most: number;
  readonly reach: ReturnType<typeof reachFor>;
}

/** Rows to draw next: more where the drawn ones are about to end, fewer where they lie far out of sight. */
export function redraw(
  { start, end }: Drawn,
  { above, below }: Margins,
  { count, heightOf, weightOf, most, reach }: Redraw,
): Drawn {
  let [first, past] = [start, end];
  if (above < reach.above.fill)
    for (let weight = 0; first > 0; first--) {
      weight += weightOf(first - 1);
      if (weight > most && first < start) break;
    }
  else if (above > reach.above.most)
    for (let spare = above - reach.above.most; ; first++) {
      spare -= heightOf(first);
      if (!(spare >= 0)) break;
    }
  if (below < reach.below.fill)
    for (let weight = 0; past < count; past++) {
      weight += weightOf(past);
      if (weight > most && past > end) break;
    }
  else if (below > reach.below.most)
    for (let spare = below - reach.below.most; ; past--) {
      spare -= heightOf(past - 1);
      if (!(spare >= 0)) break;
    }
  return { start: first, end: past };
}

/** Letters that take as long to set as everything else about a row. */
const letters = 400;

/** What a row takes to draw, beside a short one. */
export function weightOf(row: Row | undefined): number {
  if (row?.kind !== "message") return 1;
  const { content, files, previews } = row.message;
  return 1 + content.length / letters + (files.length + (previews?.length ?? 0)) / 2;
}

/** Milliseconds of a frame to spend on new rows: it has to be laid out and painted too, on a slow telephone as well. */
const budget = 6;
/** Milliseconds that are gone when a frame comes to its rows, even where nothing held it up. */
const usual = 4;
/** The weight to add in one frame, at most, however fast the last ones were: the next may take five times as long. */
const heaviest = 4;
/** Milliseconds that a short row counts for until the first was drawn. */
export const firstPace = budget / 2;

/** Milliseconds that a short row takes, after so much was drawn in `took`: slow at once, fast little by little. */
export function nextPace(each: number, weight: number, took: number): number {
  const now = took / weight;
  return now > each ? now : each * 0.8 + now * 0.2;
}

/** The weight to add in a frame that comes to it `late` milliseconds after it was due, where 1 takes `each`. */
export function weightInFrame(each: number, late: number): number {
  const left = budget - Math.max(0, late - usual);
  return Math.min(heaviest, Math.max(1, left / each));
}

/**
 * Whether a frame that comes to its rows so many milliseconds late had better leave them to the next one: something
 * held it up, the collection of garbage for one. Above, the scrolling ends where the rows do; below, it does not.
 */
export const canWait = ({ below }: Margins, late: number): boolean => late > usual + budget && below >= 0;

/** Pixels of a row that is not drawn: as it was when it stood there, else by guess. */
const heightIn = (heights: ReadonlyMap<string, number>, row: Row | undefined): number =>
  heights.get(row?.key ?? "") ?? guess;

/** Lets go of rows that are gone: a room that is left open hears of thousands in a day. */
export function forgetHeights(heights: Map<string, number>, rows: readonly Row[]): void {
  if (heights.size < 2 * rows.length + 100) return;
  const there = new Set(rows.map(({ key }) => key));
  for (const key of heights.keys()) if (!there.has(key)) heights.delete(key);
}

/** The rows to begin with: the last ones, or those about the one with this key. */
export function drawnAtFirst(rows: readonly Row[], key: string | undefined, size: number): Drawn {
  const at = key === undefined ? -1 : rows.findIndex((row) => row.key === key);
  return at < 0 ? drawnAtEnd(rows.length, size) : drawnAround(rows.length, at, size);
}

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
