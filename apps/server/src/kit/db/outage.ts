/** Whether the database driver timed out, because the database or the network does not respond. */
export const isDriverTimeout = (error: Error): boolean => error.message === "Query read timeout";

const unreachableCodes: ReadonlySet<string> = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/**
 * Whether the database cannot be reached at the moment: its computer is starting or out of service, or its host name
 * does not resolve.
 */
export function isUnreachableDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    isTemporaryDatabaseError(error) ||
    error.message === "timeout expired" ||
    unreachableCodes.has(errorCodeOf(error))
  );
}

const errorCodeOf = (error: Error): string => ("code" in error ? String(error.code) : "");

/**
 * Whether the database cannot run statements at the moment. The signs are PostgreSQL's error classes 08, 53 and 57P, a
 * statement or lock that took too long (57014, 55P03, 25P03), and a deadlock (40P01). Lost connections are detected by
 * the error messages of the driver and the operating system. If a connection broke between two statements of a
 * transaction, the driver's message is "not queryable".
 */
export function isTemporaryDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errorCodeOf(error);
  return (
    /^(08|57P|53|57014|55P03|25P03|40P01)/.test(code) ||
    ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT"].includes(code) ||
    isDriverTimeout(error) ||
    /Connection terminated|timeout exceeded when trying to connect|is not queryable|pool after calling end/.test(
      error.message,
    )
  );
}
