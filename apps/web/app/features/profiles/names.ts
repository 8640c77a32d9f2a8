import type { Language } from "@kakehashi/contract/languages";
import { fold } from "../../kit/fold.ts";
import { type Names, otherName } from "../../kit/other-name.ts";

/** The same, and for a reader of Japanese how a Japanese name is read: for where a person is shown in full. */
export const fullOtherName = (names: Names, reader: Language): string =>
  otherName(names, reader) || (reader === "ja" ? (names.reading ?? "") : "");

/** Everything that a person can be found by, folded, with the Japanese names also in one piece. */
export function foldedNames({ name, reading = "", latin_name = "" }: Names): string {
  const joined = [name, reading].map((text) => text.replace(/[ ・]/g, ""));
  return fold([name, reading, latin_name, ...joined].join(" "));
}
