/**
 * The Levenshtein distance between two texts, in UTF-16 code units. Uses Myers' bit vectors, 32 characters of one text
 * at a time. Null if the distance is more than the maximum.
 */
export function distanceWithin(first: string, second: string, maximum: number): number | null {
  let [short, long] = first.length <= second.length ? [first, second] : [second, first];
  // A common beginning and a common end do not change the distance.
  let start = 0;
  while (start < short.length && short.charCodeAt(start) === long.charCodeAt(start)) start++;
  let windowEnd = 0;
  while (
    windowEnd < short.length - start &&
    short.charCodeAt(short.length - 1 - windowEnd) === long.charCodeAt(long.length - 1 - windowEnd)
  )
    windowEnd++;
  short = short.slice(start, short.length - windowEnd);
  long = long.slice(start, long.length - windowEnd);
  if (long.length - short.length > maximum) return null;
  if (short.length === 0) return long.length;
  const distance = short.length <= 32 ? ofShort(short, long) : ofLong(short, long, maximum);
  return distance !== null && distance <= maximum ? distance : null;
}

/**
 * For each character of a text of up to 32: the bits of its positions. The array is shared and cleared after each use.
 */
const lettersByCode = new Int32Array(0x10000);

function ofShort(short: string, long: string): number {
  const length = short.length;
  for (let at = 0; at < length; at++)
    lettersByCode[short.charCodeAt(at)] = (lettersByCode[short.charCodeAt(at)] ?? 0) | (1 << at);
  const last = 1 << (length - 1);
  let [plus, minus, editDistance] = [-1, 0, length];
  for (let at = 0; at < long.length; at++) {
    const equal = lettersByCode[long.charCodeAt(at)] ?? 0;
    const vertical = equal | minus;
    const horizontal = (((equal & plus) + plus) ^ plus) | equal;
    let plusBits = minus | ~(horizontal | plus);
    const down = plus & horizontal;
    if (plusBits & last) editDistance++;
    if (down & last) editDistance--;
    plusBits = (plusBits << 1) | 1;
    plus = (down << 1) | ~(vertical | plusBits);
    minus = plusBits & vertical;
  }
  for (let at = 0; at < length; at++) lettersByCode[short.charCodeAt(at)] = 0;
  return editDistance;
}

/** Computes row by row, only near the diagonal: cells further away than the maximum cannot be on the shortest path. */
function ofLong(short: string, long: string, maximum: number): number | null {
  const width = short.length;
  let row = new Int32Array(width + 1);
  let before = new Int32Array(width + 1);
  for (let at = 0; at <= width; at++) before[at] = at;
  const tooFar = maximum + 1;
  for (let line = 1; line <= long.length; line++) {
    const from = Math.max(1, line - maximum);
    const lastColumn = Math.min(width, line + maximum);
    if (from > lastColumn) return null;
    row[from - 1] = from === 1 ? line : tooFar;
    let least = row[from - 1] ?? tooFar;
    const character = long.charCodeAt(line - 1);
    for (let at = from; at <= lastColumn; at++) {
      const replaced = (before[at - 1] ?? tooFar) + (short.charCodeAt(at - 1) === character ? 0 : 1);
      const above = at < line + maximum ? (before[at] ?? tooFar) + 1 : tooFar;
      const value = Math.min(replaced, above, (row[at - 1] ?? tooFar) + 1);
      row[at] = value;
      if (value < least) least = value;
    }
    if (least > maximum) return null;
    [row, before] = [before, row];
  }
  return before[width] ?? null;
}

/**
 * How similar two texts are: the fraction of the longer text that stays the same, from 0 to 1. Returns 0 if it is less
 * than `least`.
 */
export function similarity(first: string, second: string, least: number): number {
  const longer = Math.max(first.length, second.length);
  if (longer === 0) return 1;
  const distance = distanceWithin(first, second, Math.floor((1 - least) * longer + 1e-9));
  return distance === null ? 0 : 1 - distance / longer;
}
