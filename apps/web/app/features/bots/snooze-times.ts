import { dayAfter, type Format } from "../../kit/format.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** When a working day begins, in the reader's time zone. */
const morning = "09:00";
const monday = 1;

/** `maximumSnoozeDays` of the contract. */
const maximumSnoozeDays = 90;

export const snoozeChoices = ["hour", "tomorrow", "week"] as const;
export type SnoozeChoice = (typeof snoozeChoices)[number];
type Days = Pick<Format, "calendarDay" | "fromDateTimeField">;

/** Returns the moment that a choice means: an hour from now, tomorrow's morning, or that of next Monday. */
export function snoozeTime(choice: SnoozeChoice, now: Date, { calendarDay, fromDateTimeField }: Days): Date {
  const inAnHour = new Date(now.getTime() + hourMs);
  if (choice === "hour") return inAnHour;
  let day = dayAfter(calendarDay(now));
  while (choice === "week" && new Date(`${day}T00:00:00Z`).getUTCDay() !== monday) day = dayAfter(day);
  return fromDateTimeField(`${day}T${morning}`) ?? inAnHour;
}

/** Whether a talk can be snoozed until this moment. */
export function isSnoozeTime(until: Date, now: Date): boolean {
  const waitMs = until.getTime() - now.getTime();
  return waitMs > 0 && waitMs <= maximumSnoozeDays * dayMs;
}

/** The last moment until which a talk can be snoozed. */
export const lastSnoozeTime = (now: Date): Date => new Date(now.getTime() + maximumSnoozeDays * dayMs);
