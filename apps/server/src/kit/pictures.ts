import type { FastifyReply } from "fastify";
import type { Sharp } from "sharp";
import { loadSharp } from "./sharp.ts";

const formats: ReadonlySet<string | undefined> = new Set(["jpeg", "png", "webp", "gif"]);
/** Pixels to decode at most: 160 MB of memory for one upload. */
const maximumPixels = 40_000_000;

/**
 * A picture as `shape` makes it, turned as the camera was held, as a WebP with nothing of the file but its pixels: no
 * place, no comment, no script. Null for what is no picture, is too large to decode or longer than `side` pixels, or is
 * of a kind that can run (SVG). The type is read from the bytes; what the sender calls it does not matter.
 */
export async function readPicture(
  bytes: Uint8Array,
  side: number,
  shape: (picture: Sharp) => Sharp,
): Promise<{ bytes: Buffer; width: number; height: number } | null> {
  const sharp = await loadSharp();
  try {
    const picture = sharp(bytes, { limitInputPixels: maximumPixels, failOn: "error", animated: false });
    const { format, width, height } = await picture.metadata();
    if (!formats.has(format) || Math.max(width, height) > side) return null;
    const { data, info } = await shape(picture.rotate())
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}

/** Sends a picture whose address never holds another, so that a browser may keep it for good. */
export function sendPicture(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return reply
    .type("image/webp")
    .header("cache-control", "public, max-age=31536000, immutable")
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .send(bytes);
}
