import { type MissingFile, maximumMissingFiles, type OutsideParts } from "@kakehashi/contract/outside-parts";
import type { OutsideFile } from "../files/service.ts";
import type { StoredEvent } from "./event-store.ts";

type Written = Extract<StoredEvent, { type: "message" | "echo" }>;

const lines = (...parts: (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== "").join("\n");

/** Returns what a person wrote, as text. A place becomes a link to a map. */
export function wordsOf(event: Written): string {
  const location = event.type === "message" ? event.location : null;
  const place =
    location && `https://www.openstreetmap.org/?mlat=${location.latitude}&mlon=${location.longitude}`;
  return lines(event.text, place);
}

/**
 * Returns what a person sent besides words and the files that are stored: files that could not be fetched. Undefined if
 * there is nothing.
 */
export function partsOf(event: Written, files: readonly OutsideFile[]): OutsideParts | undefined {
  const known = new Map(files.map((file) => [file.position, file]));
  const missing = event.attachments.flatMap(({ kind }, position): MissingFile[] => {
    const file = known.get(position);
    if (file?.state === "STORED") return [];
    // Only the first files of a message are fetched. The others have no row.
    return [{ kind, name: file?.name ?? null, reason: file ? (file.reason ?? "UNAVAILABLE") : "TOO_MANY" }];
  });
  return missing.length > 0 ? { missing_files: missing.slice(0, maximumMissingFiles) } : undefined;
}
