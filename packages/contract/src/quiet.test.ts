import { expect, test } from "vitest";
import { isInQuietHours } from "./quiet.ts";

const nightInHanoi = { from: "22:00", to: "07:00" };
const noonInTokyo = { from: "12:00", to: "13:30" };

test.each([
  // Hanoi has UTC+7 the whole year.
  ["2026-11-21T14:59:59Z", nightInHanoi, "Asia/Ho_Chi_Minh", false],
  ["2026-11-21T15:00:00Z", nightInHanoi, "Asia/Ho_Chi_Minh", true],
  ["2026-11-21T17:00:00Z", nightInHanoi, "Asia/Ho_Chi_Minh", true],
  ["2026-11-21T23:59:59Z", nightInHanoi, "Asia/Ho_Chi_Minh", true],
  ["2026-11-22T00:00:00Z", nightInHanoi, "Asia/Ho_Chi_Minh", false],
  // At this time it is night in Hanoi but day in London.
  ["2026-11-21T15:00:00Z", nightInHanoi, "Europe/London", false],
  ["2026-11-21T03:00:00Z", noonInTokyo, "Asia/Tokyo", true],
  ["2026-11-21T04:30:00Z", noonInTokyo, "Asia/Tokyo", false],
  // The last minute before midnight in Tokyo, and then midnight itself.
  ["2026-11-21T14:59:00Z", nightInHanoi, "Asia/Tokyo", true],
  ["2026-11-21T15:00:00Z", nightInHanoi, "Asia/Tokyo", true],
])("at %s, %j in %s: %s", (now, hours, timeZone, isQuiet) => {
  expect(isInQuietHours(new Date(now), hours, timeZone)).toBe(isQuiet);
});

test("the hour that is skipped when clocks go forward is not quiet", () => {
  const skippedHour = { from: "02:00", to: "03:00" };
  // In Berlin on 2026-03-29, 01:59 is followed by 03:00.
  expect(isInQuietHours(new Date("2026-03-29T00:59:00Z"), skippedHour, "Europe/Berlin")).toBe(false);
  expect(isInQuietHours(new Date("2026-03-29T01:00:00Z"), skippedHour, "Europe/Berlin")).toBe(false);
  expect(isInQuietHours(new Date("2026-03-29T04:59:00Z"), nightInHanoi, "Europe/Berlin")).toBe(true);
  expect(isInQuietHours(new Date("2026-03-29T05:00:00Z"), nightInHanoi, "Europe/Berlin")).toBe(false);
});

test("when the clock is put back, both repeated hours are quiet", () => {
  const nightlyHours = { from: "02:00", to: "03:00" };
  // In Berlin on 2026-10-25, 02:00 to 03:00 happens twice.
  for (const time of ["00:00", "00:59", "01:00", "01:59"])
    expect(isInQuietHours(new Date(`2026-10-25T${time}:00Z`), nightlyHours, "Europe/Berlin")).toBe(true);
  expect(isInQuietHours(new Date("2026-10-25T02:00:00Z"), nightlyHours, "Europe/Berlin")).toBe(false);
});

test("missing or empty quiet hours are never quiet", () => {
  const now = new Date("2026-11-21T22:00:00Z");
  expect(isInQuietHours(now, null, "UTC")).toBe(false);
  expect(isInQuietHours(now, { from: "22:00", to: "22:00" }, "UTC")).toBe(false);
});
