import { type Language, languages } from "./languages.ts";
import type { Role } from "./users.ts";

/** The roles of people who translate as their job. */
export const professionalTranslatorRoles = ["comtor", "brse"] as const satisfies readonly Role[];

export const isTranslator = (role: Role): boolean =>
  professionalTranslatorRoles.some((translatorRole) => translatorRole === role);

/** The data from which `listKnownLanguages` decides which languages a person knows. */
export interface KnownLanguagesInput {
  readonly role: Role;
  readonly working_language: Language | null;
  /** The languages chosen in the person's profile. Null: the person has not chosen any. */
  readonly languages: readonly Language[] | null;
}

/** Returns the languages that a person reads and writes. If a translator has not chosen any, returns all languages. */
export function listKnownLanguages({
  role,
  working_language,
  languages: chosenLanguages,
}: KnownLanguagesInput): readonly Language[] {
  return languages.filter(
    (language) =>
      language === working_language ||
      (chosenLanguages ? chosenLanguages.includes(language) : isTranslator(role)),
  );
}
