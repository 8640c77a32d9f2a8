import type { Language } from "@kakehashi/contract/languages";
import { isTimeZone } from "@kakehashi/contract/users";

/** Formats dates and numbers in the reader's language and time zone. Accepts a Date or an ISO 8601 string. */
export interface Format {
  /** 09:12 */
  time(moment: Moment): string;
  /** Today, Yesterday, or Friday, 20 November. The year is added if it is not this one. */
  day(moment: Moment, now?: Date): string;
  /** Short: the time today, then Yesterday, the weekday for a week, then the date. */
  stamp(moment: Moment, now?: Date): string;
  /** The time passed: 5m, 3h. Before today, like `stamp`. */
  ago(moment: Moment, now?: Date): string;
  /** 20 November 2026 */
  date(moment: Moment): string;
  /** 20 Nov 2026, 09:12: complete and short, for tables. */
  moment(moment: Moment): string;
  /** Date and time in full, for a tooltip. */
  full(moment: Moment): string;
  number(value: number): string;
  /** An, Binh and Chi */
  list(items: readonly string[]): string;
  /** The day in the reader's time zone, as a sortable string: 2026-11-20. Also accepts milliseconds since 1970. */
  calendarDay(moment: Moment | number): string;
  /** The hour in the reader's time zone, 0 to 23. */
  hour(moment: Moment): number;
  /** The start of a day (2026-11-20) in the reader's time zone. Null for an invalid day. */
  dayStart(day: string): Date | null;
  /** The local time as the value of a `datetime-local` field: 2026-11-20T09:12. */
  toField(moment: Moment): string;
  /** The moment that a `datetime-local` field contains. Null while it is empty. */
  fromField(value: string): Date | null;
}
type Moment = Date | string;

/** The day after this day (2026-11-20). An invalid day is returned unchanged. */
export function dayAfter(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(midnight) ? day : new Date(midnight + dayMs).toISOString().slice(0, 10);
}

const made = new Map<string, Format>();

/** The formats of a language and an IANA time zone. Without a zone, or with an unknown one, it uses the machine's. */
export function formatFor(language: Language, zone?: string): Format {
  const timeZone = zone !== undefined && isTimeZone(zone) ? zone : undefined;
  const key = `${language} ${timeZone ?? ""}`;
  const format = made.get(key) ?? createFormat(language, timeZone);
  made.set(key, format);
  return format;
}

const locales: Readonly<Record<Language, string>> = { en: "en-GB", vi: "vi-VN", ja: "ja-JP" };
/** The text for the last minute, because the platform's texts only say "now". */
const justNow: Readonly<Record<Language, string>> = { en: "now", vi: "vừa xong", ja: "たった今" };
/** How many formatted days and times are cached, each. */
const maxRemembered = 50_000;
const minute = 60 * 1000;
/** A quarter of an hour. In every time zone in use, days begin at a multiple of it. */
const quarterMs = 15 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

