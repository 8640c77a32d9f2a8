/**
 * Returns the Levenshtein distance between two texts, in UTF-16 code units. Null if the distance exceeds the
 * maximum. Uses Myers' bit vectors, 32 characters of one text at a time.
 */
export function boundedEditDistance(first: string, second: string, maximum: number): number | null {
  let [short, long] = first.length <= second.length ? [first, second] : [second, first];
  // Skips a common beginning and a common end, which do not change the distance.
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
  const distance = short.length <= 32 ? shortTextDistance(short, long) : longTextDistance(short, long);
  return distance <= maximum ? distance : null;
}

/**
 * For each character in a text of up to 32 characters, the bits of its positions. The array is shared and
 * cleared after each use.
 */
const lettersByCode = new Int32Array(0x10000);

function shortTextDistance(short: string, long: string): number {
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

/**
 * Computes the edit distance of two texts with 32 rows of the table at a time, one bit for each row (Myers, 1999). For
 * each column the next 32 rows need to know whether the value above them goes up or down by one.
 */
function longTextDistance(short: string, long: string): number {
  const columns = long.length;
  const ups = new Uint8Array(columns).fill(1);
  const downs = new Uint8Array(columns);
  let editDistance = short.length;
  for (let start = 0; start < short.length; start += 32) {
    const end = Math.min(start + 32, short.length);
    for (let at = start; at < end; at++) {
      const code = short.charCodeAt(at);
      lettersByCode[code] = (lettersByCode[code] ?? 0) | (1 << at);
    }
    const isLastStrip = end === short.length;
    const bottom = end - start - 1;
    let [plus, minus] = [-1, 0];
    for (let at = 0; at < columns; at++) {
      const equal = lettersByCode[long.charCodeAt(at)] ?? 0;
      const up = ups[at] ?? 0;
      const down = downs[at] ?? 0;
      const vertical = equal | minus;
      const equalOrDown = equal | down;
      const horizontal = (((equalOrDown & plus) + plus) ^ plus) | equalOrDown;
      const plusBits = minus | ~(horizontal | plus);
      const minusBits = plus & horizontal;
      if (isLastStrip) editDistance += ((plusBits >>> bottom) & 1) - ((minusBits >>> bottom) & 1);
      else {
        ups[at] = plusBits >>> 31;
        downs[at] = minusBits >>> 31;
      }
      const plusShifted = (plusBits << 1) | up;
      plus = (minusBits << 1) | down | ~(vertical | plusShifted);
      minus = plusShifted & vertical;
    }
    for (let at = start; at < end; at++) lettersByCode[short.charCodeAt(at)] = 0;
  }
  return editDistance;
}

/**
 * Returns how similar two texts are: the fraction of the longer text that stays the same, from 0 to 1.
 * Returns 0 for less than `least`.
 */
export function similarity(first: string, second: string, least: number): number {
  const longer = Math.max(first.length, second.length);
  if (longer === 0) return 1;
  const distance = boundedEditDistance(first, second, Math.floor((1 - least) * longer + 1e-9));
  return distance === null ? 0 : 1 - distance / longer;
}
