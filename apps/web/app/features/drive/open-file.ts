import type { DriveEntry } from "@kakehashi/contract/drive";
import { createStore } from "../../kit/store.ts";
import { isPdf, shownPdf } from "../files/shown-pdf.ts";
import { openGallery } from "../files/shown-pictures.ts";

/** The file in the preview dialog. Null for none. */
export const previewedEntry = createStore<DriveEntry | null>(null);

/** A file for the viewers, with its current name. */
const shownFile = ({ file, name }: DriveEntry) => file && { ...file, name };

/** Opens a file: a picture in the gallery with the others of the list, a PDF in its viewer, the rest in a dialog. */
export function openFile(entry: DriveEntry, list: readonly DriveEntry[]): void {
  const file = shownFile(entry);
  if (!file) return;
  if (file.category === "image")
    openGallery(
      list.flatMap((other) => shownFile(other) ?? []),
      entry.id,
    );
  else if (isPdf(file)) shownPdf.set(file);
  else previewedEntry.set(entry);
}

/** Whether a media type is shown as text. Nothing in such a file runs. */
export const isTextType = (type: string): boolean =>
  type.startsWith("text/") || type === "image/svg+xml" || type === "application/xml";

/** File extensions for which the highlighter has another name. */
const languages: Readonly<Record<string, string>> = {
  htm: "html",
  svg: "xml",
  mjs: "js",
  cjs: "js",
  mts: "ts",
  yml: "yaml",
  h: "c",
  hpp: "cpp",
  kts: "kotlin",
  kt: "kotlin",
};

/** The highlighter's language for a file name. "" if the name has no extension. */
export function languageOf(name: string): string {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return extension === "txt" || extension === "log" ? "" : (languages[extension] ?? extension);
}
