/** Hours in which nobody is disturbed, by the wall clock: `HH:MM`. From a later to an earlier hour runs over midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/**
 * Whether it is quiet at `now` in this IANA time zone. The first minute belongs to the quiet, the last does not; from an
 * hour to the same hour is no time at all. A clock that is put forward or back means what it shows.
 */
export function isQuiet(now: Date, hours: QuietHours | null, timeZone: string): boolean {
  if (!hours || hours.from === hours.to) return false;
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const time = clock.format(now);
  const { from, to } = hours;
  return from < to ? from <= time && time < to : from <= time || time < to;
}
