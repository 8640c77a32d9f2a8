import type { ConversationMember } from "@kakehashi/contract/conversation-members";
import type { Conversation, ConversationTypeFilter } from "@kakehashi/contract/conversations";
import {
  lastMessageExcerptUnits,
  lastTranslationExcerptUnits,
  toLastMessage,
} from "@kakehashi/contract/last-message";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { type MessageRow, messageColumns, messageOfRow } from "../messages/service.ts";
import { nameContainsWordsCondition, personColumns, personJsonArguments } from "../users/service.ts";
import { mentionCountSql, unreadCountSql } from "./unread.ts";

/**
 * SQL that selects the other person of a DIRECT room as JSON, or null for other rooms. Expects the tables `c` (the
 * room) and `m` (the member) in the query.
 */
export const partnerJson = sql`case when c.kind = 'DIRECT' then (
    select json_build_object(${personJsonArguments}, 'deleted', u.deleted_at is not null)
    from conversation_members o join users u on u.id = o.user_id
    where o.conversation_id = c.id and o.user_id <> m.user_id
  ) end`;

/**
 * SQL for the columns of a conversation's last message that contain text. The list of conversations shortens this text.
 */
const shortenedColumns: Partial<Record<string, RawBuilder<unknown>>> = {
  content: sql`left(l.content, ${sql.lit(lastMessageExcerptUnits)})`,
  translations: sql`case when l.translation_bytes > ${sql.lit(lastTranslationExcerptUnits)} then (
      select jsonb_agg(t || jsonb_build_object('content', left(t ->> 'content', ${sql.lit(lastTranslationExcerptUnits)})))
      from jsonb_array_elements(l.translations) t)
    else l.translations end`,
};

/**
 * Selects a conversation's last message as JSON, with texts cut to the length that the list of conversations shows.
 * Expects the table `l` (messages) in the query.
 */
const lastMessageJson = sql`case when l.id is not null then json_build_object(${sql.join(
  messageColumns
    .filter((column) => column !== "previews" && column !== "reactions")
    .map((column) => sql`${sql.lit(column)}, ${shortenedColumns[column] ?? sql.ref(`l.${column}`)}`),
)}) end`;

/** The SQL columns of a conversation as one member sees it. */
const conversationColumns = sql`
  c.id, c.kind, c.name, c.last_seq as seq, c.last_number, m.read_number, ${unreadCountSql} as unread_count,
  ${mentionCountSql} as mention_count,
  m.role, m.pinned_at is not null as pinned, m.muted_at is not null as muted, m.notify_about,
  c.created_by, c.created_at, c.last_message_at,
  (select count(*) from conversation_members n where n.conversation_id = c.id)::int as member_count,
  ${partnerJson} as partner,
  ${lastMessageJson} as last_message`;

const conversationsFromClause = sql`
  from conversation_members m
  join conversations c on c.id = m.conversation_id
  left join messages l on l.conversation_id = c.id and l.parent_id is null and l.number = c.last_number`;

type ConversationRow = Omit<
  Conversation,
  "created_at" | "last_message_at" | "last_message" | "count_unread_messages"
> & {
  created_at: Date;
  last_message_at: Date;
  last_message: MessageRow | null;
};

function toConversation(row: ConversationRow): Conversation {
  return {
    ...row,
    count_unread_messages: row.unread_count,
    created_at: row.created_at.toISOString(),
    last_message_at: row.last_message_at.toISOString(),
    last_message: row.last_message && toLastMessage(messageOfRow(row.last_message)),
  };
}

async function selectConversations(db: Executor, clauses: RawBuilder<unknown>): Promise<Conversation[]> {
  const { rows } =
    await sql<ConversationRow>`select ${conversationColumns} ${conversationsFromClause} ${clauses}`.execute(
      db,
    );
  return rows.map(toConversation);
}

/** Finds a conversation as a member sees it. Undefined if the person is not a member. */
export async function findConversation(
  db: Executor,
  id: string,
  userId: string,
): Promise<Conversation | undefined> {
  const [conversation] = await selectConversations(
    db,
    sql`where m.conversation_id = ${id} and m.user_id = ${userId}`,
  );
  return conversation;
}

/**
 * Reads one conversation as each of the given people sees it. Returns a map by person, without people who are not
 * members.
 */
