import type { Language } from "@kakehashi/contract/languages";

/** Says which of a form's errors a field shows in addition to the field's own errors. */
export interface ErrorOptions {
  errorOf?: string;
  except?: readonly Language[];
}

/**
 * Returns the errors that the field of one language shows. `name` is the form's name for the text in all languages. The
 * first language's field also shows errors of the text as a whole, and errors of languages without a field.
 */
export const errorOptionsOfTexts = (
  languages: readonly Language[],
  index: number,
  name: string,
): ErrorOptions => (index === 0 ? { errorOf: name, except: languages.slice(1) } : {});
