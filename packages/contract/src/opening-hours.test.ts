import fc from "fast-check";
import { expect, test } from "vitest";
import { findNextOpening } from "./opening-hours.ts";

const weekdayHours = {
  time_zone: "Asia/Tokyo",
  spans: [1, 2, 3, 4, 5].flatMap((day) => [
    { day, from: "13:00", until: "18:00" },
    { day, from: "09:00", until: "12:00" },
  ]),
  holidays: ["2026-11-30"],
};
const nextOpeningAfter = (localTime: string, hours = weekdayHours) =>
  findNextOpening(hours, new Date(`${localTime}:00+09:00`))?.toISOString() ?? null;

test("On a Sunday night before a holiday the next opening is on Tuesday morning", () => {
  expect(nextOpeningAfter("2026-11-29T22:00")).toBe("2026-12-01T00:00:00.000Z");
});

test("Before the first opening, at noon, and in the evening the next opening is the next one of the clock", () => {
  expect(nextOpeningAfter("2026-12-01T08:59")).toBe("2026-12-01T00:00:00.000Z");
  expect(nextOpeningAfter("2026-12-01T12:00")).toBe("2026-12-01T04:00:00.000Z");
  expect(nextOpeningAfter("2026-12-01T18:00")).toBe("2026-12-02T00:00:00.000Z");
});

test("While people are there, and if they never are, there is no next opening", () => {
  expect(nextOpeningAfter("2026-12-01T09:00")).toBeNull();
  expect(nextOpeningAfter("2026-12-01T17:59")).toBeNull();
  expect(nextOpeningAfter("2026-12-01T09:00", { ...weekdayHours, spans: [] })).toBeNull();
});

test("The clock of the hours counts, also where it is set back meanwhile", () => {
  const mondayHoursInBerlin = {
    time_zone: "Europe/Berlin",
    spans: [{ day: 1, from: "09:00", until: "24:00" }],
    holidays: [],
  };
  expect(findNextOpening(mondayHoursInBerlin, new Date("2026-10-24T12:00:00Z"))?.toISOString()).toBe(
    "2026-10-26T08:00:00.000Z",
  );
  expect(findNextOpening(mondayHoursInBerlin, new Date("2026-10-26T22:59:00Z"))).toBeNull();
});

const barHours = {
  time_zone: "Asia/Tokyo",
  spans: [5, 6, 7].map((day) => ({ day, from: "18:00", until: "02:00" })),
  holidays: ["2026-12-06"],
};

test("Hours that go on past midnight are those of the day on which they begin", () => {
  // The Friday evening hours continue on Saturday.
  expect(nextOpeningAfter("2026-12-04T17:59", barHours)).toBe("2026-12-04T09:00:00.000Z");
  expect(nextOpeningAfter("2026-12-05T01:59", barHours)).toBeNull();
  expect(nextOpeningAfter("2026-12-05T02:00", barHours)).toBe("2026-12-05T09:00:00.000Z");
  // The Saturday evening hours continue on Sunday, although Sunday is a holiday. Only hours that begin on a holiday are
  // closed.
  expect(nextOpeningAfter("2026-12-06T01:59", barHours)).toBeNull();
  expect(nextOpeningAfter("2026-12-06T18:00", barHours)).toBe("2026-12-11T09:00:00.000Z");
  expect(nextOpeningAfter("2026-12-07T00:30", barHours)).toBe("2026-12-11T09:00:00.000Z");
  // The Sunday evening hours continue on Monday.
  expect(nextOpeningAfter("2026-12-14T01:00", barHours)).toBeNull();
  expect(nextOpeningAfter("2026-12-14T02:00", barHours)).toBe("2026-12-18T09:00:00.000Z");
});

test("Hours that end when they begin are 24 hours", () => {
  const hours = { time_zone: "Asia/Tokyo", spans: [{ day: 1, from: "09:00", until: "09:00" }], holidays: [] };
  expect(nextOpeningAfter("2026-12-01T08:59", hours)).toBeNull();
  expect(nextOpeningAfter("2026-12-01T09:00", hours)).toBe("2026-12-07T00:00:00.000Z");
});

