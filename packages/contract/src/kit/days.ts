const hourMs = 3600_000;
/**
 * Offsets from UTC, in hours, of the time zones where a date begins first (Kiritimati) and where it ends last (Baker
 * Island).
 */
const [firstZoneHours, lastZoneHours] = [14, -12] as const;

const getTodayInZone = (offsetHours: number) =>
  new Date(Date.now() + offsetHours * hourMs).toISOString().slice(0, 10);

/**
 * Returns the same month and day in another year, as text. 29 February stays 29 February even in a year that does not
 * have this day. The texts are only compared, and this one correctly comes between 28 February and 1 March.
 */
const addYears = (day: string, years: number) =>
  `${String(Number(day.slice(0, 4)) + years).padStart(4, "0")}${day.slice(4)}`;

/**
 * Whether a date (2026-11-27) is today or later, and at most this many years ahead. The caller's time zone is not known
 * here, so the date of any time zone counts as today.
 */
export const isWithinYearsAhead = (day: string, years: number): boolean =>
  day >= getTodayInZone(lastZoneHours) && day <= addYears(getTodayInZone(firstZoneHours), years);

/** Whether a date is at most this many years before or after today. */
export const isWithinYears = (day: string, years: number): boolean =>
  day >= addYears(getTodayInZone(lastZoneHours), -years) &&
  day <= addYears(getTodayInZone(firstZoneHours), years);
