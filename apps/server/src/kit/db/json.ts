/**
 * Converts a value to the text of a jsonb parameter. If a text was cut in the middle of a character, its JSON contains
 * half a surrogate pair ("\ud800"), and PostgreSQL refuses the whole value. So the half is replaced by the replacement
 * character U+FFFD, as in text columns.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === "string" ? part.toWellFormed() : part));
}
