import type { Bot } from "@kakehashi/contract/bots";
import { type Language, languages } from "@kakehashi/contract/languages";

/**
 * Returns all languages: first the bot's own in their order, then all others. A bot may still have texts in a language
 * that was removed from it.
 */
export const languagesInOrder = ({ languages: own }: Pick<Bot, "languages">): readonly Language[] => [
  ...own,
  ...languages.filter((language) => !own.includes(language)),
];
