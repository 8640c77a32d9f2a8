/** In points (1/72 inch) for a page, in CSS pixels for what is shown. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Whoever made a PDF says how large its pages are and how many: none of it is taken beyond these. */
export const maximumPages = 5_000;
/** Pixels of a page's picture: 32 MB. */
export const maximumPixels = 8_000_000;
/** Pixels that browsers draw in a row. */
const maxSidePx = 8_192;
/** CSS pixels of a side of a page: past it, scrolling is all there is. */
const longestShown = 20_000;

/** CSS pixels to a point at the size that the page names. */
const actualSize = 96 / 72;
/** Of the size that the page names. */
export const zooms = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 5] as const;

/** The next zoom beyond this one, on either side; the last one where there is none. */
export function stepZoom(zoom: number, by: 1 | -1): number {
  const further =
    by > 0 ? zooms.find((one) => one > zoom + 0.01) : zooms.findLast((one) => one < zoom - 0.01);
  return further ?? (by > 0 ? zooms[zooms.length - 1] : zooms[0]) ?? 1;
}

/** The zoom at which a page is as wide as what is there for it, if it can be. */
export function fitZoom(page: Size, available: number): number {
  const fit = available / (page.width * actualSize);
  return Math.min(zooms.at(-1) ?? 1, Math.max(zooms[0], fit));
}

interface Drawn extends Size {
  /** CSS pixels to a point. */
  readonly scale: number;
  /** Pixels of the picture to a CSS pixel. */
  readonly ratio: number;
}

/** How large a page is shown and drawn, on a screen of so many pixels to a CSS pixel. */
export function layOut(page: Size, zoom: number, screenRatio: number): Drawn {
  const longest = Math.max(page.width, page.height);
  const scale = Math.min(zoom * actualSize, longestShown / longest);
  const [width, height] = [Math.max(1, page.width * scale), Math.max(1, page.height * scale)];
  const ratio = Math.min(
    screenRatio,
    Math.sqrt(maximumPixels / (width * height)),
    maxSidePx / Math.max(width, height),
  );
  return { width, height, scale, ratio };
}
