import { expect, test } from "vitest";
import { quantileOf, slopeOf } from "./sums.ts";

test("a quantile is one of the values, in whatever order they come", () => {
  expect(quantileOf([5, 1, 3], 0.5)).toBe(3);
  expect(quantileOf([5, 1, 3], 1)).toBe(5);
  expect(quantileOf([], 0.5)).toBeNaN();
});

test("the slope is that of the least-squares line", () => {
  expect(slopeOf([10, 12, 14])).toBeCloseTo(2);
  expect(slopeOf([10, 11, 10, 11, 10])).toBeCloseTo(0);
});
