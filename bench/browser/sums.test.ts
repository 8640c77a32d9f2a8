import { expect, test } from "vitest";
import { computeQuantile, computeSlope } from "./sums.ts";

test("a quantile is one of the values, in whatever order they come", () => {
  expect(computeQuantile([5, 1, 3], 0.5)).toBe(3);
  expect(computeQuantile([5, 1, 3], 1)).toBe(5);
  expect(computeQuantile([], 0.5)).toBeNaN();
});

test("the slope is that of the least-squares line", () => {
  expect(computeSlope([10, 12, 14])).toBeCloseTo(2);
  expect(computeSlope([10, 11, 10, 11, 10])).toBeCloseTo(0);
});
