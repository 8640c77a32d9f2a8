import { computeNextDay } from "../../kit/format.ts";

const dayMs = 24 * 60 * 60 * 1000;
const dayPattern = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
const partialDayPattern = /^\d{1,4}(?:[-/]\d{0,2}){0,2}$/;
const fullDayPattern = /^\d{4}[-/]\d{1,2}[-/]\d{2}$/;

/** Converts the full-width digits of Japanese keyboards: ２０２６－１１－２０. */
const toHalfWidth = (text: string) => text.normalize("NFKC").replace(/[−‐–ー]/g, "-");

/**
 * Parses a day such as 2026-11-20 or 2026/1/5. Returns it as 2026-11-20. Returns null for an invalid day. Returns null
 * in the first and the last possible year too, because in some time zones such a day would be outside the range of
 * dates.
 */
export function parseDay(text: string): string | null {
  const [, year = "", month = "", day = ""] = dayPattern.exec(toHalfWidth(text)) ?? [];
  const isoDay = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const midnightMs = Date.parse(`${isoDay}T00:00:00Z`);
  // Refuse non-existent days, because JavaScript turns 30 February into a day in March.
  if (Number.isNaN(midnightMs) || new Date(midnightMs).toISOString().slice(0, 10) !== isoDay) return null;
  return Number(year) > 1 && Number(year) < 9999 ? isoDay : null;
}

/** Whether the text may be the first characters of a typed date. */
export const isPartialDay = (text: string): boolean =>
  text === "" || (partialDayPattern.test(toHalfWidth(text)) && !fullDayPattern.test(toHalfWidth(text)));

const computePreviousDay = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);

/** The first and the last day that a filter includes. Undefined for no limit. */
interface DayRange {
  readonly after?: string;
  readonly before?: string;
}

export type DayFilterKind = "before" | "after" | "since" | "until" | "on";

/**
 * Returns the days that a date filter includes. As in Slack, `before:` and `after:` exclude the named day. The other
 * filters include it.
 */
export function dayRangeOf(kind: DayFilterKind, day: string): DayRange {
  if (kind === "before") return { before: computePreviousDay(day) };
  if (kind === "after") return { after: computeNextDay(day) };
  if (kind === "until") return { before: day };
  return kind === "since" ? { after: day } : { after: day, before: day };
}
