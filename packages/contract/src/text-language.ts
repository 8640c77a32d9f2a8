import type { Language } from "./languages.ts";
import { removeMarkup, removeQuotedLines } from "./spoken.ts";

const japaneseCharacterPattern = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
/** Matches letters that only Vietnamese has among our three languages, composed or decomposed. */
const vietnameseLetterPattern = /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;

/** Matches an unaccented word that may be Vietnamese: one syllable of possible Vietnamese sounds. */
const vietnameseSyllablePattern =
  /^(?:ngh?|gh?|gi|kh|nh|ph|qu|th|tr|ch|[bcdhklmnprstvx])?[aeiouy]{1,3}(?:ng|nh|ch|[cmnpt])?$/i;
/** If at least this share of a text's words cannot be Vietnamese, the text counts as English. */
const minimumEnglishShare = 0.6;

/** Minimum characters of a text to distinguish English from unaccented Vietnamese. */
const maximumExaminedCharacters = 120;
/** Minimum words of a text to detect its language. */
const minimumWords = 3;

const wordSetOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));
/**
 * Frequent words of English and of Vietnamese. Each list leaves out words that the second language has, too. The
 * Vietnamese words are written without accents, as people often type them.
 */
const englishWords = wordSetOf(
  "to is are was were be been it its this that these those we she they you your our their of for and or if have has had will would can could should may please thank thanks check at by as my here there what when who how need see let make done good new some more been then just yes sure fine",
);
const vietnameseWords = wordSetOf(
  "toi minh anh chi em la va cua cho khong duoc roi nhe nha da dang se cai nay kia nay moi nguoi xin chao lam gui dung xem lai giup voi vay thi neu khi trong ngoai tren duoi nhung cac mot hai ba viec ngay mai hom qua chieu toi dat lich hinh loi sua cam on biet hieu chua dau gio phai nen oi",
);
/** Minimum difference between the numbers of words that match each language's word list. */
const minimumWordLead = 2;

/** What a text's letters and words reveal about its language. */
export interface DetectedLanguage {
  /** The language of the text. Null: the letters and words do not decide it. */
  readonly language: Language | null;
  /**
   * The text's Latin words without accents, from which trigrams can detect an uncertain language. Empty if the language
   * is certain, or if there are too few words.
   */
  readonly wordsForTrigrams: string;
}

const createCertainResult = (language: Language | null): DetectedLanguage => ({
  language,
  wordsForTrigrams: "",
});

/**
 * Detects a text's language by its letters or words, ignoring quoted lines. Fast enough to run at each key
 * press.
 */
export function readLanguage(content: string): DetectedLanguage {
  const text = removeQuotedLines(/[`@:]/.test(content) ? removeMarkup(content) : content);
  if (japaneseCharacterPattern.test(text)) return createCertainResult("ja");
  if (vietnameseLetterPattern.test(text.normalize("NFC"))) return createCertainResult("vi");
  // Removes the remaining accents, such as those of French words, because the patterns for words expect letters without
  // accents.
  const unaccentedBeginning = text
    .slice(0, maximumExaminedCharacters)
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
  const words = unaccentedBeginning.match(/\p{L}+/gu) ?? [];
  if (words.length < minimumWords) return createCertainResult(null);
  const nonVietnameseWords = words.filter((word) => !vietnameseSyllablePattern.test(word));
  if (nonVietnameseWords.length >= minimumEnglishShare * words.length) return createCertainResult("en");
  const lowerCaseWords = words.map((word) => word.toLowerCase());
  const vietnameseLead =
    lowerCaseWords.filter((word) => vietnameseWords.has(word)).length -
    lowerCaseWords.filter((word) => englishWords.has(word)).length;
  if (Math.abs(vietnameseLead) >= minimumWordLead)
    return createCertainResult(vietnameseLead > 0 ? "vi" : "en");
  return { language: null, wordsForTrigrams: unaccentedBeginning };
}
