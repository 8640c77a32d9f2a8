import type { ConversationKind } from "@kakehashi/contract/conversation-kinds";
import type { StoredFile } from "@kakehashi/contract/files";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import type { Executor } from "../../kit/db/database.ts";

// Reads what a push says about a room: its name, its new messages, and how far people have read their threads.

/** The parts of a message that are needed for a push. */
export interface MessageForPush {
  id: string;
  seq: number;
  number: number;
  parent_id: string | null;
  user_id: string;
  author: string;
  content: string;
  revision: number;
  translations: readonly MessageTranslation[];
  files: readonly StoredFile[];
}

/**
 * Maximum number of messages that are read for a notice. The notice shows the newest message and the number of others.
 */
const maximumMessages = 100;

/**
 * Returns a room's messages from `firstSeq` on, oldest first. Of more than `maximumMessages`, returns the newest. Leaves
 * out deleted messages.
 */
export async function listMessagesSince(
  db: Executor,
  conversationId: string,
  firstSeq: number,
): Promise<MessageForPush[]> {
  const rows = await db
    .selectFrom("messages as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["m.id", "m.seq", "m.number", "m.parent_id", "m.user_id", "u.name as author", "m.content"])
    .select(["m.revision", "m.translations", "m.files"])
    .where("m.conversation_id", "=", conversationId)
    .where("m.changed_seq", ">=", firstSeq)
    .where("m.seq", ">=", firstSeq)
    .where("m.deleted_at", "is", null)
    .orderBy("m.changed_seq", "desc")
    .limit(maximumMessages)
    .execute();
  return rows
    .map(({ files, translations, ...row }) => ({
      ...row,
      files: files ?? [],
      translations: translations ?? [],
    }))
    .sort((a, b) => a.seq - b.seq);
}

/**
 * Returns how far people have read the threads that they follow. The keys are `{user id} {message id}`, where the
 * message is the first of the thread.
 */
export async function listThreadReadMarks(
  db: Executor,
  conversationId: string,
  threadIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (threadIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("thread_members")
    .select(["user_id", "message_id", "read_number"])
    .where("conversation_id", "=", conversationId)
    .where("message_id", "in", threadIds)
    .where("following", "=", true)
    .execute();
  return new Map(rows.map((row) => [`${row.user_id} ${row.message_id}`, row.read_number]));
}

export async function findRoom(
  db: Executor,
  id: string,
): Promise<{ kind: ConversationKind; name: string | null } | undefined> {
  const row = await db
    .selectFrom("conversations")
    .select(["kind", "name"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { kind: row.kind, name: row.name };
}
