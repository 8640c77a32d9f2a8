import { expect, test } from "vitest";
import { getLocaleFormat } from "../../kit/format.ts";
import { isValidSnoozeEnd, latestSnoozeEnd, listTalkSnoozeChoices, snoozeEndOf } from "./snooze-times.ts";

const hanoiFormat = getLocaleFormat("vi", "Asia/Ho_Chi_Minh");
/** Returns a local time in Hanoi as a point in time. The day 2026-11-26 is a Thursday. */
const momentInHanoi = (day: string, time: string) => new Date(`${day}T${time}:00+07:00`);
const fieldTextInHanoi = (date: Date) => hanoiFormat.toDateTimeField(date);

test("Choices mean an hour, tomorrow's morning and the morning of next Monday, in the reader's time zone", () => {
  const eveningInHanoi = momentInHanoi("2026-11-26", "23:30");
  expect(snoozeEndOf("hour", eveningInHanoi, hanoiFormat)).toEqual(momentInHanoi("2026-11-27", "00:30"));
  expect(fieldTextInHanoi(snoozeEndOf("tomorrow", eveningInHanoi, hanoiFormat))).toBe("2026-11-27T09:00");
  expect(fieldTextInHanoi(snoozeEndOf("tomorrow", momentInHanoi("2026-11-30", "01:00"), hanoiFormat))).toBe(
    "2026-12-01T09:00",
  );
  expect(fieldTextInHanoi(snoozeEndOf("week", eveningInHanoi, hanoiFormat))).toBe("2026-11-30T09:00");
  expect(fieldTextInHanoi(snoozeEndOf("week", momentInHanoi("2026-11-30", "08:00"), hanoiFormat))).toBe(
    "2026-12-07T09:00",
  );
  expect(fieldTextInHanoi(snoozeEndOf("week", momentInHanoi("2026-11-29", "08:00"), hanoiFormat))).toBe(
    "2026-11-30T09:00",
  );
});

test("On a Sunday only one choice ends on Monday morning", () => {
  const choicesAt = (now: Date) => listTalkSnoozeChoices(now, hanoiFormat).map(({ choice }) => choice);
  expect(choicesAt(momentInHanoi("2026-11-28", "10:00"))).toEqual(["hour", "tomorrow", "week"]);
  expect(choicesAt(momentInHanoi("2026-11-29", "10:00"))).toEqual(["hour", "tomorrow"]);
  expect(choicesAt(momentInHanoi("2026-11-30", "10:00"))).toEqual(["hour", "tomorrow", "week"]);
});

test("A talk is snoozed until a time that is to come, at most 90 days away", () => {
  const now = momentInHanoi("2026-11-26", "12:00");
  expect(isValidSnoozeEnd(momentInHanoi("2026-11-26", "12:01"), now)).toBe(true);
  expect(isValidSnoozeEnd(now, now)).toBe(false);
  expect(isValidSnoozeEnd(latestSnoozeEnd(now), now)).toBe(true);
  expect(isValidSnoozeEnd(new Date(latestSnoozeEnd(now).getTime() + 1), now)).toBe(false);
});
