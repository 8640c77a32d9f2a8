import { expect, test } from "vitest";
import { placesOf, stateOf } from "./milestone-queries.ts";

test.each([
  ["2026-11-24", null, "late"],
  ["2026-11-25", null, "next"],
  ["2026-11-26", null, "next"],
  ["2026-11-24", "2026-11-30T09:00:00.000Z", "done"],
] as const)("Due on %s and done at %s, it is %s on the 25th", (due_date, done_at, state) => {
  expect(stateOf({ due_date, done_at }, "2026-11-25")).toBe(state);
});

test("Days stand on the line as far apart as they are", () => {
  const place = placesOf(["2026-11-11", "2026-11-01", "2026-11-06"]);
  expect(["2026-11-01", "2026-11-06", "2026-11-11"].map(place)).toEqual([0, 0.5, 1]);
  expect(placesOf(["2026-11-01"])("2026-11-01")).toBe(0.5);
});
