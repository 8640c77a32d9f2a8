import { expect, test } from "vitest";
import { parseLocalDateTime } from "./local-time.ts";

test.each([
  ["2026-11-22T09:30", "Asia/Tokyo", "2026-11-22T00:30:00.000Z"],
  ["2026-11-22T09:30", "Asia/Ho_Chi_Minh", "2026-11-22T02:30:00.000Z"],
  ["2026-11-22T09:30", "Asia/Kathmandu", "2026-11-22T03:45:00.000Z"],
  ["2026-11-22T00:00", "Pacific/Kiritimati", "2026-11-21T10:00:00.000Z"],
  // In 2026 New York's summer time begins on 8 March and ends on 1 November.
  ["2026-03-08T01:30", "America/New_York", "2026-03-08T06:30:00.000Z"],
  ["2026-03-08T03:30", "America/New_York", "2026-03-08T07:30:00.000Z"],
  ["2026-11-01T09:00", "America/New_York", "2026-11-01T14:00:00.000Z"],
  // While somebody types the year 2026 into a date field, the field contains these years.
  ["0002-11-29T10:00", "Asia/Kolkata", "0002-11-29T04:06:32.000Z"],
  ["0020-11-29T10:00", "UTC", "0020-11-29T10:00:00.000Z"],
  ["0202-11-29T10:00", "Etc/GMT-7", "0202-11-29T03:00:00.000Z"],
  ["1000-01-01T00:00", "Pacific/Kiritimati", "1000-01-01T10:29:20.000Z"],
  ["9999-12-31T23:59", "Etc/GMT+12", "+010000-01-01T11:59:00.000Z"],
])("a clock shows %s in %s at %s", (localTime, timeZone, moment) => {
  expect(parseLocalDateTime(localTime, timeZone)?.toISOString()).toBe(moment);
});

test("A time that a clock skips is at most an hour away, and a text that is no time has no moment", () => {
  const skippedTimeMs = parseLocalDateTime("2026-03-08T02:30", "America/New_York")?.getTime() ?? 0;
  expect(Math.abs(skippedTimeMs - Date.parse("2026-03-08T07:00:00Z"))).toBeLessThanOrEqual(3_600_000);
  expect(parseLocalDateTime("", "Asia/Tokyo")).toBeNull();
  expect(parseLocalDateTime("2026-13-22T09:30", "Asia/Tokyo")).toBeNull();
});
