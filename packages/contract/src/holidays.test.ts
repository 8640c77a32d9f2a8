import { expect, test } from "vitest";
import { isInAllowedHolidayYears } from "./holidays.ts";

test.each([
  ["1999-12-31", false],
  ["2000-01-01", true],
  ["2199-12-31", true],
  ["2200-01-01", false],
  ["0026-12-24", false],
  // The date inputs of browsers accept years with six digits, which are not valid here.
  ["202612-12-24", false],
])("A holiday is in a year near ours: %s", (day, expected) => {
  expect(isInAllowedHolidayYears(day)).toBe(expected);
});
