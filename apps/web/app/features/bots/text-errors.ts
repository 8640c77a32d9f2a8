import type { Language } from "@kakehashi/contract/languages";

/**
 * Which errors a form field shows besides its own: the errors of the field named `alsoShowsErrorsOf`. Errors of the
 * languages in `except` are left out, because those languages have fields of their own.
 */
export interface ShownErrorOptions {
  alsoShowsErrorsOf?: string;
  except?: readonly Language[];
}

/**
 * Returns which errors the field of one language shows. `fieldName` is the name under which the form stores the texts of all
 * languages. The field of the first language also shows errors of all texts together, and errors of languages that have
 * no field.
 */
export const errorOptionsOfTexts = (
  languages: readonly Language[],
  languageIndex: number,
  fieldName: string,
): ShownErrorOptions =>
  languageIndex === 0 ? { alsoShowsErrorsOf: fieldName, except: languages.slice(1) } : {};
