import { dayAfter, type Format } from "../../kit/format.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The time of day at which a snooze until another day ends, in the reader's time zone. */
const morningTime = "09:00";
const mondayNumber = 1;

/** The same number as `maximumSnoozeDays` of the contract. */
const maximumSnoozeDays = 90;

export const snoozeChoices = ["hour", "tomorrow", "week"] as const;
export type SnoozeChoice = (typeof snoozeChoices)[number];
type DayFormat = Pick<Format, "calendarDay" | "fromDateTimeField">;

/** Returns the end of a snooze: in an hour, tomorrow morning, or in the morning of the next Monday. */
export function snoozeTime(
  choice: SnoozeChoice,
  now: Date,
  { calendarDay, fromDateTimeField }: DayFormat,
): Date {
  const inAnHour = new Date(now.getTime() + hourMs);
  if (choice === "hour") return inAnHour;
  let day = dayAfter(calendarDay(now));
  while (choice === "week" && new Date(`${day}T00:00:00Z`).getUTCDay() !== mondayNumber) day = dayAfter(day);
  return fromDateTimeField(`${day}T${morningTime}`) ?? inAnHour;
}

/**
 * Returns the choices that end at different times. On a Sunday, tomorrow is the next Monday, so next week is left out.
 */
export function offeredChoices(now: Date, format: DayFormat): { choice: SnoozeChoice; until: Date }[] {
  const offeredChoicesSoFar: { choice: SnoozeChoice; until: Date }[] = [];
  for (const choice of snoozeChoices) {
    const until = snoozeTime(choice, now, format);
    if (!offeredChoicesSoFar.some((offeredChoice) => offeredChoice.until.getTime() === until.getTime()))
      offeredChoicesSoFar.push({ choice, until });
  }
  return offeredChoicesSoFar;
}

/** Whether a talk can be snoozed until this time. */
export function isSnoozeTime(until: Date, now: Date): boolean {
  const waitMs = until.getTime() - now.getTime();
  return waitMs > 0 && waitMs <= maximumSnoozeDays * dayMs;
}

/** Returns the latest end of a snooze. */
export const lastSnoozeTime = (now: Date): Date => new Date(now.getTime() + maximumSnoozeDays * dayMs);
