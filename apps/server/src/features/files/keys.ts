import type { Rendition } from "@kakehashi/contract/files";

const storedRenditions = ["original", "small", "medium"] as const;

/** Returns the key under which the storage has a file, or a picture's smaller rendition. */
export const storageKeyOf = (id: string, part: Rendition | "original") => `${id.slice(-2)}/${id}/${part}`;
export const storageKeysOf = (id: string) => storedRenditions.map((part) => storageKeyOf(id, part));
