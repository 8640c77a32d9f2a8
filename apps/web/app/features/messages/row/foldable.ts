import { countElements, parseMarkdownCached } from "./markdown.ts";

/** A message is folded if it has at least this many lines in a wide window. */
export const maxUnfoldedLines = 40;
/** The number of columns of a line in a wide window. A Japanese character takes two columns. */
const columnsPerLine = 80;

const wideCharacterPattern =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/;

function countColumns(line: string): number {
  let count = line.length;
  for (const character of line) if (wideCharacterPattern.test(character)) count++;
  return count;
}

/**
 * Whether a message is long enough to be folded. The length is estimated from the text, because folding a row after
 * measuring it would move the list.
 */
export function isLongText(content: string): boolean {
  // Most messages are short, so return early for them.
  if (content.length < maxUnfoldedLines) return false;
  let lineCount = 0;
  let isInCode = false;
  for (const line of content.split("\n")) {
    if (line.startsWith("```")) isInCode = !isInCode;
    // Lines of code do not wrap, so each is one line on the screen.
    lineCount += isInCode ? 1 : Math.max(1, Math.ceil(countColumns(line) / columnsPerLine));
    if (lineCount >= maxUnfoldedLines) return true;
  }
  return false;
}

/** A folded message has at most this many elements. Drawing more takes longer than 50 ms. */
export const maxFoldedElements = 250;

/** Whether a message must be folded: it is long, or it has too many elements to be drawn at once. */
export function isFoldable(content: string): boolean {
  return isLongText(content) || countElements(parseMarkdownCached(content)) > maxFoldedElements;
}
