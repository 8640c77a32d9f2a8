import type { Rendition } from "@kakehashi/contract/files";

const parts = ["original", "small", "medium"] as const;

/** Where the storage keeps a file, or a smaller copy of a picture. */
export const keyOf = (id: string, part: Rendition | "original") => `${id.slice(-2)}/${id}/${part}`;
export const keysOf = (id: string) => parts.map((part) => keyOf(id, part));
