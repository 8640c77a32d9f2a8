import {
  type ConversationWithFileCount,
  type FileTypeFilter,
  maximumConversationsWithFiles,
  type SharedFile,
  type StoredFile,
} from "@kakehashi/contract/files";
import { type NotNull, type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

import { personJson, roomNameSql } from "../users/service.ts";
import { fileColumns } from "./store.ts";

export interface SharedFileQuery {
  roomIds: readonly string[];
  type: FileTypeFilter;
  /** The id of the person who sent the files. Null selects the files of all people. */
  ownerId: string | null;
}

const categoryConditions: Partial<Record<FileTypeFilter, string>> = {
  videos: "video",
  images: "image",
  audios: "audio",
  applications: "application",
};

/** Maximum age in days of a file that counts as recent. */
const recentFileDays = 30;

function sharedFileCondition({ roomIds, type, ownerId }: SharedFileQuery): RawBuilder<unknown> {
  const categoryCondition = categoryConditions[type];
  return sql`f.removed_at is null and f.message_id is not null and f.conversation_id = any(${roomIds}::uuid[])
    ${categoryCondition ? sql`and f.category = ${categoryCondition}` : sql``}
    ${type === "recent" ? sql`and f.created_at > now() - make_interval(days => ${recentFileDays})` : sql``}
    ${ownerId ? sql`and f.user_id = ${ownerId}` : sql``}`;
}

type SharedFileRow = Omit<SharedFile, "created_at"> & { created_at: Date };

/** SQL that selects the fields of a file in the API. `source` is a table or a subquery with rows of `files`. */
const selectSharedFrom = (reader: string, source: RawBuilder<unknown>) => sql`
  select f.id, f.name, f.type, f.category, f.size, f.width, f.height, f.conversation_id, f.message_id, f.created_at,
    (select m.parent_id from messages m
      where m.conversation_id = f.conversation_id and m.id = f.message_id) as parent_id,
    (select ${roomNameSql(reader)} from conversations c where c.id = f.conversation_id) as conversation_name,
    ${personJson} as user
  from ${source} f join users u on u.id = f.user_id`;
const selectSharedFiles = (reader: string) => selectSharedFrom(reader, sql`files`);

const toSharedFile = (row: SharedFileRow): SharedFile => ({
  ...row,
  created_at: row.created_at.toISOString(),
});

export async function listSharedFiles(
  db: Executor,
  roomNameReaderId: string,
  query: SharedFileQuery,
  page: { offset: number; limit: number },
): Promise<SharedFile[]> {
  const isGroupedByRoom = query.type === "location";
  const order = sql`${isGroupedByRoom ? sql`newest_in_room desc, conversation_id,` : sql``} created_at desc, id desc`;
  // Selects the files of the page before the joins, so that files of earlier pages are not joined.
  const pageOfFiles = sql`(
    select f.* ${isGroupedByRoom ? sql`, max(f.created_at) over (partition by f.conversation_id) as newest_in_room` : sql``}
    from files f where ${sharedFileCondition(query)} order by ${order} limit ${page.limit} offset ${page.offset})`;
  const { rows } =
    await sql<SharedFileRow>`${selectSharedFrom(roomNameReaderId, pageOfFiles)} order by ${order}`.execute(
      db,
    );
  return rows.map(toSharedFile);
}

export async function findSharedFile(
  db: Executor,
  roomNameReaderId: string,
  id: string,
): Promise<SharedFile | undefined> {
  const { rows } =
    await sql<SharedFileRow>`${selectSharedFiles(roomNameReaderId)} where f.id = ${id} and f.removed_at is null`.execute(
      db,
    );
  return rows[0] && toSharedFile(rows[0]);
}

/** Returns those of the files that still exist, in the order of `ids`. */
export async function listSharedFilesByIds(
  db: Executor,
  roomNameReaderId: string,
  ids: readonly string[],
): Promise<SharedFile[]> {
  if (ids.length === 0) return [];
  const { rows } =
    await sql<SharedFileRow>`${selectSharedFiles(roomNameReaderId)} where f.id = any(${ids}::uuid[]) and f.removed_at is null
    order by array_position(${ids}::uuid[], f.id)`.execute(db);
  return rows.map(toSharedFile);
}

export async function countSharedFiles(db: Executor, query: SharedFileQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from files f where ${sharedFileCondition(query)}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function listRoomsWithFiles(
  db: Executor,
  roomNameReaderId: string,
  query: Omit<SharedFileQuery, "type">,
): Promise<ConversationWithFileCount[]> {
  const { rows } = await sql<Omit<ConversationWithFileCount, "newest_at"> & { newest_at: Date }>`
    select c.id as conversation_id, c.kind, f.count, f.newest_at, ${roomNameSql(roomNameReaderId)} as name
    from (select f.conversation_id, count(*)::int as count, max(f.created_at) as newest_at from files f
      where ${sharedFileCondition({ ...query, type: "all" })} group by f.conversation_id) f
    join conversations c on c.id = f.conversation_id
    order by f.newest_at desc, c.id limit ${maximumConversationsWithFiles}`.execute(db);
  return rows.map((row) => ({ ...row, newest_at: row.newest_at.toISOString() }));
}

export interface SentFile extends StoredFile {
  conversation_id: string;
  message_id: string;
  created_at: Date;
}

/** Sorts by file id, the newest first, because file ids grow with time. */
export async function listFilesSentBy(
  db: Executor,
  userId: string,
  beforeId: string | null,
  limit: number,
): Promise<SentFile[]> {
  const rows = await db
    .selectFrom("files")
    .select([...fileColumns, "conversation_id", "message_id", "created_at"])
    .where("user_id", "=", userId)
    .where("removed_at", "is", null)
    .where("message_id", "is not", null)
    .$narrowType<{ message_id: NotNull }>()
    .$if(beforeId !== null, (query) => query.where("id", "<", beforeId ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows;
}
