import { writeFile } from "node:fs/promises";
import { type Rendition, renditions } from "@kakehashi/contract/files";
import { loadSharp } from "../../kit/sharp.ts";

/** Pixels of a picture at most: a photograph has 50 million; a bomb of a few kilobytes can unpack to billions. */
const maximumPixels = 100_000_000;
/** Seconds that drawing one rendition may take. */
const patience = 20;
/** Pictures drawn at once: each holds a picture unpacked. */
const atOnce = 2;

export interface Picture {
  width: number;
  height: number;
  drawn: { rendition: Rendition; path: string; size: number }[];
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/**
 * Draws a picture's renditions beside it (`path.small`, …), upright and without what a camera wrote into it, its place
 * among them. Null for what cannot be drawn: no picture, a broken one, or a bomb.
 */
export function drawRenditions(path: string): Promise<Picture | null> {
  return inTurn(async () => {
    const sharp = await loadSharp();
    try {
      const { autoOrient } = await sharp(path, { limitInputPixels: maximumPixels }).metadata();
      const { width, height } = autoOrient;
      if (!width || !height || width * height > maximumPixels) return null;
      const drawn: Picture["drawn"] = [];
      for (const rendition of ["small", "medium"] as const) {
        const target = `${path}.${rendition}`;
        const side = renditions[rendition];
        const bytes = await sharp(path, { limitInputPixels: maximumPixels, failOn: "error" })
          .timeout({ seconds: patience })
          .autoOrient()
          .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
          .webp({ quality: 80 })
          .toBuffer();
        // Not written by the library: it tells a full disk and a broken picture apart in no way that one could read.
        await writeFile(target, bytes);
        drawn.push({ rendition, path: target, size: bytes.length });
      }
      return { width, height, drawn };
    } catch (error) {
      // The disk's errors have a code, the library's have none.
      if (error instanceof Error && "code" in error) throw error;
      return null;
    }
  });
}
