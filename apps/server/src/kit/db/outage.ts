/**
 * Whether the database cannot be reached for the moment: class 08, 53 and 57P of PostgreSQL, and the driver's and
 * system's words for "no connection": of one that broke between two statements of a transaction, the driver says that it
 * is not queryable.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    /^(08|57P|53)/.test(code) ||
    ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE"].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect|is not queryable|pool after calling end/.test(
      error.message,
    )
  );
}
