import { type Language, languages } from "@kakehashi/contract/languages";
import type { UserSummary } from "@kakehashi/contract/users";

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const han = /\p{Script=Han}/u;
/** Letters that Vietnamese alone has, of the three. */
const vietnamese = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽềếểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;

/** What is being written, by its letters; where they do not tell, the writer's own language. */
export function languageOfWords(text: string, own: Language): Language {
  // Enough to tell: a long text is not read anew with each letter.
  const words = text.slice(0, 500).normalize("NFC");
  if (kana.test(words) || han.test(words)) return "ja";
  return vietnamese.test(words) ? "vi" : own;
}

/** How many of a place read each other language than that of the words; the writer does not count. */
export function readersIn(
  people: readonly Pick<UserSummary, "id" | "working_language">[],
  writer: string,
  written: Language,
): readonly { language: Language; count: number }[] {
  return languages
    .map((language) => ({
      language,
      count: people.filter(({ id, working_language }) => id !== writer && working_language === language)
        .length,
    }))
    .filter(({ language, count }) => count > 0 && language !== written);
}
