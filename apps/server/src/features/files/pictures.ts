import { writeFile } from "node:fs/promises";
import { type PictureRenditionSize, renditionLongSidesPx } from "@kakehashi/contract/files";
import { openAndUsePicture } from "../../kit/pictures.ts";
import { loadSharp } from "../../kit/sharp.ts";

export interface PictureWithRenditions {
  originalWidth: number;
  originalHeight: number;
  renditions: { rendition: PictureRenditionSize; path: string; size: number }[];
}

/**
 * Draws the smaller renditions of a picture into files beside it (`path.small` and so on). The renditions are upright
 * and contain no metadata such as the location. Null if the file is not a picture, is broken, or has too many pixels.
 */
export function drawRenditions(path: string, owner: string): Promise<PictureWithRenditions | null> {
  return openAndUsePicture(path, owner, async ({ width, height, open: createSharpPicture }) => {
    const sharp = await loadSharp();
    const largestSize = { width: renditionLongSidesPx.medium, height: renditionLongSidesPx.medium };
    // Decodes the original once for all renditions, because decoding takes most of the time.
    const { data, info } = await createSharpPicture()
      .resize({ ...largestSize, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const rawImageFormat = { width: info.width, height: info.height, channels: info.channels };
    const drawnRenditions: PictureWithRenditions["renditions"] = [];
    for (const rendition of ["small", "medium"] as const) {
      const target = `${path}.${rendition}`;
      const sidePixels = renditionLongSidesPx[rendition];
      const bytes = await sharp(data, { raw: rawImageFormat })
        .resize({ width: sidePixels, height: sidePixels, fit: "inside", withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer();
      // Node's own functions write the file, because the errors of the picture library do not tell a full disk from a
      // broken picture.
      await writeFile(target, bytes);
      drawnRenditions.push({ rendition, path: target, size: bytes.length });
    }
    return { originalWidth: width, originalHeight: height, renditions: drawnRenditions };
  });
}
