import { withoutOverrides } from "./direction.ts";
import { withPlainMentions } from "./mentions.ts";

const opening = /(?:\*\*|__|~~|`)(?=\S)/g;

/** Where the sign closes what begins at `from`: behind something that is no space. */
function closingOf(line: string, sign: string, from: number): number {
  let at = line.indexOf(sign, from + 1);
  while (at >= 0 && /\s/.test(line.charAt(at - 1))) at = line.indexOf(sign, at + 1);
  return at;
}

/**
 * Without the signs around what stands out. What nothing closes is looked for once a line: one expression for pairs looks
 * to the line's end for each sign, which takes seconds where somebody writes ten thousand of them.
 */
function withoutPairs(line: string): string {
  const unclosed = new Set<string>();
  let plain = "";
  let at = 0;
  opening.lastIndex = 0;
  for (let found = opening.exec(line); found; found = opening.exec(line)) {
    const [sign] = found;
    if (unclosed.has(sign)) continue;
    const start = opening.lastIndex;
    const end = closingOf(line, sign, start);
    if (end < 0) unclosed.add(sign);
    else {
      plain += line.slice(at, found.index) + line.slice(start, end);
      at = end + sign.length;
      opening.lastIndex = at;
    }
  }
  return plain + line.slice(at);
}

/** A message's words on one line, without the signs of its Markdown. */
export function plainWords(content: string): string {
  return withPlainMentions(withoutOverrides(content))
    .replace(/```[^\n]*\n?/g, "")
    .split("\n")
    .map(withoutPairs)
    .join("\n")
    .replace(/^\s{0,3}((>|#{1,6}|[-*+]|\d+[.)])\s+)+/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}
