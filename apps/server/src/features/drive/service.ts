import {
  type DriveEntry,
  type DriveEntryChangeBody,
  type DrivePathFolder,
  type DriveQuery,
  maximumDriveDepth,
} from "@kakehashi/contract/drive";
import { toAllowedFileName } from "@kakehashi/contract/drive-names";
import type { StoredFile } from "@kakehashi/contract/files";
import type { PageMeta } from "@kakehashi/contract/kit/page";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import { retentionPeriods } from "@kakehashi/contract/retention";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import type { Files } from "../files/service.ts";
import type { Live } from "../live/service.ts";
import type { Rooms } from "../rooms/service.ts";
import {
  requireEntry,
  requireEntryForApi,
  requireEntryOutsideTrash,
  requireFolder,
  requireSpaceForEntry,
} from "./entries.ts";
import { findFreeEntryName, isEntryNameFree } from "./free-names.ts";
import * as lists from "./list-store.ts";
import * as store from "./store.ts";

/**
 * If at most this many files are deleted, the response waits until their bytes are deleted. If there are more files,
 * the response does not wait.
 */
const maximumFilesDeletedBeforeResponse = 50;
/** How many entries of the trash the scheduled job deletes in one batch. */
const entriesPerBatch = 200;

export interface DriveDependencies {
  db: Kysely<DB>;
  live: Pick<Live, "toUser">;
  files: Files;
  rooms: Pick<Rooms, "requireOpenRoom">;
}

export type Drive = ReturnType<typeof createDrive>;

