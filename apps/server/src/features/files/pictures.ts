import { writeFile } from "node:fs/promises";
import { type Rendition, renditions } from "@kakehashi/contract/files";
import { usePicture } from "../../kit/pictures.ts";
import { loadSharp } from "../../kit/sharp.ts";

export interface Picture {
  width: number;
  height: number;
  drawn: { rendition: Rendition; path: string; size: number }[];
}

/**
 * Draws a picture's renditions beside it (`path.small`, …), upright and without what a camera wrote into it, its place
 * among them. Null for what cannot be drawn: no picture, a broken one, or one with too many pixels.
 */
export function drawRenditions(path: string, owner: string): Promise<Picture | null> {
  return usePicture(path, owner, async ({ width, height, open }) => {
    const sharp = await loadSharp();
    const largest = { width: renditions.medium, height: renditions.medium };
    // The original is unpacked once, which is most of the work.
    const { data, info } = await open()
      .resize({ ...largest, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const drawn: Picture["drawn"] = [];
    for (const rendition of ["small", "medium"] as const) {
      const target = `${path}.${rendition}`;
      const side = renditions[rendition];
      const bytes = await sharp(data, { raw })
        .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer();
      // Not written by the library: it tells a full disk and a broken picture apart in no way that one could read.
      await writeFile(target, bytes);
      drawn.push({ rendition, path: target, size: bytes.length });
    }
    return { width, height, drawn };
  });
}