function createFormat(language: Language, timeZone: string | undefined): Format {
  const locale = locales[language];
  const zone = timeZone === undefined ? {} : { timeZone };
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...zone, ...options });
  const time = dates({ hour: "2-digit", minute: "2-digit" });
  const dayThisYear = dates({ weekday: "long", day: "numeric", month: "long" });
  const dayOtherYear = dates({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const weekday = dates({ weekday: "short" });
  const shortThisYear = dates({ day: "numeric", month: "short" });
  const shortOtherYear = dates({ day: "numeric", month: "numeric", year: "numeric" });
  const date = dates({ dateStyle: "long" });
  const brief = dates({ dateStyle: "medium", timeStyle: "short" });
  const full = dates({ dateStyle: "full", timeStyle: "short" });
  const calendar = new Intl.DateTimeFormat("en-CA", { ...zone, dateStyle: "short" });
  const hour = dates({ hour: "numeric", hourCycle: "h23" });
  // Formats the local time in a way that can be parsed as UTC.
  const wall = new Intl.DateTimeFormat("sv-SE", { ...zone, dateStyle: "short", timeStyle: "medium" });
  /** The offset of the reader's time zone from UTC at this moment, in milliseconds. */
  const offsetMs = (moment: number) =>
    Date.parse(`${wall.format(moment).replace(" ", "T")}Z`) - Math.floor(moment / 1000) * 1000;
  function fromField(value: string): Date | null {
    const shown = Date.parse(`${value}Z`);
    if (Number.isNaN(shown)) return null;
    // Compute the offset twice, in case the clock changes between the guess and the real moment.
    const guess = shown - offsetMs(shown);
    return new Date(shown - offsetMs(guess));
  }
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const number = new Intl.NumberFormat(locale);
  // The formats are created on first use, because most pages need none.
  let lists: Intl.ListFormat | undefined;

  /** Cached, because a long conversation formats all its dates again for each new message. */
  const days = new Map<number, string>();
  function calendarDay(moment: Moment | number): string {
    const at = Math.floor((typeof moment === "string" ? Date.parse(moment) : Number(moment)) / quarterMs);
    const known = days.get(at);
    if (known !== undefined) return known;
    const day = calendar.format(new Date(moment));
    if (days.size >= maxRemembered) days.clear();
    days.set(at, day);
    return day;
  }
  /** Cached, because messages of the same minute show the same time. */
  const times = new Map<number, string>();
  function timeOf(moment: Moment): string {
    const at = Math.floor((typeof moment === "string" ? Date.parse(moment) : moment.getTime()) / minute);
    const known = times.get(at);
    if (known !== undefined) return known;
    const text = time.format(new Date(moment));
    if (times.size >= maxRemembered) times.clear();
    times.set(at, text);
    return text;
  }
  /** Calendar days between two moments. A day of 23 or 25 hours counts as one. */
  const daysAgo = (moment: Moment, now: Date) =>
    Math.round((Date.parse(calendarDay(now)) - Date.parse(calendarDay(moment))) / dayMs);
  const sameYear = (moment: Moment, now: Date) =>
    calendarDay(moment).slice(0, 4) === calendarDay(now).slice(0, 4);
  // Unit formats are created on first use, because few pages need any.
  let spans: Readonly<Record<"minute" | "hour", Intl.NumberFormat>> | undefined;
  const span = (count: number, unit: "minute" | "hour") => {
    const made = (of: string) => new Intl.NumberFormat(locale, { style: "unit", unit: of, unitDisplay });
    // In Japanese, the narrow form would be "m", which nobody uses for minutes.
    const unitDisplay = language === "ja" ? "short" : "narrow";
    spans ??= { minute: made("minute"), hour: made("hour") };
    return spans[unit].format(count).replace(/ (?=分|時間)/, "") + (language === "ja" ? "前" : "");
  };
  const relativeDay = (days: number) => {
    const text = relative.format(-days, "day");
    return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
  };

  function stamp(moment: Moment, now = new Date()): string {
    const days = daysAgo(moment, now);
    if (days === 0) return timeOf(moment);
    if (days === 1) return relativeDay(1);
    if (days > 1 && days < 7) return weekday.format(new Date(moment));
    return (sameYear(moment, now) ? shortThisYear : shortOtherYear).format(new Date(moment));
  }

  return {
    stamp,
    ago(moment, now = new Date()) {
      const minutes = Math.floor((now.getTime() - new Date(moment).getTime()) / minute);
      if (minutes < 1) return justNow[language];
      if (minutes < 60) return span(minutes, "minute");
      return daysAgo(moment, now) === 0 ? span(Math.floor(minutes / 60), "hour") : stamp(moment, now);
    },
    calendarDay,
    time: timeOf,
    date: (moment) => date.format(new Date(moment)),
    moment: (moment) => brief.format(new Date(moment)),
    full: (moment) => full.format(new Date(moment)),
    number: (value) => number.format(value),
    list(items) {
      lists ??= new Intl.ListFormat(locale, { type: "conjunction" });
      return lists.format(items);
    },
    hour: (moment) =>
      Number(hour.formatToParts(new Date(moment)).find(({ type }) => type === "hour")?.value ?? 0),
    dayStart: (day) => fromField(`${day}T00:00`),
    toField: (moment) => wall.format(new Date(moment)).replace(" ", "T").slice(0, 16),
    fromField,
    day(moment, now = new Date()) {
      const days = daysAgo(moment, now);
      if (days === 0 || days === 1) return relativeDay(days);
      return (sameYear(moment, now) ? dayThisYear : dayOtherYear).format(new Date(moment));
    },
  };
}
