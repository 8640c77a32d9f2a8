import type { PictureRenditionSize } from "@kakehashi/contract/files";

const storedRenditions = ["original", "small", "medium"] as const;

/** Returns the key under which the storage has a file, or a picture's smaller rendition. */
export const createStorageKey = (id: string, rendition: PictureRenditionSize | "original") =>
  `${id.slice(-2)}/${id}/${rendition}`;
export const listStorageKeys = (id: string) =>
  storedRenditions.map((rendition) => createStorageKey(id, rendition));
