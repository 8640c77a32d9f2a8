import { expect, test } from "vitest";
import { computeLiftPx } from "./row-lifter.ts";

const listBox = { top: 60, bottom: 760 };

test("a row that the sheet would cover is lifted above it, and a row above it stays", () => {
  expect(computeLiftPx({ top: 700, bottom: 740 }, listBox, 400)).toBe(352);
  expect(computeLiftPx({ top: 100, bottom: 140 }, listBox, 400)).toBe(0);
});

test("the beginning of a row that is too tall for the space above the sheet stays visible", () => {
  expect(computeLiftPx({ top: 200, bottom: 740 }, listBox, 400)).toBe(128);
  expect(computeLiftPx({ top: 20, bottom: 740 }, listBox, 400)).toBe(0);
});
