import { expect, test } from "vitest";
import { nextOpening } from "./opening-hours.ts";

const weekdays = {
  time_zone: "Asia/Tokyo",
  spans: [1, 2, 3, 4, 5].flatMap((day) => [
    { day, from: "13:00", until: "18:00" },
    { day, from: "09:00", until: "12:00" },
  ]),
  holidays: ["2026-11-30"],
};
const next = (local: string, hours = weekdays) =>
  nextOpening(hours, new Date(`${local}:00+09:00`))?.toISOString() ?? null;

test("On a Sunday night before a holiday the next opening is on Tuesday morning", () => {
  expect(next("2026-11-29T22:00")).toBe("2026-12-01T00:00:00.000Z");
});

test("Before the first opening, at noon, and in the evening the next opening is the next one of the clock", () => {
  expect(next("2026-12-01T08:59")).toBe("2026-12-01T00:00:00.000Z");
  expect(next("2026-12-01T12:00")).toBe("2026-12-01T04:00:00.000Z");
  expect(next("2026-12-01T18:00")).toBe("2026-12-02T00:00:00.000Z");
});

test("While people are there, and if they never are, there is no next opening", () => {
  expect(next("2026-12-01T09:00")).toBeNull();
  expect(next("2026-12-01T17:59")).toBeNull();
  expect(next("2026-12-01T09:00", { ...weekdays, spans: [] })).toBeNull();
});

test("The clock of the hours counts, also where it is set back meanwhile", () => {
  const hours = {
    time_zone: "Europe/Berlin",
    spans: [{ day: 1, from: "09:00", until: "24:00" }],
    holidays: [],
  };
  expect(nextOpening(hours, new Date("2026-10-24T12:00:00Z"))?.toISOString()).toBe(
    "2026-10-26T08:00:00.000Z",
  );
  expect(nextOpening(hours, new Date("2026-10-26T22:59:00Z"))).toBeNull();
});
