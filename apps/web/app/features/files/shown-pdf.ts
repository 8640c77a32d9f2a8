import type { StoredFile } from "@kakehashi/contract/files";
import { createValueStore } from "../../kit/store.ts";

export const shownPdfStore = createValueStore<StoredFile | null>(null);

/** Whether a file is a PDF. The server has detected the media type from the file's content. */
export const isPdf = ({ type }: Pick<StoredFile, "type">): boolean => type === "application/pdf";
