import type { Language } from "./languages.ts";
import { removeCodeLinksAndMentions, removeQuotedLines } from "./spoken.ts";

const japaneseCharacterPattern = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
/** Matches letters that only Vietnamese uses among the supported languages, in composed form (NFC). */
const vietnameseLetterPattern = /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;

/** Matches an unaccented word that may be Vietnamese: a single possible Vietnamese syllable. */
const vietnameseSyllablePattern =
  /^(?:ngh?|gh?|gi|kh|nh|ph|qu|th|tr|ch|[bcdhklmnprstvx])?[aeiouy]{1,3}(?:ng|nh|ch|[cmnpt])?$/i;
/** If at least this share of a text's words cannot be Vietnamese syllables, the text counts as English. */
const minimumEnglishShare = 0.6;

/** Only this many characters at the beginning of a text are used to distinguish English from unaccented Vietnamese. */
const maximumExaminedCharacters = 120;
/** A text with fewer words than this has too few to detect English or unaccented Vietnamese. */
const minimumWords = 3;

const createWordSet = (words: string): ReadonlySet<string> => new Set(words.split(" "));
/**
 * Frequent words of English and of Vietnamese. No word is in both lists. The Vietnamese words are written without
 * accents, as people often type them.
 */
const englishWords = createWordSet(
  "to is are was were be been it its this that these those we she they you your our their of for and or if have has had will would can could should may please thank thanks check at by as my here there what when who how need see let make done good new some more been then just yes sure fine",
);
const vietnameseWords = createWordSet(
  "toi minh anh chi em la va cua cho khong duoc roi nhe nha da dang se cai nay kia nay moi nguoi xin chao lam gui dung xem lai giup voi vay thi neu khi trong ngoai tren duoi nhung cac mot hai ba viec ngay mai hom qua chieu toi dat lich hinh loi sua cam on biet hieu chua dau gio phai nen oi",
);
/**
 * How many more words of a text must be in one of the two word lists than in the other. The text then counts as the
 * language of the first of these lists.
 */
const minimumWordLead = 2;

/** The result of detecting a text's language by its letters and words. */
export interface DetectedLanguage {
  /** The language of the text. Null: the letters and words do not reveal it. */
  readonly language: Language | null;
  /**
   * The text's Latin words without accents, for detecting an uncertain language by trigrams. Empty if the language is
   * certain, or if there are too few words.
   */
  readonly textForTrigrams: string;
}

const createCertainResult = (language: Language | null): DetectedLanguage => ({
  language,
  textForTrigrams: "",
});

/**
 * Detects a text's language by its letters or words, ignoring quoted lines. Fast enough to run at each key
 * press.
 */
export function detectLanguageByWords(content: string): DetectedLanguage {
  const text = removeQuotedLines(/[`@:]/.test(content) ? removeCodeLinksAndMentions(content) : content);
  if (japaneseCharacterPattern.test(text)) return createCertainResult("ja");
  if (vietnameseLetterPattern.test(text.normalize("NFC"))) return createCertainResult("vi");
  // Removes the remaining accents, such as those of French words, because the word patterns expect letters without
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
  const vietnameseWordLead =
    lowerCaseWords.filter((word) => vietnameseWords.has(word)).length -
    lowerCaseWords.filter((word) => englishWords.has(word)).length;
  if (Math.abs(vietnameseWordLead) >= minimumWordLead)
    return createCertainResult(vietnameseWordLead > 0 ? "vi" : "en");
  return { language: null, textForTrigrams: unaccentedBeginning };
}
