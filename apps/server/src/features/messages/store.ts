import type { Message } from "@kakehashi/contract/messages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { rowsWithinBytes } from "../../kit/db/fitting.ts";
import { bytesOfMessage, type MessageRow, messageColumns, messageOfRow } from "./message-row.ts";

const columns = messageColumns;

export async function findByClientId(
  db: Executor,
  conversationId: string,
  userId: string,
  clientId: string,
): Promise<Message | undefined> {
  const row = await db
    .selectFrom("messages")
    .select(columns)
    .where("conversation_id", "=", conversationId)
    .where("user_id", "=", userId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return row && messageOfRow(row);
}

export async function findMessage(
  db: Executor,
  conversationId: string,
  id: string,
): Promise<Message | undefined> {
  const row = await db
    .selectFrom("messages")
    .select(columns)
    .where("conversation_id", "=", conversationId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && messageOfRow(row);
}

/** Whether this message is in the conversation and can have replies. A message that is itself a reply cannot. */
export async function isThreadRoot(db: Executor, conversationId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("messages")
    .select("id")
    .where("conversation_id", "=", conversationId)
    .where("id", "=", id)
    .where("parent_id", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds a message in any conversation of which this person is a member. */
export async function findReadableMessage(
  db: Executor,
  userId: string,
  id: string,
): Promise<Message | undefined> {
  const { rows } = await sql<MessageRow>`
    select ${sql.join(columns.map((column) => sql.ref(`t.${column}`)))}
    from conversation_members m join messages t on t.conversation_id = m.conversation_id and t.id = ${id}
    where m.user_id = ${userId}`.execute(db);
  return rows[0] && messageOfRow(rows[0]);
}

const columnList = sql.join(columns.map((column) => sql.ref(column)));

/**
 * Reads at most `limit` messages of a room or a thread before or after `number` (exclusive), sorted oldest first. Stops
 * when the messages have `bytes` bytes, but returns at least one message.
 */
export async function listBeforeOrAfter(
  db: Executor,
  conversationId: string,
  parentId: string | null,
  direction: { before: number } | { after: number },
  { limit, bytes }: { limit: number; bytes?: number | undefined },
): Promise<Message[]> {
  const isOlder = "before" in direction;
  const order = isOlder ? sql`number desc` : sql`number`;
  const page = sql`
    select ${columnList}, ${bytesOfMessage()} as bytes from messages
    where conversation_id = ${conversationId}
      and ${parentId === null ? sql`parent_id is null` : sql`parent_id = ${parentId}`}
      and ${isOlder ? sql`number < ${direction.before}` : sql`number > ${direction.after}`}
    order by ${order} limit ${limit}`;
  const { rows } = await sql<MessageRow>`
    select ${columnList} from ${rowsWithinBytes(page, order, bytes)} m order by number`.execute(db);
  return rows.map(messageOfRow);
}

/** Reads messages whose last change has a `seq` after `since` and up to `until`, sorted by this `seq`. */
export async function listChangedMessages(
  db: Executor,
  conversationId: string,
  range: { since: number; until: number },
  limit: number,
): Promise<Message[]> {
  const page = sql`
    select ${columnList}, ${bytesOfMessage()} as bytes from messages
    where conversation_id = ${conversationId} and changed_seq > ${range.since} and changed_seq <= ${range.until}
    order by changed_seq limit ${limit}`;
  const { rows } = await sql<MessageRow>`
    select ${columnList} from ${rowsWithinBytes(page, sql`changed_seq`)} m order by changed_seq`.execute(db);
  return rows.map(messageOfRow);
}
