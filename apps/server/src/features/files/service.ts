import { join } from "node:path";
import type { Readable } from "node:stream";
import { type StoredFile, unsentFileRetentionHours } from "@kakehashi/contract/files";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import type { Log } from "../../kit/log.ts";
import type { Storage } from "../../kit/storage/storage.ts";
import type { Rooms } from "../rooms/service.ts";
import { createUploadStorer } from "./admission.ts";
import { createBotFiles } from "./bot-files.ts";
import { createStorageKey, listStorageKeys } from "./keys.ts";
import { toSafeFileName } from "./names.ts";
import { createOpenUploads } from "./open-uploads.ts";
import { createOutsideFiles } from "./outside-files.ts";
import { createDestinationRules } from "./places.ts";
import { createQuota, type QuotaLimits } from "./quota.ts";
import { createSharedFiles } from "./shared-files.ts";
import * as shared from "./shared-store.ts";
import { UnfinishedUploadFolder } from "./staging.ts";
import * as store from "./store.ts";
import { createUploadQueue } from "./upload-queue.ts";

export { discardBody, readMultipartAndStoreFiles, receiveMultipartFile } from "./multipart.ts";
export type { DownloadFailureReason, OutsideFileRow } from "./outside-store.ts";

/** Hours after a file was marked as removed until the clean-up deletes its bytes. */
const removedFileHours = 1;
const hourMs = 3_600_000;

export interface FilesOptions {
  db: Kysely<DB>;
  storage: Storage;
  /** The folder for the server's files. Uploads in progress are in its subfolder `incoming`. */
  dataDir: string;
  rooms: Pick<Rooms, "requireMember" | "requireOpenRoom" | "idsOf" | "openMyChat">;
  quotas: QuotaLimits;
  log: Log;
}

export type Files = ReturnType<typeof createFiles>;

/** Creates the error FILE.GONE, with the positions of the missing file ids in the request. */
function createFileGoneError(ids: readonly string[], fileExists: (id: string) => boolean): AppError {
  const missingFieldNames = ids.flatMap((id, index) => (fileExists(id) ? [] : [`file_ids.${index}`]));
  return new AppError("FILE.GONE", {
    fields: Object.fromEntries(missingFieldNames.map((path) => [path, "gone_file"])),
  });
}

