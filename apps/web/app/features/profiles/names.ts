import type { Language } from "@kakehashi/contract/languages";
import { type Names, otherName } from "@kakehashi/contract/other-name";
import { normalizeForSearch } from "../../kit/normalize-for-search.ts";

/**
 * The name of a person in another script. Unlike `otherName`, it is the reading of a Japanese name for Japanese
 * readers. Used where a person is shown in full.
 */
export const fullOtherName = (names: Names, reader: Language): string =>
  otherName(names, reader) || (reader === "ja" ? (names.reading ?? "") : "");

/** All searchable names of a person, normalised. Japanese names are included without spaces too. */
export function searchTextOfNames({ name, reading = "", latin_name = "" }: Names): string {
  const withoutSpaces = [name, reading].map((text) => text.replace(/[ ・]/g, ""));
  return normalizeForSearch([name, reading, latin_name, ...withoutSpaces].join(" "));
}
