import type { MentionRange } from "@kakehashi/contract/mentions";

/** What would make another word of a name that it stands right behind: a Japanese particle does not. */
const goesOn = /^[\p{Script=Latin}\p{M}\p{N}_]/u;

/**
 * Where the mentions of a text stand once it was edited: those that the edit touched are words like all others.
 * `caret` is where the writer's caret stands in `after`: what follows it was there before.
 */
export function follow(
  ranges: readonly MentionRange[],
  before: string,
  after: string,
  caret: number,
): MentionRange[] {
  if (ranges.length === 0) return [];
  const shorter = Math.min(before.length, after.length);
  const behind = Math.min(after.length - caret, shorter);
  let same = 0;
  while (same < behind && before.at(-1 - same) === after.at(-1 - same)) same++;
  let start = 0;
  while (start < shorter - same && before[start] === after[start]) start++;
  const end = before.length - same;
  const by = after.length - before.length;
  return ranges
    .filter((range) => range.end <= start || range.start >= end)
    .map((range) => (range.end <= start ? range : { ...range, start: range.start + by, end: range.end + by }))
    .filter((range) => !goesOn.test(after.slice(range.end)));
}
