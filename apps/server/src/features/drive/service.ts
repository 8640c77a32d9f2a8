import {
  type DriveChange,
  type DriveEntry,
  type DriveQuery,
  type DriveStep,
  maximumDriveDepth,
  maximumDriveEntries,
} from "@kakehashi/contract/drive";
import { keptName, nameKeyOf, numberedName } from "@kakehashi/contract/drive-names";
import type { StoredFile } from "@kakehashi/contract/files";
import type { PageMeta } from "@kakehashi/contract/kit/page";
import type { PersonalEvent } from "@kakehashi/contract/notifications";
import { retention } from "@kakehashi/contract/retention";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import type { Router } from "../../kit/http/route.ts";
import { newId } from "../../kit/ids.ts";
import type { Files } from "../files/service.ts";
import type { Live } from "../live/service.ts";
import type { Rooms } from "../rooms/service.ts";
import { driveRoutes } from "./routes.ts";
import * as store from "./store.ts";

/** How many numbers are tried at once for a name that is taken. */
const numbersAtOnce = 50;
/** From this many files on, their bytes are deleted after the answer. */
const filesBeforeAnswer = 50;
/** Entries of the trash that the job deletes at once. */
const batchSize = 200;

export interface DriveParts {
  db: Kysely<DB>;
  live: Pick<Live, "toUser">;
  files: Files;
  rooms: Pick<Rooms, "requireOpenRoom">;
}

export type Drive = ReturnType<typeof createDrive>;

interface Destination {
  userId: string;
  folderId: string | null;
  /** The entry that goes there, if it exists already. */
  except: string | null;
}

