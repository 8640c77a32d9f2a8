import type { DriveEntry } from "@kakehashi/contract/drive";
import { createValueStore } from "../../kit/store.ts";
import { isPdf, shownPdfStore } from "../files/shown-pdf.ts";
import { openGallery } from "../files/shown-pictures.ts";

/** The file that the preview dialog shows. Null for none. */
export const previewedEntryStore = createValueStore<DriveEntry | null>(null);

/** Converts a file of the drive to the form that the viewers expect, with the file's current name. */
const toViewerFile = ({ file, name }: DriveEntry) => file && { ...file, name };

/**
 * Opens a file. A picture opens in the gallery, with the other pictures of the list. A PDF opens in its viewer. Any
 * other file opens in a dialog.
 */
export function openFile(entry: DriveEntry, listedEntries: readonly DriveEntry[]): void {
  const file = toViewerFile(entry);
  if (!file) return;
  if (file.category === "image")
    openGallery(
      listedEntries.flatMap((listedEntry) => toViewerFile(listedEntry) ?? []),
      entry.id,
    );
  else if (isPdf(file)) shownPdfStore.set(file);
  else previewedEntryStore.set(entry);
}

/** Whether files of a media type are shown as plain text. Nothing in such a file is executed. */
export const isTextType = (mediaType: string): boolean =>
  mediaType.startsWith("text/") || mediaType === "image/svg+xml" || mediaType === "application/xml";

/** The highlighter's names of languages, by file extension. Extensions that are themselves such a name are left out. */
const languageByExtension: Readonly<Record<string, string>> = {
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

/** Returns the highlighter's language name for a file. Empty for plain text and for files without an extension. */
export function highlightLanguageOfFile(fileName: string): string {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? "";
  return extension === "txt" || extension === "log" ? "" : (languageByExtension[extension] ?? extension);
}
