import { avatarSide, pictureSide } from "@kakehashi/contract/profiles";
import { AppError } from "../../kit/errors.ts";
import { readPicture } from "../../kit/pictures.ts";

/** A square WebP of what is in the middle of a picture. Throws PROFILE.PICTURE for what is none that can be used. */
export async function squarePicture(bytes: Uint8Array, userId: string): Promise<Buffer> {
  const picture = await readPicture(bytes, { owner: userId, side: pictureSide }, (given) =>
    given.resize(avatarSide, avatarSide, { fit: "cover" }),
  );
  if (!picture) throw new AppError("PROFILE.PICTURE", { fields: { avatar: "picture" } });
  return picture.bytes;
}
