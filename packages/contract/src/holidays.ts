/**
 * The first and the last valid year of a holiday. Other years are typing errors. Holidays of past years may stay in the
 * list.
 */
const holidayYears = { first: 2000, last: 2199 };

/** Whether a date such as "2026-12-24" is in a valid year for a holiday. */
export function isInAllowedHolidayYears(day: string): boolean {
  const year = Number(day.split("-")[0]);
  return year >= holidayYears.first && year <= holidayYears.last;
}
