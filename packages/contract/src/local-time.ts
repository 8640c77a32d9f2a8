/**
 * A date format without a time zone (`2026-11-22 09:30:00`), whose texts can be parsed as UTC. Absent `timeZone`: the
 * machine's zone.
 */
export const clockFormatOf = (timeZone: string | undefined): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("sv-SE", {
    ...(timeZone !== undefined && { timeZone }),
    dateStyle: "short",
    timeStyle: "medium",
  });

/**
 * The supported times: the years 1000 to 9999, without the first and the last day, which belong to another year in some
 * time zones.
 */
const firstSupportedMs = Date.parse("1000-01-03T00:00Z");
const lastSupportedMs = Date.parse("9999-12-29T00:00Z");

/**
 * Returns the time at which a clock in this IANA time zone shows `local` (`2026-11-22T09:30`). Absent time zone: the
 * machine's. Null if `local` is not a date and time. If summer time skips or repeats a local time, returns one of the
 * two nearest times.
 */
export function momentOf(local: string, timeZone?: string): Date | null {
  const localMs = Date.parse(`${local}Z`);
  if (Number.isNaN(localMs)) return null;
  const clockFormat = clockFormatOf(timeZone);
  /**
   * Returns the time zone's offset from UTC at this time, in milliseconds. For a time outside the years 1000 to
   * 9999, returns the offset of the nearest time inside them. A date field contains such years (0002, 0020, 0202)
   * while somebody types 2026.
   */
  const offsetMs = (momentMs: number) => {
    const supportedMs = Math.min(Math.max(momentMs, firstSupportedMs), lastSupportedMs);
    return (
      Date.parse(`${clockFormat.format(supportedMs).replace(" ", "T")}Z`) -
      Math.floor(supportedMs / 1_000) * 1_000
    );
  };
  // Computes the offset twice, because summer time may begin or end between the first guess and the real time.
  const firstGuessMs = localMs - offsetMs(localMs);
  return new Date(localMs - offsetMs(firstGuessMs));
}
