import type { StoredFile } from "@kakehashi/contract/files";
import { createStore } from "../../kit/store.ts";

/** Some pictures, and which of them is in sight. */
export interface Pictures {
  readonly files: readonly StoredFile[];
  readonly index: number;
}

/** What is shown large above the page, kept outside the rows: one that scrolls away must not close it. */
export const shownPictures = createStore<Pictures | null>(null);

/** Opens a picture large, with its neighbours a key away. */
export function openGallery(files: readonly StoredFile[], id: string): void {
  const pictures = files.filter(({ category }) => category === "image");
  shownPictures.set({
    files: pictures,
    index: Math.max(
      0,
      pictures.findIndex((picture) => picture.id === id),
    ),
  });
}
