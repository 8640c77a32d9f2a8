import type { Language } from "./languages.ts";
import { withoutMarkup, withoutQuotes } from "./spoken.ts";

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
/** Letters that only Vietnamese has among our three languages, composed or decomposed. */
const vietnamese = /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;

/** An unaccented word that may be Vietnamese: one syllable of its sounds. */
const vietnameseSyllable =
  /^(?:ngh?|gh?|gi|kh|nh|ph|qu|th|tr|ch|[bcdhklmnprstvx])?[aeiouy]{1,3}(?:ng|nh|ch|[cmnpt])?$/i;
/** With this share of words that cannot be Vietnamese, a text is English. */
const surelyEnglish = 0.6;

/** This many characters are enough to tell English from unaccented Vietnamese. */
const characterLimit = 120;
/** With fewer words the language is not detected. */
const fewestWords = 3;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));
/** Frequent words of each language that are rare in the other, Vietnamese ones as they are typed without accents. */
const englishWords = setOf(
  "to is are was were be been it its this that these those we she they you your our their of for and or if have has had will would can could should may please thank thanks check at by as my here there what when who how need see let make done good new some more been then just yes sure fine",
);
const vietnameseWords = setOf(
  "toi minh anh chi em la va cua cho khong duoc roi nhe nha da dang se cai nay kia nay moi nguoi xin chao lam gui dung xem lai giup voi vay thi neu khi trong ngoai tren duoi nhung cac mot hai ba viec ngay mai hom qua chieu toi dat lich hinh loi sua cam on biet hieu chua dau gio phai nen oi",
);
/** One list must have this many more words than the other. */
const surelyMore = 2;

/** What the letters and words of a text tell about its language. */
export interface ReadLanguage {
  /** Null: they do not tell. */
  readonly language: Language | null;
  /** Then: Latin words, without accents, in which something finer may see a language. Empty for too few. */
  readonly doubtfulWords: string;
}

const surely = (language: Language | null): ReadLanguage => ({ language, doubtfulWords: "" });

/**
 * Reads a text's language by its letters or words: its own, not those that it quotes. Cheap enough for each key that
 * somebody presses.
 */
export function readLanguage(content: string): ReadLanguage {
  const text = withoutQuotes(/[`@:]/.test(content) ? withoutMarkup(content) : content);
  if (japanese.test(text)) return surely("ja");
  if (vietnamese.test(text.normalize("NFC"))) return surely("vi");
  // Other accents, such as French ones, would count as Vietnamese.
  const beginning = text.slice(0, characterLimit).normalize("NFD").replace(/\p{M}/gu, "");
  const words = beginning.match(/\p{L}+/gu) ?? [];
  if (words.length < fewestWords) return surely(null);
  const foreign = words.filter((word) => !vietnameseSyllable.test(word));
  if (foreign.length >= surelyEnglish * words.length) return surely("en");
  const known = words.map((word) => word.toLowerCase());
  const lead =
    known.filter((word) => vietnameseWords.has(word)).length -
    known.filter((word) => englishWords.has(word)).length;
  if (Math.abs(lead) >= surelyMore) return surely(lead > 0 ? "vi" : "en");
  return { language: null, doubtfulWords: beginning };
}
