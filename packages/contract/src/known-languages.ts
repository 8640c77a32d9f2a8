import { type Language, languages } from "./languages.ts";
import type { Role } from "./users.ts";

/** The roles whose work is translating. */
export const translatorRoles = ["comtor", "brse"] as const satisfies readonly Role[];

export const isTranslator = (role: Role): boolean => translatorRoles.some((one) => one === role);

/** What is known of a person's languages. */
export interface Speaker {
  readonly role: Role;
  readonly working_language: Language | null;
  /** What they chose in their profile; null before. */
  readonly languages: readonly Language[] | null;
}

/** The languages a person can read and write. Translators know all of them until they say otherwise. */
export function knownLanguages({ role, working_language, languages: chosen }: Speaker): readonly Language[] {
  return languages.filter(
    (language) => language === working_language || (chosen ? chosen.includes(language) : isTranslator(role)),
  );
}
