import { withPlainMentions } from "./mentions.ts";

/** A message's words on one line, without the signs of its Markdown. */
export function plainWords(content: string): string {
  return withPlainMentions(content)
    .replace(/```[^\n]*\n?/g, "")
    .replace(/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/g, "$2")
    .replace(/^\s{0,3}((>|#{1,6}|[-*+]|\d+[.)])\s+)+/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}
