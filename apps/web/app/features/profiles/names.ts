import type { Language } from "@kakehashi/contract/languages";
import { type Names, otherName } from "@kakehashi/contract/other-name";
import { normalizeForSearch } from "../../kit/normalize-for-search.ts";

/**
 * Returns the name of a person in another script, for places that show a person in full. Japanese readers also get the
 * reading of a Japanese name, which `otherName` leaves out.
 */
export const fullOtherName = (names: Names, reader: Language): string =>
  otherName(names, reader) || (reader === "ja" ? (names.reading ?? "") : "");

/**
 * Returns the text in which a search for a person's name looks: all forms of the name, normalised. A Japanese name is
 * included with and without its space.
 */
export function searchTextOfNames({ name, reading = "", latin_name = "" }: Names): string {
  const withoutSpaces = [name, reading].map((text) => text.replace(/[ ・]/g, ""));
  return normalizeForSearch([name, reading, latin_name, ...withoutSpaces].join(" "));
}
