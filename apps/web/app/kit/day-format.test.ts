import { expect, test } from "vitest";
import { createDayFormat } from "./day-format.ts";
import { getLocaleFormat } from "./format.ts";

test.each(["en", "vi", "ja"] as const)("a day is written in %s as a moment of that day is", (language) => {
  expect(createDayFormat(language, "long")("2026-12-30")).toBe(
    getLocaleFormat(language, "UTC").date("2026-12-30T12:00:00Z"),
  );
});

test("a short day has its month in letters, also in English before the year", () => {
  expect(createDayFormat("en", "medium")("2026-12-30")).toBe("30 Dec 2026");
});
