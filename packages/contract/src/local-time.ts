/**
 * A format whose texts (`2026-11-22 09:30:00`) contain no time zone and can be parsed as UTC. Absent
 * `timeZone`: the machine's.
 */
export const clockFormatOf = (timeZone: string | undefined): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("sv-SE", {
    ...(timeZone !== undefined && { timeZone }),
    dateStyle: "short",
    timeStyle: "medium",
  });

/**
 * Returns the time at which a clock in this IANA time zone shows `local` (`2026-11-22T09:30`). Absent time
 * zone: the machine's. Null if `local` is not a date and time. A local time that summer time skips or repeats
 * gets one of the two nearest times.
 */
export function momentOf(local: string, timeZone?: string): Date | null {
  const localMs = Date.parse(`${local}Z`);
  if (Number.isNaN(localMs)) return null;
  const clock = clockFormatOf(timeZone);
  /** Returns the time zone's offset from UTC at this time, in milliseconds. */
  const offsetMs = (momentMs: number) =>
    Date.parse(`${clock.format(momentMs).replace(" ", "T")}Z`) - Math.floor(momentMs / 1_000) * 1_000;
  // Computes the offset twice, in case summer time begins or ends between the guess and the real time.
  const guessMs = localMs - offsetMs(localMs);
  return new Date(localMs - offsetMs(guessMs));
}
