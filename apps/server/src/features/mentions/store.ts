import type { NotificationData, NotificationType } from "@kakehashi/contract/notifications";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";

type Executor = Kysely<DB>;

/** A message as it is told of: where it stands, and who wrote it. */
export interface Told {
  readonly authorId: string;
  readonly data: NotificationData & { conversation_id: string; message_id: string; number: number };
}

export interface Receiver {
  readonly id: string;
  readonly userId: string;
  readonly type: NotificationType;
  /** Told even in a room that they muted. */
  readonly byName: boolean;
}

/** What a room is called, the author of a thread, and, where there are at most `limit`, the members of the room. */
export async function findPlace(
  db: Executor,
  conversationId: string,
  parentId: string | null,
): Promise<{ name: string | null; member_count: number; starter: string | null } | undefined> {
  const { rows } = await sql<{ name: string | null; member_count: number; starter: string | null }>`
    select c.name, (select count(*) from conversation_members m where m.conversation_id = c.id)::int as member_count,
      (select p.user_id from messages p where p.conversation_id = c.id and p.id = ${parentId}::uuid) as starter
    from conversations c where c.id = ${conversationId}`.execute(db);
  return rows[0];
}

export async function listMemberIds(db: Executor, conversationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("conversation_members")
    .select("user_id")
    .where("conversation_id", "=", conversationId)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Writes to those of them who are in the room, did not mute it, have not read that far, and were not told of this
 * message, nor of another unread reply in its thread. Answers what was written.
 */
export async function writeTo(db: Executor, receivers: readonly Receiver[], told: Told): Promise<string[]> {
  const { conversation_id, message_id, number, parent_id = null } = told.data;
  const { rows } = await sql<{ id: string }>`
    insert into notifications (id, user_id, type, actor_id, data)
    select i.id, m.user_id, i.type, ${told.authorId}, ${JSON.stringify(told.data)}::jsonb
    from unnest(${receivers.map(({ id }) => id)}::uuid[], ${receivers.map(({ userId }) => userId)}::uuid[],
      ${receivers.map(({ type }) => type)}::text[], ${receivers.map(({ byName }) => byName)}::boolean[])
      as i(id, user_id, type, by_name)
    join conversation_members m on m.conversation_id = ${conversation_id} and m.user_id = i.user_id
    left join thread_members t on t.conversation_id = m.conversation_id and t.message_id = ${parent_id}::uuid
      and t.user_id = m.user_id
    where (i.by_name or m.muted_at is null)
      and case when ${parent_id}::uuid is null then m.read_number else coalesce(t.read_number, 0) end < ${number}
      and not exists (
        select from notifications n where n.user_id = m.user_id and (
          (n.read_at is null and n.type = 'REPLY' and i.type = 'REPLY' and n.data ->> 'parent_id' = ${parent_id}::text)
          or (n.read_at is null and n.data ->> 'message_id' = ${message_id}::text)))
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** How far somebody has read in a room, or with `parentId` in a thread of it. */
export interface Seen {
  readonly userId: string;
  readonly conversationId: string;
  readonly parentId: string | null;
  readonly number: number;
}

/** Marks read what was told of messages up to there; answers whose notifications changed. */
export async function markSeen(db: Executor, seen: readonly Seen[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    update notifications n set read_at = now()
    from unnest(${seen.map(({ userId }) => userId)}::uuid[], ${seen.map(({ conversationId }) => conversationId)}::text[],
      ${seen.map(({ parentId }) => parentId)}::text[], ${seen.map(({ number }) => number)}::bigint[])
      as i(user_id, conversation_id, parent_id, number)
    where n.user_id = i.user_id and n.read_at is null and n.type in ('MENTION', 'REPLY')
      and n.data ->> 'conversation_id' = i.conversation_id
      and n.data ->> 'parent_id' is not distinct from i.parent_id
      and (n.data ->> 'number')::bigint <= i.number
    returning n.user_id`.execute(db);
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

/** Takes back what was told of a message that is no more, from those who have not read it yet; answers from whom. */
export async function takeBack(
  db: Executor,
  userIds: readonly string[],
  messageId: string,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    delete from notifications where user_id = any(${userIds}::uuid[]) and read_at is null
      and type in ('MENTION', 'REPLY', 'REACT') and data ->> 'message_id' = ${messageId}::text
    returning user_id`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