/** The drive: a person's own files and folders. Nobody else sees them. */
export function createDrive({ db, live, files, rooms }: DriveDependencies) {
  function publishDriveChange(userId: string): void {
    const event: PersonalEvent = { type: "DRIVE_CHANGED" };
    live.toUser(userId, event);
  }

  /**
   * Runs the changes of one drive one after the other. After each change, notifies the open tabs of the drive's owner.
   */
  async function runDriveChange<T>(userId: string, applyChange: (tx: Kysely<DB>) => Promise<T>): Promise<T> {
    const result = await db.transaction().execute(async (tx) => {
      await store.lockDrive(tx, userId);
      return applyChange(tx);
    });
    publishDriveChange(userId);
    return result;
  }

  /**
   * Deletes the stored bytes of files that were removed from the drive. If there are many files, the response does not
   * wait for the deletion.
   */
  async function deleteFileBytes(userId: string, fileIds: readonly string[]): Promise<void> {
    if (fileIds.length === 0) return;
    const deletionPromise = files.deleteFiles(fileIds).then(() => publishDriveChange(userId));
    if (fileIds.length <= maximumFilesDeletedBeforeResponse) await deletionPromise;
  }

  async function deleteForGood(userId: string, ids: readonly string[] | null): Promise<number> {
    const { count, fileIds } = await runDriveChange(userId, async (tx) => {
      const deletedEntries = await store.deleteTrashedEntries(tx, userId, ids);
      await files.removeFromDrive(tx, userId, deletedEntries.fileIds);
      return deletedEntries;
    });
    await deleteFileBytes(userId, fileIds);
    return count;
  }

  files.places.defineDrive({
    async requireFolder(userId, folderId) {
      await requireFolder(db, userId, folderId);
      await requireSpaceForEntry(db, userId);
    },
    async addFileToFolder(tx, userId, folderId, { id, name }) {
      await store.lockDrive(tx, userId);
      await requireSpaceForEntry(tx, userId);
      // The folder may have been moved to the trash since the upload began. The file then goes to the top level of the
      // drive.
      const folder =
        folderId === null ? undefined : await store.findEntryWithTrashOrigin(tx, userId, folderId);
      const targetFolderId = folder && !folder.trashed_at ? folder.id : null;
      const destination = { userId, folderId: targetFolderId, movedEntryId: null };
      const freeName = await findFreeEntryName(tx, destination, toAllowedFileName(name), false);
      await store.insertDriveEntry(tx, {
        id,
        userId,
        folderId: targetFolderId,
        isFile: true,
        name: freeName,
      });
      await files.rename(tx, id, freeName);
    },
    publishDriveChange,
  });

  return {
    async list(userId: string, query: DriveQuery): Promise<{ data: DriveEntry[]; meta: PageMeta }> {
      if (query.folder_id && query.trash === "0") await requireFolder(db, userId, query.folder_id);
      const { page, paging } = query;
      const { data, total } = await lists.listEntries(db, userId, query);
      return { data, meta: { page, paging, total, has_more: (page - 1) * paging + data.length < total } };
    },

    async getEntryWithPath(userId: string, id: string): Promise<DriveEntry & { path: DrivePathFolder[] }> {
      const entry = await requireEntryForApi(db, userId, id);
      return { ...entry, path: await store.findFolderPath(db, entry.folder_id) };
    },

    createFolder: (userId: string, folderId: string | null, name: string): Promise<DriveEntry> =>
      runDriveChange(userId, async (tx) => {
        const path = await requireFolder(tx, userId, folderId);
        if (path.length >= maximumDriveDepth) throw new AppError("DRIVE.TOO_DEEP");
        await requireSpaceForEntry(tx, userId);
        if (!(await isEntryNameFree(tx, { userId, folderId, movedEntryId: null }, name)))
          throw new AppError("DRIVE.NAME_TAKEN", { fields: { name: "name_taken" } });
        const id = newId();
        await store.insertDriveEntry(tx, { id, userId, folderId, isFile: false, name });
        return requireEntryForApi(tx, userId, id);
      }),

    change: (userId: string, id: string, changes: DriveEntryChangeBody): Promise<DriveEntry> =>
      runDriveChange(userId, async (tx) => {
        const entry = await requireEntryOutsideTrash(tx, userId, id);
        const folderId = changes.folder_id === undefined ? entry.folder_id : changes.folder_id;
        const isMoved = folderId !== entry.folder_id;
        if (isMoved) {
          const path = await requireFolder(tx, userId, folderId);
          if (path.some((pathFolder) => pathFolder.id === id)) throw new AppError("DRIVE.INSIDE_ITSELF");
          if (path.length + (await store.countFolderLevelsOfSubtree(tx, entry)) > maximumDriveDepth)
            throw new AppError("DRIVE.TOO_DEEP");
        }
        const destination = { userId, folderId, movedEntryId: id };
        if (changes.name !== undefined && !(await isEntryNameFree(tx, destination, changes.name)))
          throw new AppError("DRIVE.NAME_TAKEN", { fields: { name: "name_taken" } });
        const name =
          changes.name ?? (await findFreeEntryName(tx, destination, entry.name, entry.file === null));
        await store.changeEntry(tx, id, { name, folder_id: folderId, isRenamed: changes.name !== undefined });
        if (entry.file && name !== entry.name) await files.rename(tx, id, name);
        return requireEntryForApi(tx, userId, id);
      }),

    /** Moves an entry to the trash. Does nothing if it is already there. */
    trashEntry: (userId: string, id: string): Promise<void> =>
      runDriveChange(userId, async (tx) => {
        const entry = await requireEntry(tx, userId, id);
        if (!entry.trashed_at) await store.moveEntryToTrash(tx, id);
      }),

    /** Restores an entry from the trash. Does nothing if the entry is not in the trash. */
    restore: (userId: string, id: string): Promise<DriveEntry> =>
      runDriveChange(userId, async (tx) => {
        const entry = await requireEntry(tx, userId, id);
        if (!entry.trashed_at) return requireEntryForApi(tx, userId, id);
        // An entry can be restored only if somebody moved this entry itself to the trash. This entry is in the trash
        // because its folder is.
        if (entry.trashed_with !== id) throw new AppError("DRIVE.IN_TRASH");
        const folder =
          entry.folder_id === null
            ? undefined
            : await store.findEntryWithTrashOrigin(tx, userId, entry.folder_id);
        const path = folder && !folder.trashed_at ? await store.findFolderPath(tx, folder.id) : [];
        // While the entry was in the trash, the folder may have been moved deeper. If the entry would exceed the
        // maximum depth there, it is restored to the top level of the drive.
        const isDepthAllowed =
          path.length + (await store.countFolderLevelsOfSubtree(tx, entry)) <= maximumDriveDepth;
        const folderId = (isDepthAllowed && path.at(-1)?.id) || null;
        const destination = { userId, folderId, movedEntryId: id };
        const name = await findFreeEntryName(tx, destination, entry.name, entry.file === null);
        await store.restoreEntry(tx, id, { name, folderId });
        if (entry.file && name !== entry.name) await files.rename(tx, id, name);
        return requireEntryForApi(tx, userId, id);
      }),

    /**
     * Deletes an entry in the trash for good. Throws if the entry is in the trash only because its folder is.
     */
    async deleteForGood(userId: string, id: string): Promise<void> {
      const entry = await requireEntry(db, userId, id);
      if (entry.trashed_with !== id) throw new AppError("DRIVE.NOT_IN_TRASH");
      await deleteForGood(userId, [id]);
    },

    emptyTrash: (userId: string): Promise<number> => deleteForGood(userId, null),

    async copyFile(userId: string, id: string, folderId: string | null | undefined): Promise<DriveEntry> {
      const entry = await requireEntryOutsideTrash(db, userId, id);
      if (!entry.file) throw createNotFoundError();
      const target = folderId === undefined ? entry.folder_id : folderId;
      await requireFolder(db, userId, target);
      await requireSpaceForEntry(db, userId);
      const copiedFile = await files.copyInDrive(userId, id, target);
      return requireEntryForApi(db, userId, copiedFile.id);
    },

    /** Copies a file from the drive for a message in this conversation. */
    async shareFile(userId: string, id: string, conversationId: string): Promise<StoredFile> {
      const entry = await requireEntryOutsideTrash(db, userId, id);
      if (!entry.file) throw createNotFoundError();
      await rooms.requireOpenRoom(userId, conversationId);
      return files.share(userId, id, conversationId);
    },

    listForExport: (userId: string): Promise<lists.ExportedDriveEntry[]> =>
      lists.listEntriesForExport(db, userId),

    /** Deletes entries that have been in the trash for `driveTrashDays`. Returns their number. */
    async prune(): Promise<number> {
      let total = 0;
      for (;;) {
        const expiredEntries = await store.listExpiredTrash(
          db,
          retentionPeriods.driveTrashDays,
          entriesPerBatch,
        );
        if (expiredEntries.length === 0) return total;
        for (const { user_id, ids } of expiredEntries) total += await deleteForGood(user_id, ids);
      }
    },
  };
}
