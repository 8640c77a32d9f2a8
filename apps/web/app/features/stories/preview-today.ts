/**
 * Returns the current day in the person's time zone. The story runner has no clock and needs the day as an argument.
 */
export function findTodayInDeviceTimeZone(): string {
  const now = new Date();
  const padToTwoDigits = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${padToTwoDigits(now.getMonth() + 1)}-${padToTwoDigits(now.getDate())}`;
}
