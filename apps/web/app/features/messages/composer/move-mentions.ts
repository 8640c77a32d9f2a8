import type { MentionRange } from "@kakehashi/contract/mentions";

/** What would make another word of a name that it stands right behind: a Japanese particle does not. */
const continuesWord = /^[\p{Script=Latin}\p{M}\p{N}_]/u;

/**
 * Where the mentions of a text stand once it was edited: those that the edit touched are words like all others.
 * `caret` is where the writer's caret stands in `after`: what follows it was there before.
 */
export function moveMentions(
  ranges: readonly MentionRange[],
  before: string,
  after: string,
  caret: number,
): MentionRange[] {
  if (ranges.length === 0) return [];
  const shorter = Math.min(before.length, after.length);
  const afterCaret = Math.min(after.length - caret, shorter);
  let sameTail = 0;
  while (sameTail < afterCaret && before.at(-1 - sameTail) === after.at(-1 - sameTail)) sameTail++;
  let start = 0;
  while (start < shorter - sameTail && before[start] === after[start]) start++;
  const end = before.length - sameTail;
  const shift = after.length - before.length;
  return ranges
    .filter((range) => range.end <= start || range.start >= end)
    .map((range) =>
      range.end <= start ? range : { ...range, start: range.start + shift, end: range.end + shift },
    )
    .filter((range) => !continuesWord.test(after.slice(range.end)));
}
