import type { Language } from "./languages.ts";
import type { UserSummary } from "./users.ts";

/** A person's names. Data from older versions of the server has only `name`. */
export type PersonNames = Pick<UserSummary, "name"> & Partial<Pick<UserSummary, "reading" | "latin_name">>;

const japaneseCharacterPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const nonLatinLetterPattern = /(?!\p{Script=Latin})\p{L}/u;

/** Whether all letters of a person's name are Latin. */
export const isLatin = (name: string): boolean => !nonLatinLetterPattern.test(name);

/**
 * Returns a second form of a name for readers who cannot read its script. Readers of English or Vietnamese get the
 * Latin name of 田中 愛子. Readers of Japanese get the kana reading of Nguyễn Văn An. Empty if the reader can read the
 * name, or if there is no other form.
 */
export function chooseOtherName(
  { name, reading = "", latin_name = "" }: PersonNames,
  reader: Language,
): string {
  if (reader === "ja") return japaneseCharacterPattern.test(name) ? "" : reading;
  return isLatin(name) ? "" : latin_name;
}
