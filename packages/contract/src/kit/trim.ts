/**
 * Removes the characters of `signs` from the end of a text in linear time. A regular expression with `+$` could take
 * quadratic time.
 */
export function trimCharactersFromEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
