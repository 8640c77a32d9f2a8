/**
 * Converts a value to the text of a jsonb parameter. JSON can contain half a surrogate pair ("\ud800", when a
 * text was cut in the middle of a character), and PostgreSQL then refuses the whole value. The half becomes
 * the replacement character, as in text columns.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === "string" ? part.toWellFormed() : part));
}
