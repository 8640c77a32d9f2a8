import type { StoredFile } from "@kakehashi/contract/files";
import { createValueStore } from "../../kit/store.ts";

/** The pictures in the open gallery, and the index of the visible one. */
export interface GalleryPictures {
  readonly files: readonly StoredFile[];
  readonly index: number;
}

/**
 * The pictures in the gallery. This store is outside of the list of messages, so the gallery stays open when its
 * message is scrolled out of the list.
 */
export const shownPicturesStore = createValueStore<GalleryPictures | null>(null);

/** Opens a picture in the gallery. In the gallery, arrow keys show the other pictures. */
export function openGallery(files: readonly StoredFile[], pictureId: string): void {
  const pictures = files.filter(({ category }) => category === "image");
  shownPicturesStore.set({
    files: pictures,
    index: Math.max(
      0,
      pictures.findIndex((picture) => picture.id === pictureId),
    ),
  });
}
