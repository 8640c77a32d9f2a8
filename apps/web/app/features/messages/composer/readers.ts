import { type Language, languages } from "@kakehashi/contract/languages";
import type { UserSummary } from "@kakehashi/contract/users";

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hanCharacter = /\p{Script=Han}/u;
/** Letters that only Vietnamese uses, of our three languages. */
const vietnamese = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽềếểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;

/** Guesses the language of the text from its letters. Falls back to the writer's own language. */
export function languageOfWords(text: string, ownLanguage: Language): Language {
  // The first 500 characters are enough. Checking all of a long text at every key would be slow.
  const beginning = text.slice(0, 500).normalize("NFC");
  if (kana.test(beginning) || hanCharacter.test(beginning)) return "ja";
  return vietnamese.test(beginning) ? "vi" : ownLanguage;
}

/** How many members read each language other than the text's. The writer is not counted. */
export function readersIn(
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
