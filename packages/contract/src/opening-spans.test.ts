import { expect, test } from "vitest";
import { findFirstOverlappingSpan, type OpeningSpan } from "./opening-spans.ts";

const createSpan = (day: number, from: string, until: string): OpeningSpan => ({ day, from, until });
const mondayEvening = createSpan(1, "18:00", "02:00");

test.each<[string, OpeningSpan[], ReturnType<typeof findFirstOverlappingSpan>]>([
  ["hours that touch", [createSpan(1, "09:00", "12:00"), createSpan(1, "12:00", "18:00")], undefined],
  ["the same hours on two days", [mondayEvening, { ...mondayEvening, day: 2 }], undefined],
  [
    "hours that begin when those of the night end",
    [mondayEvening, createSpan(2, "02:00", "09:00")],
    undefined,
  ],
  ["whole days", [createSpan(1, "00:00", "24:00"), createSpan(2, "00:00", "24:00")], undefined],
  [
    "a beginning inside other hours",
    [createSpan(3, "09:00", "18:00"), createSpan(3, "17:59", "20:00")],
    { index: 1, field: "from" },
  ],
  [
    "an end inside other hours",
    [createSpan(3, "09:00", "18:00"), createSpan(3, "08:00", "09:01")],
    { index: 1, field: "until" },
  ],
  [
    "the same hours twice",
    [createSpan(3, "09:00", "18:00"), createSpan(3, "09:00", "18:00")],
    { index: 1, field: "from" },
  ],
  [
    "a morning inside the night before",
    [mondayEvening, createSpan(2, "01:59", "09:00")],
    { index: 1, field: "from" },
  ],
  [
    "a night that goes on into the morning",
    [createSpan(2, "01:59", "09:00"), mondayEvening],
    { index: 1, field: "until" },
  ],
  [
    "a Sunday night and a Monday morning",
    [createSpan(1, "01:00", "09:00"), { ...mondayEvening, day: 7 }],
    { index: 1, field: "until" },
  ],
  [
    "24 hours from nine and the next morning",
    [createSpan(1, "09:00", "09:00"), createSpan(2, "08:00", "10:00")],
    { index: 1, field: "from" },
  ],
])("%s", (_, spans, overlap) => {
  expect(findFirstOverlappingSpan(spans)).toEqual(overlap);
});
