import type { Language } from "@kakehashi/contract/languages";

/** A text field and what is selected in it. */
type Field = Pick<HTMLTextAreaElement, "value" | "selectionStart" | "selectionEnd">;

/** Adds the spaces that part an inserted term from the words around it. Japanese has none. */
export function withSpacesAround(term: string, field: Field, language: Language): string {
  if (language === "ja") return term;
  const before = /[\p{L}\p{N}\p{M},.;:!?]$/u.test(field.value.slice(0, field.selectionStart)) ? " " : "";
  const after = /^[\p{L}\p{N}]/u.test(field.value.slice(field.selectionEnd)) ? " " : "";
  return before + term + after;
}
