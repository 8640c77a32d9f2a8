import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** The parts of a message that are indexed for the search. A deleted message has none. */
export interface IndexedMessage {
  id: string;
  user_id: string;
  changed_seq: number;
  /** Whether the message is as it was sent. If so, the index contains no old texts of it that must be replaced. */
  is_new: boolean;
  content: string;
  /** The message's translations that have a text. */
  translations: { language: string; content: string }[] | null;
  file_categories: string[] | null;
  created_at: Date;
}

/**
 * Locks the room's row in `search_marks`. Returns the `seq` up to which the room is indexed. Returns undefined if
 * another process holds the lock.
 */
export async function lockIndexedSeq(tx: Executor, roomId: string): Promise<number | undefined> {
  await sql`insert into search_marks (conversation_id) select id from conversations where id = ${roomId}
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ indexed_seq: number }>`
    select indexed_seq from search_marks where conversation_id = ${roomId} for update skip locked`.execute(
    tx,
  );
  return rows[0]?.indexed_seq;
}

/** Returns the room's last `seq`. */
export async function findLastRoomSeq(tx: Executor, roomId: string): Promise<number> {
  const { rows } = await sql<{ last_seq: number }>`
    select last_seq from conversations where id = ${roomId}`.execute(tx);
  return rows[0]?.last_seq ?? 0;
}

export async function storeIndexedSeq(tx: Executor, roomId: string, seq: number): Promise<void> {
  await sql`update search_marks set indexed_seq = ${seq} where conversation_id = ${roomId}`.execute(tx);
}

/** Reads messages whose last change is after `seq`, sorted by that change. */
export async function listMessagesChangedAfter(
  tx: Executor,
  roomId: string,
  seq: number,
  limit: number,
): Promise<IndexedMessage[]> {
  const { rows } = await sql<IndexedMessage>`
    select id, user_id, changed_seq, changed_seq = seq as is_new, content, created_at,
      (select json_agg(json_build_object('language', t ->> 'language', 'content', t ->> 'content'))
       from jsonb_array_elements(translations) t where (t ->> 'version')::int > 0) as translations,
      (select array_agg(distinct f ->> 'category') from jsonb_array_elements(files) f) as file_categories
    from messages where conversation_id = ${roomId} and changed_seq > ${seq}
    order by changed_seq limit ${limit}`.execute(tx);
  return rows;
}

export interface IndexedText {
  message_id: string;
  source: string;
  user_id: string;
  created_at: Date;
  has: readonly string[];
  lexemes: readonly string[];
  folded: string;
}

export async function writeIndexedTexts(
  tx: Executor,
  roomId: string,
  texts: readonly IndexedText[],
): Promise<void> {
  if (texts.length === 0) return;
  await sql`
    insert into search_texts (conversation_id, message_id, source, user_id, created_at, has, lexemes, folded)
    select ${roomId}, t.message_id, t.source, t.user_id, t.created_at, t.has,
      array_to_tsvector(t.lexemes), t.folded
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as t(message_id uuid, source text, user_id uuid,
      created_at timestamptz, has text[], lexemes text[], folded text)
    on conflict (conversation_id, message_id, source) do update
      set has = excluded.has, lexemes = excluded.lexemes, folded = excluded.folded`.execute(tx);
}

/** Deletes a message's indexed texts in those languages in which the message has no text now. */
export async function deleteTextsOfRemovedLanguages(
  tx: Executor,
  roomId: string,
  remainingTexts: readonly Pick<IndexedText, "message_id" | "source">[],
): Promise<void> {
  if (remainingTexts.length === 0) return;
  await sql`
    delete from search_texts s
    where s.conversation_id = ${roomId} and s.message_id = any(${remainingTexts.map(({ message_id }) => message_id)}::uuid[])
      and s.source <> 'original' and not exists (
        select from unnest(${remainingTexts.map(({ message_id }) => message_id)}::uuid[], ${remainingTexts.map(({ source }) => source)}::text[])
          as k(message_id, source) where k.message_id = s.message_id and k.source = s.source)`.execute(tx);
}

export async function deleteTextsOfMessages(
  tx: Executor,
  roomId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from search_texts where conversation_id = ${roomId} and message_id = any(${ids}::uuid[])`.execute(
    tx,
  );
}

/**
 * Returns files without an indexed word in their names, sorted by id. Such a file is not indexed yet, or its name
 * contains no word. With `afterId`, the list begins after this file.
 */
export async function listFilesWithoutWords(
  db: Executor,
  afterId: string | null,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from files where name_lexemes = ''::tsvector ${afterId === null ? sql`` : sql`and id > ${afterId}`}
    order by id limit ${limit}`.execute(db);
  return rows;
}

export async function writeFileWords(
  db: Executor,
  files: readonly { id: string; lexemes: readonly string[] }[],
): Promise<void> {
  await sql`
    update files f set name_lexemes = array_to_tsvector(t.lexemes)
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as t(id uuid, lexemes text[])
    where f.id = t.id`.execute(db);
}

/** Returns rooms with changes that are not indexed yet. The room with the newest change comes first. */
export async function listRoomIdsToIndex(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations c left join search_marks m on m.conversation_id = c.id
    where c.last_seq > coalesce(m.indexed_seq, 0) order by c.changed_at desc`.execute(db);
  return rows.map((row) => row.id);
}
