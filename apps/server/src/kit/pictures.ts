import type { FastifyReply } from "fastify";
import type { Sharp } from "sharp";
import { loadSharp } from "./sharp.ts";
import { createTurns } from "./turns.ts";

/**
 * The types of pictures that are decoded, and the most pixels of each. A photograph has up to 50 million; a
 * file of a few kilobytes can claim billions. AVIF takes ten times as long as the others.
 */
const maximumPixels: ReadonlyMap<string, number> = new Map([
  ["image/jpeg", 64_000_000],
  ["image/png", 40_000_000],
  ["image/apng", 40_000_000],
  ["image/webp", 40_000_000],
  ["image/gif", 40_000_000],
  ["image/avif", 16_000_000],
]);
/** Seconds for decoding a picture once. */
const timeoutSeconds = 20;
/**
 * How many pictures are decoded at once, because each is held in memory. One person gets only one of these
 * turns.
 */
const inTurn = createTurns(2, { perOwner: 1 });

/** Bytes in memory or the path of a file. */
export type PictureSource = Uint8Array | string;

export interface OpenPicture {
  /** The width in pixels, after rotation. */
  width: number;
  height: number;
  /** Opens the picture again, rotated upright. Reads nothing yet. */
  open(): Sharp;
}

/** The media type by the first bytes. Names and headers do not count. */
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
  // Reads only the header.
  const { autoOrient } = await open().metadata();
  const { width, height } = autoOrient;
  if (!width || !height || width * height > limit) return null;
  return { width, height, open };
}

/**
 * Calls `work` with a picture when its owner has a turn. Null if the bytes are not a picture of a decoded
 * type, have too many pixels (the header says so before decoding), are broken, or take too long. Errors of
 * the disk are thrown.
 */
export async function usePicture<T>(
  source: PictureSource,
  owner: string,
  work: (picture: OpenPicture) => Promise<T>,
): Promise<T | null> {
  return inTurn(async () => {
    try {
      const picture = await inspect(source);
      return picture && (await work(picture));
    } catch (error) {
      // Errors of the disk have a code, errors of the library have none.
      if (error instanceof Error && "code" in error) throw error;
      return null;
    }
  }, owner);
}

/**
 * Reads a picture as WebP, changed by `transform`. Only the pixels are kept: no location, no comment, no
 * script. Null where `usePicture` returns null, and if a side is longer than `side` pixels.
 */
export function readPicture(
  bytes: Uint8Array,
  { owner, side: sidePixels = Number.POSITIVE_INFINITY }: { owner: string; side?: number },
  transform: (picture: Sharp) => Sharp,
): Promise<{ bytes: Buffer; width: number; height: number } | null> {
  return usePicture(bytes, owner, async ({ width, height, open }) => {
    if (Math.max(width, height) > sidePixels) return null;
    const { data, info } = await transform(open())
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  });
}

/** Sends a picture whose address never gets another picture, so browsers may cache it forever. */
export function sendPicture(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply.type("image/webp").header("cache-control", "public, max-age=31536000, immutable").send(bytes);
}
