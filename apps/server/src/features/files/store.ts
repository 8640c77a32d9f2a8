import {
  type FileLocation,
  type FileType,
  maximumLocations,
  type SharedFile,
  type StoredFile,
} from "@kakehashi/contract/files";
import { type NotNull, type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

import { fold, lexemesOf } from "../../kit/text/fold.ts";
import { personJson, roomName } from "../users/service.ts";

const columns = ["id", "name", "type", "category", "size", "width", "height"] as const;

export interface NewFile extends StoredFile {
  user_id: string;
  conversation_id: string;
  in_drive: boolean;
  small_size: number | null;
  medium_size: number | null;
}

/** Inserts a file that nobody can read yet. `unmarkRemoved` makes it readable; otherwise the clean-up deletes it. */
export async function insertPending(db: Executor, file: NewFile): Promise<void> {
  await db
    .insertInto("files")
    .values({
      ...file,
      removed_at: new Date(),
      name_lexemes: sql`array_to_tsvector(${lexemesOf(fold(file.name))}::text[])`,
    })
    .execute();
}

export async function unmarkRemoved(db: Executor, id: string): Promise<void> {
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
      ...columns,
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

/** A person's unsent files for one room, in no order. */
export async function listUnsent(
  db: Executor,
  owner: { userId: string; conversationId: string },
  ids: readonly string[],
): Promise<StoredFile[]> {
  const rows = await db
    .selectFrom("files")
    .select(columns)
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

/** Marks files as removed. Returns those that were not marked before. */
export async function markRemoved(db: Executor, condition: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update files set removed_at = now() where removed_at is null and ${condition} returning id`.execute(db);
  return rows.map((row) => row.id);
}

const isUnsent = sql`message_id is null and project_id is null and not in_drive`;
export const unsentCondition = (userId: string, ids: readonly string[]) =>
  sql`user_id = ${userId} and ${isUnsent} and id = any(${ids}::uuid[])`;
export const sentWithCondition = (conversationId: string, messageId: string, ids: readonly string[] | null) =>
  sql`conversation_id = ${conversationId} and message_id = ${messageId}
    and (${ids}::uuid[] is null or id = any(${ids}::uuid[]))`;
/** Files of a person's drive. */
export const inDrive = (userId: string, ids: readonly string[]) =>
  sql`user_id = ${userId} and in_drive and id = any(${ids}::uuid[])`;
/** A person's unsent files, and all files of their own notes. Those of their drive are among these. */
export const ownFilesCondition = (userId: string, roomId: string | null) =>
  sql`((user_id = ${userId} and ${isUnsent}) or conversation_id = ${roomId}::uuid)`;
export const unsentForHours = (hours: number) =>
  sql`${isUnsent} and created_at < now() - make_interval(hours => ${hours})`;

/** Gives a file another name. */
export async function rename(db: Executor, id: string, name: string): Promise<void> {
  await db
    .updateTable("files")
    .set({ name, name_lexemes: sql`array_to_tsvector(${lexemesOf(fold(name))}::text[])` })
    .where("id", "=", id)
    .execute();
}

/**
 * Files that were marked as removed some time ago and still have bytes: their clean-up failed, or they were
 * never completed.
 */
export async function listRemoved(db: Executor, hours: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from files where removed_at < now() - make_interval(hours => ${hours}) limit 1000`.execute(db);
  return rows.map((row) => row.id);
}

export async function deleteRemoved(db: Executor, id: string): Promise<void> {
  await db.deleteFrom("files").where("id", "=", id).where("removed_at", "is not", null).execute();
}

/**
 * Attaches a person's unsent files to a project and to its team's room. Returns the ids of those that were
 * attached.
 */
export async function attachToProject(
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

/** A project's files, all but these. */
export const otherFilesOfProject = (projectId: string, ids: readonly string[]) =>
  sql`project_id = ${projectId} and id <> all(${ids}::uuid[])`;

/** A project's files, the first attached first. */
export function listOfProject(db: Executor, projectId: string): Promise<StoredFile[]> {
  return db
    .selectFrom("files")
    .select(columns)
    .where("project_id", "=", projectId)
    .where("removed_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export interface FileQuery {
  rooms: readonly string[];
  type: FileType;
  /** Only files that this person sent. */
  owner: string | null;
}

const categories: Partial<Record<FileType, string>> = {
  videos: "video",
  images: "image",
  audios: "audio",
  applications: "application",
};

/** Days that count as recent. */
const recentDays = 30;

function fileCondition({ rooms, type, owner }: FileQuery): RawBuilder<unknown> {
  const category = categories[type];
  return sql`f.removed_at is null and f.message_id is not null and f.conversation_id = any(${rooms}::uuid[])
    ${category ? sql`and f.category = ${category}` : sql``}
    ${type === "recent" ? sql`and f.created_at > now() - make_interval(days => ${recentDays})` : sql``}
    ${owner ? sql`and f.user_id = ${owner}` : sql``}`;
}

type Row = Omit<SharedFile, "created_at"> & { created_at: Date };

/** Expects in `source` rows of files: a table, or a query in parentheses. */
const selectSharedFrom = (reader: string, source: RawBuilder<unknown>) => sql`
  select f.id, f.name, f.type, f.category, f.size, f.width, f.height, f.conversation_id, f.message_id, f.created_at,
    (select m.parent_id from messages m
      where m.conversation_id = f.conversation_id and m.id = f.message_id) as parent_id,
    (select ${roomName(reader)} from conversations c where c.id = f.conversation_id) as conversation_name,
    ${personJson} as user
  from ${source} f join users u on u.id = f.user_id`;
const selectShared = (reader: string) => selectSharedFrom(reader, sql`files`);

const toSharedFile = (row: Row): SharedFile => ({ ...row, created_at: row.created_at.toISOString() });

export async function listShared(
  db: Executor,
  reader: string,
  query: FileQuery,
  page: { offset: number; limit: number },
): Promise<SharedFile[]> {
  const isByLocation = query.type === "location";
  const order = sql`${isByLocation ? sql`newest_in_room desc, conversation_id,` : sql``} created_at desc, id desc`;
  // Chooses the page first, then joins the rest: skipped files need no message.
  const chosenPage = sql`(
    select f.* ${isByLocation ? sql`, max(f.created_at) over (partition by f.conversation_id) as newest_in_room` : sql``}
    from files f where ${fileCondition(query)} order by ${order} limit ${page.limit} offset ${page.offset})`;
  const { rows } = await sql<Row>`${selectSharedFrom(reader, chosenPage)} order by ${order}`.execute(db);
  return rows.map(toSharedFile);
}

export async function findShared(db: Executor, reader: string, id: string): Promise<SharedFile | undefined> {
  const { rows } =
    await sql<Row>`${selectShared(reader)} where f.id = ${id} and f.removed_at is null`.execute(db);
  return rows[0] && toSharedFile(rows[0]);
}

/** Files that still exist, in the order of the request. */
export async function listByIds(db: Executor, reader: string, ids: readonly string[]): Promise<SharedFile[]> {
  if (ids.length === 0) return [];
  const { rows } =
    await sql<Row>`${selectShared(reader)} where f.id = any(${ids}::uuid[]) and f.removed_at is null
    order by array_position(${ids}::uuid[], f.id)`.execute(db);
  return rows.map(toSharedFile);
}

export async function countShared(db: Executor, query: FileQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from files f where ${fileCondition(query)}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function listLocations(
  db: Executor,
  reader: string,
  query: Omit<FileQuery, "type">,
): Promise<FileLocation[]> {
  const { rows } = await sql<Omit<FileLocation, "newest_at"> & { newest_at: Date }>`
    select c.id as conversation_id, c.kind, f.count, f.newest_at, ${roomName(reader)} as name
    from (select f.conversation_id, count(*)::int as count, max(f.created_at) as newest_at from files f
      where ${fileCondition({ ...query, type: "all" })} group by f.conversation_id) f
    join conversations c on c.id = f.conversation_id
    order by f.newest_at desc, c.id limit ${maximumLocations}`.execute(db);
  return rows.map((row) => ({ ...row, newest_at: row.newest_at.toISOString() }));
}

export interface SentFile extends StoredFile {
  conversation_id: string;
  message_id: string;
  created_at: Date;
}

/** The newest first; ids are ordered by time. */
export async function listSentBy(
  db: Executor,
  userId: string,
  before: string | null,
  limit: number,
): Promise<SentFile[]> {
  const rows = await db
    .selectFrom("files")
    .select([...columns, "conversation_id", "message_id", "created_at"])
    .where("user_id", "=", userId)
    .where("removed_at", "is", null)
    .where("message_id", "is not", null)
    .$narrowType<{ message_id: NotNull }>()
    .$if(before !== null, (query) => query.where("id", "<", before ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows;
}
