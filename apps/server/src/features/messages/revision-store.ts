import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { rowsWithinBytes } from "../../kit/db/fitting.ts";

type MessageKey = Pick<Message, "conversation_id" | "id">;

/** Adds the current text of a message to its history. */
export function insertRevision(tx: Executor, { conversation_id, id }: MessageKey) {
  return sql`
    insert into message_revisions (conversation_id, message_id, revision, content, language, created_at)
    select conversation_id, id, revision, content, language, coalesce(edited_at, created_at)
    from messages where conversation_id = ${conversation_id} and id = ${id}`.execute(tx);
}

interface RevisionRow {
  revision: number;
  content: string;
  language: Language;
  created_at: Date;
}

/**
 * Returns the newest `limit` revisions of a message, sorted oldest first. With `beforeRevision`, returns the newest before that
 * revision.
 */
export async function listRevisions(
  db: Executor,
  { conversation_id, id }: MessageKey,
  beforeRevision: number | null,
  limit: number,
) {
  const page = sql`
    select revision, content, language, created_at, octet_length(content) as bytes from message_revisions
    where conversation_id = ${conversation_id} and message_id = ${id} ${beforeRevision === null ? sql`` : sql`and revision < ${beforeRevision}`}
    order by revision desc limit ${limit}`;
  const { rows } = await sql<RevisionRow>`
    select revision, content, language, created_at from ${rowsWithinBytes(page, sql`revision desc`)} r
    order by revision`.execute(db);
  return rows.map((row) => ({
    revision: row.revision,
    content: row.content,
    language: row.language,
    created_at: row.created_at.toISOString(),
  }));
}
