import type { Bot } from "@kakehashi/contract/bots";
import { type Language, languages } from "@kakehashi/contract/languages";

/**
 * Returns all languages: first the bot's languages in the bot's order, then the rest. The rest is needed because texts
 * may remain in a language that was removed from the bot.
 */
export const sortBotLanguagesFirst = ({
  languages: botLanguages,
}: Pick<Bot, "languages">): readonly Language[] => [
  ...botLanguages,
  ...languages.filter((language) => !botLanguages.includes(language)),
];
