import { expect, test } from "vitest";
import { completePeriod } from "./figure-period.ts";

test("a period that is given by its last day begins 29 days earlier, but not before the first storable day", () => {
  expect(completePeriod({ to: "2026-11-30" })).toEqual({ from: "2026-11-01", to: "2026-11-30" });
  expect(completePeriod({ to: "0001-01-05" })).toEqual({ from: "0001-01-01", to: "0001-01-05" });
});
