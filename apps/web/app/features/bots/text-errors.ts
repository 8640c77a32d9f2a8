import type { Language } from "@kakehashi/contract/languages";

/** The options of a form's field that say which errors it shows. */
export interface ShownErrors {
  errorOf?: string;
  except?: readonly Language[];
}

/**
 * The errors that the field of one language shows. `name` names the texts in all languages together. The first field
 * also shows the errors of the texts together, and those of a language without a field.
 */
export const errorsOfTexts = (languages: readonly Language[], index: number, name: string): ShownErrors =>
  index === 0 ? { errorOf: name, except: languages.slice(1) } : {};
