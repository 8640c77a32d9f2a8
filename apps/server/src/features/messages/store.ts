import type { StoredFile } from "@kakehashi/contract/files";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { CompiledQuery, sql } from "kysely";
import type { Database, Executor } from "../../kit/db/database.ts";
import { rowsWithinBytes } from "../../kit/db/fitting.ts";
import { sourceKeyOf } from "../../kit/text/source-key.ts";
import { mentionedIn } from "./mentioned.ts";
import { bytesOfMessage, type MessageRow, messageColumns, presentMessage } from "./message-row.ts";

const columns = messageColumns;
const toMessage = presentMessage;

export interface NewMessage {
  id: string;
  user_id: string;
  client_id: string;
  content: string;
  language: Language;
  /** The author's own files for this room, not in any other message. */
  files?: readonly StoredFile[];
}

/** The columns that a new message cannot have yet, so they are not read. */
const columnsNotRead = {
  previews: null,
  revision: 1,
  edited_at: null,
  deleted_at: null,
  pinned_at: null,
  bookmarked_at: null,
  reactions: null,
  reply_count: null,
  reply_user_ids: null,
  last_reply_at: null,
} as const satisfies Partial<MessageRow>;

/** Writes all waiting sends of one room or thread in one round trip, by the function `append_messages`. */
const appendStatementFor = (name: string, columns: readonly string[]) => ({
  name,
  text: `select ${columns.join(", ")} from append_messages($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
});
const appendStatement = appendStatementFor(
  "append-messages",
  columns.filter((column) => !(column in columnsNotRead)),
);
/** For replies the statement returns the thread's first message too, which may have all columns. */
const appendRepliesStatement = appendStatementFor("append-replies", columns);

export interface Appended {
  /** The added messages in the order of their sends. */
  added: Message[];
  /** The thread's first message after the replies. Null for messages of the room. */
  parent: Message | null;
}

/**
 * Writes messages of a room, or with `parentId` replies in a thread. Leaves out sends of non-members, sends
 * into a closed room, sends that were stored before, and sends with a file of another message. If the memory
 * has an approved translation of exactly the same text, it is added to the message.
 */
export async function appendMessages(
  db: Database,
  conversationId: string,
  parentId: string | null,
  messages: readonly NewMessage[],
): Promise<Appended> {
  const statement = parentId === null ? appendStatement : appendRepliesStatement;
  const { rows } = await db.pool.query<AppendedRow>({
    ...statement,
    values: appendValues(conversationId, parentId, messages),
  });
  // A message that came with translations is in the rows twice. The second row has the translations.
  const messagesById = new Map(rows.map((row) => [row.id, toMessage({ ...columnsNotRead, ...row })]));
  const parent = (parentId !== null && messagesById.get(parentId)) || null;
  if (parent) messagesById.delete(parent.id);
  return { added: [...messagesById.values()], parent };
}

/**
 * Writes messages of a room in another feature's transaction. A past `created_at` may be given and is kept.
 */
export async function appendIn(
  tx: Executor,
  conversationId: string,
  messages: readonly (NewMessage & { created_at?: Date })[],
): Promise<Message[]> {
  if (messages.length === 0) return [];
  const { rows } = await tx.executeQuery<AppendedRow>(
    CompiledQuery.raw(appendStatement.text, appendValues(conversationId, null, messages)),
  );
  const times = new Map(messages.map(({ id, created_at }) => [id, created_at]));
  await sql`
    update messages m set created_at = t.at
    from unnest(${[...times.keys()]}::uuid[], ${[...times.values()].map((time) => time ?? null)}::timestamptz[]) as t(id, at)
    where m.conversation_id = ${conversationId} and m.id = t.id and t.at is not null`.execute(tx);
  const messagesById = new Map(
    rows.map((row) => {
      const created_at = times.get(row.id) ?? row.created_at;
      return [row.id, toMessage({ ...columnsNotRead, ...row, created_at })];
    }),
  );
  return [...messagesById.values()];
}

type AppendedRow = Omit<MessageRow, keyof typeof columnsNotRead> & Partial<MessageRow>;

function appendValues(
  conversationId: string,
  parentId: string | null,
  messages: readonly NewMessage[],
): unknown[] {
  const mentions = messages.flatMap(({ id, content }) =>
    (mentionedIn(content) ?? []).map((userId) => [id, userId] as const),
  );
  return [
    conversationId,
    parentId,
    messages.map((message) => message.id),
    messages.map((message) => message.user_id),
    messages.map((message) => message.client_id),
    messages.map((message) => message.content),
    messages.map((message) => message.language),
    messages.map((message) => (message.files ? JSON.stringify(message.files) : null)),
    mentions.map(([id]) => id),
    mentions.map(([, userId]) => userId),
    messages.map(({ content }) => sourceKeyOf(content)),
  ];
}

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
  return row && toMessage(row);
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
  return row && toMessage(row);
}

/** A message of any conversation that this person is in. */
export async function findReadable(db: Executor, userId: string, id: string): Promise<Message | undefined> {
  const { rows } = await sql<MessageRow>`
    select ${sql.join(columns.map((column) => sql.ref(`t.${column}`)))}
    from conversation_members m join messages t on t.conversation_id = m.conversation_id and t.id = ${id}
    where m.user_id = ${userId}`.execute(db);
  return rows[0] && toMessage(rows[0]);
}

const columnList = sql.join(columns.map((column) => sql.ref(column)));

/**
 * Reads at most `limit` messages before or after `number` (exclusive), of a room or a thread, oldest first.
 * Stops at `bytes`, but returns at least one message.
 */
export async function listNextTo(
  db: Executor,
  conversationId: string,
  parentId: string | null,
  direction: { before: number } | { after: number },
  { limit, bytes }: { limit: number; bytes?: number | undefined },
): Promise<Message[]> {
  const older = "before" in direction;
  const order = older ? sql`number desc` : sql`number`;
  const page = sql`
    select ${columnList}, ${bytesOfMessage()} as bytes from messages
    where conversation_id = ${conversationId}
      and ${parentId === null ? sql`parent_id is null` : sql`parent_id = ${parentId}`}
      and ${older ? sql`number < ${direction.before}` : sql`number > ${direction.after}`}
    order by ${order} limit ${limit}`;
  const { rows } = await sql<MessageRow>`
    select ${columnList} from ${rowsWithinBytes(page, order, bytes)} m order by number`.execute(db);
  return rows.map(toMessage);
}

/** Messages whose last change is after `since` and up to `until`, in the order of that change. */
export async function listChanged(
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
  return rows.map(toMessage);
}
