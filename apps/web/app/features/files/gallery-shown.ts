import type { StoredFile } from "@kakehashi/contract/files";
import { createShown } from "./shown.ts";

/** Some pictures, and which of them is in sight. */
export interface Pictures {
  readonly files: readonly StoredFile[];
  readonly index: number;
}

export const shownPictures = createShown<Pictures>();

/** Opens a picture large, with its neighbours a key away. */
export function openGallery(files: readonly StoredFile[], id: string): void {
  const pictures = files.filter(({ category }) => category === "image");
  shownPictures.show({
    files: pictures,
    index: Math.max(
      0,
      pictures.findIndex((picture) => picture.id === id),
    ),
  });
}
