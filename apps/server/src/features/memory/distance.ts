/**
 * Levenshtein's distance of two texts (Myers' bit vectors, 32 characters of one text at a time), in UTF-16 code units.
 * Null where it is more than `most`.
 */
export function distanceWithin(one: string, other: string, most: number): number | null {
  let [short, long] = one.length <= other.length ? [one, other] : [other, one];
  // What both begin and end with takes no steps.
  let start = 0;
  while (start < short.length && short.charCodeAt(start) === long.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < short.length - start &&
    short.charCodeAt(short.length - 1 - end) === long.charCodeAt(long.length - 1 - end)
  )
    end++;
  short = short.slice(start, short.length - end);
  long = long.slice(start, long.length - end);
  if (long.length - short.length > most) return null;
  if (short.length === 0) return long.length;
  const distance = short.length <= 32 ? ofShort(short, long) : ofLong(short, long, most);
  return distance !== null && distance <= most ? distance : null;
}

/** For each character of a text of up to 32 where it stands, as bits. Shared: cleared after each use. */
const places = new Int32Array(0x10000);

function ofShort(short: string, long: string): number {
  const length = short.length;
  for (let at = 0; at < length; at++)
    places[short.charCodeAt(at)] = (places[short.charCodeAt(at)] ?? 0) | (1 << at);
  const last = 1 << (length - 1);
  let [plus, minus, score] = [-1, 0, length];
  for (let at = 0; at < long.length; at++) {
    const equal = places[long.charCodeAt(at)] ?? 0;
    const vertical = equal | minus;
    const horizontal = (((equal & plus) + plus) ^ plus) | equal;
    let up = minus | ~(horizontal | plus);
    const down = plus & horizontal;
    if (up & last) score++;
    if (down & last) score--;
    up = (up << 1) | 1;
    plus = (down << 1) | ~(vertical | up);
    minus = up & vertical;
  }
  for (let at = 0; at < length; at++) places[short.charCodeAt(at)] = 0;
  return score;
}

/** Row by row within `most` of the diagonal: what lies further away cannot come back. */
function ofLong(short: string, long: string, most: number): number | null {
  const width = short.length;
  let row = new Int32Array(width + 1);
  let before = new Int32Array(width + 1);
  for (let at = 0; at <= width; at++) before[at] = at;
  const far = most + 1;
  for (let line = 1; line <= long.length; line++) {
    const from = Math.max(1, line - most);
    const to = Math.min(width, line + most);
    if (from > to) return null;
    row[from - 1] = from === 1 ? line : far;
    let least = row[from - 1] ?? far;
    const character = long.charCodeAt(line - 1);
    for (let at = from; at <= to; at++) {
      const replaced = (before[at - 1] ?? far) + (short.charCodeAt(at - 1) === character ? 0 : 1);
      const above = at < line + most ? (before[at] ?? far) + 1 : far;
      const value = Math.min(replaced, above, (row[at - 1] ?? far) + 1);
      row[at] = value;
      if (value < least) least = value;
    }
    if (least > most) return null;
    [row, before] = [before, row];
  }
  return before[width] ?? null;
}

/** The share of a text that stays as it is in the other, from 0 to 1; 0 where it is less than `least`. */
export function similarity(one: string, other: string, least: number): number {
  const longer = Math.max(one.length, other.length);
  if (longer === 0) return 1;
  const distance = distanceWithin(one, other, Math.floor((1 - least) * longer + 1e-9));
  return distance === null ? 0 : 1 - distance / longer;
}
