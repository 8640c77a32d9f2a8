import type { StoredFile } from "@kakehashi/contract/files";
import { createShown } from "./shown.ts";

export const shownPdf = createShown<StoredFile>();

/** By its bytes, as the server found them. */
export const isPdf = ({ type }: Pick<StoredFile, "type">): boolean => type === "application/pdf";
