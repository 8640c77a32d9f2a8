/**
 * Returns a date format without a time zone (`2026-11-22 09:30:00`). Its texts can be parsed as if they were in UTC. If
 * `timeZone` is absent, the format uses the computer's time zone.
 */
export const createLocalDateTimeFormat = (timeZone: string | undefined): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("sv-SE", {
    ...(timeZone !== undefined && { timeZone }),
    dateStyle: "short",
    timeStyle: "medium",
  });

/**
 * The first and the last supported time. They keep some days' distance from the start of the year 1000 and the end of
 * the year 9999, because in some time zones a time near them belongs to a year with another number of digits.
 */
const firstSupportedMs = Date.parse("1000-01-03T00:00Z");
const lastSupportedMs = Date.parse("9999-12-29T00:00Z");

/**
 * Returns the time at which a clock in this IANA time zone shows `localTime` (`2026-11-22T09:30`). Without a time zone,
 * uses the computer's. Null if `localTime` is not a date and time. If the clock skips or repeats this local time because of
 * summer time, returns one of the two nearest times.
 */
export function parseLocalDateTime(localTime: string, timeZone?: string): Date | null {
  const localMs = Date.parse(`${localTime}Z`);
  if (Number.isNaN(localMs)) return null;
  const clockFormat = createLocalDateTimeFormat(timeZone);
  /**
   * Returns the time zone's offset from UTC at a time, in milliseconds. Before the year 1000 and after 9999, returns
   * the offset of the nearest supported time. Such years (0002, 0020, 0202) occur while somebody types 2026 into a date
   * field.
   */
  const computeOffsetMs = (momentMs: number) => {
    const supportedMs = Math.min(Math.max(momentMs, firstSupportedMs), lastSupportedMs);
    return (
      Date.parse(`${clockFormat.format(supportedMs).replace(" ", "T")}Z`) -
      Math.floor(supportedMs / 1_000) * 1_000
    );
  };
  // Computes the offset again at the guessed time, because summer time may begin or end between the first guess and the
  // real time.
  const firstGuessMs = localMs - computeOffsetMs(localMs);
  return new Date(localMs - computeOffsetMs(firstGuessMs));
}