export function createFiles({ db, storage, dataDir, rooms, quotas, ...options }: FilesOptions) {
  const log = options.log.child({ feature: "files" });
  const logFailure = (error: unknown) => log.error({ err: error }, "Sweeping files failed.");
  const staging = new UnfinishedUploadFolder(join(dataDir, "incoming"));
  const quota = createQuota(db, quotas);
  const openUploads = createOpenUploads(quota, staging);
  const destinationRules = createDestinationRules(rooms);
  const botFiles = createBotFiles({ db, storage });

  /** Deletes the bytes and then the rows of removed files. If this fails, the next clean-up tries again. */
  async function deleteFiles(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      try {
        await storage.remove(listStorageKeys(id));
        await store.deleteRemovedFileRow(db, id);
      } catch (error) {
        logFailure(error);
      }
    }
  }

  /** Deletes files that were never sent, and files that a crash left half stored. */
  async function deleteUnusedFiles(): Promise<void> {
    await deleteFiles(
      await store.markFilesRemoved(db, store.unsentForHoursCondition(unsentFileRetentionHours)),
    );
    await deleteFiles(await store.listRemovedFileIds(db, removedFileHours));
    await botFiles.deleteUnused();
    await openUploads.releaseDeleted(
      await staging.deleteUploadsOlderThan(unsentFileRetentionHours * hourMs),
      2 * unsentFileRetentionHours,
    );
  }
  const cleanUpTimer = setInterval(() => void deleteUnusedFiles().catch(logFailure), hourMs);
  cleanUpTimer.unref();

  let mayOpenProjectFiles: (userId: string, projectId: string) => Promise<boolean> = async () => false;

  /**
   * Finds a file that this person may open: a file of a room or project that the person can see, or their own
   * unsent file.
   */
  async function requireAccessibleFile(userId: string, id: string): Promise<store.FoundFile> {
    const file = await store.findFile(db, id);
    if (!file) throw createNotFoundError();
    if (file.project_id !== null) {
      if (!(await mayOpenProjectFiles(userId, file.project_id))) throw createNotFoundError();
    } else if (file.message_id !== null) await rooms.requireMember(userId, file.conversation_id);
    else if (file.user_id !== userId) throw createNotFoundError();
    return file;
  }

  const { storeReceivedUpload, copy, detectTypeAndDrawRenditions } = createUploadStorer({
    db,
    storage,
    staging,
    quota,
    places: destinationRules,
    deleteFiles,
  });

  return {
    staging,
    places: destinationRules,
    storeReceivedUpload,
    deleteUnused: deleteUnusedFiles,
    quota,
    openUploads,
    uploadTurn: createUploadQueue(),
    botFiles,
    outside: createOutsideFiles({
      db,
      storage,
      staging,
      quota,
      detectTypeAndDrawRenditions,
    }),
    ...createSharedFiles({ db, storage, rooms, accessFile: requireAccessibleFile }),

    async upload(
      userId: string,
      conversationId: string,
      name: string,
      stream: Readable,
    ): Promise<StoredFile> {
      await quota.requireFreeSpace(userId);
      const path = await staging.receiveFile(stream);
      return storeReceivedUpload(userId, { conversationId }, { id: newId(), name, path });
    },

    requireMember: rooms.requireMember,
    requireOpenRoom: rooms.requireOpenRoom,

    /**
     * Returns the person's own unsent files for this room, in the order of the request. Throws FILE.GONE if a
     * file does not exist or was already sent.
     */
    async listUnsent(userId: string, conversationId: string, ids: readonly string[]): Promise<StoredFile[]> {
      const unsentFiles = await store.listUnsentFiles(db, { userId, conversationId }, ids);
      const unsentFilesById = new Map(unsentFiles.map((file) => [file.id, file]));
      const files = [...new Set(ids)].flatMap((id) => unsentFilesById.get(id) ?? []);
      if (files.length < new Set(ids).size) throw createFileGoneError(ids, (id) => unsentFilesById.has(id));
      return files;
    },

    /** Returns a file that the person uploaded and has not sent yet. Throws FILE.GONE for any other file. */
    async requireUnsent(userId: string, id: string): Promise<StoredFile> {
      const foundFile = await store.findFile(db, id);
      if (foundFile?.user_id !== userId || foundFile.message_id !== null || foundFile.in_drive)
        throw new AppError("FILE.GONE");
      return foundFile;
    },

    /** Deletes those of the files that the person has uploaded and not sent. Returns the ids of the deleted files. */
    async discardUnsent(userId: string, ids: readonly string[]): Promise<string[]> {
      const removedIds = await store.markFilesRemoved(db, store.unsentCondition(userId, ids));
      await deleteFiles(removedIds);
      return removedIds;
    },

    /**
     * Removes the files of a message, in the caller's transaction: all, or only those with the given ids. Returns the
     * removed ids; pass them to `deleteFiles` after the commit.
     */
    removeFrom: (
      executor: Kysely<DB>,
      conversationId: string,
      messageId: string,
      ids: readonly string[] | null,
    ): Promise<string[]> =>
      store.markFilesRemoved(executor, store.filesOfMessageCondition(conversationId, messageId, ids)),

    deleteFiles,

    /** Registers the function that checks who may open a project's files. The feature `projects` calls this. */
    defineProjectAccess(mayOpenFiles: typeof mayOpenProjectFiles): void {
      mayOpenProjectFiles = mayOpenFiles;
    },
    listProjectFiles: (projectId: string): Promise<StoredFile[]> => store.listFilesOfProject(db, projectId),

    /**
     * Replaces the project's list of files, in the caller's transaction. The list may contain files that the project
     * already has, and unsent files of this person. Throws FILE.GONE for any other file. Returns the ids of files that
     * are no longer in the list; pass them to `deleteFiles` after the commit.
     */
    async setProjectFiles(
      tx: Kysely<DB>,
      userId: string,
      project: { id: string; roomId: string },
      ids: readonly string[],
    ): Promise<string[]> {
      const projectFileIds = new Set((await store.listFilesOfProject(tx, project.id)).map(({ id }) => id));
      const addedIds = [...new Set(ids)].filter((id) => !projectFileIds.has(id));
      const attachedIds =
        addedIds.length > 0 ? await store.attachFilesToProject(tx, userId, project, addedIds) : [];
      if (attachedIds.length < addedIds.length)
        throw createFileGoneError(ids, (id) => projectFileIds.has(id) || attachedIds.includes(id));
      return store.markFilesRemoved(tx, store.otherProjectFilesCondition(project.id, ids));
    },

    /** Copies a file of the person's drive into a room, so that the person can send it there. */
    share: (userId: string, id: string, conversationId: string) => copy(userId, id, { conversationId }),
    copyInDrive: (userId: string, id: string, folderId: string | null) => copy(userId, id, { folderId }),
    rename: (tx: Kysely<DB>, id: string, name: string) => store.renameFile(tx, id, toSafeFileName(name)),
    /**
     * Removes files from a drive, in the caller's transaction. Pass the returned ids to `deleteFiles` after the commit.
     */
    removeFromDrive: (tx: Kysely<DB>, userId: string, ids: readonly string[]) =>
      store.markFilesRemoved(tx, store.inDriveCondition(userId, ids)),

    /**
     * Removes the files that only this person can see: unsent files, the files of their own notes, and the files of
     * their drive.
     */
    async discardFilesOfPerson(userId: string, notesRoomId: string | null): Promise<void> {
      await deleteFiles(await store.markFilesRemoved(db, store.ownerOnlyFilesCondition(userId, notesRoomId)));
    },

    async discardFilesOfRoom(roomId: string): Promise<void> {
      await deleteFiles(await store.markFilesRemoved(db, store.inRoomCondition(roomId)));
    },

    /** Returns the files that a person sent, page by page, the newest first. `open` returns their bytes. */
    listSentBy: (userId: string, beforeId: string | null, limit: number) =>
      shared.listFilesSentBy(db, userId, beforeId, limit),
    open: (id: string) => storage.read(createStorageKey(id, "original")),

    close: () => clearInterval(cleanUpTimer),
  };
}
