import { randomBytes } from "node:crypto";
import { avatarSidePx, maximumPictureSidePx } from "@kakehashi/contract/profiles";
import { AppError } from "../../kit/errors.ts";
import { convertToWebp } from "../../kit/pictures.ts";

/** Crops a picture to a square WebP. Null if the bytes are not a usable picture. */
export async function cropToSquare(bytes: Uint8Array, owner: string): Promise<Buffer | null> {
  const picture = await convertToWebp(bytes, { owner, maximumSidePixels: maximumPictureSidePx }, (draw) =>
    draw.resize(avatarSidePx, avatarSidePx, { fit: "cover" }),
  );
  return picture?.bytes ?? null;
}

/**
 * Crops a picture that a person uploads to a square WebP. Throws PROFILE.PICTURE for the field `refusedField` if the bytes are
 * not a usable picture.
 */
export async function cropUploadedPictureToSquare(
  bytes: Uint8Array,
  userId: string,
  refusedField = "avatar",
): Promise<Buffer> {
  const squarePicture = await cropToSquare(bytes, userId);
  if (!squarePicture) throw new AppError("PROFILE.PICTURE", { fields: { [refusedField]: "picture" } });
  return squarePicture;
}

/**
 * Creates the URL of a picture. Its random name is secret: the server sends the picture to anybody who knows the URL,
 * because an `<img>` sends no access token.
 */
export function toPictureWithSecretUrl(bytes: Buffer): { name: string; bytes: Buffer; address: string } {
  const name = `${randomBytes(16).toString("hex")}.webp`;
  return { name, bytes, address: `/api/avatars/${name}` };
}
