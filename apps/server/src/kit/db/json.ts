/**
 * A value as the text of a jsonb parameter. JSON can spell half a character ("\ud800", which somebody cut in the
 * middle); PostgreSQL refuses the whole value then, so that half becomes the replacement character, as it does in
 * every text column.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === "string" ? part.toWellFormed() : part));
}
