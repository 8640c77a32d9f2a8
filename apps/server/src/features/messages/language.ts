import type { Language } from "@kakehashi/contract/languages";

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
/** Letters that of our three languages only Vietnamese has, composed or not. */
const vietnamese = /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;

/** The language of a text where its letters tell, else the author's. */
export function detectLanguage(content: string, author: Language): Language {
  if (japanese.test(content)) return "ja";
  return vietnamese.test(content.normalize("NFC")) ? "vi" : author;
}
