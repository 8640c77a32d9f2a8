import { type DriveEntry, type DrivePathFolder, maximumDriveEntries } from "@kakehashi/contract/drive";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import * as store from "./store.ts";

/**
 * Returns a person's file or folder. Its `trashed_with` is the id of the entry that somebody moved to the trash: this
 * entry, or a folder that contained it. Throws if the entry does not exist.
 */
export async function requireEntry(
  executor: Kysely<DB>,
  userId: string,
  id: string,
): Promise<store.DriveEntryWithTrashOrigin> {
  const entry = await store.findEntryWithTrashOrigin(executor, userId, id);
  if (!entry) throw createNotFoundError();
  return entry;
}

/** Returns an entry in the form that the API sends. */
export async function requireEntryForApi(
  executor: Kysely<DB>,
  userId: string,
  id: string,
): Promise<DriveEntry> {
  const entry = await store.findDriveEntry(executor, userId, id);
  if (!entry) throw createNotFoundError();
  return entry;
}

/** Returns a person's file or folder. Throws if it does not exist or is in the trash. */
export async function requireEntryOutsideTrash(
  executor: Kysely<DB>,
  userId: string,
  id: string,
): Promise<store.DriveEntryWithTrashOrigin> {
  const entry = await requireEntry(executor, userId, id);
  if (entry.trashed_at) throw new AppError("DRIVE.IN_TRASH");
  return entry;
}

/**
 * Returns the path to the folder of a request's `folder_id`, with the folder last. Throws if the folder does not belong
 * to the person, is a file or is in the trash. The error names the field, because a request may name other entries too.
 */
export async function requireFolder(
  executor: Kysely<DB>,
  userId: string,
  folderId: string | null,
): Promise<DrivePathFolder[]> {
  if (folderId === null) return [];
  const folder = await store.findEntryWithTrashOrigin(executor, userId, folderId);
  if (!folder || folder.file) throw new AppError("ERR.NOT_FOUND", { fields: { folder_id: "choice" } });
  if (folder.trashed_at) throw new AppError("DRIVE.IN_TRASH", { fields: { folder_id: "choice" } });
  return store.findFolderPath(executor, folderId);
}

/** Throws if the drive already contains the maximum number of entries. */
export async function requireSpaceForEntry(executor: Kysely<DB>, userId: string): Promise<void> {
  if ((await store.countEntries(executor, userId)) >= maximumDriveEntries)
    throw new AppError("DRIVE.TOO_MANY");
}
