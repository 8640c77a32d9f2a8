import { expect, test } from "vitest";
import { findScrollTopBeforeShrink } from "./anchor.ts";

/**
 * Makes a scrolling element whose content is 3504 pixels high. Its `scrollTop` is 0 at the newest message and negative
 * above it.
 */
const createScroller = (scrollTop: number, clientHeight = 558) => ({
  scrollTop,
  scrollHeight: 3504,
  clientHeight,
});

test("a position that the browser changed near the beginning is restored", () => {
  // The list became 20 pixels shorter, so the browser changed `scrollTop` from -2966 to -2946. The second case has a
  // window of 557 pixels, because browsers round sizes.
  expect(findScrollTopBeforeShrink(createScroller(-2946), -2966)).toBe(-2966);
  expect(findScrollTopBeforeShrink(createScroller(-2946, 557), -2966)).toBe(-2966);
});

test("a position that the reader scrolled to is kept", () => {
  expect(findScrollTopBeforeShrink(createScroller(-2900), -2966)).toBe(-2900);
  expect(findScrollTopBeforeShrink(createScroller(-2946), -2900)).toBe(-2946);
  expect(findScrollTopBeforeShrink(createScroller(-500), -500)).toBe(-500);
});
