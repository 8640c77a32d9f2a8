import { expect, test } from "vitest";
import { scrollTopBeforeShrink } from "./anchor.ts";

/** A list of 3504 pixels whose scroll origin is its end: scrollTop is 0 at the newest message and negative above it. */
const scrollerAt = (scrollTop: number, clientHeight = 558) => ({
  scrollTop,
  scrollHeight: 3504,
  clientHeight,
});

test("a position that the browser changed near the beginning is restored", () => {
  // The list got shorter, and the browser moved its scroll position from -2966 to -2946. The real position may differ
  // from that by a fraction of a pixel.
  expect(scrollTopBeforeShrink(scrollerAt(-2946), -2966)).toBe(-2966);
  expect(scrollTopBeforeShrink(scrollerAt(-2946, 557), -2966)).toBe(-2966);
});

test("a position that the reader scrolled to is kept", () => {
  expect(scrollTopBeforeShrink(scrollerAt(-2900), -2966)).toBe(-2900);
  // The reader has scrolled to the very top of the list.
  expect(scrollTopBeforeShrink(scrollerAt(-2946), -2900)).toBe(-2946);
  expect(scrollTopBeforeShrink(scrollerAt(-500), -500)).toBe(-500);
});
