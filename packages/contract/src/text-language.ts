import type { Language } from "./languages.ts";
import { withoutMarkup, withoutQuotes } from "./spoken.ts";

const japaneseCharacter = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
/** Matches letters that only Vietnamese has among our three languages, composed or decomposed. */
const vietnameseLetter = /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;

/** Matches an unaccented word that may be Vietnamese: one syllable of possible Vietnamese sounds. */
const vietnameseSyllable =
  /^(?:ngh?|gh?|gi|kh|nh|ph|qu|th|tr|ch|[bcdhklmnprstvx])?[aeiouy]{1,3}(?:ng|nh|ch|[cmnpt])?$/i;
/** Share of words that cannot be Vietnamese from which a text counts as English. */
const certainEnglishShare = 0.6;

/** Minimum characters of a text to distinguish English from unaccented Vietnamese. */
const maximumExaminedCharacters = 120;
/** Minimum words of a text to detect its language. */
const minimumWords = 3;

const wordSetOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));
/**
 * Frequent words of English and of Vietnamese that are rare in the other of the two languages. Vietnamese words are
 * written as people type them without accents.
 */
const englishWords = wordSetOf(
  "to is are was were be been it its this that these those we she they you your our their of for and or if have has had will would can could should may please thank thanks check at by as my here there what when who how need see let make done good new some more been then just yes sure fine",
);
const vietnameseWords = wordSetOf(
  "toi minh anh chi em la va cua cho khong duoc roi nhe nha da dang se cai nay kia nay moi nguoi xin chao lam gui dung xem lai giup voi vay thi neu khi trong ngoai tren duoi nhung cac mot hai ba viec ngay mai hom qua chieu toi dat lich hinh loi sua cam on biet hieu chua dau gio phai nen oi",
);
/** Minimum difference between the numbers of words that match each language's word list. */
const certainWordLead = 2;

/** What a text's letters and words reveal about its language. */
export interface DetectedLanguage {
  /** The language of the text. Null: the letters and words do not decide it. */
  readonly language: Language | null;
  /**
   * If the language is uncertain: the text's Latin words without accents, for trigram detection. Empty if
   * there are too few.
   */
  readonly doubtfulWords: string;
}

const createCertainResult = (language: Language | null): DetectedLanguage => ({
  language,
  doubtfulWords: "",
});

/**
 * Detects a text's language by its letters or words, ignoring quoted lines. Fast enough to run at each key
 * press.
 */
export function readLanguage(content: string): DetectedLanguage {
  const text = withoutQuotes(/[`@:]/.test(content) ? withoutMarkup(content) : content);
  if (japaneseCharacter.test(text)) return createCertainResult("ja");
  if (vietnameseLetter.test(text.normalize("NFC"))) return createCertainResult("vi");
  // Removes the accents that are left here, such as French ones, because the patterns for words expect letters without
  // accents.
  const beginning = text.slice(0, maximumExaminedCharacters).normalize("NFD").replace(/\p{M}/gu, "");
  const words = beginning.match(/\p{L}+/gu) ?? [];
  if (words.length < minimumWords) return createCertainResult(null);
  const foreignWords = words.filter((word) => !vietnameseSyllable.test(word));
  if (foreignWords.length >= certainEnglishShare * words.length) return createCertainResult("en");
  const lowerCaseWords = words.map((word) => word.toLowerCase());
  const vietnameseLead =
    lowerCaseWords.filter((word) => vietnameseWords.has(word)).length -
    lowerCaseWords.filter((word) => englishWords.has(word)).length;
  if (Math.abs(vietnameseLead) >= certainWordLead)
    return createCertainResult(vietnameseLead > 0 ? "vi" : "en");
  return { language: null, doubtfulWords: beginning };
}
