import type { Bot } from "@kakehashi/contract/bots";
import { type Language, languages } from "@kakehashi/contract/languages";

/**
 * Returns all languages: first those of the bot in their order, then all others. The others are needed because texts
 * may remain in a language that was removed from the bot.
 */
export const languagesInOrder = ({ languages: own }: Pick<Bot, "languages">): readonly Language[] => [
  ...own,
  ...languages.filter((language) => !own.includes(language)),
];
