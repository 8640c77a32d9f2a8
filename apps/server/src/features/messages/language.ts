import type { Language } from "@kakehashi/contract/languages";
import { withoutMentions } from "@kakehashi/contract/mentions";
import { francAll } from "franc-min";

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
/** Letters that of our three languages only Vietnamese has, composed or not. */
const vietnamese = /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;

/** Characters that are enough to tell English from Vietnamese without accents. */
const enough = 120;
/** Fewer words say nothing. */
const fewestWords = 3;
/** What speaks for the second language, as a share of what speaks for the first: past it the author's is likelier. */
const doubtful = 0.66;

/** Code, addresses and names are in no language. */
const spoken = (content: string) =>
  withoutMentions(content)
    .replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, " ")
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/[\w.+@-]+/g, (word) => (word.includes("@") ? " " : word));

/** The language of a text where its letters or words tell, else the author's. */
export function detectLanguage(content: string, author: Language): Language {
  const text = /[`@:]/.test(content) ? spoken(content) : content;
  if (japanese.test(text)) return "ja";
  if (vietnamese.test(text.normalize("NFC"))) return "vi";
  // The accents that are left are French, say, and would count as Vietnamese.
  const words = text.slice(0, enough).normalize("NFD").replace(/\p{M}/gu, "");
  if ((words.match(/[\p{L}\p{M}]+/gu) ?? []).length < fewestWords) return author;
  const [first, second] = francAll(words, { only: ["eng", "vie"], minLength: 3 });
  const found: Language = first?.[0] === "vie" ? "vi" : "en";
  return author === "ja" || (second?.[1] ?? 0) < doubtful ? found : author;
}
