import { expect, test } from "vitest";
import { dayRangeOf, isPartialDay, parseDay } from "./days.ts";

test.each([
  ["2026-11-20", "2026-11-20"],
  ["2026/1/5", "2026-01-05"],
  ["２０２６－１１－２０", "2026-11-20"],
  ["2024-02-29", "2024-02-29"],
])("%s is the day %s", (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test.each([
  "",
  "yesterday",
  "2026-02-30",
  "2025-02-29",
  "2026-13-01",
  "2026-00-10",
  "20-11-2026",
  "2026-11",
  "2026-11-20x",
  "0000-01-01",
  "0001-01-01",
  "9999-12-31",
])("“%s” is no day", (text) => {
  expect(parseDay(text)).toBeNull();
});

test("a partly typed day may still become valid", () => {
  for (const text of ["", "2", "2026", "2026-", "2026-1", "2026-11-", "２０２６／１"])
    expect(isPartialDay(text)).toBe(true);
  for (const text of ["x", "20261", "2026-111", "2026-11-200", "2026-02-30"])
    expect(isPartialDay(text)).toBe(false);
});

test("before and after exclude their day, the other words include it", () => {
  expect(dayRangeOf("before", "2026-03-01")).toEqual({ before: "2026-02-28" });
  expect(dayRangeOf("after", "2026-12-31")).toEqual({ after: "2027-01-01" });
  expect(dayRangeOf("until", "2026-03-01")).toEqual({ before: "2026-03-01" });
  expect(dayRangeOf("since", "2026-03-01")).toEqual({ after: "2026-03-01" });
  expect(dayRangeOf("on", "2026-03-01")).toEqual({ after: "2026-03-01", before: "2026-03-01" });
});
