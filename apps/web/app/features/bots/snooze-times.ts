import { computeNextDay, type LocaleFormat } from "../../kit/format.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A snooze until tomorrow or next week ends at this time of day, in the reader's time zone. */
const morningTime = "09:00";
const mondayNumber = 1;

/** A chat can be snoozed for at most this many days. The contract has the same number as `maximumSnoozeDays`. */
const maximumSnoozeDays = 90;

export const talkSnoozeChoices = ["hour", "tomorrow", "week"] as const;
export type TalkSnoozeChoice = (typeof talkSnoozeChoices)[number];
type DayFormat = Pick<LocaleFormat, "calendarDay" | "fromDateTimeField">;

/** Returns the time at which a snooze ends: in an hour, tomorrow morning, or on the next Monday morning. */
export function snoozeEndOf(
  choice: TalkSnoozeChoice,
  now: Date,
  { calendarDay, fromDateTimeField }: DayFormat,
): Date {
  const inAnHour = new Date(now.getTime() + hourMs);
  if (choice === "hour") return inAnHour;
  let day = computeNextDay(calendarDay(now));
  while (choice === "week" && new Date(`${day}T00:00:00Z`).getUTCDay() !== mondayNumber)
    day = computeNextDay(day);
  return fromDateTimeField(`${day}T${morningTime}`) ?? inAnHour;
}

/**
 * Returns the choices for the end of a snooze. If two choices mean the same time, only the first is offered: on a
 * Sunday, "tomorrow" and "next week" are the same day.
 */
export function listTalkSnoozeChoices(
  now: Date,
  format: DayFormat,
): { choice: TalkSnoozeChoice; until: Date }[] {
  const choices: { choice: TalkSnoozeChoice; until: Date }[] = [];
  for (const snoozeChoice of talkSnoozeChoices) {
    const snoozeEnd = snoozeEndOf(snoozeChoice, now, format);
    if (!choices.some((offeredChoice) => offeredChoice.until.getTime() === snoozeEnd.getTime()))
      choices.push({ choice: snoozeChoice, until: snoozeEnd });
  }
  return choices;
}

export function isValidSnoozeEnd(snoozeEnd: Date, now: Date): boolean {
  const snoozeMs = snoozeEnd.getTime() - now.getTime();
  return snoozeMs > 0 && snoozeMs <= maximumSnoozeDays * dayMs;
}

/** Returns the latest time at which a snooze can end. */
export const latestSnoozeEnd = (now: Date): Date => new Date(now.getTime() + maximumSnoozeDays * dayMs);
