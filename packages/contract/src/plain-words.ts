import { removeDirectionOverrides } from "./direction.ts";
import { replaceMentionsByNames } from "./mentions.ts";

const openingMarkdownSignPattern = /(?:\*\*|__|~~|`)(?=\S)/g;

/**
 * Returns the index of the Markdown characters that close bold, italic or the like. The search starts after `from`.
 * Negative if there are none. A closing character must not follow a space.
 */
function findClosingSign(line: string, sign: string, from: number): number {
  let signIndex = line.indexOf(sign, from + 1);
  while (signIndex >= 0 && /\s/.test(line.charAt(signIndex - 1)))
    signIndex = line.indexOf(sign, signIndex + 1);
  return signIndex;
}

/**
 * Removes pairs of Markdown characters for bold, italic and the like. If the line lacks a closing character, remembers
 * this, so that the search is not repeated for each further opening character. A regular expression would repeat the
 * search, which takes seconds with ten thousand characters.
 */
function removeMarkdownSignPairs(line: string): string {
  const unclosedSigns = new Set<string>();
  let plainLine = "";
  let linePosition = 0;
  openingMarkdownSignPattern.lastIndex = 0;
  for (
    let match = openingMarkdownSignPattern.exec(line);
    match;
    match = openingMarkdownSignPattern.exec(line)
  ) {
    const [sign] = match;
    if (unclosedSigns.has(sign)) continue;
    const start = openingMarkdownSignPattern.lastIndex;
    const end = findClosingSign(line, sign, start);
    if (end < 0) unclosedSigns.add(sign);
    else {
      plainLine += line.slice(linePosition, match.index) + line.slice(start, end);
      linePosition = end + sign.length;
      openingMarkdownSignPattern.lastIndex = linePosition;
    }
  }
  return plainLine + line.slice(linePosition);
}

/**
 * Returns a message as plain text with its line breaks but without Markdown characters, for views that show no
 * Markdown.
 */
export function toPlainText(content: string): string {
  return replaceMentionsByNames(removeDirectionOverrides(content))
    .replace(/^```[^\n]*$\n?/gm, "")
    .split("\n")
    .map((line) => removeMarkdownSignPairs(line).replace(/^\s{0,3}(?:(?:>|#{1,6})\s+)+/, ""))
    .join("\n")
    .trim();
}

/** Returns a message on one line, without Markdown characters. */
export function toPlainLine(content: string): string {
  return replaceMentionsByNames(removeDirectionOverrides(content))
    .replace(/```[^\n]*\n?/g, "")
    .split("\n")
    .map(removeMarkdownSignPairs)
    .join("\n")
    .replace(/^\s{0,3}((>|#{1,6}|[-*+]|\d+[.)])\s+)+/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}
