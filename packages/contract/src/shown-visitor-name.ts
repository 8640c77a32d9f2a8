import type { Language, TextsByLanguage } from "./languages.ts";
import { chooseOtherName, type PersonNames } from "./other-name.ts";
import { findUnnamedVisitorSuffix } from "./visitor-name.ts";

// The texts for visitors' names are in a separate module, because the first view of the chat needs them and must load
// little code.
const visitorNouns: TextsByLanguage = { en: "Visitor", vi: "Khách", ja: "ゲスト" };

/**
 * Returns a person's name for a reader of this language. The language matters only for the made-up name of a visitor
 * without a name.
 */
export function formatVisitorName(name: string, language: Language): string {
  const number = findUnnamedVisitorSuffix(name);
  return number === undefined ? name : `${visitorNouns[language]} ${number}`;
}

/** Returns the one form of a person's name that the reader can read, where there is no room for two forms. */
export const chooseReadableName = (names: PersonNames, reader: Language): string =>
  chooseOtherName(names, reader) || formatVisitorName(names.name, reader);
