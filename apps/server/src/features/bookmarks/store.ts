import type { Bookmark } from "@kakehashi/contract/bookmarks";
import { isLanguage, type Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { Urgency } from "@kakehashi/contract/translations";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { rowsWithinBytes } from "../../kit/db/fitting.ts";
import { partnerJson } from "../conversations/service.ts";
import { bytesOfMessage, type MessageRow, messageOfRow } from "../messages/service.ts";

type MessageKey = Pick<Message, "conversation_id" | "id">;

export interface BookmarkOfUser {
  user_id: string;
  languages: Language[];
  note: string;
  urgency: Urgency;
}

/** Reads all people's bookmarks of a message. */
export async function listBookmarksOfMessage(
  tx: Executor,
  { conversation_id, id }: MessageKey,
): Promise<BookmarkOfUser[]> {
  const rows = await tx
    .selectFrom("bookmarks")
    .select(["user_id", "languages", "note", "urgency"])
    .where("conversation_id", "=", conversation_id)
    .where("message_id", "=", id)
    .execute();
  return rows.map((row) => ({ ...row, languages: row.languages.filter(isLanguage) }));
}

export async function hasBookmark(tx: Executor, message: MessageKey, userId: string): Promise<boolean> {
  return (await listBookmarksOfMessage(tx, message)).some(({ user_id }) => user_id === userId);
}

export function saveBookmark(tx: Executor, { conversation_id, id }: MessageKey, bookmark: BookmarkOfUser) {
  return tx
    .insertInto("bookmarks")
    .values({ conversation_id, message_id: id, ...bookmark })
    .onConflict((conflict) =>
      conflict
        .columns(["conversation_id", "message_id", "user_id"])
        .doUpdateSet({ languages: bookmark.languages, note: bookmark.note, urgency: bookmark.urgency }),
    )
    .execute();
}

export function deleteBookmark(tx: Executor, { conversation_id, id }: MessageKey, userId: string) {
  return tx
    .deleteFrom("bookmarks")
    .where("conversation_id", "=", conversation_id)
    .where("message_id", "=", id)
    .where("user_id", "=", userId)
    .execute();
}

/**
 * Marks a bookmark as done if each requested language has a current translation by a person or from the translation
 * memory. Marks it as not done otherwise. A bookmark becomes unread again when its mark changes.
 */
export function updateBookmarksDone(
  tx: Executor,
  { conversation_id, id }: MessageKey,
  translatedLanguages: readonly Language[],
) {
  const isDone = sql`(languages <@ ${translatedLanguages}::text[] and cardinality(${translatedLanguages}::text[]) > 0)`;
  return sql`
    update bookmarks set done_at = case when ${isDone} then now() end, read_at = null
    where conversation_id = ${conversation_id} and message_id = ${id} and ${isDone} <> (done_at is not null)`.execute(
    tx,
  );
}

type BookmarkRow = Omit<Bookmark, "message" | "created_at"> & { message: MessageRow; created_at: Date };

/** Selects a person's bookmarks with their messages. Leaves out bookmarks in rooms that the person has left. */
const bookmarksInOwnRoomsSql = sql`
  from bookmarks b
  join messages t on t.conversation_id = b.conversation_id and t.id = b.message_id
  join conversations c on c.id = t.conversation_id
  join conversation_members m on m.conversation_id = c.id and m.user_id = b.user_id`;

async function selectBookmarks(db: Executor, sqlClauses: RawBuilder<unknown>): Promise<Bookmark[]> {
  const { rows } = await sql<BookmarkRow>`
    select to_json(t) as message, b.languages, b.note, b.urgency,
      json_build_object('id', c.id, 'kind', c.kind, 'name', c.name, 'partner', ${partnerJson}) as conversation,
      b.done_at is not null as done, b.done_at is not null and b.read_at is null as unread, b.created_at
    ${bookmarksInOwnRoomsSql} ${sqlClauses}`.execute(db);
  return rows.map((row) => ({
    ...row,
    message: messageOfRow(row.message),
    created_at: row.created_at.toISOString(),
  }));
}

const createDoneCondition = (isDone: boolean | undefined) =>
  isDone === undefined ? sql`` : isDone ? sql`and b.done_at is not null` : sql`and b.done_at is null`;

/**
 * Reads a page of bookmarks, the newest first. Leaves out rows that cannot fit into an API response, except at most
 * one: the caller cuts the page to the exact size, and reports that more bookmarks follow.
 */
export function listBookmarks(
  db: Executor,
  userId: string,
  filter: { offset: number; limit: number; done: boolean | undefined },
): Promise<Bookmark[]> {
  const page = sql`
    select b.conversation_id, b.message_id, b.created_at, ${bytesOfMessage("t")} as bytes ${bookmarksInOwnRoomsSql}
    where b.user_id = ${userId} ${createDoneCondition(filter.done)}
    order by b.created_at desc, b.message_id desc limit ${filter.limit} offset ${filter.offset}`;
  return selectBookmarks(
    db,
    sql`join ${rowsWithinBytes(page, sql`created_at desc, message_id desc`)} s
        on s.conversation_id = b.conversation_id and s.message_id = b.message_id
      where b.user_id = ${userId} order by b.created_at desc, b.message_id desc`,
  );
}

export async function findBookmark(
  db: Executor,
  userId: string,
  roomId: string,
  messageId: string,
): Promise<Bookmark | undefined> {
  const [bookmarkRow] = await selectBookmarks(
    db,
    sql`where b.user_id = ${userId} and b.conversation_id = ${roomId} and b.message_id = ${messageId}`,
  );
  return bookmarkRow;
}

export async function countBookmarksByState(
  db: Executor,
  userId: string,
): Promise<{ count_done: number; count_untranslated: number }> {
  const { rows } = await sql<{ count_done: number; count_untranslated: number }>`
    select (count(*) filter (where b.done_at is not null))::int as count_done,
      (count(*) filter (where b.done_at is null))::int as count_untranslated
    ${bookmarksInOwnRoomsSql} where b.user_id = ${userId}`.execute(db);
  return rows[0] ?? { count_done: 0, count_untranslated: 0 };
}

export function markDoneBookmarkRead(db: Executor, userId: string, roomId: string, messageId: string) {
  return sql`
    update bookmarks set read_at = coalesce(read_at, now())
    where user_id = ${userId} and conversation_id = ${roomId} and message_id = ${messageId}
      and done_at is not null`.execute(db);
}
