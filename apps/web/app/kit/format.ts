import type { Language } from "@kakehashi/contract/languages";
import { isTimeZone } from "@kakehashi/contract/users";

/** Dates and numbers as the reader writes them, in the reader's time zone. Takes Date or an ISO 8601 text. */
export interface Format {
  /** 09:12 */
  time(moment: Moment): string;
  /** Today, Yesterday, else Friday, 20 November (with the year where it is not this one). */
  day(moment: Moment, now?: Date): string;
  /** As short as it stays clear: the time today, then Yesterday, the weekday for a week, the date. */
  stamp(moment: Moment, now?: Date): string;
  /** How long ago, as short as it goes: 5m, 3h; from the day before on like `stamp`. */
  ago(moment: Moment, now?: Date): string;
  /** 20 November 2026 */
  date(moment: Moment): string;
  /** 20 Nov 2026, 09:12: exact, and short enough for a table. */
  moment(moment: Moment): string;
  /** Everything, for a tooltip. */
  full(moment: Moment): string;
  number(value: number): string;
  /** An, Binh and Chi */
  list(items: readonly string[]): string;
  /** The day on the reader's calendar, comparable: 2026-11-20. Takes milliseconds since 1970 too. */
  calendarDay(moment: Moment | number): string;
  /** The hour of the reader's day, 0 to 23. */
  hour(moment: Moment): number;
  /** When a day of the calendar (2026-11-20) begins where the reader is; null for what is no day. */
  dayStart(day: string): Date | null;
  /** What the reader's clock shows then, as a `datetime-local` field takes it: 2026-11-20T09:12. */
  toField(moment: Moment): string;
  /** The moment that such a field means; null while it is not filled in. */
  fromField(value: string): Date | null;
}
type Moment = Date | string;

/** The day after a day of the calendar (2026-11-20); what is no day stays as it is. */
export function dayAfter(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(midnight) ? day : new Date(midnight + dayLength).toISOString().slice(0, 10);
}

const made = new Map<string, Format>();

/**
 * The formats of one language and time zone (IANA name; the machine's own when left out, or where this machine has never
 * heard of that one).
 */
export function formatFor(language: Language, zone?: string): Format {
  const timeZone = zone !== undefined && isTimeZone(zone) ? zone : undefined;
  const key = `${language} ${timeZone ?? ""}`;
  const format = made.get(key) ?? createFormat(language, timeZone);
  made.set(key, format);
  return format;
}

const locales: Readonly<Record<Language, string>> = { en: "en-GB", vi: "vi-VN", ja: "ja-JP" };
/** What happened within the last minute: the platform's own words mean the present. */
const justNow: Readonly<Record<Language, string>> = { en: "now", vi: "vừa xong", ja: "たった今" };
/** Days and times of moments, each. */
const remembered = 50_000;
const minute = 60 * 1000;
/** Milliseconds. Wherever people live, a day begins at a quarter of an hour. */
const quarter = 15 * 60 * 1000;
const dayLength = 24 * 60 * 60 * 1000;

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
  // What the clock on the reader's wall shows, in a form that reads as a moment of UTC.
  const wall = new Intl.DateTimeFormat("sv-SE", { ...zone, dateStyle: "short", timeStyle: "medium" });
  /** Milliseconds that the reader's clock is ahead of UTC at this moment. */
  const ahead = (moment: number) =>
    Date.parse(`${wall.format(moment).replace(" ", "T")}Z`) - Math.floor(moment / 1000) * 1000;
  function fromField(value: string): Date | null {
    const shown = Date.parse(`${value}Z`);
    if (Number.isNaN(shown)) return null;
    // The second look is for a clock that is put forward or back between the first guess and the moment itself.
    const guess = shown - ahead(shown);
    return new Date(shown - ahead(guess));
  }
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const number = new Intl.NumberFormat(locale);
  // Made with the first list: most pages have none.
  let lists: Intl.ListFormat | undefined;

  /** A long conversation asks for all of its moments at every message that arrives. */
  const days = new Map<number, string>();
  function calendarDay(moment: Moment | number): string {
    const at = Math.floor((typeof moment === "string" ? Date.parse(moment) : Number(moment)) / quarter);
    const known = days.get(at);
    if (known !== undefined) return known;
    const day = calendar.format(new Date(moment));
    if (days.size >= remembered) days.clear();
    days.set(at, day);
    return day;
  }
  /** Every message shows its own, and those of one minute the same. */
  const times = new Map<number, string>();
  function timeOf(moment: Moment): string {
    const at = Math.floor((typeof moment === "string" ? Date.parse(moment) : moment.getTime()) / minute);
    const known = times.get(at);
    if (known !== undefined) return known;
    const text = time.format(new Date(moment));
    if (times.size >= remembered) times.clear();
    times.set(at, text);
    return text;
  }
  /** Whole days on the calendar between then and now; a day of 23 or 25 hours is one day. */
  const daysAgo = (moment: Moment, now: Date) =>
    Math.round((Date.parse(calendarDay(now)) - Date.parse(calendarDay(moment))) / dayLength);
  const sameYear = (moment: Moment, now: Date) =>
    calendarDay(moment).slice(0, 4) === calendarDay(now).slice(0, 4);
  // Made with the first one: few pages have any.
  let spans: Readonly<Record<"minute" | "hour", Intl.NumberFormat>> | undefined;
  const span = (count: number, unit: "minute" | "hour") => {
    const made = (of: string) => new Intl.NumberFormat(locale, { style: "unit", unit: of, unitDisplay });
    // Japanese has the letter m, too, but nobody writes it of time.
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
