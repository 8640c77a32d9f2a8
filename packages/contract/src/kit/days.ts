const hourMs = 3600_000;
/**
 * Hours from UTC in the time zone where each day begins first (Kiritimati), and in the zone where each day ends
 * last (Baker Island).
 */
const [firstZoneHours, lastZoneHours] = [14, -12] as const;

const todayInZone = (offsetHours: number) =>
  new Date(Date.now() + offsetHours * hourMs).toISOString().slice(0, 10);

/**
 * Returns the same month and day of another year, as text. 29 February stays 29 February even if that year has no such
 * day: as text it sorts after 28 February and before 1 March.
 */
const addYears = (day: string, years: number) =>
  `${String(Number(day.slice(0, 4)) + years).padStart(4, "0")}${day.slice(4)}`;

/**
 * Whether a day (2026-11-27) is from today on, at most this many years ahead. The contract does not know the
 * caller's time zone, so "today" is today's date in any time zone.
 */
export const isWithinYearsAhead = (day: string, years: number): boolean =>
  day >= todayInZone(lastZoneHours) && day <= addYears(todayInZone(firstZoneHours), years);

/** Whether a day is at most this many years before or after today. */
export const isWithinYears = (day: string, years: number): boolean =>
  day >= addYears(todayInZone(lastZoneHours), -years) && day <= addYears(todayInZone(firstZoneHours), years);
