import type { Language } from "@kakehashi/contract/languages";

/** Says which errors a form field shows. */
export interface ErrorOptions {
  errorOf?: string;
  except?: readonly Language[];
}

/**
 * Returns which errors the text field of one language shows. `name` is the name of the texts in all languages together.
 * The first field also shows the errors of all texts together, and the errors of a language without a field.
 */
export const errorOptionsOfTexts = (
  languages: readonly Language[],
  index: number,
  name: string,
): ErrorOptions => (index === 0 ? { errorOf: name, except: languages.slice(1) } : {});
