import { dayAfter } from "../../kit/format.ts";

const dayMs = 24 * 60 * 60 * 1000;
const shape = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
const begun = /^\d{1,4}(?:[-/]\d{0,2}){0,2}$/;
const whole = /^\d{4}[-/]\d{1,2}[-/]\d{2}$/;

/** As it is typed on a Japanese keyboard, too: ２０２６－１１－２０. */
const plain = (text: string) => text.normalize("NFKC").replace(/[−‐–ー]/g, "-");

/**
 * The day of the calendar that a text means (2026-11-20, 2026/1/5), in the form 2026-11-20; null for what is none. The
 * first and the last year are left out: where clocks are ahead or behind, their ends lie in years that nobody can write.
 */
export function readDay(text: string): string | null {
  const [, year = "", month = "", day = ""] = shape.exec(plain(text)) ?? [];
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const midnight = Date.parse(`${written}T00:00:00Z`);
  // February has no 30th: JavaScript takes some of them for days in March.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== written) return null;
  return Number(year) > 1 && Number(year) < 9999 ? written : null;
}

/** Whether this may become a day while one writes on. */
export const mayBecomeDay = (text: string): boolean =>
  text === "" || (begun.test(plain(text)) && !whole.test(plain(text)));

const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10);

/** The first and the last day of what was asked for; of one that is left out there was no word. */
interface Days {
  readonly after?: string;
  readonly before?: string;
}

export type DayKind = "before" | "after" | "since" | "until" | "on";

/** "Before" and "after" a day leave it out, as in Slack; the other words take it in, as the fields below them do. */
export function daysOf(kind: DayKind, day: string): Days {
  if (kind === "before") return { before: dayBefore(day) };
  if (kind === "after") return { after: dayAfter(day) };
  if (kind === "until") return { before: day };
  return kind === "since" ? { after: day } : { after: day, before: day };
}
