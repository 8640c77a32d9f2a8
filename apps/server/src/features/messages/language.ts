import { createRequire } from "node:module";
import type { Language } from "@kakehashi/contract/languages";
import { withoutMarkup } from "@kakehashi/contract/spoken";
import type { francAll as FrancAll } from "franc-min";

const require = createRequire(import.meta.url);
/** Loaded with the first text that needs it: its trigrams take 20 ms of every start. */
const francAll: typeof FrancAll = (...args) =>
  (require("franc-min") as { francAll: typeof FrancAll }).francAll(...args);

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
/** If the second language's score is above this share of the first's, the author's language is taken. */
const doubtfulShare = 0.66;

/** A text's language by its letters or words. If they do not tell, the author's language. */
export function detectLanguage(content: string, author: Language): Language {
  const text = /[`@:]/.test(content) ? withoutMarkup(content) : content;
  if (japanese.test(text)) return "ja";
  if (vietnamese.test(text.normalize("NFC"))) return "vi";
  // Other accents, such as French ones, would count as Vietnamese.
  const words = text.slice(0, characterLimit).normalize("NFD").replace(/\p{M}/gu, "");
  const latinWords = words.match(/\p{L}+/gu) ?? [];
  if (latinWords.length < fewestWords) return author;
  // Most messages end here: comparing trigrams costs a tenth of what sending a message costs the server.
  const foreign = latinWords.filter((word) => !vietnameseSyllable.test(word));
  if (foreign.length >= surelyEnglish * latinWords.length) return "en";
  const [first, second] = francAll(words, { only: ["eng", "vie"], minLength: 3 });
  const latinLanguage: Language = first?.[0] === "vie" ? "vi" : "en";
  return author === "ja" || (second?.[1] ?? 0) < doubtfulShare ? latinLanguage : author;
}
