/**
 * Removes the characters of `trimmedCharacters` from the end of a text in linear time. A regular expression with `+$` could take
 * quadratic time.
 */
export function trimCharactersFromEnd(text: string, trimmedCharacters: string): string {
  let end = text.length;
  while (end > 0 && trimmedCharacters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
