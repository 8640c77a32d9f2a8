import type { Language } from "@kakehashi/contract/languages";
import { createLocalDateTimeFormat, parseLocalDateTime } from "@kakehashi/contract/local-time";
import { localeByLanguage } from "@kakehashi/contract/locales";
import { isTimeZone } from "@kakehashi/contract/user-settings";

/** Formats dates and numbers in the reader's language and time zone. Dates can be Date objects or ISO 8601 strings. */
export interface LocaleFormat {
  /** The time of day, such as 09:12. */
  time(timestamp: Timestamp): string;
  /** A day as text: Today, Yesterday, or Friday, 20 November. The year is added if it is not the current year. */
  day(timestamp: Timestamp, now?: Date): string;
  /** A short form: the time for today, “Yesterday”, the weekday within the last week, and otherwise the date. */
  timeOrDay(timestamp: Timestamp, now?: Date): string;
  /** The elapsed time, such as 5m or 3h. From an hour on, moments of earlier days are shown as by `timeOrDay`. */
  timeAgo(timestamp: Timestamp, now?: Date): string;
  /** The date with the month's full name, such as 20 November 2026. */
  date(timestamp: Timestamp): string;
  /** Date and time, such as 20 Nov 2026, 09:12. For tables, where the year and the time are needed. */
  dateTime(timestamp: Timestamp): string;
  /** Date and time in full, for a tooltip. */
  fullDateTime(timestamp: Timestamp): string;
  number(value: number): string;
  /** A list of names as text, such as "An, Binh and Chi". */
  list(items: readonly string[]): string;
  /** The day in the reader's time zone as a sortable string: 2026-11-20. Accepts milliseconds since 1970 as well. */
  calendarDay(timestamp: Timestamp | number): string;
  /** The hour in the reader's time zone, 0 to 23. */
  hourOfDay(timestamp: Timestamp): number;
  /** The start of a day (2026-11-20) in the reader's time zone. Null for an invalid day. */
  dayStart(day: string): Date | null;
  /** The local time as the value of a `datetime-local` field: 2026-11-20T09:12. */
  toDateTimeField(timestamp: Timestamp): string;
  /** The moment that a `datetime-local` field represents. Null if the field is empty. */
  fromDateTimeField(value: string): Date | null;
}
type Timestamp = Date | string;

/** Returns the day after a given day, such as 2026-11-20. An invalid day is returned unchanged. */
export function computeNextDay(day: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(midnight) ? day : new Date(midnight + dayMs).toISOString().slice(0, 10);
}

const cachedFormats = new Map<string, LocaleFormat>();

/**
 * Returns the formatting functions for a language and an IANA time zone. If the zone is missing or unknown, they use
 * the zone of the device or server on which this code runs.
 */
export function getLocaleFormat(language: Language, requestedTimeZone?: string): LocaleFormat {
  const timeZone =
    requestedTimeZone !== undefined && isTimeZone(requestedTimeZone) ? requestedTimeZone : undefined;
  const key = `${language} ${timeZone ?? ""}`;
  const format = cachedFormats.get(key) ?? createFormat(language, timeZone);
  cachedFormats.set(key, format);
  return format;
}

/**
 * Our own texts for "less than a minute ago", because the words of `Intl` for "now" are unusual in Vietnamese and
 * Japanese.
 */
const lastMinuteTexts: Readonly<Record<Language, string>> = { en: "now", vi: "vừa xong", ja: "たった今" };
/** The word for “ago” after a number of minutes or hours. Without it, the Vietnamese "9 giờ" would mean 9 o'clock. */
const agoWords: Readonly<Record<Language, string>> = { en: "", vi: " trước", ja: "前" };
/** The cache of days and the cache of times each contain at most this many texts. */
const maxCachedTexts = 50_000;
const minuteMs = 60 * 1000;
/**
 * A quarter of an hour in milliseconds. In every time zone, a day begins at a multiple of this time after midnight UTC.
 * So all moments within the same quarter of an hour have the same date.
 */
const quarterHourMs = 15 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

