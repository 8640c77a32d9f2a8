import type { Language } from "@kakehashi/contract/languages";

/** The value and the selection of a text field. */
type SelectedField = Pick<HTMLTextAreaElement, "value" | "selectionStart" | "selectionEnd">;

/**
 * Adds spaces between an inserted term and the words around it. Adds none in Japanese, which has no spaces between
 * words.
 */
export function addSpacesAround(term: string, field: SelectedField, language: Language): string {
  if (language === "ja") return term;
  const spaceBefore = /[\p{L}\p{N}\p{M},.;:!?]$/u.test(field.value.slice(0, field.selectionStart)) ? " " : "";
  const spaceAfter = /^[\p{L}\p{N}]/u.test(field.value.slice(field.selectionEnd)) ? " " : "";
  return spaceBefore + term + spaceAfter;
}
