import type { Language } from "../languages.ts";

const englishMonths = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const dayFormatters: Readonly<Record<Language, (year: number, month: number, day: number) => string>> = {
  en: (year, month, day) => `${day} ${englishMonths[month - 1]} ${year}`,
  vi: (year, month, day) => `${day}/${month}/${year}`,
  ja: (year, month, day) => `${year}年${month}月${day}日`,
};

/** Matches a date as a story stores it: 2026-12-24. The groups are the year, the month and the day. */
export const storedDayPattern = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/**
 * Returns a variable's value as a visitor reads it. A date, stored as `YYYY-MM-DD`, is formatted in the visitor's
 * language. Every other value stays unchanged. The date formats are in this module instead of `Intl`, because the
 * server and a replay in the browser must give the same text.
 */
export function formatVariableValue(value: string, language: Language): string {
  const match = storedDayPattern.exec(value);
  return match ? dayFormatters[language](Number(match[1]), Number(match[2]), Number(match[3])) : value;
}
