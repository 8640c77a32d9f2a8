/**
 * The quiet hours, in which notifications are silent, as local times (`HH:MM`). If `from` is later than `to`, the quiet
 * hours continue past midnight.
 */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/**
 * Whether `now` is in the quiet hours of this IANA time zone, in which notifications are silent. The minute `from` is
 * quiet, the minute `to` is not. If both times are equal, there are no quiet hours. The hours are local times, also
 * when summer time begins or ends.
 */
export function isInQuietHours(now: Date, hours: QuietHours | null, timeZone: string): boolean {
  if (!hours || hours.from === hours.to) return false;
  const clockFormat = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const time = clockFormat.format(now);
  const { from, to } = hours;
  return from < to ? from <= time && time < to : from <= time || time < to;
}
