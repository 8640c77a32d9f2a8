/**
 * The first and the last year that a holiday may have. Another year is a typing error. Holidays of past years may stay
 * in the list.
 */
const holidayYears = { first: 2000, last: 2199 };

/** Whether a day, such as "2026-12-24", is in a year that a holiday can have. */
export function isHolidayYear(day: string): boolean {
  const year = Number(day.split("-")[0]);
  return year >= holidayYears.first && year <= holidayYears.last;
}
