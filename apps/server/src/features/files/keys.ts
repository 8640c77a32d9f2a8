import type { Rendition } from "@kakehashi/contract/files";

const storedRenditions = ["original", "small", "medium"] as const;

/** Returns the storage key of a file, or of a picture's smaller rendition. */
export const storageKeyOf = (id: string, part: Rendition | "original") => `${id.slice(-2)}/${id}/${part}`;
export const storageKeysOf = (id: string) => storedRenditions.map((part) => storageKeyOf(id, part));
