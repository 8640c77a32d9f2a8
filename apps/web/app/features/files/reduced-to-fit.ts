import type { StoredFile } from "@kakehashi/contract/files";

/** Matches the types of pictures that every browser can show. Other pictures are shown as a converted copy. */
const displayableTypesPattern = /^image\/(png|jpeg|webp|gif)$/;

/**
 * The free space in CSS pixels beside, and above and below, a picture that is not shown in full size. The numbers are
 * those of `.gallery` and `.picture` in the style sheet.
 */
const sideMarginPxOf = (windowWidth: number) => Math.min(80, Math.max(12, windowWidth * 0.06));
const verticalMarginsPx = 96;

/**
 * Whether the gallery shows the picture smaller than it is, because the window has too little space. The reader can
 * then switch to the full size, for example to read a long screenshot. `window` is the size of the window in CSS pixels.
 */
export const isReducedToFit = (
  { type, width, height }: Pick<StoredFile, "type" | "width" | "height">,
  window: { readonly width: number; readonly height: number },
): boolean =>
  displayableTypesPattern.test(type) &&
  ((width ?? 0) > window.width - 2 * sideMarginPxOf(window.width) ||
    (height ?? 0) > window.height - verticalMarginsPx);