test("Hours whose beginning the clock skips begin when it jumps into them, whatever the moment of asking", () => {
  const hours = {
    time_zone: "Europe/Berlin",
    spans: [{ day: 7, from: "02:30", until: "04:00" }],
    holidays: [],
  };
  for (const from of ["2026-03-28T00:59:00Z", "2026-03-28T01:00:00Z", "2026-03-28T01:01:00Z"])
    expect(findNextOpening(hours, new Date(from))?.toISOString()).toBe("2026-03-29T01:00:00.000Z");
});

const dayMs = 86_400_000;
const minuteMs = 60_000;
const formatTime = (minutes: number) => new Date(minutes * minuteMs).toISOString().slice(11, 16);

/**
 * Returns a function that converts a time to the local time in a time zone: a weekday (1 is Monday), a day and a time.
 */
const createClock = (zoneName: string) => {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zoneName,
    dateStyle: "short",
    timeStyle: "short",
    hourCycle: "h23",
  });
  return (ms: number) => {
    const [day = "", time = ""] = format.format(ms).split(", ");
    return { day, time, weekday: new Date(`${day}T00:00Z`).getUTCDay() || 7 };
  };
};

/**
 * Finds the next opening by checking each minute of ten days. It is slow but simple, so its results are compared with
 * those of `findNextOpening`.
 */
function findOpeningByMinutes(
  { time_zone, spans, holidays }: typeof weekdayHours,
  from: Date,
): Date | null | undefined {
  const readClock = createClock(time_zone);
  const isOpen = (ms: number) => {
    const { day, time, weekday } = readClock(ms);
    const yesterday = new Date(Date.parse(`${day}T00:00Z`) - dayMs).toISOString().slice(0, 10);
    const endsNextDay = (span: { from: string; until: string }) => span.until <= span.from;
    return spans.some((span) => {
      if (span.day === weekday && !holidays.includes(day))
        return span.from <= time && (endsNextDay(span) || time < span.until);
      return (
        span.day === (weekday === 1 ? 7 : weekday - 1) &&
        !holidays.includes(yesterday) &&
        endsNextDay(span) &&
        time < span.until
      );
    });
  };
  if (isOpen(from.getTime())) return null;
  const startMs = Math.floor(from.getTime() / minuteMs) * minuteMs;
  for (let ms = startMs; ms < startMs + 10 * dayMs; ms += minuteMs) if (isOpen(ms)) return new Date(ms);
  return undefined;
}

/** Days on which the clock of a time zone changes: by an hour, at midnight, or by half an hour. */
const clockChanges = [
  ["Europe/Berlin", "2026-03-29"],
  ["Europe/Berlin", "2026-10-25"],
  ["America/New_York", "2026-11-01"],
  ["Africa/Cairo", "2026-04-24"],
  ["Africa/Cairo", "2026-10-30"],
  ["Australia/Lord_Howe", "2026-04-05"],
  ["Australia/Lord_Howe", "2026-10-04"],
  ["Asia/Tokyo", "2026-11-29"],
] as const;

test("The next opening is that of a reading of the clock at each minute", () => {
  const arbitraryQuarterHour = fc.integer({ min: 0, max: 95 }).map((number) => formatTime(number * 15));
  const arbitrarySpan = fc.record({
    day: fc.integer({ min: 1, max: 7 }),
    from: arbitraryQuarterHour,
    until: fc.oneof(arbitraryQuarterHour, fc.constant("24:00")),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...clockChanges),
      fc.array(arbitrarySpan, { maxLength: 4 }),
      fc.array(fc.integer({ min: -3, max: 5 }), { maxLength: 3 }),
      fc.integer({ min: -2 * 1_440, max: 2 * 1_440 }),
      fc.integer({ min: 0, max: 59 }),
      ([time_zone, day], spans, closedDays, minutes, seconds) => {
        const midnightMs = Date.parse(`${day}T00:00Z`);
        const formatDayAfter = (days: number) =>
          new Date(midnightMs + days * dayMs).toISOString().slice(0, 10);
        const hours = { time_zone, spans, holidays: closedDays.map(formatDayAfter) };
        const from = new Date(midnightMs + minutes * minuteMs + seconds * 1_000);
        const expected = findOpeningByMinutes(hours, from);
        const foundOpening = findNextOpening(hours, from);
        if (expected === undefined)
          expect(foundOpening === null || foundOpening.getTime() > from.getTime() + 9 * dayMs).toBe(true);
        else expect(foundOpening).toEqual(expected);
      },
    ),
    { numRuns: 100 },
  );
});