/** The drive: a person's own files in folders. Nobody else sees them. */
export function createDrive({ db, live, files, rooms }: DriveParts) {
  function announce(userId: string): void {
    const event: PersonalEvent = { type: "DRIVE_CHANGED" };
    live.toUser(userId, event);
  }

  /** Runs a change of a person's drive alone, and then tells their tabs. */
  async function change<T>(userId: string, run: (tx: Kysely<DB>) => Promise<T>): Promise<T> {
    const result = await db.transaction().execute(async (tx) => {
      await store.lock(tx, userId);
      return run(tx);
    });
    announce(userId);
    return result;
  }

  async function requireEntry(executor: Kysely<DB>, userId: string, id: string): Promise<store.FoundEntry> {
    const entry = await store.find(executor, userId, id);
    if (!entry) throw notFound();
    return entry;
  }

  /** The entry as the answer shows it. */
  async function show(executor: Kysely<DB>, userId: string, id: string): Promise<DriveEntry> {
    const entry = await store.findEntry(executor, userId, id);
    if (!entry) throw notFound();
    return entry;
  }

  async function requirePresent(executor: Kysely<DB>, userId: string, id: string): Promise<store.FoundEntry> {
    const entry = await requireEntry(executor, userId, id);
    if (entry.trashed_at) throw new AppError("DRIVE.IN_TRASH");
    return entry;
  }

  /** The folders that lead to a folder of the person, and itself. Throws where it cannot take anything. */
  async function requireFolder(
    executor: Kysely<DB>,
    userId: string,
    folderId: string | null,
  ): Promise<DriveStep[]> {
    if (folderId === null) return [];
    if ((await requirePresent(executor, userId, folderId)).file) throw notFound();
    return store.pathTo(executor, folderId);
  }

  async function requireRoom(executor: Kysely<DB>, userId: string): Promise<void> {
    if ((await store.count(executor, userId)) >= maximumDriveEntries) throw new AppError("DRIVE.TOO_MANY");
  }

  async function isFree(executor: Kysely<DB>, destination: Destination, name: string): Promise<boolean> {
    return (await store.takenNames(executor, destination, [name])).size === 0;
  }

  /** The name itself, or with the first number that is free in the folder. */
  async function freeName(
    executor: Kysely<DB>,
    destination: Destination,
    name: string,
    isFolder: boolean,
  ): Promise<string> {
    if (await isFree(executor, destination, name)) return name;
    for (let number = 2; ; number += numbersAtOnce) {
      const names = Array.from({ length: numbersAtOnce }, (_, index) =>
        numberedName(name, number + index, isFolder),
      );
      const taken = await store.takenNames(executor, destination, names);
      const free = names.find((candidate) => !taken.has(nameKeyOf(candidate)));
      if (free !== undefined) return free;
    }
  }

  /** Deletes the bytes of files that were taken out of the drive. Many are deleted after the answer. */
  async function deleteBytes(userId: string, fileIds: readonly string[]): Promise<void> {
    if (fileIds.length === 0) return;
    const deleting = files.deleteFiles(fileIds).then(() => announce(userId));
    if (fileIds.length <= filesBeforeAnswer) await deleting;
  }

  async function deleteForGood(userId: string, ids: readonly string[] | null): Promise<number> {
    const { count, fileIds } = await change(userId, async (tx) => {
      const deleted = await store.deleteTrashed(tx, userId, ids);
      await files.removeFromDrive(tx, userId, deleted.fileIds);
      return deleted;
    });
    await deleteBytes(userId, fileIds);
    return count;
  }

  files.places.driveIsKeptBy({
    async requireFolder(userId, folderId) {
      await requireFolder(db, userId, folderId);
      await requireRoom(db, userId);
    },
    async add(tx, userId, folderId, { id, name }) {
      await store.lock(tx, userId);
      await requireRoom(tx, userId);
      // The folder may have gone to the trash while the upload ran. The file is not lost for it.
      const folder = folderId === null ? undefined : await store.find(tx, userId, folderId);
      const target = folder && !folder.trashed_at ? folder.id : null;
      const destination = { userId, folderId: target, except: null };
      const free = await freeName(tx, destination, keptName(name), false);
      await store.insert(tx, { id, userId, folderId: target, isFile: true, name: free });
      await files.rename(tx, id, free);
    },
    announce,
  });

  return {
    async list(userId: string, query: DriveQuery): Promise<{ data: DriveEntry[]; meta: PageMeta }> {
      if (query.folder_id && query.trash === "0") await requireFolder(db, userId, query.folder_id);
      const { page, paging } = query;
      const { data, total } = await store.list(db, userId, query);
      return { data, meta: { page, paging, total, has_more: (page - 1) * paging + data.length < total } };
    },

    async one(userId: string, id: string): Promise<DriveEntry & { path: DriveStep[] }> {
      const entry = await show(db, userId, id);
      return { ...entry, path: await store.pathTo(db, entry.folder_id) };
    },

    createFolder: (userId: string, folderId: string | null, name: string): Promise<DriveEntry> =>
      change(userId, async (tx) => {
        const path = await requireFolder(tx, userId, folderId);
        if (path.length >= maximumDriveDepth) throw new AppError("DRIVE.TOO_DEEP");
        await requireRoom(tx, userId);
        if (!(await isFree(tx, { userId, folderId, except: null }, name)))
          throw new AppError("DRIVE.NAME_TAKEN", { fields: { name: "name_taken" } });
        const id = newId();
        await store.insert(tx, { id, userId, folderId, isFile: false, name });
        return show(tx, userId, id);
      }),

    change: (userId: string, id: string, given: DriveChange): Promise<DriveEntry> =>
      change(userId, async (tx) => {
        const entry = await requirePresent(tx, userId, id);
        const folderId = given.folder_id === undefined ? entry.folder_id : given.folder_id;
        const isMoved = folderId !== entry.folder_id;
        if (isMoved) {
          const path = await requireFolder(tx, userId, folderId);
          if (path.some((step) => step.id === id)) throw new AppError("DRIVE.INSIDE_ITSELF");
          if (path.length + (await store.heightOf(tx, entry)) > maximumDriveDepth)
            throw new AppError("DRIVE.TOO_DEEP");
        }
        const destination = { userId, folderId, except: id };
        if (given.name !== undefined && !(await isFree(tx, destination, given.name)))
          throw new AppError("DRIVE.NAME_TAKEN", { fields: { name: "name_taken" } });
        const name = given.name ?? (await freeName(tx, destination, entry.name, entry.file === null));
        await store.change(tx, id, { name, folder_id: folderId, isRenamed: given.name !== undefined });
        if (entry.file && name !== entry.name) await files.rename(tx, id, name);
        return show(tx, userId, id);
      }),

    /** Moves to the trash. For what is there already this changes nothing. */
    trash: (userId: string, id: string): Promise<void> =>
      change(userId, async (tx) => {
        const entry = await requireEntry(tx, userId, id);
        if (!entry.trashed_at) await store.trash(tx, id);
      }),

    /** Takes out of the trash. For what is not there this changes nothing. */
    restore: (userId: string, id: string): Promise<DriveEntry> =>
      change(userId, async (tx) => {
        const entry = await requireEntry(tx, userId, id);
        if (!entry.trashed_at) return show(tx, userId, id);
        // It went there with its folder.
        if (entry.trashed_with !== id) throw new AppError("DRIVE.IN_TRASH");
        const folder = entry.folder_id === null ? undefined : await store.find(tx, userId, entry.folder_id);
        const path = folder && !folder.trashed_at ? await store.pathTo(tx, folder.id) : [];
        // The folder may have moved further down in the meantime.
        const fits = path.length + (await store.heightOf(tx, entry)) <= maximumDriveDepth;
        const folderId = (fits && path.at(-1)?.id) || null;
        const destination = { userId, folderId, except: id };
        const name = await freeName(tx, destination, entry.name, entry.file === null);
        await store.restore(tx, id, { name, folderId });
        if (entry.file && name !== entry.name) await files.rename(tx, id, name);
        return show(tx, userId, id);
      }),

    /** Deletes what is in the trash by itself. */
    async deleteForGood(userId: string, id: string): Promise<void> {
      const entry = await requireEntry(db, userId, id);
      if (entry.trashed_with !== id) throw new AppError("DRIVE.NOT_IN_TRASH");
      await deleteForGood(userId, [id]);
    },

    emptyTrash: (userId: string): Promise<number> => deleteForGood(userId, null),

    async copy(userId: string, id: string, folderId: string | null | undefined): Promise<DriveEntry> {
      const entry = await requirePresent(db, userId, id);
      if (!entry.file) throw notFound();
      const target = folderId === undefined ? entry.folder_id : folderId;
      await requireFolder(db, userId, target);
      await requireRoom(db, userId);
      const copied = await files.copyInDrive(userId, id, target);
      return show(db, userId, copied.id);
    },

    /** A file for a message in this conversation, made from one of the drive. */
    async share(userId: string, id: string, conversationId: string): Promise<StoredFile> {
      const entry = await requirePresent(db, userId, id);
      if (!entry.file) throw notFound();
      await rooms.requireOpenRoom(userId, conversationId);
      return files.share(userId, id, conversationId);
    },

    listForExport: (userId: string): Promise<store.ExportedEntry[]> => store.listForExport(db, userId),

    /** Deletes what has been in the trash for 30 days. Answers how much. */
    async prune(): Promise<number> {
      let total = 0;
      for (;;) {
        const due = await store.listDue(db, retention.driveTrashDays, batchSize);
        if (due.length === 0) return total;
        for (const { user_id, ids } of due) total += await deleteForGood(user_id, ids);
      }
    },

    routes({ route }: Router): void {
      driveRoutes(route, this);
    },
  };
}
