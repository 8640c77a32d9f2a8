import type { BusinessHours } from "./flows/file.ts";
import { createLocalDateTimeFormat } from "./local-time.ts";
import { convertSpanToMinutesOfDay } from "./opening-spans.ts";

/** Maximum days to search for the next opening. Holidays can close at most 200 days in a row. */
const maximumDaysAhead = 250;
const dayMs = 86_400_000;
const minuteMs = 60_000;

/**
 * Returns the start and the end of each span of business hours that begins on `date`, in minutes from 00:00. Returns
 * none for a holiday.
 */
function findOpeningSpansOn(date: Date, { spans, holidays }: BusinessHours) {
  if (holidays.includes(date.toISOString().slice(0, 10))) return [];
  const weekday = date.getUTCDay() || 7;
  return spans.filter(({ day }) => day === weekday).map(convertSpanToMinutesOfDay);
}

/**
 * Whether a local time is in the business hours. `localMs` is the timestamp of that local time, as if its time zone
 * were UTC.
 */
function isInBusinessHours(localMs: number, hours: BusinessHours): boolean {
  // Hours that began on the day before may continue past midnight, so both days are checked.
  return [0, dayMs].some((offsetMsBefore) => {
    const dateMs = Math.floor(localMs / dayMs) * dayMs - offsetMsBefore;
    const minuteOfDay = (localMs - dateMs) / minuteMs;
    return findOpeningSpansOn(new Date(dateMs), hours).some(
      ({ begin, end }) => begin <= minuteOfDay && minuteOfDay < end,
    );
  });
}

/**
 * Returns the time after `from` at which the business hours begin again. Null if `from` is in the business hours, or if
 * they never begin. The result is correct even on days on which the clock changes.
 */
export function findNextOpening(hours: BusinessHours, from: Date): Date | null {
  const localTimeFormat = createLocalDateTimeFormat(hours.time_zone);
  const toLocalMs = (ms: number) => Date.parse(`${localTimeFormat.format(ms).replace(" ", "T")}Z`);
  const nowMs = Math.floor(from.getTime() / minuteMs) * minuteMs;
  if (isInBusinessHours(toLocalMs(nowMs), hours)) return null;
  for (let daysAhead = 0; daysAhead < maximumDaysAhead; daysAhead++) {
    const startMs = nowMs + daysAhead * dayMs;
    const offsetMs = toLocalMs(startMs) - startMs;
    if (toLocalMs(startMs + dayMs) - startMs - dayMs !== offsetMs) {
      // The clock changes within these 24 hours, so each minute is checked. This is slow but exact, and happens only on
      // two days a year.
      for (let ms = startMs; ms <= startMs + dayMs; ms += minuteMs)
        if (isInBusinessHours(toLocalMs(ms), hours)) return new Date(ms);
      continue;
    }
    const openingMs = findFirstBeginWithinDay(startMs + offsetMs, hours);
    if (openingMs !== null) return new Date(openingMs - offsetMs);
  }
  return null;
}

/** Returns the first local time at which business hours begin, within 24 hours from `startMs`. */
function findFirstBeginWithinDay(startMs: number, hours: BusinessHours): number | null {
  const startOfDayMs = Math.floor(startMs / dayMs) * dayMs;
  const openingTimesMs = [startOfDayMs, startOfDayMs + dayMs]
    .flatMap((dateMs) =>
      findOpeningSpansOn(new Date(dateMs), hours).map(({ begin }) => dateMs + begin * minuteMs),
    )
    .filter((ms) => ms >= startMs && ms < startMs + dayMs);
  return openingTimesMs.length > 0 ? Math.min(...openingTimesMs) : null;
}
