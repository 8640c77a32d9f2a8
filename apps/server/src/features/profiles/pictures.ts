import { avatarSide, pictureSide } from "@kakehashi/contract/profiles";
import { AppError } from "../../kit/errors.ts";
import { loadSharp } from "../../kit/sharp.ts";

const formats: ReadonlySet<string | undefined> = new Set(["jpeg", "png", "webp", "gif"]);
/** Pixels to decode at most: 160 MB of memory for one upload. */
const maximumPixels = 40_000_000;

/**
 * A square WebP of what is in the middle of a picture, turned as the camera was held, with nothing of the file but its
 * pixels: no place, no comment, no script. Throws PROFILE.PICTURE for what is no picture, is too large to decode, or is
 * of a kind that can run (SVG). The type is read from the bytes; what the sender calls it does not matter.
 */
export async function squarePicture(bytes: Uint8Array): Promise<Buffer> {
  const refused = new AppError("PROFILE.PICTURE", { fields: { avatar: "picture" } });
  const sharp = await loadSharp();
  try {
    const picture = sharp(bytes, { limitInputPixels: maximumPixels, failOn: "error", animated: false });
    const { format, width, height } = await picture.metadata();
    if (!formats.has(format) || Math.max(width, height) > pictureSide) throw refused;
    return await picture
      .rotate()
      .resize(avatarSide, avatarSide, { fit: "cover" })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw refused;
  }
}
