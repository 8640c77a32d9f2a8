import type { StoredFile } from "@kakehashi/contract/files";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

import { foldText, lexemesOf } from "../../kit/text/fold.ts";

export const fileColumns = ["id", "name", "type", "category", "size", "width", "height"] as const;

export interface NewFile extends StoredFile {
  user_id: string;
  conversation_id: string;
  in_drive: boolean;
  small_size: number | null;
  medium_size: number | null;
}

/**
 * Inserts a file's row and marks it as removed, so that nobody can read the file yet. `unmarkFileRemoved` makes the
 * file readable. Otherwise the clean-up deletes it later.
 */
export const insertPendingFile = (db: Executor, file: NewFile): Promise<void> =>
  insertFile(db, { ...file, removed_at: new Date() });

export async function insertFile(
  db: Executor,
  file: NewFile & { removed_at: Date | null; created_at?: Date },
): Promise<void> {
  const name_lexemes = sql<string>`array_to_tsvector(${lexemesOf(foldText(file.name))}::text[])`;
  await db
    .insertInto("files")
    .values({ ...file, name_lexemes })
    .execute();
}

export async function unmarkFileRemoved(db: Executor, id: string): Promise<void> {
  await db.updateTable("files").set({ removed_at: null }).where("id", "=", id).execute();
}

export interface FoundFile extends StoredFile {
  user_id: string;
  conversation_id: string;
  message_id: string | null;
  project_id: string | null;
  in_drive: boolean;
  small_size: number | null;
  medium_size: number | null;
}

export async function findFile(db: Executor, id: string): Promise<FoundFile | undefined> {
  const row = await db
    .selectFrom("files")
    .select([
      ...fileColumns,
      "user_id",
      "conversation_id",
      "message_id",
      "project_id",
      "in_drive",
      "small_size",
      "medium_size",
    ])
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return row;
}

/** Returns a person's unsent files for one room. The files are not sorted. */
export async function listUnsentFiles(
  db: Executor,
  owner: { userId: string; conversationId: string },
  ids: readonly string[],
): Promise<StoredFile[]> {
  const rows = await db
    .selectFrom("files")
    .select(fileColumns)
    .where("id", "in", ids)
    .where("user_id", "=", owner.userId)
    .where("conversation_id", "=", owner.conversationId)
    .where("message_id", "is", null)
    .where("project_id", "is", null)
    .where("in_drive", "=", false)
    .where("removed_at", "is", null)
    .execute();
  return rows;
}

export const inRoomCondition = (roomId: string) => sql`conversation_id = ${roomId} and not in_drive`;

/** Marks the files that fulfil the condition as removed. Returns the ids of those that were not marked before. */
export async function markFilesRemoved(db: Executor, condition: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update files set removed_at = now() where removed_at is null and ${condition} returning id`.execute(db);
  return rows.map((row) => row.id);
}

const isUnsentCondition = sql`message_id is null and project_id is null and not in_drive`;
export const unsentCondition = (userId: string, ids: readonly string[]) =>
  sql`user_id = ${userId} and ${isUnsentCondition} and id = any(${ids}::uuid[])`;
export const filesOfMessageCondition = (
  conversationId: string,
  messageId: string,
  ids: readonly string[] | null,
) =>
  sql`conversation_id = ${conversationId} and message_id = ${messageId}
    and (${ids}::uuid[] is null or id = any(${ids}::uuid[]))`;
/** The SQL condition for files of a person's drive. */
export const inDriveCondition = (userId: string, ids: readonly string[]) =>
  sql`user_id = ${userId} and in_drive and id = any(${ids}::uuid[])`;
/**
 * The SQL condition for a person's unsent files, and for all files in the room of their own notes. The files of their
 * drive are in that room too.
 */
export const ownerOnlyFilesCondition = (userId: string, myChatId: string | null) =>
  sql`((user_id = ${userId} and ${isUnsentCondition}) or conversation_id = ${myChatId}::uuid)`;
export const unsentForHoursCondition = (hours: number) =>
  sql`${isUnsentCondition} and created_at < now() - make_interval(hours => ${hours})`;

export async function renameFile(db: Executor, id: string, name: string): Promise<void> {
  await db
    .updateTable("files")
    .set({ name, name_lexemes: sql`array_to_tsvector(${lexemesOf(foldText(name))}::text[])` })
    .where("id", "=", id)
    .execute();
}

/**
 * Returns the ids of files that were marked as removed at least `hours` ago and still have bytes, because their
 * clean-up failed or their upload was never completed.
 */
export async function listRemovedFileIds(db: Executor, hours: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from files where removed_at < now() - make_interval(hours => ${hours}) limit 1000`.execute(db);
  return rows.map((row) => row.id);
}

export async function deleteRemovedFileRow(db: Executor, id: string): Promise<void> {
  await db.deleteFrom("files").where("id", "=", id).where("removed_at", "is not", null).execute();
}

/**
 * Attaches a person's unsent files to a project and to its team's room. Returns the ids of the attached
 * files.
 */
export async function attachFilesToProject(
  tx: Executor,
  userId: string,
  project: { id: string; roomId: string },
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update files set project_id = ${project.id}, conversation_id = ${project.roomId}
    where ${unsentCondition(userId, ids)} and removed_at is null returning id`.execute(tx);
  return rows.map((row) => row.id);
}

/** The SQL condition for all files of a project except the files with these ids. */
export const otherProjectFilesCondition = (projectId: string, ids: readonly string[]) =>
  sql`project_id = ${projectId} and id <> all(${ids}::uuid[])`;

/** Reads a project's files in the order in which they were uploaded. */
export function listFilesOfProject(db: Executor, projectId: string): Promise<StoredFile[]> {
  return db
    .selectFrom("files")
    .select(fileColumns)
    .where("project_id", "=", projectId)
    .where("removed_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}
