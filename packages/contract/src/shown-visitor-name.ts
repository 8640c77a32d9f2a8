import type { Language, Texts } from "./languages.ts";
import { type Names, otherName } from "./other-name.ts";
import { visitorNumberOf } from "./visitor-name.ts";

// The words for the names of visitors are in a separate module, because the first view of the chat needs them, and
// should load as little as possible.
const visitorWords: Texts = { en: "Visitor", vi: "Khách", ja: "ゲスト" };

/**
 * Returns a person's name for a reader of this language. Only the name that the server makes up for a visitor without a
 * name depends on the language.
 */
export function shownVisitorName(name: string, language: Language): string {
  const number = visitorNumberOf(name);
  return number === undefined ? name : `${visitorWords[language]} ${number}`;
}

/** Returns only the form of a person's name that the reader can read, for places without room for two forms. */
export const nameInLine = (names: Names, reader: Language): string =>
  otherName(names, reader) || shownVisitorName(names.name, reader);
