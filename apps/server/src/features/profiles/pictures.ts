import { avatarSide, pictureSide } from "@kakehashi/contract/profiles";
import { AppError } from "../../kit/errors.ts";
import { readPicture } from "../../kit/pictures.ts";

/**
 * Returns the middle of a picture as a square WebP. Throws PROFILE.PICTURE if the bytes are not a usable
 * picture.
 */
export async function squarePicture(bytes: Uint8Array, userId: string): Promise<Buffer> {
  const picture = await readPicture(bytes, { owner: userId, side: pictureSide }, (draw) =>
    draw.resize(avatarSide, avatarSide, { fit: "cover" }),
  );
  if (!picture) throw new AppError("PROFILE.PICTURE", { fields: { avatar: "picture" } });
  return picture.bytes;
}
