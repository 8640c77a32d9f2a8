import type { Language } from "./languages.ts";
import { plainWords } from "./plain-words.ts";

/** Why a translation is not saved until its writer confirms it. */
export type TranslationWarning = "unchanged" | "other_language" | "much_longer";

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const vietnamese = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;
const anyLetter = /\p{L}/u;

/**
 * How many times as long as the original a translation may be. A shorter original counts as `shortest`
 * characters.
 */
const longest = 10;
const shortest = 20;

const words = (text: string) => plainWords(text).normalize("NFKC").replace(/\s+/g, " ").trim();

/** Whether the letters show that a text is not in this language. Half of the letters are not enough. */
function isInOther(text: string, language: Language): boolean {
  if (!anyLetter.test(text)) return false;
  if (language === "ja") return !japanese.test(text);
  const letters = text.match(/\p{L}/gu) ?? [];
  const foreign = letters.filter((character) =>
    (kana.test(text) ? japanese : /\p{Script=Han}/u).test(character),
  );
  if (foreign.length * 2 > letters.length) return true;
  if (language !== "en") return false;
  const accented = (text.normalize("NFC").match(/\p{L}+/gu) ?? []).filter((word) => vietnamese.test(word));
  return accented.length * 3 > (text.match(/\p{L}+/gu) ?? []).length;
}

/** The strongest reason to doubt a translation. Undefined if it can be saved at once. */
export function warningOf(
  original: string,
  translation: string,
  language: Language,
): TranslationWarning | null {
  const [from, to] = [words(original), words(translation)];
  // A text without letters, such as a number, is the same in every language.
  if (anyLetter.test(from) && from === to) return "unchanged";
  if (isInOther(to, language)) return "other_language";
  return translation.length > longest * Math.max(shortest, original.length) ? "much_longer" : null;
}
