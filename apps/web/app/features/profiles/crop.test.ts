import { expect, test } from "vitest";
import { visibleSquareOf } from "./crop.ts";

const widePicture = { width: 400, height: 200 };

test("the square first covers the whole shorter side", () => {
  expect(visibleSquareOf(widePicture, 1, { x: 200, y: 100 })).toEqual({ x: 100, y: 0, sidePx: 200 });
});

test("the square never leaves the picture, however far it is dragged", () => {
  for (const [x, y] of [
    [-1000, -1000],
    [9999, 9999],
    [200, -5],
  ] as const) {
    for (const zoom of [0.1, 1, 2.5, 4]) {
      const { x: leftPx, y: topPx, sidePx } = visibleSquareOf(widePicture, zoom, { x, y });
      expect(leftPx).toBeGreaterThanOrEqual(0);
      expect(topPx).toBeGreaterThanOrEqual(0);
      expect(leftPx + sidePx).toBeLessThanOrEqual(400);
      expect(topPx + sidePx).toBeLessThanOrEqual(200);
    }
  }
});
