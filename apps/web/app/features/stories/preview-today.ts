/**
 * Returns the current day in the person's time zone. The story runner has no clock and needs the day as an argument.
 */
export function todayInBotZone(): string {
  const now = new Date();
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}
