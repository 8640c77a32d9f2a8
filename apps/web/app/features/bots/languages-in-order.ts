import type { Bot } from "@kakehashi/contract/bots";
import { type Language, languages } from "@kakehashi/contract/languages";

/**
 * All languages: first those of the bot in its order, then all others. The others are needed because texts in a
 * language that was removed from the bot still exist.
 */
export const languagesInOrder = ({ languages: own }: Pick<Bot, "languages">): readonly Language[] => [
  ...own,
  ...languages.filter((language) => !own.includes(language)),
];
