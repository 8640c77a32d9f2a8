import type { StoredFile } from "@kakehashi/contract/files";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { OutsideMessageExtras } from "@kakehashi/contract/outside-message-extras";
import { CompiledQuery, sql } from "kysely";
import type { Database, Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import { sourceKeyOf } from "../../kit/text/source-key.ts";
import { findMentionedIds } from "./mentioned.ts";
import { messageColumns as columns, type MessageRow, messageOfRow as toMessage } from "./message-row.ts";

export interface NewMessage {
  id: string;
  user_id: string;
  client_id: string;
  content: string;
  language: Language;
  /** Files that the author uploaded for this room and that no message contains yet. */
  files?: readonly StoredFile[];
  /** Whether the message is a note. In a conversation with a visitor, only colleagues see notes. */
  is_note?: boolean;
}

/** A message that another feature writes in its own transaction. */
export interface MessageFromFeature extends NewMessage {
  /** The time of the message, if it was sent earlier. Default: now. */
  created_at?: Date;
  /** The parts of a message from an outside platform that are neither text nor files. */
  outsideMessageParts?: OutsideMessageExtras;
}

/**
 * Columns that have the same values in all new messages. The queries that insert messages do not return these columns,
 * so the values are added to the returned rows.
 */
const emptyColumnsOfNewMessage = {
  outside: null,
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

/**
 * Returns a statement that stores all waiting messages of one room or thread in one database round trip. The statement
 * calls the SQL function `append_messages`.
 */
const createAppendStatement = (name: string, columns: readonly string[]) => ({
  name,
  text: `select ${columns.join(", ")} from append_messages($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
});
const appendStatement = createAppendStatement(
  "append-messages",
  columns.filter((column) => !(column in emptyColumnsOfNewMessage)),
);
/**
 * Appends one message to each of several rooms. Parameter `$8` contains the mentioned people's ids of each message.
 * None of the messages is a note (an internal message in a conversation with a visitor).
 */
const appendOnePerRoomStatement = `
  select ${columns
    .filter((column) => !(column in emptyColumnsOfNewMessage))
    .map((column) => `a.${column}`)
    .join(", ")}
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::uuid[])
    as i(room, id, user_id, client_id, content, language, files, callees, source_key)
  cross join lateral append_messages(i.room, null, array[i.id], array[i.user_id], array[i.client_id], array[i.content],
    array[i.language], array[i.files], array_fill(i.id, array[cardinality(i.callees::uuid[])]), i.callees::uuid[],
    array[i.source_key], array[false]) a`;
/** Stores replies. Also returns the thread's first message, which is not new, so all of its columns are read. */
const appendRepliesStatement = createAppendStatement("append-replies", columns);

export interface AppendMessagesResult {
  /** The stored messages, in the order in which they were sent. */
  storedMessages: Message[];
  /** The first message of the thread, with its new number of replies. Null if the messages are no replies. */
  parent: Message | null;
}

/**
 * Stores messages of a room, or with `parentId` replies in a thread. Leaves out messages by people who are no members,
 * messages to a closed room, messages that are already stored, and messages with a file that another message contains.
 * If the translation memory has an approved translation of exactly the same text, the new message gets this
 * translation.
 */
export async function appendMessages(
  db: Database,
  conversationId: string,
  parentId: string | null,
  messages: readonly NewMessage[],
): Promise<AppendMessagesResult> {
  const statement = parentId === null ? appendStatement : appendRepliesStatement;
  const { rows } = await db.pool.query<AppendedRow>({
    ...statement,
    values: createAppendParameters(conversationId, parentId, messages),
  });
  // A new message with translations occurs in two rows. The later row contains the translations and replaces the first.
  const messagesById = new Map(
    rows.map((row) => [row.id, toMessage({ ...emptyColumnsOfNewMessage, ...row })]),
  );
  const parent = (parentId !== null && messagesById.get(parentId)) || null;
  if (parent) messagesById.delete(parent.id);
  return { storedMessages: [...messagesById.values()], parent };
}

/** Stores messages of a room in another feature's transaction. */
export async function appendInTransaction(
  tx: Executor,
  conversationId: string,
  messages: readonly MessageFromFeature[],
): Promise<Message[]> {
  if (messages.length === 0) return [];
  const { rows } = await tx.executeQuery<AppendedRow>(
    CompiledQuery.raw(appendStatement.text, createAppendParameters(conversationId, null, messages)),
  );
  return storeOutsideParts(tx, conversationId, messages, await setCreationTimes(tx, messages, rows));
}

/** A message that another feature writes, and the room in which it is stored. */
export interface NewMessageWithRoom {
  readonly conversationId: string;
  readonly newMessage: NewMessage & { created_at?: Date };
}

/**
 * Stores one message in each of several rooms, in another feature's transaction. `roomMessages` contains each room at
 * most once. Returns the messages in the order of the rooms' ids.
 */
export async function appendOnePerRoom(
  tx: Executor,
  roomMessages: readonly NewMessageWithRoom[],
): Promise<Message[]> {
  if (roomMessages.length === 0) return [];
  // Sorts by room id. Every transaction locks rooms in this order, so that two of them cannot deadlock.
  const sortedByRoom = roomMessages.toSorted((a, b) => (a.conversationId < b.conversationId ? -1 : 1));
  const messages = sortedByRoom.map(({ newMessage }) => newMessage);
  const { rows } = await tx.executeQuery<AppendedRow>(
    CompiledQuery.raw(appendOnePerRoomStatement, [
      sortedByRoom.map(({ conversationId }) => conversationId),
      messages.map(({ id }) => id),
      messages.map(({ user_id }) => user_id),
      messages.map(({ client_id }) => client_id),
      messages.map(({ content }) => content),
      messages.map(({ language }) => language),
      messages.map(({ files }) => (files ? JSON.stringify(files) : null)),
      // Passes the mentioned ids of each message as one text, because the inner arrays of a PostgreSQL array must have
      // the same length.
      messages.map(({ content }) => `{${(findMentionedIds(content) ?? []).join()}}`),
      messages.map(({ content }) => sourceKeyOf(content)),
    ]),
  );
  return setCreationTimes(tx, messages, rows);
}

/** Gives messages that were sent earlier, for example on another platform, the time at which they were sent. */
async function setCreationTimes(
  tx: Executor,
  messages: readonly (NewMessage & { created_at?: Date })[],
  rows: readonly AppendedRow[],
): Promise<Message[]> {
  const times = new Map(messages.map(({ id, created_at }) => [id, created_at]));
  const pastMessages = rows.flatMap(({ conversation_id, id, created_at }) => {
    const time = times.get(id);
    return time && time.getTime() !== new Date(created_at).getTime() ? [{ conversation_id, id, time }] : [];
  });
  if (pastMessages.length > 0)
    await sql`
      update messages m set created_at = t.at
      from unnest(${pastMessages.map((row) => row.conversation_id)}::uuid[], ${pastMessages.map(({ id }) => id)}::uuid[],
        ${pastMessages.map(({ time }) => time)}::timestamptz[]) as t(conversation_id, id, at)
      where m.conversation_id = t.conversation_id and m.id = t.id`.execute(tx);
  const messagesById = new Map(
    rows.map((row) => {
      const created_at = times.get(row.id) ?? row.created_at;
      return [row.id, toMessage({ ...emptyColumnsOfNewMessage, ...row, created_at })];
    }),
  );
  return [...messagesById.values()];
}

/**
 * Stores the parts of new messages that are neither text nor files, such as a location on a map, or the id of the
 * broadcast that contains the message.
 */
async function storeOutsideParts(
  tx: Executor,
  conversationId: string,
  messages: readonly MessageFromFeature[],
  addedMessages: readonly Message[],
): Promise<Message[]> {
  const outsidePartsById = new Map(
    messages.flatMap(({ id, outsideMessageParts }) =>
      outsideMessageParts ? [[id, outsideMessageParts] as const] : [],
    ),
  );
  const messagesWithParts = addedMessages.map((message) => {
    const outside = outsidePartsById.get(message.id);
    return outside ? { ...message, outside } : message;
  });
  const outsideMessages = messagesWithParts.filter(({ outside }) => outside);
  if (outsideMessages.length > 0)
    await sql`
      update messages m set outside = t.outside::jsonb
      from unnest(${outsideMessages.map(({ id }) => id)}::uuid[], ${outsideMessages.map(({ outside }) => toJson(outside))}::text[])
        as t(id, outside)
      where m.conversation_id = ${conversationId} and m.id = t.id`.execute(tx);
  return messagesWithParts;
}

type AppendedRow = Omit<MessageRow, keyof typeof emptyColumnsOfNewMessage> & Partial<MessageRow>;

function createAppendParameters(
  conversationId: string,
  parentId: string | null,
  messages: readonly NewMessage[],
): unknown[] {
  const mentions = messages.flatMap(({ id, content }) =>
    (findMentionedIds(content) ?? []).map((userId) => [id, userId] as const),
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
    messages.map(({ is_note = false }) => is_note),
  ];
}
