// Splits texts into what a platform takes at once. Lengths are in characters (code points), as in `platformLimits`.

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Where the first `maximum` characters end, in UTF-16 code units. */
function endOf(text: string, maximum: number): number {
  let end = 0;
  let count = 0;
  for (const character of text) {
    if (count++ === maximum) break;
    end += character.length;
  }
  return end;
}

/** The best places to cut, best first: lines, words, sentences and clauses of Japanese. */
const cutPlacePatterns = [/\n\s*/g, /\s+/g, /[。．！？、，」』）…]+/g];

/** Where to cut a text that is longer than `end`: at a seam in the second half, else between graphemes. */
function findCutIndex(text: string, end: number): number {
  const head = text.slice(0, end);
  for (const seam of cutPlacePatterns) {
    const last = [...head.matchAll(seam)].at(-1);
    const cutIndex = last ? last.index + last[0].length : 0;
    if (cutIndex > end / 2) return cutIndex;
  }
  const grapheme = graphemes.segment(text).containing(end);
  // A grapheme that is longer than the limit is cut all the same.
  return grapheme && grapheme.index > 0 ? grapheme.index : end;
}

/**
 * Splits a text into parts of at most `maximum` characters, the last one of at most `lastMaximum`. The parts joined give
 * the text.
 */
export function splitText(text: string, maximum: number, lastMaximum = maximum): string[] {
  const parts: string[] = [];
  let rest = text;
  for (let length = lengthOf(rest); length > lastMaximum; length = lengthOf(rest)) {
    // Where the rest would fit into a part that is not the last, the last one still gets a good piece of it.
    const most = Math.min(maximum, length - Math.ceil(lastMaximum / 2));
    const cutIndex = findCutIndex(rest, endOf(rest, most));
    parts.push(rest.slice(0, cutIndex));
    rest = rest.slice(cutIndex);
  }
  parts.push(rest);
  return parts;
}

/** The parts of a text as messages: without the spaces around them, and without blank ones. */
export const splitMessage = (text: string, maximum: number, lastMaximum?: number): string[] =>
  splitText(text.trim(), maximum, lastMaximum)
    .map((part) => part.trim())
    .filter(Boolean);

/** A text of at most `maximum` characters. One that is longer ends with an ellipsis. */
export function shorten(text: string, maximum: number): string {
  if (lengthOf(text) <= maximum) return text;
  return `${text.slice(0, findCutIndex(text, endOf(text, maximum - 1))).trimEnd()}…`;
}
