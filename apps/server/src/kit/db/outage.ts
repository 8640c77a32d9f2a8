/** Whether the driver gave up waiting for a statement's answer: the database, or the network to it, does not answer at all. */
export const isFrozen = (error: Error): boolean => error.message === "Query read timeout";

const unreachable: ReadonlySet<string> = new Set(["ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

/** Whether the database is not there yet, as while what it runs on starts: an outage, or a name that nobody knows yet. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return isOutage(error) || error.message === "timeout expired" || unreachable.has(codeOf(error));
}

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : "");

/**
 * Whether the database cannot serve for the moment: class 08, 53 and 57P of PostgreSQL, a statement or a lock that took
 * too long (57014, 55P03, 25P03), a transaction given up for another with which it waited crosswise (40P01), and the driver's and system's words for "no connection": of one that broke between two
 * statements of a transaction, the driver says that it is not queryable.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    /^(08|57P|53|57014|55P03|25P03|40P01)/.test(code) ||
    ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT"].includes(code) ||
    isFrozen(error) ||
    /Connection terminated|timeout exceeded when trying to connect|is not queryable|pool after calling end/.test(
      error.message,
    )
  );
}
