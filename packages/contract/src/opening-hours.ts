import type { BusinessHours } from "./flows/file.ts";
import { clockFormatOf, momentOf } from "./local-time.ts";

/** The most days to look ahead. Longer than the longest run of holidays that hours can have, 200 days. */
const maximumDays = 250;
const dayMs = 86_400_000;

/**
 * Returns the moment after `from` at which people are there again. Null while they are there, and if they never are.
 */
export function nextOpening({ time_zone, spans, holidays }: BusinessHours, from: Date): Date | null {
  const [today = "", clock = ""] = clockFormatOf(time_zone).format(from).split(" ");
  const now = clock.slice(0, 5);
  for (let ahead = 0; ahead < maximumDays; ahead++) {
    const date = new Date(Date.parse(`${today}T00:00Z`) + ahead * dayMs);
    const day = date.toISOString().slice(0, 10);
    if (holidays.includes(day)) continue;
    const weekday = date.getUTCDay() || 7;
    const ofDay = spans.filter((span) => span.day === weekday);
    if (ahead === 0 && ofDay.some((span) => span.from <= now && now < span.until)) return null;
    const begins = ofDay.map((span) => span.from).filter((begin) => ahead > 0 || begin > now);
    const [first] = begins.sort();
    if (first !== undefined) return momentOf(`${day}T${first}`, time_zone);
  }
  return null;
}
