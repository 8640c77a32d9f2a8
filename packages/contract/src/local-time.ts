/**
 * A format whose texts (`2026-11-22 09:30:00`) can be parsed as UTC, because they have no zone. Without a zone it is the
 * machine's.
 */
export const clockOf = (timeZone: string | undefined): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("sv-SE", {
    ...(timeZone !== undefined && { timeZone }),
    dateStyle: "short",
    timeStyle: "medium",
  });

/**
 * The moment at which a clock in this IANA time zone shows `local` (`2026-11-22T09:30`). Without a zone it is the
 * machine's. Null if `local` is no date and time. A time that a clock skips or shows twice, because of summer time, gets
 * one of the two moments near it.
 */
export function momentOf(local: string, timeZone?: string): Date | null {
  const localMs = Date.parse(`${local}Z`);
  if (Number.isNaN(localMs)) return null;
  const clock = clockOf(timeZone);
  /** The offset of the zone from UTC at this moment, in milliseconds. */
  const offsetMs = (momentMs: number) =>
    Date.parse(`${clock.format(momentMs).replace(" ", "T")}Z`) - Math.floor(momentMs / 1_000) * 1_000;
  // Compute the offset twice, in case the clock changes between the guess and the real moment.
  const guessMs = localMs - offsetMs(localMs);
  return new Date(localMs - offsetMs(guessMs));
}
