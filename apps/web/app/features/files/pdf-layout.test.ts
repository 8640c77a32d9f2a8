import { expect, test } from "vitest";
import { maxCanvasPixels, pdfZoomLevels, scalePageSize, stepZoom, zoomToFit } from "./pdf-layout.ts";

const a4Size = { width: 595, height: 842 };

test("a page at its actual size is drawn in the screen's full resolution", () => {
  const { width, height, pixelRatio } = scalePageSize(a4Size, 1, 2);
  expect([Math.round(width), Math.round(height), pixelRatio]).toEqual([793, 1123, 2]);
});

test.each([
  [a4Size, 5, 3],
  [{ width: 14_400, height: 14_400 }, 5, 2],
  [{ width: 1, height: 14_400 }, 5, 2],
  [{ width: 1e9, height: 1 }, 1, 1],
  [{ width: 1e9, height: 1e9 }, 0.25, 1],
])("no page is drawn with more pixels than the limit: %o", (page, zoom, screenRatio) => {
  const { width, height, pixelRatio } = scalePageSize(page, zoom, screenRatio);
  expect(width * pixelRatio * height * pixelRatio).toBeLessThanOrEqual(maxCanvasPixels + 1);
  expect(Math.max(width, height) * pixelRatio).toBeLessThanOrEqual(8_192.01);
  expect(Math.max(width, height)).toBeLessThanOrEqual(20_000.01);
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
});

test("a page is fitted to the width within the zoom limits", () => {
  expect(scalePageSize(a4Size, zoomToFit(a4Size, 360), 1).width).toBeCloseTo(360);
  expect(zoomToFit({ width: 1e6, height: 10 }, 360)).toBe(pdfZoomLevels[0]);
  expect(zoomToFit({ width: 1, height: 10 }, 360)).toBe(pdfZoomLevels.at(-1));
});

test("zooming goes to the next step from any zoom, and stops at the limits", () => {
  expect([stepZoom(1, 1), stepZoom(1, -1), stepZoom(0.62, 1), stepZoom(0.62, -1)]).toEqual([
    1.25, 0.75, 0.75, 0.5,
  ]);
  expect([stepZoom(5, 1), stepZoom(0.25, -1)]).toEqual([5, 0.25]);
});
