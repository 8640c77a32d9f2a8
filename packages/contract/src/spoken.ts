import { withoutMentions } from "./mentions.ts";

/** The text without code, links and names, which belong to no language. */
export const withoutMarkup = (content: string): string =>
  withoutMentions(content)
    .replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, " ")
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/[\w.+@-]+/g, (word) => (word.includes("@") ? " " : word));

/** Whether a text has anything that could be translated. */
export const hasWords = (content: string): boolean => /\p{L}/u.test(withoutMarkup(content));
