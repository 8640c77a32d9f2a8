/**
 * Converts a value to the text of a jsonb parameter. PostgreSQL refuses JSON with half a surrogate pair ("\ud800"),
 * which a text contains if it was cut inside a character. So this function replaces the half by U+FFFD, as in text
 * columns.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === "string" ? part.toWellFormed() : part));
}
