import type { FastifyReply } from "fastify";
import type { Sharp } from "sharp";
import { loadSharp } from "./sharp.ts";
import { createTurns } from "./turns.ts";

/**
 * The kinds of pictures that are unpacked, and how many pixels of each at most. A photograph has up to 50 million; a file
 * of a few kilobytes can claim billions. AVIF takes ten times as long to unpack as the others.
 */
const maximumPixels: ReadonlyMap<string, number> = new Map([
  ["image/jpeg", 64_000_000],
  ["image/png", 40_000_000],
  ["image/apng", 40_000_000],
  ["image/webp", 40_000_000],
  ["image/gif", 40_000_000],
  ["image/avif", 16_000_000],
]);
/** Seconds that unpacking a picture once may take. */
const timeoutSeconds = 20;
/** Pictures that are worked on at once: each is unpacked in memory. One person's never take all the turns. */
const turn = createTurns(2, { perOwner: 1 });

/** Bytes in memory, or the path of a file. */
export type PictureSource = Uint8Array | string;

export interface OpenPicture {
  /** Pixels, upright. */
  width: number;
  height: number;
  /** Opens the picture anew, turned as the camera was held. Reads nothing yet. */
  open(): Sharp;
}

/** What the first bytes say, whatever a name or a header says. */
async function sniff(source: PictureSource): Promise<string | undefined> {
  const { fileTypeFromBuffer, fileTypeFromFile } = await import("file-type");
  return (await (typeof source === "string" ? fileTypeFromFile(source) : fileTypeFromBuffer(source)))?.mime;
}

async function inspect(source: PictureSource): Promise<OpenPicture | null> {
  const limit = maximumPixels.get((await sniff(source)) ?? "");
  if (limit === undefined) return null;
  const sharp = await loadSharp();
  const open = () =>
    sharp(source, { limitInputPixels: limit, failOn: "error", animated: false })
      .timeout({ seconds: timeoutSeconds })
      .autoOrient();
  // Reads the header alone.
  const { autoOrient } = await open().metadata();
  const { width, height } = autoOrient;
  if (!width || !height || width * height > limit) return null;
  return { width, height, open };
}

/**
 * Works on a picture when its owner's turn comes. Null for what is no picture of a kind that is drawn here, for one with
 * too many pixels (its header says so, before anything is unpacked), for a broken one, and for one that takes too long.
 * Errors of the disk are thrown.
 */
export async function usePicture<T>(
  source: PictureSource,
  owner: string,
  work: (picture: OpenPicture) => Promise<T>,
): Promise<T | null> {
  return turn(async () => {
    try {
      const picture = await inspect(source);
      return picture && (await work(picture));
    } catch (error) {
      // The disk's errors have a code, the library's have none.
      if (error instanceof Error && "code" in error) throw error;
      return null;
    }
  }, owner);
}

/**
 * A picture as `shape` makes it, as a WebP with nothing of the file but its pixels: no place, no comment, no script. Null
 * where `usePicture` answers null, and for what is longer than `side` pixels.
 */
export function readPicture(
  bytes: Uint8Array,
  { owner, side = Number.POSITIVE_INFINITY }: { owner: string; side?: number },
  shape: (picture: Sharp) => Sharp,
): Promise<{ bytes: Buffer; width: number; height: number } | null> {
  return usePicture(bytes, owner, async ({ width, height, open }) => {
    if (Math.max(width, height) > side) return null;
    const { data, info } = await shape(open()).webp({ quality: 82 }).toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  });
}

/** Sends a picture whose address never holds another, so that a browser may keep it for good. */
export function sendPicture(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply.type("image/webp").header("cache-control", "public, max-age=31536000, immutable").send(bytes);
}
