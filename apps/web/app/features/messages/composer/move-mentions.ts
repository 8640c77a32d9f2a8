import type { MentionRange } from "@kakehashi/contract/mentions";

/**
 * Matches a character that extends the word before it. Typed directly after a mention, such a character makes another
 * name: `@An` becomes `@Ann`. A Japanese particle after a name does not match.
 */
const wordContinuationPattern = /^[\p{Script=Latin}\p{M}\p{N}_]/u;

/**
 * Moves the mentions in a text after an edit. If the edit changed a mention's own characters, the mention becomes plain
 * text. `caret` is the caret's position in `textAfter`. The edit did not change the text after the caret.
 */
export function moveMentions(
  ranges: readonly MentionRange[],
  textBefore: string,
  textAfter: string,
  caret: number,
): MentionRange[] {
  if (ranges.length === 0) return [];
  const shorterLength = Math.min(textBefore.length, textAfter.length);
  const lengthAfterCaret = Math.min(textAfter.length - caret, shorterLength);
  let unchangedEndLength = 0;
  while (
    unchangedEndLength < lengthAfterCaret &&
    textBefore.at(-1 - unchangedEndLength) === textAfter.at(-1 - unchangedEndLength)
  )
    unchangedEndLength++;
  let changeStart = 0;
  while (
    changeStart < shorterLength - unchangedEndLength &&
    textBefore[changeStart] === textAfter[changeStart]
  )
    changeStart++;
  const changeEnd = textBefore.length - unchangedEndLength;
  const shift = textAfter.length - textBefore.length;
  return ranges
    .filter((range) => range.end <= changeStart || range.start >= changeEnd)
    .map((range) =>
      range.end <= changeStart ? range : { ...range, start: range.start + shift, end: range.end + shift },
    )
    .filter((range) => !wordContinuationPattern.test(textAfter.slice(range.end)));
}
