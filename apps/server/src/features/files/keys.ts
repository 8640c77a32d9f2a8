import type { Rendition } from "@kakehashi/contract/files";

const parts = ["original", "small", "medium"] as const;

/** Returns the storage key of a file, or of a picture's smaller rendition. */
export const keyOf = (id: string, part: Rendition | "original") => `${id.slice(-2)}/${id}/${part}`;
export const keysOf = (id: string) => parts.map((part) => keyOf(id, part));
