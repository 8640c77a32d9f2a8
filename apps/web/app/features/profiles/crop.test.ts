import { expect, test } from "vitest";
import { squareOf } from "./crop.ts";

const wide = { width: 400, height: 200 };

test("the whole of the shorter side is shown at first", () => {
  expect(squareOf(wide, 1, { x: 200, y: 100 })).toEqual({ x: 100, y: 0, side: 200 });
});

test("a square never leaves its picture, however far it is dragged", () => {
  for (const [x, y] of [
    [-1000, -1000],
    [9999, 9999],
    [200, -5],
  ] as const) {
    for (const zoom of [0.1, 1, 2.5, 4]) {
      const { x: left, y: top, side } = squareOf(wide, zoom, { x, y });
      expect(left).toBeGreaterThanOrEqual(0);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(left + side).toBeLessThanOrEqual(400);
      expect(top + side).toBeLessThanOrEqual(200);
    }
  }
});
