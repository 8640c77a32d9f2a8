import type { StoredFile } from "@kakehashi/contract/files";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { DownloadAnswer } from "../../kit/http/download.ts";
import type { Storage } from "../../kit/storage/storage.ts";
import type { createUploadStorer } from "./admission.ts";
import { listStorageKeys } from "./keys.ts";
import { toSafeFileName } from "./names.ts";
import * as outside from "./outside-store.ts";
import type { QuotaChecks } from "./quota.ts";
import { openDownload } from "./shared-files.ts";
import type { UnfinishedUploadFolder } from "./staging.ts";
import * as store from "./store.ts";

const deletionBatchSize = 1_000;

/** The kinds of files that outside platforms send. A `file` may have any media type. */
type OutsideFileKind = "image" | "video" | "audio" | "file" | "sticker";

/**
 * The file name extension for each media type. It is added to the name of a file that the platform sent without a name.
 */
const extensionsByType: Readonly<Record<string, string>> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/apng": ".png",
  "image/gif": ".gif",
  "image/webp": ".webp",
  "image/avif": ".avif",
  "video/mp4": ".mp4",
  "video/quicktime": ".mov",
  "video/webm": ".webm",
  "audio/mpeg": ".mp3",
  "audio/mp4": ".m4a",
  "audio/x-m4a": ".m4a",
  "audio/aac": ".aac",
  "audio/ogg": ".ogg",
  "audio/wav": ".wav",
};

/** Whether the downloaded file is text. If a picture was deleted, some servers send an HTML page in its place. */
const isText = (type: string): boolean =>
  type.startsWith("text/") || type === "application/xml" || type === "image/svg+xml";

interface OutsideFilesDependencies {
  readonly db: Kysely<DB>;
  readonly storage: Storage;
  readonly staging: UnfinishedUploadFolder;
  readonly quota: QuotaChecks;
  readonly detectTypeAndDrawRenditions: ReturnType<typeof createUploadStorer>["detectTypeAndDrawRenditions"];
}

/**
 * Stores files that strangers send to bots on outside platforms, such as Zalo. A file stays unassigned until its
 * message is copied into a conversation. These files do not count towards the quota of the bot's owner, because
 * strangers could fill it. They have a separate limit.
 */
export function createOutsideFiles({
  db,
  storage,
  staging,
  quota,
  detectTypeAndDrawRenditions,
}: OutsideFilesDependencies) {
  return {
    /**
     * Whether the person's bots may receive another file: neither the limit for strangers' files nor the total quota is
     * used up.
     */
    async canReceiveFile(botOwnerId: string): Promise<boolean> {
      if ((await outside.sumOutsideFileBytes(db, botOwnerId)) >= quota.bounds.outsideFiles) return false;
      return !(await quota.readUse(botOwnerId)).total_full;
    },

    /** Inserts the row of a file before the server downloads the file from the platform. */
    announce: (target: outside.OutsideFileKey, name: string | null): Promise<void> =>
      outside.insertPendingOutsideFile(db, target, name && toSafeFileName(name)),

    /**
     * Stores the downloaded bytes of a file that `announce` has inserted, and deletes the temporary file at `path`. If
     * the platform announced a picture, film or sound but the bytes are text, stores nothing and returns false.
     */
    async storeAnnouncedFile(
      { fileId, botMakerId }: outside.OutsideFileKey,
      { path, name, kind }: { path: string; name: string | null; kind: OutsideFileKind },
    ): Promise<boolean> {
      try {
        const { file, sizes, storeBytes } = await detectTypeAndDrawRenditions(
          { id: fileId, name: name ?? kind, path },
          botMakerId,
        );
        if (kind !== "file" && isText(file.type)) return false;
        await storeBytes();
        const displayName = name === null ? `${kind}${extensionsByType[file.type] ?? ""}` : file.name;
        await outside.markOutsideFileStored(db, { ...file, ...sizes, name: displayName });
        return true;
      } finally {
        await staging.remove(path);
      }
    },

    /** Marks a file as not downloaded and stores the reason. */
    fail: (id: string, reason: outside.DownloadFailureReason): Promise<void> =>
      outside.markOutsideFileFailed(db, id, reason),

    /** Returns the files of one message, in their order in the message. */
    listOf: (executor: Kysely<DB>, clientId: string) =>
      outside.listOutsideFilesOfMessages(executor, [clientId]),

    /**
     * Moves the files of these messages into a conversation, in the transaction that writes the messages.
     * `authors` maps each message's `client_id` to its author. Returns the files by `client_id`.
     */
    async moveIntoConversation(
      tx: Kysely<DB>,
      conversationId: string,
      authors: ReadonlyMap<string, string>,
    ): Promise<Map<string, StoredFile[]>> {
      const filesByClientId = new Map<string, StoredFile[]>();
      if (authors.size === 0) return filesByClientId;
      for (const row of await outside.markOutsideFilesAdopted(tx, [...authors.keys()])) {
        const { id, name, type, category, size, width, height, small_size, medium_size, created_at } = row;
        const file: StoredFile = { id, name, type, category, size, width, height };
        await store.insertFile(tx, {
          ...file,
          small_size,
          medium_size,
          created_at,
          user_id: authors.get(row.client_id) ?? "",
          conversation_id: conversationId,
          in_drive: false,
          removed_at: null,
        });
        filesByClientId.set(row.client_id, [...(filesByClientId.get(row.client_id) ?? []), file]);
      }
      return filesByClientId;
    },

    /** Opens a stored file for a download. Null if it does not exist or was deleted. */
    async download(id: string): Promise<DownloadAnswer | null> {
      const file = await outside.findStoredOutsideFile(db, id);
      return file ? openDownload(storage, file, false) : null;
    },

    /**
     * Deletes strangers' files that were never copied into a conversation, and files whose conversation or message was
     * deleted. Returns the number of deleted files.
     */
    async prune(): Promise<number> {
      let count = 0;
      for (;;) {
        const ids = await outside.listUnusedOutsideFileIds(db, deletionBatchSize);
        for (const id of ids) {
          if (!(await outside.makeOutsideFileUnreadable(db, id))) continue;
          await storage.remove(listStorageKeys(id));
          await outside.deleteOutsideFileRow(db, id);
          count++;
        }
        if (ids.length < deletionBatchSize) return count;
      }
    },
  };
}
