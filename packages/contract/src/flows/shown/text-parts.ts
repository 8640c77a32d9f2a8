// Functions that split texts into parts within a platform's length limit. Lengths are in characters (code points), as
// in `platformLimits`.

const graphemeSegmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

export function countCodePoints(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Returns the position, in UTF-16 code units, at which the first `maximum` characters of a text end. */
function findEndIndex(text: string, maximum: number): number {
  let end = 0;
  let count = 0;
  for (const character of text) {
    if (count++ === maximum) break;
    end += character.length;
  }
  return end;
}

/**
 * Patterns for good positions to split a text, the best first: line breaks, spaces, and the ends of Japanese sentences
 * and clauses.
 */
const cutPlacePatterns = [/\n\s*/g, /\s+/g, /[。．！？、，」』）…]+/g];

/**
 * Returns where to split a text that is longer than `end`: at a good position in its second half, else between two
 * graphemes.
 */
function findCutIndex(text: string, end: number): number {
  const textBeforeEnd = text.slice(0, end);
  for (const cutPattern of cutPlacePatterns) {
    const lastMatch = [...textBeforeEnd.matchAll(cutPattern)].at(-1);
    const cutIndex = lastMatch ? lastMatch.index + lastMatch[0].length : 0;
    if (cutIndex > end / 2) return cutIndex;
  }
  const grapheme = graphemeSegmenter.segment(text).containing(end);
  // A single grapheme is longer than the limit, so the text is split inside the grapheme.
  return grapheme && grapheme.index > 0 ? grapheme.index : end;
}

/**
 * Splits a text into parts of at most `maximum` characters, and a last part of at most `lastMaximum`. The joined parts
 * equal the text.
 */
export function splitText(text: string, maximum: number, lastMaximum = maximum): string[] {
  const textParts: string[] = [];
  let remainingText = text;
  for (
    let length = countCodePoints(remainingText);
    length > lastMaximum;
    length = countCodePoints(remainingText)
  ) {
    // Leaves at least half of `lastMaximum` for the last part. Otherwise the last message could have only a few
    // characters.
    const maximumLength = Math.min(maximum, length - Math.ceil(lastMaximum / 2));
    const cutIndex = findCutIndex(remainingText, findEndIndex(remainingText, maximumLength));
    textParts.push(remainingText.slice(0, cutIndex));
    remainingText = remainingText.slice(cutIndex);
  }
  textParts.push(remainingText);
  return textParts;
}

/** Splits a text into messages. Trims each message and leaves out blank messages. */
export const splitIntoMessages = (text: string, maximum: number, lastMaximum?: number): string[] =>
  splitText(text.trim(), maximum, lastMaximum)
    .map((textPart) => textPart.trim())
    .filter(Boolean);

/** Shortens a text to at most `maximum` characters. A shortened text ends with an ellipsis. */
export function shortenText(text: string, maximum: number): string {
  if (countCodePoints(text) <= maximum) return text;
  return `${text.slice(0, findCutIndex(text, findEndIndex(text, maximum - 1))).trimEnd()}…`;
}
