import type { Language } from "@kakehashi/contract/languages";
import { chooseOtherName, type PersonNames } from "@kakehashi/contract/other-name";
import { normalizeForSearch } from "../../kit/normalize-for-search.ts";

/**
 * Returns the name of a person in another script, for places with full details about a person. For a Japanese name,
 * Japanese readers get the reading (pronunciation), which `chooseOtherName` does not return to them.
 */
export const fullNameInOtherScriptOf = (names: PersonNames, reader: Language): string =>
  chooseOtherName(names, reader) || (reader === "ja" ? (names.reading ?? "") : "");

/**
 * Returns the searchable text of a person's name: all its forms, normalised. A Japanese name occurs with and without
 * its space.
 */
export function searchTextOfNames({ name, reading = "", latin_name = "" }: PersonNames): string {
  const withoutSpaces = [name, reading].map((text) => text.replace(/[ ・]/g, ""));
  return normalizeForSearch([name, reading, latin_name, ...withoutSpaces].join(" "));
}
