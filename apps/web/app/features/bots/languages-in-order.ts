import type { Bot } from "@kakehashi/contract/bots";
import { type Language, languages } from "@kakehashi/contract/languages";

/**
 * All languages, those of the bot first and in its order. What was written keeps its texts in a language that was removed
 * from the bot.
 */
export const languagesInOrder = ({ languages: own }: Pick<Bot, "languages">): readonly Language[] => [
  ...own,
  ...languages.filter((one) => !own.includes(one)),
];
