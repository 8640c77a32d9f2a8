import type { Bot } from "@kakehashi/contract/bots";
import { type Language, languages } from "@kakehashi/contract/languages";

/**
 * Returns all languages: first those of the bot in their order, then all others. The others are needed because texts
 * may remain in a language that was removed from the bot.
 */
export const languagesInOrder = ({
  languages: botLanguages,
}: Pick<Bot, "languages">): readonly Language[] => [
  ...botLanguages,
  ...languages.filter((language) => !botLanguages.includes(language)),
];
