import { expect, test } from "vitest";
import { beforeCut } from "./anchor.ts";

// As a list whose origin is its end counts: 0 at the newest message, ever less above it.

test("what the browser took from a reader near the beginning is given back", () => {
  // The content lost 36 of 3540 pixels. The view is a part of a pixel lower than it tells.
  expect(beforeCut(-2946, -2966, 557 - 3504)).toBe(-2966);
  expect(beforeCut(-2946, -2966, 558 - 3504)).toBe(-2966);
});

test("what the reader scrolled by themselves is theirs", () => {
  expect(beforeCut(-2900, -2966, -2946)).toBe(-2900);
  // Up to the very beginning.
  expect(beforeCut(-2946, -2900, -2946)).toBe(-2946);
  expect(beforeCut(-500, -500, -2946)).toBe(-500);
});
