import type { FastifyReply } from "fastify";
import type { Sharp } from "sharp";
import { loadSharp } from "./sharp.ts";
import { createTaskQueue } from "./turns.ts";

/**
 * The picture types that the server decodes, and the maximum pixels of each. A photograph has up to 50 million pixels,
 * but a file of a few kilobytes can claim billions. AVIF has a lower limit, because it takes ten times as long.
 */
const maximumPixels: ReadonlyMap<string, number> = new Map([
  ["image/jpeg", 64_000_000],
  ["image/png", 40_000_000],
  ["image/apng", 40_000_000],
  ["image/webp", 40_000_000],
  ["image/gif", 40_000_000],
  ["image/avif", 16_000_000],
]);
const decodeTimeoutSeconds = 20;
/**
 * Maximum number of pictures that are decoded at once. It is small, because each picture is kept in memory. Only one
 * picture of each person is decoded at once.
 */
const runDecodeTask = createTaskQueue(2, { maximumRunningPerOwner: 1 });

/** A picture's bytes in memory, or the path of its file. */
export type PictureBytesOrPath = Uint8Array | string;

export interface OpenedPicture {
  /** The width of the picture in pixels, after rotation. */
  width: number;
  height: number;
  /** Opens the picture again, rotated upright. Does not read its pixels yet. */
  open(): Sharp;
}

/** Detects a picture's media type by its first bytes. Ignores the file name and the headers. */
async function detectMediaType(source: PictureBytesOrPath): Promise<string | undefined> {
  const { fileTypeFromBuffer, fileTypeFromFile } = await import("file-type");
  return (await (typeof source === "string" ? fileTypeFromFile(source) : fileTypeFromBuffer(source)))?.mime;
}

async function openPicture(source: PictureBytesOrPath): Promise<OpenedPicture | null> {
  const limit = maximumPixels.get((await detectMediaType(source)) ?? "");
  if (limit === undefined) return null;
  const sharp = await loadSharp();
  const openImage = () =>
    sharp(source, { limitInputPixels: limit, failOn: "error", animated: false })
      .timeout({ seconds: decodeTimeoutSeconds })
      .autoOrient();
  // Reads only the picture's header.
  const { autoOrient } = await openImage().metadata();
  const { width, height } = autoOrient;
  if (!width || !height || width * height > limit) return null;
  return { width, height, open: openImage };
}

/**
 * Opens a picture and passes it to `usePicture`. Different owners take turns, so a person with many pictures does not delay
 * others. Returns null if the picture has an unsupported type, too many pixels according to its header, or broken
 * bytes, or if decoding takes too long. Rethrows disk errors.
 */
export async function openAndUsePicture<T>(
  source: PictureBytesOrPath,
  owner: string,
  usePicture: (picture: OpenedPicture) => Promise<T>,
): Promise<T | null> {
  return runDecodeTask(async () => {
    try {
      const picture = await openPicture(source);
      return picture && (await usePicture(picture));
    } catch (error) {
      // Disk errors have a code and are thrown again. Errors of the picture library have no code: they mean that the
      // picture is unusable.
      if (error instanceof Error && "code" in error) throw error;
      return null;
    }
  }, owner);
}

/**
 * Converts a picture to WebP and applies `transform`. Keeps only the pixels, without location, comments and scripts.
 * Null if `openAndUsePicture` returns null, or if a side is longer than `maximumSidePixels`.
 */
export function convertToWebp(
  bytes: Uint8Array,
  { owner, maximumSidePixels = Number.POSITIVE_INFINITY }: { owner: string; maximumSidePixels?: number },
  transform: (picture: Sharp) => Sharp,
): Promise<{ bytes: Buffer; width: number; height: number } | null> {
  return openAndUsePicture(bytes, owner, async ({ width, height, open }) => {
    if (Math.max(width, height) > maximumSidePixels) return null;
    const { data, info } = await transform(open())
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  });
}

/** Sends a picture. Browsers may cache it forever, because a URL never changes its picture. */
export function sendPicture(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply.type("image/webp").header("cache-control", "public, max-age=31536000, immutable").send(bytes);
}