function createFormat(language: Language, timeZone: string | undefined): LocaleFormat {
  const locale = localeByLanguage[language];
  const timeZoneOption = timeZone === undefined ? {} : { timeZone };
  const createDateFormat = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...timeZoneOption, ...options });
  const time = createDateFormat({ hour: "2-digit", minute: "2-digit" });
  const dayFormatThisYear = createDateFormat({ weekday: "long", day: "numeric", month: "long" });
  const dayFormatOtherYear = createDateFormat({
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
  const isJapanese = language === "ja";
  /** Writes the weekday of a Japanese date as people do: 11月20日（金）. */
  const shortenWeekday = (date: string) => (isJapanese ? date.replace(/(.)曜日 ?/, "（$1）") : date);
  const weekday = createDateFormat({ weekday: isJapanese ? "long" : "short" });
  const shortFormatThisYear = createDateFormat({ day: "numeric", month: "short" });
  const shortFormatOtherYear = createDateFormat({ day: "numeric", month: "numeric", year: "numeric" });
  const longDateFormat = createDateFormat({ dateStyle: "long" });
  const createDateTimeFormat = (dateStyle: "medium" | "full"): ((timestamp: Timestamp) => string) => {
    const dateTimeFormat = createDateFormat({ dateStyle, timeStyle: "short" });
    if (language !== "vi") return (timestamp) => shortenWeekday(dateTimeFormat.format(new Date(timestamp)));
    // In Vietnamese, join time and date with a comma. `Intl` uses no comma, and its long form adds a word that our
    // sentences already have.
    const date = createDateFormat({ dateStyle });
    return (timestamp) => `${formatTime(timestamp)}, ${date.format(new Date(timestamp))}`;
  };
  const calendarFormat = new Intl.DateTimeFormat("en-CA", { ...timeZoneOption, dateStyle: "short" });
  const hourFormat = createDateFormat({ hour: "numeric", hourCycle: "h23" });
  const localDateTime = createLocalDateTimeFormat(timeZone);
  const fromDateTimeField = (value: string) => parseLocalDateTime(value, timeZone);
  const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const number = new Intl.NumberFormat(locale);
  // The format of lists is created on first use, because most pages need none.
  let listFormat: Intl.ListFormat | undefined;

  /** A cache of formatted dates, because a long conversation formats all its dates again for each new message. */
  const dayByQuarterHour = new Map<number, string>();
  function calendarDay(timestamp: Timestamp | number): string {
    const quarterHourNumber = Math.floor(
      (typeof timestamp === "string" ? Date.parse(timestamp) : Number(timestamp)) / quarterHourMs,
    );
    const cachedDay = dayByQuarterHour.get(quarterHourNumber);
    if (cachedDay !== undefined) return cachedDay;
    const day = calendarFormat.format(new Date(timestamp));
    if (dayByQuarterHour.size >= maxCachedTexts) dayByQuarterHour.clear();
    dayByQuarterHour.set(quarterHourNumber, day);
    return day;
  }
  /** A cache of formatted times, because messages of the same minute show the same time. */
  const timeByMinute = new Map<number, string>();
  function formatTime(timestamp: Timestamp): string {
    const minuteNumber = Math.floor(
      (typeof timestamp === "string" ? Date.parse(timestamp) : timestamp.getTime()) / minuteMs,
    );
    const cachedTime = timeByMinute.get(minuteNumber);
    if (cachedTime !== undefined) return cachedTime;
    const text = time.format(new Date(timestamp));
    if (timeByMinute.size >= maxCachedTexts) timeByMinute.clear();
    timeByMinute.set(minuteNumber, text);
    return text;
  }
  /** Returns the number of calendar days between two moments. Days with 23 or 25 hours count as one. */
  const countDaysAgo = (timestamp: Timestamp, now: Date) =>
    Math.round((Date.parse(calendarDay(now)) - Date.parse(calendarDay(timestamp))) / dayMs);
  const isSameYear = (timestamp: Timestamp, now: Date) =>
    calendarDay(timestamp).slice(0, 4) === calendarDay(now).slice(0, 4);
  // The formats for units of time are created on first use, because few pages need them.
  let unitFormats: Readonly<Record<"minute" | "hour", Intl.NumberFormat>> | undefined;
  const formatUnitsAgo = (count: number, unit: "minute" | "hour") => {
    const createUnitFormat = (unit: string) =>
      new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay });
    // The narrow form of minutes would be "m", which is not used in Japanese. So use the short form there.
    const unitDisplay = language === "ja" ? "short" : "narrow";
    unitFormats ??= { minute: createUnitFormat("minute"), hour: createUnitFormat("hour") };
    return unitFormats[unit].format(count).replace(/ (?=分|時間)/, "") + agoWords[language];
  };
  const formatRelativeDay = (days: number) => {
    const text = relativeFormat.format(-days, "day");
    return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
  };

  function timeOrDay(timestamp: Timestamp, now = new Date()): string {
    const days = countDaysAgo(timestamp, now);
    if (days === 0) return formatTime(timestamp);
    if (days === 1) return formatRelativeDay(1);
    if (days > 1 && days < 7) return weekday.format(new Date(timestamp));
    return (isSameYear(timestamp, now) ? shortFormatThisYear : shortFormatOtherYear).format(
      new Date(timestamp),
    );
  }

  return {
    timeOrDay,
    timeAgo(timestamp, now = new Date()) {
      const minutes = Math.floor((now.getTime() - new Date(timestamp).getTime()) / minuteMs);
      if (minutes < 1) return lastMinuteTexts[language];
      if (minutes < 60) return formatUnitsAgo(minutes, "minute");
      return countDaysAgo(timestamp, now) === 0
        ? formatUnitsAgo(Math.floor(minutes / 60), "hour")
        : timeOrDay(timestamp, now);
    },
    calendarDay,
    time: formatTime,
    date: (timestamp) => longDateFormat.format(new Date(timestamp)),
    dateTime: createDateTimeFormat("medium"),
    fullDateTime: createDateTimeFormat("full"),
    number: (value) => number.format(value),
    list(items) {
      listFormat ??= new Intl.ListFormat(locale, { type: "conjunction" });
      return listFormat.format(items);
    },
    hourOfDay: (timestamp) =>
      Number(hourFormat.formatToParts(new Date(timestamp)).find(({ type }) => type === "hour")?.value ?? 0),
    dayStart: (day) => fromDateTimeField(`${day}T00:00`),
    toDateTimeField: (timestamp) => localDateTime.format(new Date(timestamp)).replace(" ", "T").slice(0, 16),
    fromDateTimeField,
    day(timestamp, now = new Date()) {
      const days = countDaysAgo(timestamp, now);
      if (days === 0 || days === 1) return formatRelativeDay(days);
      return shortenWeekday(
        (isSameYear(timestamp, now) ? dayFormatThisYear : dayFormatOtherYear).format(new Date(timestamp)),
      );
    },
  };
}