export async function findConversationForEachMember(
  db: Executor,
  conversationId: string,
  userIds: readonly string[],
): Promise<Map<string, Conversation>> {
  const { rows } = await sql<ConversationRow & { viewer: string }>`
    select m.user_id as viewer, ${conversationColumns} ${conversationsFromClause} where m.conversation_id = ${conversationId}
      and m.user_id = any(${userIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ viewer, ...row }) => [viewer, toConversation(row)]));
}

function conversationTypeCondition(type: ConversationTypeFilter): RawBuilder<unknown> {
  if (type === "ALL") return sql``;
  if (type === "PIN") return sql`and m.pinned_at is not null`;
  return sql`and c.kind = ${type === "ALL_TEAM_PROJECT" ? "TEAM" : type}`;
}

/**
 * An SQL condition for the rooms in a member's list of conversations. It must follow the same rule as the function
 * `isInConversationList`. Expects the tables `c` (the room) and `m` (the member) in the query.
 */
const isInListCondition = sql`(c.last_number > 0 or c.kind not in ('DIRECT', 'GROUP') or c.created_by = m.user_id)`;

export interface ConversationListFilter {
  type: ConversationTypeFilter;
  changedSinceTime?: Date | undefined;
}

/** The order of the list of conversations: pinned rooms first, then the rooms with the newest messages. */
const conversationListOrder = sql`m.pinned_at is not null desc, c.last_message_at desc, c.id desc`;

/**
 * First chooses the rooms of the page by a few columns, then loads all columns of only these rooms. So even for a
 * member of thousands of rooms, all columns of only twenty rooms are read.
 */
export function listConversationsOfMember(
  db: Executor,
  userId: string,
  page: ConversationListFilter & { offset: number; limit: number },
): Promise<Conversation[]> {
  const changedSinceCondition = page.changedSinceTime
    ? sql`and c.changed_at > ${page.changedSinceTime}`
    : sql``;
  return selectConversations(
    db,
    sql`where m.user_id = ${userId} and m.conversation_id in (
        select c.id from conversation_members m join conversations c on c.id = m.conversation_id
        where m.user_id = ${userId} and ${isInListCondition} ${changedSinceCondition} ${conversationTypeCondition(page.type)}
        order by ${conversationListOrder} limit ${page.limit} offset ${page.offset})
      order by ${conversationListOrder}`,
  );
}

export async function countConversationsOfMember(
  db: Executor,
  userId: string,
  filter: ConversationListFilter,
): Promise<number> {
  const changedSinceCondition = filter.changedSinceTime
    ? sql`and c.changed_at > ${filter.changedSinceTime}`
    : sql``;
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from conversation_members m join conversations c on c.id = m.conversation_id
    where m.user_id = ${userId} and ${isInListCondition} ${changedSinceCondition} ${conversationTypeCondition(filter.type)}`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

const zeroUnreadCounts = {
  count_unread: 0,
  count_attention: 0,
  count_client: 0,
  count_support: 0,
  count_pin: 0,
};

/** Counts conversations with unread messages, in total and per filter of the list. */
export async function countUnreadConversations(
  db: Executor,
  userId: string,
): Promise<typeof zeroUnreadCounts> {
  const { rows } = await sql<typeof zeroUnreadCounts>`
    select count(*)::int as count_unread,
      (count(*) filter (where u.calls))::int as count_attention,
      (count(*) filter (where u.calls and u.kind = 'CLIENT'))::int as count_client,
      (count(*) filter (where u.calls and u.kind = 'SUPPORT'))::int as count_support,
      (count(*) filter (where u.calls and u.pinned_at is not null))::int as count_pin
    from (
      select c.kind, m.pinned_at, (m.muted_at is null or ${mentionCountSql} > 0) as calls
      from conversation_members m join conversations c on c.id = m.conversation_id
      where m.user_id = ${userId} and c.last_number > m.read_number and ${unreadCountSql} > 0
    ) u`.execute(db);
  return rows[0] ?? zeroUnreadCounts;
}

/** Finds the members of a room whose names contain each word of `search`. */
const membersFromClause = (id: string, search: string) =>
  sql`from conversation_members m join users u on u.id = m.user_id
    where m.conversation_id = ${id} and ${nameContainsWordsCondition(search)}`;

export async function countMembers(db: Executor, conversationId: string, search: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${membersFromClause(conversationId, search)}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function listMembers(
  db: Executor,
  conversationId: string,
  search: string,
  page: { offset: number; limit: number },
): Promise<ConversationMember[]> {
  const { rows } = await sql<Omit<ConversationMember, "joined_at"> & { joined_at: Date }>`
    select ${personColumns}, m.role as room_role, m.read_number, m.joined_at
    ${membersFromClause(conversationId, search)}
    order by u.name, u.id limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows.map((row) => ({ ...row, joined_at: row.joined_at.toISOString() }));
}
