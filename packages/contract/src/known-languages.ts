import { type Language, languages } from "./languages.ts";
import type { Role } from "./users.ts";

/** The roles of people whose work is translating. */
export const translatorRoles = ["comtor", "brse"] as const satisfies readonly Role[];

export const isTranslator = (role: Role): boolean =>
  translatorRoles.some((translatorRole) => translatorRole === role);

/** The facts that decide which languages a person knows. */
export interface Speaker {
  readonly role: Role;
  readonly working_language: Language | null;
  /** The languages chosen in the person's profile. Null: they have not chosen. */
  readonly languages: readonly Language[] | null;
}

/**
 * Returns the languages that a person reads and writes. A translator who has not chosen any knows all of
 * them.
 */
export function knownLanguages({ role, working_language, languages: chosen }: Speaker): readonly Language[] {
  return languages.filter(
    (language) => language === working_language || (chosen ? chosen.includes(language) : isTranslator(role)),
  );
}
