import type { Language } from "@kakehashi/contract/languages";

/**
 * Which errors of a form a field shows in addition to its own: those of the field named `errorOf`, but not those of the
 * languages in `except`.
 */
export interface FieldErrorOptions {
  errorOf?: string;
  except?: readonly Language[];
}

/**
 * Returns which errors the field of one language shows. `name` is the name under which the form stores the texts of all
 * languages. The field of the first language also shows errors of all texts together, and errors of languages that have
 * no field.
 */
export const errorOptionsOfTexts = (
  languages: readonly Language[],
  index: number,
  name: string,
): FieldErrorOptions => (index === 0 ? { errorOf: name, except: languages.slice(1) } : {});
