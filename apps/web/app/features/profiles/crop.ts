/** A square part of a picture, in the picture's pixels. */
export interface CropSquare {
  readonly x: number;
  readonly y: number;
  readonly sidePx: number;
}

/**
 * Returns the visible square of a picture. At `zoom` 1, it is the largest possible square. It never extends beyond the
 * picture.
 */
export function visibleSquareOf(
  picture: { width: number; height: number },
  zoom: number,
  centre: { x: number; y: number },
): CropSquare {
  const sidePx = Math.min(picture.width, picture.height) / Math.max(1, zoom);
  const clampSquareStart = (center: number, length: number) =>
    Math.min(Math.max(center - sidePx / 2, 0), length - sidePx);
  return {
    x: clampSquareStart(centre.x, picture.width),
    y: clampSquareStart(centre.y, picture.height),
    sidePx,
  };
}

/** Draws the square into a file whose sides have `outputSidePx` pixels. */
export function cropImageToSquare(
  image: HTMLImageElement,
  square: CropSquare,
  outputSidePx: number,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = outputSidePx;
  canvas.height = outputSidePx;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw.");
  context.imageSmoothingQuality = "high";
  context.drawImage(
    image,
    square.x,
    square.y,
    square.sidePx,
    square.sidePx,
    0,
    0,
    outputSidePx,
    outputSidePx,
  );
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be drawn."))),
      "image/png",
    ),
  );
}
