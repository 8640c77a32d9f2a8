/**
 * Returns the first error text of a field, or of the fields inside it. `excludedNames` has the names of inner fields to
 * ignore.
 */
export function firstFieldErrorOf(error: unknown, excludedNames: readonly string[] = []): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  for (const [name, innerError] of Object.entries(error)) {
    const message =
      name === "ref" || excludedNames.includes(name) ? undefined : firstFieldErrorOf(innerError);
    if (message !== undefined) return message;
  }
  return undefined;
}
