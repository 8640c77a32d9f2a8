import { isLanguage } from "@kakehashi/contract/languages";
import { localeByLanguage } from "@kakehashi/contract/locales";

/**
 * Returns a function that formats a day without a time (2026-11-20), such as the start of a project. It uses UTC,
 * because in the reader's time zone the date could become the previous day.
 */
export function createDayFormat(language: string, dateStyle: "long" | "medium"): (day: string) => string {
  const format = new Intl.DateTimeFormat(isLanguage(language) ? localeByLanguage[language] : language, {
    dateStyle,
    timeZone: "UTC",
  });
  return (day) => format.format(Date.parse(day));
}
