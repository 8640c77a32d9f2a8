import type { Rendition } from "@kakehashi/contract/files";

const parts = ["original", "small", "medium"] as const;

/** The storage key of a file, or of a smaller rendition of a picture. */
export const keyOf = (id: string, part: Rendition | "original") => `${id.slice(-2)}/${id}/${part}`;
export const keysOf = (id: string) => parts.map((part) => keyOf(id, part));
