import type { MentionRange } from "@kakehashi/contract/mentions";

/**
 * Matches a character that extends the word before it. Typed directly after a mention, such a character makes another
 * name: `@An` becomes `@Ann`. A Japanese particle after a name does not match.
 */
const letterContinuingWord = /^[\p{Script=Latin}\p{M}\p{N}_]/u;

/**
 * Moves the mentions in a text after an edit. A mention whose own characters were edited becomes plain text. `caret` is
 * the caret's position in `after`; the edit did not change the text behind it.
 */
export function moveMentions(
  ranges: readonly MentionRange[],
  before: string,
  after: string,
  caret: number,
): MentionRange[] {
  if (ranges.length === 0) return [];
  const shorterLength = Math.min(before.length, after.length);
  const lengthAfterCaret = Math.min(after.length - caret, shorterLength);
  let sameEndLength = 0;
  while (sameEndLength < lengthAfterCaret && before.at(-1 - sameEndLength) === after.at(-1 - sameEndLength))
    sameEndLength++;
  let start = 0;
  while (start < shorterLength - sameEndLength && before[start] === after[start]) start++;
  const end = before.length - sameEndLength;
  const shift = after.length - before.length;
  return ranges
    .filter((range) => range.end <= start || range.start >= end)
    .map((range) =>
      range.end <= start ? range : { ...range, start: range.start + shift, end: range.end + shift },
    )
    .filter((range) => !letterContinuingWord.test(after.slice(range.end)));
}
