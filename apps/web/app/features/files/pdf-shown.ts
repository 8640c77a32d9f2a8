import type { StoredFile } from "@kakehashi/contract/files";
import { createStore } from "../../kit/store.ts";

export const shownPdf = createStore<StoredFile | null>(null);

/** By its bytes, as the server found them. */
export const isPdf = ({ type }: Pick<StoredFile, "type">): boolean => type === "application/pdf";
