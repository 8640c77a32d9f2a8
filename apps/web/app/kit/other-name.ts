import type { Language } from "@kakehashi/contract/languages";
import type { UserSummary } from "@kakehashi/contract/users";

/** What a person is called. A person that an older version kept in this browser has the name alone. */
export type Names = Pick<UserSummary, "name"> & Partial<Pick<UserSummary, "reading" | "latin_name">>;

const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const notLatin = /(?!\p{Script=Latin})\p{L}/u;

/** Whether a name has no letter of another script. */
export const isLatin = (name: string): boolean => !notLatin.test(name);

/**
 * The name for readers of another script: the Latin name of 田中 愛子 for a reader of English or Vietnamese, the reading
 * of Nguyễn Văn An for a reader of Japanese. Empty where the reader can read the name, or nothing else is known.
 */
export function otherName({ name, reading = "", latin_name = "" }: Names, reader: Language): string {
  if (reader === "ja") return japanese.test(name) ? "" : reading;
  return isLatin(name) ? "" : latin_name;
}
