import { expect, test } from "vitest";
import { scrollTopBeforeShrink } from "./anchor.ts";

/** A list of 3504 pixels, as one whose origin is its end counts: 0 at the newest message, ever less above it. */
const view = (scrollTop: number, clientHeight = 558) => ({ scrollTop, scrollHeight: 3504, clientHeight });

test("what the browser took from a reader near the beginning is given back", () => {
  // There were 36 pixels more. The view may be a part of a pixel lower than it tells.
  expect(scrollTopBeforeShrink(view(-2946), -2966)).toBe(-2966);
  expect(scrollTopBeforeShrink(view(-2946, 557), -2966)).toBe(-2966);
});

test("what the reader scrolled by themselves is theirs", () => {
  expect(scrollTopBeforeShrink(view(-2900), -2966)).toBe(-2900);
  // Up to the very beginning.
  expect(scrollTopBeforeShrink(view(-2946), -2900)).toBe(-2946);
  expect(scrollTopBeforeShrink(view(-500), -500)).toBe(-500);
});
