import { removeMentions } from "./mentions.ts";

/** Returns a message's text without code, links and names of people, because these belong to no language. */
export const removeCodeLinksAndMentions = (content: string): string =>
  removeMentions(content)
    .replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, " ")
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/[\w.+@-]+/g, (word) => (word.includes("@") ? " " : word));

const quotedLinesPattern = /^ {0,3}>.*$/gm;

/** Returns a message's text without quoted lines. If no letters are left then, returns the whole text. */
export function removeQuotedLines(text: string): string {
  if (!text.includes(">")) return text;
  const unquotedText = text.replace(quotedLinesPattern, "");
  return /\p{L}/u.test(unquotedText) ? unquotedText : text;
}

/** Whether a text contains anything that could be translated. */
export const hasTranslatableWords = (content: string): boolean =>
  /\p{L}/u.test(removeCodeLinksAndMentions(content));
