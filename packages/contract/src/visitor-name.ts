import type { Language, Texts } from "./languages.ts";

/**
 * Somebody outside who has told no name has this one, with the last characters of their session's id. It is stored in
 * English and shown in the reader's language.
 */
export const unnamedVisitor = (sessionId: string): string => `Visitor ${sessionId.slice(-4)}`;

const unnamedPattern = /^Visitor ([\da-f]{4})$/;
const words: Texts = { en: "Visitor", vi: "Khách", ja: "ゲスト" };

/** The number of somebody who has told no name. Undefined for all other names. */
export const visitorNumberOf = (name: string): string | undefined => unnamedPattern.exec(name)?.[1];

/** A person's name for a reader of this language. Only people outside who have told no name have different ones. */
export function shownVisitorName(name: string, language: Language): string {
  const number = visitorNumberOf(name);
  return number === undefined ? name : `${words[language]} ${number}`;
}

const searchedPattern = /^(?:Khách|Khach|ゲスト)\s*([\da-f]{1,4})$/i;

/** What somebody means who searches for a name as they see it. */
export const searchedVisitorName = (search: string): string =>
  search.trim().normalize("NFC").replace(searchedPattern, `${words.en} $1`);
