import type { ConversationKind } from "@kakehashi/contract/conversation-kinds";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { keptLateTextCount, type TranslationEntry } from "@kakehashi/contract/translation-history";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { rowsWithinBytes } from "../../kit/db/fitting.ts";
import { sourceKeyOf } from "../../kit/text/source-key.ts";
import type { Row } from "./row.ts";
import type { Original } from "./source.ts";

type Subject = Pick<Original, "kind" | "id">;

/** Returns all stored translations of a text. One of them may be in the text's own language. */
export function findRows(db: Executor, { kind, id }: Subject): Promise<Row[]> {
  return db
    .selectFrom("translations")
    .selectAll()
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .execute();
}

export async function findRow(
  db: Executor,
  { kind, id }: Subject,
  language: string,
): Promise<Row | undefined> {
  const rows = await findRows(db, { kind, id });
  return rows.find((row) => row.language === language);
}

export function saveRow(tx: Executor, { created_at, ...row }: Row) {
  return tx
    .insertInto("translations")
    .values({ ...row, created_at })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

export function deleteRow(tx: Executor, id: string) {
  return tx.deleteFrom("translations").where("id", "=", id).execute();
}

export function deleteRowsOf(tx: Executor, { kind, id }: Subject) {
  return tx
    .deleteFrom("translations")
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .execute();
}

export type NewHistoryEntry = Omit<TranslationEntry, "step" | "created_at"> & {
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

/** Deletes refused late texts from a translation's history. Keeps the newest `keptLateTextCount`. */
export function trimSupersededTexts(tx: Executor, translationId: string) {
  return sql`
    delete from translation_history where translation_id = ${translationId} and event = 'SUPERSEDED' and step <= (
      select step from translation_history where translation_id = ${translationId} and event = 'SUPERSEDED'
      order by step desc offset ${keptLateTextCount} limit 1)`.execute(tx);
}

type EntryRow = Omit<TranslationEntry, "created_at"> & { created_at: Date };

const entryColumns = sql`step, event, version, content, revision, origin, state, user_id, reason, created_at`;

/**
 * Lists a translation's history, newest first, as far as it fits into a response. Returns one entry more, which shows
 * that there are more.
 */
export async function listHistoryEntries(
  db: Executor,
  translationId: string,
  before: number | null,
  limit: number,
): Promise<TranslationEntry[]> {
  const page = sql`
    select ${entryColumns}, coalesce(octet_length(content), 0) as bytes from translation_history
    where translation_id = ${translationId} ${before === null ? sql`` : sql`and step < ${before}`}
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

export async function listReadLanguages(
  db: Executor,
  { conversation_id, kind }: Pick<Message, "conversation_id" | "kind">,
): Promise<Language[]> {
  const { rows } = await sql<{ language: Language }>`
    select distinct u.working_language as language from conversation_members m join users u on u.id = m.user_id
    where m.conversation_id = ${conversation_id} and u.working_language is not null
      and not (u.is_outside and ${kind === "NOTE"}) order by 1`.execute(db);
  return rows.map(({ language }) => language);
}

/**
 * Returns the approved translations of exactly this text in the translation memory, in the languages that the
 * conversation's members read.
 */
export async function listMemoryMatches(
  tx: Executor,
  conversationId: string,
  { content, language }: Pick<Original, "content" | "language">,
): Promise<{ language: Language; content: string }[]> {
  const { rows } = await sql<{ language: Language; content: string }>`
    select target_language as language, target as content
    from recalled_texts(${conversationId}, ${sourceKeyOf(content)}::uuid, ${language})`.execute(tx);
  return rows;
}

/** Stores a question about a translation. Does nothing if the question is already stored. */
export function addQuestion(tx: Executor, translationId: string, messageId: string) {
  return sql`insert into translation_questions (translation_id, message_id) values (${translationId}, ${messageId})
    on conflict do nothing`.execute(tx);
}

export function deleteQuestion(tx: Executor, messageId: string) {
  return sql`delete from translation_questions where message_id = ${messageId}`.execute(tx);
}

/**
 * Returns the ids of the questions about a translation, newest first. The ids are those of messages, which grow with
 * time.
 */
export async function listQuestions(
  db: Executor,
  translationId: string,
  before: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ message_id: string }>`
    select message_id from translation_questions
    where translation_id = ${translationId} ${before === null ? sql`` : sql`and message_id < ${before}`}
    order by message_id desc limit ${limit}`.execute(db);
  return rows.map(({ message_id }) => message_id);
}

export interface WaitingForMachine {
  conversation_id: string;
  subject_id: string;
  language: Language;
}

/** Lists the translations that wait for the machine's monthly budget, those of the newest messages first. */
export async function listWaitingForMachine(
  db: Executor,
  { offset, limit }: { offset: number; limit: number },
): Promise<WaitingForMachine[]> {
  const { rows } = await sql<WaitingForMachine>`
    select conversation_id, subject_id, language from translations where waits_for_machine
    order by subject_id desc offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

export async function listRoomsWaitingForMachine(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ conversation_id: string }>`
    select distinct conversation_id from translations where waits_for_machine`.execute(db);
  return rows.map(({ conversation_id }) => conversation_id);
}

/** Lists a room's translations that wait for the machine's monthly budget, beginning after `after`. */
export async function listWaitingInRoom(
  db: Executor,
  roomId: string,
  after: WaitingForMachine | null,
  limit: number,
): Promise<WaitingForMachine[]> {
  const { rows } = await sql<WaitingForMachine>`
    select conversation_id, subject_id, language from translations
    where waits_for_machine and conversation_id = ${roomId}
      ${after ? sql`and (subject_id, language) < (${after.subject_id}::uuid, ${after.language})` : sql``}
    order by subject_id desc, language desc limit ${limit}`.execute(db);
  return rows;
}

export async function countWaitingForMachine(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from translations where waits_for_machine`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Lists the translations in a conversation that the person has claimed. */
export async function listClaimed(
  db: Executor,
  roomId: string,
  userId: string,
): Promise<Pick<Row, "subject_id" | "language">[]> {
  return db
    .selectFrom("translations")
    .select(["subject_id", "language"])
    .where("conversation_id", "=", roomId)
    .where("claimed_by", "=", userId)
    .execute();
}

export async function isInRoom(db: Executor, roomId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversation_members where conversation_id = ${roomId} and user_id = ${userId}`.execute(db);
  return rows.length > 0;
}

/** Returns the kind of the room that contains the text. For a text outside of rooms, returns `GROUP`. */
export async function findRoomKind(
  db: Executor,
  { conversationId }: Pick<Original, "conversationId">,
): Promise<ConversationKind> {
  const { rows } = await sql<{ kind: ConversationKind }>`
    select kind from conversations where id = ${conversationId}`.execute(db);
  return rows[0]?.kind ?? "GROUP";
}

/** Returns a room's name, shortened for a notification. Null if the room has no name. */
export async function findRoomName(db: Executor, conversationId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    select left(name, 200) as name from conversations where id = ${conversationId}`.execute(db);
  return rows[0]?.name || null;
}

/** Whether the person's account has been deleted. */
export async function isAccountDeleted(db: Executor, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${userId} and deleted_at is null`.execute(db);
  return rows.length === 0;
}
