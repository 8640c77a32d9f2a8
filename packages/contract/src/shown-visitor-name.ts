import type { Language, Texts } from "./languages.ts";
import { type Names, otherName } from "./other-name.ts";
import { visitorNumberOf } from "./visitor-name.ts";

// A file of its own, because the chat's first view has these words among its texts.
const words: Texts = { en: "Visitor", vi: "Khách", ja: "ゲスト" };

/** A person's name for a reader of this language. Only people outside who have told no name have different ones. */
export function shownVisitorName(name: string, language: Language): string {
  const number = visitorNumberOf(name);
  return number === undefined ? name : `${words[language]} ${number}`;
}

/** The name in the one form that the reader can read, for a line or a cell without room for two. */
export const nameInLine = (names: Names, reader: Language): string =>
  otherName(names, reader) || shownVisitorName(names.name, reader);
