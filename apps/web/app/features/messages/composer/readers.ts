import { type Language, languages } from "@kakehashi/contract/languages";
import { detectLanguageByWords } from "@kakehashi/contract/text-language";
import type { UserSummary } from "@kakehashi/contract/users";

/**
 * Predicts the language that the server will detect for a text, by the same rules. If no rule applies, the server
 * compares groups of three letters, but this function returns the writer's own language.
 */
export const predictLanguage = (text: string, ownLanguage: Language): Language =>
  detectLanguageByWords(text).language ?? ownLanguage;

/**
 * Counts the members who read another language than that of the text. Returns the number for each such language. The
 * writer does not count.
 */
export function countReadersByOtherLanguage(
  people: readonly Pick<UserSummary, "id" | "working_language">[],
  writerId: string,
  textLanguage: Language,
): readonly { language: Language; count: number }[] {
  return languages
    .map((language) => ({
      language,
      count: people.filter(({ id, working_language }) => id !== writerId && working_language === language)
        .length,
    }))
    .filter(({ language, count }) => count > 0 && language !== textLanguage);
}
