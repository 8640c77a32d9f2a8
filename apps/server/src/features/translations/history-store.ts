import {
  maximumLateTextsPerTranslation,
  type TranslationHistoryEntry,
} from "@kakehashi/contract/translation-history";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { rowsWithinBytes } from "../../kit/db/fitting.ts";

export type NewHistoryEntry = Omit<TranslationHistoryEntry, "step" | "created_at"> & {
  /** Whether the writer started from a suggestion of the translation memory. Only reports use this. */
  from_memory?: boolean;
};

export function addHistoryEntry(tx: Executor, translationId: string, entry: NewHistoryEntry) {
  return sql`
    insert into translation_history (translation_id, step, event, version, content, revision, origin, state, user_id, reason, from_memory)
    select ${translationId}::uuid, coalesce(max(step), 0) + 1, ${entry.event}, ${entry.version}, ${entry.content},
      ${entry.revision}, ${entry.origin}, ${entry.state}, ${entry.user_id}::uuid, ${entry.reason},
      ${entry.from_memory ?? false}
    from translation_history where translation_id = ${translationId}`.execute(tx);
}

/** Deletes refused late texts from a translation's history. Keeps the newest `maximumLateTextsPerTranslation`. */
export function trimLateTexts(tx: Executor, translationId: string) {
  return sql`
    delete from translation_history where translation_id = ${translationId} and event = 'SUPERSEDED' and step <= (
      select step from translation_history where translation_id = ${translationId} and event = 'SUPERSEDED'
      order by step desc offset ${maximumLateTextsPerTranslation} limit 1)`.execute(tx);
}

type EntryRow = Omit<TranslationHistoryEntry, "created_at"> & { created_at: Date };

const entryColumns = sql`step, event, version, content, revision, origin, state, user_id, reason, created_at`;

/**
 * Lists a translation's history, newest first, as far as it fits into a response. Returns one entry more, which shows
 * that there are more.
 */
export async function listHistoryEntries(
  db: Executor,
  translationId: string,
  beforeStep: number | null,
  limit: number,
): Promise<TranslationHistoryEntry[]> {
  const page = sql`
    select ${entryColumns}, coalesce(octet_length(content), 0) as bytes from translation_history
    where translation_id = ${translationId} ${beforeStep === null ? sql`` : sql`and step < ${beforeStep}`}
    order by step desc limit ${limit}`;
  const { rows } = await sql<EntryRow>`
    select ${entryColumns} from ${rowsWithinBytes(page, sql`step desc`)} h order by step desc`.execute(db);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/**
 * Returns the earlier version of a translation with its text. Undefined if the version does not exist or has no text.
 */
export async function findVersionText(
  db: Executor,
  translationId: string,
  version: number,
): Promise<
  (Pick<EntryRow, "content" | "revision" | "origin" | "user_id"> & { content: string }) | undefined
> {
  const { rows } = await sql<Pick<EntryRow, "revision" | "origin" | "user_id"> & { content: string }>`
    select content, revision, origin, user_id from translation_history
    where translation_id = ${translationId} and version = ${version} and content is not null
    order by step limit 1`.execute(db);
  return rows[0];
}
