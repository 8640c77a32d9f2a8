import { expect, test } from "vitest";
import { createDayPositionFinder, emptyPlanTextKeysOf, milestoneStateOf } from "./milestone-queries.ts";

test.each([
  ["2026-11-24", null, "late"],
  ["2026-11-25", null, "next"],
  ["2026-11-26", null, "next"],
  ["2026-11-24", "2026-11-30T09:00:00.000Z", "done"],
] as const)("Due on %s and done at %s, it is %s on the 25th", (due_date, done_at, state) => {
  expect(milestoneStateOf({ due_date, done_at }, "2026-11-25")).toBe(state);
});

test("Days stand on the line as far apart as they are", () => {
  const positionOf = createDayPositionFinder(["2026-11-11", "2026-11-01", "2026-11-06"]);
  expect(["2026-11-01", "2026-11-06", "2026-11-11"].map(positionOf)).toEqual([0, 0.5, 1]);
  expect(createDayPositionFinder(["2026-11-01"])("2026-11-01")).toBe(0.5);
});

test.each([
  ["company", "ACTIVE", true, "planEmptyText"],
  ["brse", "ACTIVE", false, "planEmptyText"],
  ["dev", "ACTIVE", false, "planEmptyNote"],
  ["company", "DEACTIVE", true, "planClosedHost"],
  ["brse", "DEACTIVE", false, "planClosedText"],
  ["dev", "DEACTIVE", false, "planClosedText"],
  ["admin", "DEACTIVE", false, "planClosedText"],
] as const)(
  "To a %s an empty plan of a project that is %s says what is true (host: %s)",
  (role, status, isHost, text) => {
    const part = { status: role === "admin" ? null : ("ACTIVE" as const), is_host: isHost, reason: "" };
    expect(emptyPlanTextKeysOf({ part, status }, role).text).toBe(text);
  },
);
