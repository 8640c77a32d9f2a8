import type { BusinessHours } from "@kakehashi/contract/flows/file";

/** Cache of date formats by time zone, because creating a format takes a hundred times longer than using it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns the current date in the time zone of these business hours, or in UTC if they are null. */
export function findTodaysDate(hours: Pick<BusinessHours, "time_zone"> | null): string {
  const timeZone = hours?.time_zone ?? "UTC";
  const knownFormat = dayFormats.get(timeZone);
  const format = knownFormat ?? new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  if (!knownFormat) dayFormats.set(timeZone, format);
  return format.format(new Date());
}
