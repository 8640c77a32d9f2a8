import type { Bot } from "@kakehashi/contract/bots";
import { type Language, languages } from "@kakehashi/contract/languages";

/**
 * Returns all languages: first those of the bot in its order, then all others. The others are needed because the bot
 * still has texts in languages that were removed from it.
 */
export const languagesInOrder = ({ languages: own }: Pick<Bot, "languages">): readonly Language[] => [
  ...own,
  ...languages.filter((language) => !own.includes(language)),
];
