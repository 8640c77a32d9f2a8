import type { ConversationKind } from "@kakehashi/contract/conversation-kinds";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { sourceKeyOf } from "../../kit/text/source-key.ts";
import type { TranslationRow } from "./row.ts";
import type { OriginalText } from "./source.ts";

type TranslatedOriginal = Pick<OriginalText, "kind" | "id">;

/** Returns all stored translations of a text. One of them may be in the text's own language. */
export function findRows(db: Executor, { kind, id }: TranslatedOriginal): Promise<TranslationRow[]> {
  return db
    .selectFrom("translations")
    .selectAll()
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .execute();
}

export async function findRow(
  db: Executor,
  { kind, id }: TranslatedOriginal,
  language: string,
): Promise<TranslationRow | undefined> {
  const rows = await findRows(db, { kind, id });
  return rows.find((row) => row.language === language);
}

export function saveRow(tx: Executor, { created_at, ...row }: TranslationRow) {
  return tx
    .insertInto("translations")
    .values({ ...row, created_at })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

export function deleteRow(tx: Executor, id: string) {
  return tx.deleteFrom("translations").where("id", "=", id).execute();
}

export function deleteRowsOf(tx: Executor, { kind, id }: TranslatedOriginal) {
  return tx
    .deleteFrom("translations")
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .execute();
}

export async function listLanguagesOfMembers(
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
export async function listExactMemoryHits(
  tx: Executor,
  conversationId: string,
  { content, language }: Pick<OriginalText, "content" | "language">,
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
export async function listQuestionIds(
  db: Executor,
  translationId: string,
  beforeId: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ message_id: string }>`
    select message_id from translation_questions
    where translation_id = ${translationId} ${beforeId === null ? sql`` : sql`and message_id < ${beforeId}`}
    order by message_id desc limit ${limit}`.execute(db);
  return rows.map(({ message_id }) => message_id);
}

/** Lists the translations in a conversation that the person has claimed. */
export async function listClaimed(
  db: Executor,
  roomId: string,
  userId: string,
): Promise<Pick<TranslationRow, "subject_id" | "language">[]> {
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
  { conversationId }: Pick<OriginalText, "conversationId">,
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
