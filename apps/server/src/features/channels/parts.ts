import {
  type MissingFile,
  maximumMissingFilesPerMessage,
  type OutsideMessageExtras,
} from "@kakehashi/contract/outside-message-extras";
import type { OutsideFileRow } from "../files/service.ts";
import type { StoredEvent } from "./event-store.ts";

type WrittenMessage = Extract<StoredEvent, { type: "message" | "echo" }>;

/**
 * Returns the parts of an outside person's message besides text and stored files: a shared location, and files that
 * could not be fetched. Returns undefined if the message has no such parts.
 */
export function collectLocationAndMissingFiles(
  event: WrittenMessage,
  files: readonly OutsideFileRow[],
): OutsideMessageExtras | undefined {
  const fileByPosition = new Map(files.map((file) => [file.position, file]));
  const missingFiles = event.attachments.flatMap(({ kind }, position): MissingFile[] => {
    const file = fileByPosition.get(position);
    if (file?.state === "STORED") return [];
    // Only the first files of a message are fetched. The other files have no row in the database.
    return [{ kind, name: file?.name ?? null, reason: file ? (file.reason ?? "UNAVAILABLE") : "TOO_MANY" }];
  });
  const location = event.type === "message" ? event.location : null;
  if (!location && missingFiles.length === 0) return undefined;
  const { latitude, longitude, name = null } = location ?? {};
  return {
    ...(latitude !== undefined && longitude !== undefined && { location: { latitude, longitude, name } }),
    ...(missingFiles.length > 0 && { missing_files: missingFiles.slice(0, maximumMissingFilesPerMessage) }),
  };
}
