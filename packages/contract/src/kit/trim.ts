/** The text without the characters at its end that stand in `signs`. Takes linear time, unlike an expression with `+$`. */
export function trimEndOf(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
