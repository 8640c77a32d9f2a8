/** The size of a page in points (1/72 inch), or in CSS pixels on the screen. */
export interface PdfPageSize {
  readonly width: number;
  readonly height: number;
}

/** The viewer shows at most this many pages of a PDF. A file that was made to do harm may claim any number of pages. */
export const maxPdfPages = 5_000;
/** The canvas of a PDF page has at most this many pixels. They take 32 MB of memory. */
export const maxCanvasPixels = 8_000_000;
/** The longest side of a canvas on which browsers can draw, in pixels. */
const maxCanvasSidePx = 8_192;
/** The longest side of a PDF page on the screen, in CSS pixels. */
const maxShownSidePx = 20_000;

/** The number of CSS pixels per point (1/72 inch) at a zoom of 100 %. */
const pixelsPerPoint = 96 / 72;
/** The zoom levels of the PDF viewer. 1 is 100 %. */
export const pdfZoomLevels = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 5] as const;

/**
 * Returns the next greater or the next smaller zoom level. If there is none, returns the greatest or the smallest
 * level.
 */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  const nextZoom =
    direction > 0
      ? pdfZoomLevels.find((level) => level > zoom + 0.01)
      : pdfZoomLevels.findLast((level) => level < zoom - 0.01);
  return nextZoom ?? (direction > 0 ? pdfZoomLevels[pdfZoomLevels.length - 1] : pdfZoomLevels[0]) ?? 1;
}

/**
 * Returns the zoom at which a PDF page is as wide as the window. It is at least the smallest and at most the greatest
 * zoom level.
 */
export function zoomToFit(page: PdfPageSize, availableWidth: number): number {
  const fittingZoom = availableWidth / (page.width * pixelsPerPoint);
  return Math.min(pdfZoomLevels.at(-1) ?? 1, Math.max(pdfZoomLevels[0], fittingZoom));
}

interface ScaledPageSize extends PdfPageSize {
  /** The number of CSS pixels on the screen for one point (1/72 inch) of the PDF page. */
  readonly scale: number;
  /** The number of pixels of the canvas for one CSS pixel. */
  readonly pixelRatio: number;
}

/**
 * Computes the size of a PDF page on the screen, and the resolution of the canvas on which the page is drawn.
 * `screenRatio` is the number of device pixels per CSS pixel.
 */
export function scalePageSize(page: PdfPageSize, zoom: number, screenRatio: number): ScaledPageSize {
  const longestSide = Math.max(page.width, page.height);
  const scale = Math.min(zoom * pixelsPerPoint, maxShownSidePx / longestSide);
  const [width, height] = [Math.max(1, page.width * scale), Math.max(1, page.height * scale)];
  const pixelRatio = Math.min(
    screenRatio,
    Math.sqrt(maxCanvasPixels / (width * height)),
    maxCanvasSidePx / Math.max(width, height),
  );
  return { width, height, scale, pixelRatio };
}
