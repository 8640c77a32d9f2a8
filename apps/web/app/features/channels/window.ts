import type { MessagingWindow } from "@kakehashi/contract/channels";
import type { Language } from "@kakehashi/contract/languages";
import { localeByLanguage } from "@kakehashi/contract/locales";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A warning appears when fewer than this many milliseconds are left to answer a customer. */
const warningBeforeEndMs = 2 * hourMs;

/**
 * Who may write to a customer on Messenger or Zalo at present.
 *
 * - `all`: people and bots. `until` is the end for people, which may be later than the end for bots.
 * - `people`: only people.
 * - `over`: nobody, until the customer writes again. `until` is null.
 */
export interface ReplyWindowState {
  readonly openTo: "all" | "people" | "over";
  readonly until: Date | null;
  readonly leftMs: number;
  readonly isSoonOver: boolean;
}

/**
 * Returns the ends of a reply window (the time in which the platform allows an answer). Leaves out ends that have
 * passed. The nearest comes first.
 */
const listWindowEndsAfter = (now: Date, ...endTimes: (string | null)[]): Date[] =>
  endTimes
    .filter((end) => end !== null)
    .map((end) => new Date(end))
    .filter((end) => end > now)
    .sort((firstDate, secondDate) => firstDate.getTime() - secondDate.getTime());

export function computeReplyWindowState(
  { all_until, people_until }: MessagingWindow,
  now: Date,
): ReplyWindowState {
  const windowEnd = listWindowEndsAfter(now, all_until, people_until).at(-1) ?? null;
  const leftMs = windowEnd ? windowEnd.getTime() - now.getTime() : 0;
  const isOpenToBots = listWindowEndsAfter(now, all_until).length > 0;
  return {
    openTo: isOpenToBots ? "all" : windowEnd ? "people" : "over",
    until: windowEnd,
    leftMs,
    isSoonOver: windowEnd !== null && leftMs < warningBeforeEndMs,
  };
}

/** Returns the next time at which a bot or people may no longer answer a customer. Null if there is no such time. */
export const findNextWindowChange = ({ all_until, people_until }: MessagingWindow, now: Date): Date | null =>
  listWindowEndsAfter(now, all_until, people_until)[0] ?? null;

const timeUnits = [
  ["day", dayMs],
  ["hour", hourMs],
  ["minute", minuteMs],
] as const;

/**
 * Formats the time that is left, such as "3 hours". Uses the largest unit of which at least two are left. Rounds down,
 * so that the text does not promise too much time. Only the last minute counts as a whole one.
 */
export function formatTimeLeft(leftMs: number, language: Language): string {
  const [unit, length] =
    timeUnits.find(([, unitMs]) => leftMs >= 2 * unitMs) ?? (["minute", minuteMs] as const);
  const count = Math.max(1, Math.floor(leftMs / length));
  const text = new Intl.NumberFormat(localeByLanguage[language], {
    style: "unit",
    unit,
    unitDisplay: "long",
  }).format(count);
  // Japanese has no space between a number and its unit, but the browser's formatter may add one.
  return language === "ja" ? text.replace(/\s/u, "") : text;
}
