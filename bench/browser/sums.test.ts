import { expect, test } from "vitest";
import { quantile, slope } from "./sums.ts";

test("a quantile is one of the values, in whatever order they come", () => {
  expect(quantile([5, 1, 3], 0.5)).toBe(3);
  expect(quantile([5, 1, 3], 1)).toBe(5);
  expect(quantile([], 0.5)).toBeNaN();
});

test("the slope is that of the least-squares line", () => {
  expect(slope([10, 12, 14])).toBeCloseTo(2);
  expect(slope([10, 11, 10, 11, 10])).toBeCloseTo(0);
});
