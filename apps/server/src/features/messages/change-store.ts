import type { StoredFile } from "@kakehashi/contract/files";
import type { Language } from "@kakehashi/contract/languages";
import type { Message, Reaction } from "@kakehashi/contract/messages";
import type { LinkPreview } from "@kakehashi/contract/previews";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { rowsWithinBytes } from "../../kit/db/fitting.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { findMentionedIds } from "./mentioned.ts";
import { bytesOfMessage, type MessageRow, messageColumns, messageOfRow } from "./message-row.ts";

type MessageKey = Pick<Message, "conversation_id" | "id">;
const returnedColumns = sql.join(messageColumns.map((column) => sql.ref(column)));

async function updateMessage(
  tx: Executor,
  key: MessageKey,
  seq: number,
  assignments: RawBuilder<unknown>,
): Promise<Message> {
  const { rows } = await sql<MessageRow>`
    update messages set changed_seq = ${seq}, ${assignments}
    where conversation_id = ${key.conversation_id} and id = ${key.id} returning ${returnedColumns}`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw createNotFoundError();
  return messageOfRow(row);
}

export function updateContent(
  tx: Executor,
  key: MessageKey,
  change: { seq: number; content: string; language: Language },
): Promise<Message> {
  const { seq, content, language } = change;
  return updateMessage(
    tx,
    key,
    seq,
    sql`content = ${content}, language = ${language}, revision = revision + 1, edited_at = now()`,
  );
}

/**
 * Replaces the stored mentions of a message by the mentions in its new text. `message` still has the old text. If the
 * new text is empty, no mentions are left. Does nothing for a reply, because mentions in replies are not stored.
 */
export async function replaceMentions(tx: Executor, message: Message, newContent: string): Promise<void> {
  if (message.parent_id !== null) return;
  const { conversation_id, number, user_id } = message;
  const oldMentionedIds = findMentionedIds(message.content) ?? [];
  const newMentionedIds = findMentionedIds(newContent) ?? [];
  const removedIds = oldMentionedIds.filter((id) => !newMentionedIds.includes(id));
  const addedIds = newMentionedIds.filter((id) => !oldMentionedIds.includes(id));
  if (removedIds.length > 0) {
    await tx
      .deleteFrom("mentions")
      .where("conversation_id", "=", conversation_id)
      .where("user_id", "in", removedIds)
      .where("number", "=", number)
      .execute();
  }
  if (addedIds.length > 0) {
    await tx
      .insertInto("mentions")
      .values(addedIds.map((id) => ({ conversation_id, user_id: id, number, author_id: user_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/**
 * Deletes the content, the bookmarks and the earlier texts of a message. The message's row stays and is marked as
 * deleted.
 */
export async function eraseMessage(tx: Executor, key: MessageKey, seq: number): Promise<Message> {
  await tx
    .deleteFrom("message_revisions")
    .where("conversation_id", "=", key.conversation_id)
    .where("message_id", "=", key.id)
    .execute();
  await tx
    .deleteFrom("bookmarks")
    .where("conversation_id", "=", key.conversation_id)
    .where("message_id", "=", key.id)
    .execute();
  await unlinkPictures(tx, key);
  return updateMessage(
    tx,
    key,
    seq,
    sql`content = '', files = null, outside = null, previews = null, translations = null, translation_bytes = null, reactions = null, pinned_at = null, bookmarked_at = null, deleted_at = now()`,
  );
}

export function updateReactions(
  tx: Executor,
  key: MessageKey,
  seq: number,
  reactions: readonly Reaction[],
): Promise<Message> {
  const storedJson = reactions.length === 0 ? null : JSON.stringify(reactions);
  return updateMessage(tx, key, seq, sql`reactions = ${storedJson}::jsonb`);
}

export function updateFiles(
  tx: Executor,
  key: MessageKey,
  seq: number,
  files: readonly StoredFile[],
): Promise<Message> {
  const storedJson = files.length === 0 ? null : JSON.stringify(files);
  return updateMessage(tx, key, seq, sql`files = ${storedJson}::jsonb`);
}

export async function updatePreviews(
  tx: Executor,
  key: MessageKey,
  seq: number,
  previews: readonly LinkPreview[],
): Promise<Message> {
  await unlinkPictures(tx, key);
  const pictures = previews.flatMap(({ image }) => (image ? [image.id] : []));
  if (pictures.length > 0) {
    await tx
      .insertInto("message_preview_pictures")
      .values(
        pictures.map((picture_id) => ({
          conversation_id: key.conversation_id,
          message_id: key.id,
          picture_id,
        })),
      )
      .execute();
  }
  const storedJson = previews.length === 0 ? null : JSON.stringify(previews);
  return updateMessage(tx, key, seq, sql`previews = ${storedJson}::jsonb`);
}

/** Unlinks the preview pictures of a message. Pictures that no message uses are deleted later. */
function unlinkPictures(tx: Executor, { conversation_id, id }: MessageKey) {
  return tx
    .deleteFrom("message_preview_pictures")
    .where("conversation_id", "=", conversation_id)
    .where("message_id", "=", id)
    .execute();
}

const bytesOfTranslations = (translations: readonly MessageTranslation[]) =>
  translations.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);

function assignTranslations(translations: readonly MessageTranslation[]): RawBuilder<unknown> {
  const [translationsJson, bytes] =
    translations.length === 0
      ? [null, null]
      : [JSON.stringify(translations), bytesOfTranslations(translations)];
  return sql`translations = ${translationsJson}::jsonb, translation_bytes = ${bytes}::integer`;
}

export const updateTranslations = (
  tx: Executor,
  key: MessageKey,
  seq: number,
  translations: readonly MessageTranslation[],
): Promise<Message> => updateMessage(tx, key, seq, assignTranslations(translations));

/**
 * Changes the text and the translations of a message. This is not an edit: the revision and the history stay as they
 * are.
 */
export const updateTextsWithoutRevision = (tx: Executor, message: Message, seq: number): Promise<Message> =>
  updateMessage(
    tx,
    message,
    seq,
    sql`content = ${message.content}, ${assignTranslations(message.translations ?? [])}`,
  );

export function updateLanguage(
  tx: Executor,
  key: MessageKey,
  seq: number,
  language: Language,
): Promise<Message> {
  return updateMessage(tx, key, seq, sql`language = ${language}`);
}

export function updatePin(tx: Executor, key: MessageKey, seq: number, isPinned: boolean): Promise<Message> {
  return updateMessage(tx, key, seq, sql`pinned_at = ${isPinned ? sql`now()` : null}`);
}

export function updateBookmarked(
  tx: Executor,
  key: MessageKey,
  seq: number,
  isBookmarked: boolean,
): Promise<Message> {
  return updateMessage(tx, key, seq, sql`bookmarked_at = ${isBookmarked ? sql`now()` : null}`);
}

export async function countPins(db: Executor, roomId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from messages
    where conversation_id = ${roomId} and pinned_at is not null`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function listPins(db: Executor, roomId: string, skippedCount: number): Promise<Message[]> {
  const order = sql`pinned_at desc, id desc`;
  const page = sql`
    select ${returnedColumns}, ${bytesOfMessage()} as bytes from messages
    where conversation_id = ${roomId} and pinned_at is not null
    order by ${order} offset ${skippedCount}`;
  const { rows } = await sql<MessageRow>`
    select ${returnedColumns} from ${rowsWithinBytes(page, order)} m order by ${order}`.execute(db);
  return rows.map(messageOfRow);
}
