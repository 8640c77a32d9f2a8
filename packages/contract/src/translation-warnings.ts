import type { Language } from "./languages.ts";
import { toPlainLine } from "./plain-words.ts";
import { type CheckedTexts, type CheckKind, checkTranslation } from "./translation-checks/check.ts";
import { findProtectedSpans, replaceWithNulCharacters } from "./translation-checks/protected.ts";

/**
 * Maps each check to the text that asks the writer to confirm a doubtful translation. The texts are in
 * `validationTexts`.
 */
const warningsByCheck = {
  unchanged: "unchanged",
  language: "other_language",
  placeholder: "exact_parts",
  code: "exact_parts",
  mention: "exact_parts",
  url: "exact_parts",
  number: "other_numbers",
  glossary: "glossary",
  newlines: "other_lines",
  length: "other_length",
  repeated: "repeated_words",
  punctuation: "other_end",
} as const satisfies Record<CheckKind, string>;
export type TranslationWarningCode = (typeof warningsByCheck)[CheckKind] | "much_longer";

const kanaLetterPattern = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const japanesePattern = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const vietnameseLetterPattern = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;
/** Matches accented letters that Vietnamese shares with other languages. */
const markedLetterPattern = /[àáâãèéêìíòóôõùúýĩũ]/iu;
const letterPattern = /\p{L}/u;
/**
 * A Vietnamese text with at least this many words must contain an accented letter. A shorter text may be a name or a
 * few English words.
 */
const minimumWordsForMark = 5;

/**
 * A translation may be at most this many times as long as the original. A very short original counts as if it had
 * `shortestCountedLength` UTF-16 code units.
 */
const maximumLengthRatio = 10;
const shortestCountedLength = 20;

const normalizeWords = (text: string) => toPlainLine(text).normalize("NFKC").replace(/\s+/g, " ").trim();

/**
 * Whether a text seems to be in another language than `language`. A Japanese text must contain a Japanese letter. In
 * other texts, at most half of the letters may be Japanese or Chinese. In English texts, at most a third of the words
 * may have letters that only Vietnamese uses.
 */
function isInOtherLanguage(text: string, language: Language): boolean {
  if (!letterPattern.test(text)) return false;
  if (language === "ja") return !japanesePattern.test(text);
  const letters = text.match(/\p{L}/gu) ?? [];
  const foreignLetters = letters.filter((character) =>
    (kanaLetterPattern.test(text) ? japanesePattern : /\p{Script=Han}/u).test(character),
  );
  if (foreignLetters.length * 2 > letters.length) return true;
  if (language !== "en") return false;
  const accentedWords = (text.normalize("NFC").match(/\p{L}+/gu) ?? []).filter((word) =>
    vietnameseLetterPattern.test(word),
  );
  return accentedWords.length * 3 > (text.match(/\p{L}+/gu) ?? []).length;
}

/** Whether a Vietnamese text of several words has no accented letter. Ignores links and code. */
function lacksVietnameseMarks(text: string): boolean {
  const composedText = replaceWithNulCharacters(text, findProtectedSpans(text)).normalize("NFC");
  if (vietnameseLetterPattern.test(composedText) || markedLetterPattern.test(composedText)) return false;
  return (composedText.match(/\p{L}+/gu) ?? []).length >= minimumWordsForMark;
}

/**
 * Returns the strongest reason to ask the writer for a confirmation. Null if the translation can be saved at once. The
 * browser shows all warnings, with their positions.
 */
export function findTranslationWarningCode(texts: CheckedTexts): TranslationWarningCode | null {
  const [firstWarning] = checkTranslation(texts);
  return (
    findWholeTextWarningCode(texts.original, texts.translation, texts.toLanguage) ??
    (firstWarning ? warningsByCheck[firstWarning.kind] : null)
  );
}

/**
 * Returns the strongest reason to doubt a translation as a whole. A machine translation is checked only for these
 * reasons.
 */
export function findWholeTextWarningCode(
  original: string,
  translation: string,
  toLanguage: Language,
): TranslationWarningCode | null {
  const [from, to] = [normalizeWords(original), normalizeWords(translation)];
  // A text without letters, such as a number, is the same in every language.
  if (letterPattern.test(from) && from === to) return "unchanged";
  if (isInOtherLanguage(to, toLanguage) || (toLanguage === "vi" && lacksVietnameseMarks(translation)))
    return "other_language";
  return translation.length > maximumLengthRatio * Math.max(shortestCountedLength, original.length)
    ? "much_longer"
    : null;
}
