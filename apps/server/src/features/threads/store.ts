import type { Message } from "@kakehashi/contract/messages";
import { shownReplies, type Thread } from "@kakehashi/contract/threads";
import type { UserSummary } from "@kakehashi/contract/users";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { type MessageRow, partner, presentMessage } from "../conversations/service.ts";

type Executor = Kysely<DB>;

/**
 * Replies after a follower's mark that are neither their own nor deleted, of rows `t` (the thread's first message) and
 * `f` (the follower): counted as a room's unread messages are.
 */
const unread = sql`(case when t.reply_number = f.read_number then 0 else (
  t.reply_number - f.read_number
  - (select count(*) from messages d
     where d.conversation_id = t.conversation_id and d.parent_id = t.id and d.deleted_at is not null
       and d.number > f.read_number)
  - (case when f.read_high = f.read_number then 0 else (
      select count(*) from messages o
      where o.conversation_id = t.conversation_id and o.parent_id = t.id and o.deleted_at is null
        and o.user_id = f.user_id and o.number > f.read_number and o.number <= f.read_high) end)
) end)::int`;

/** One who does not follow a thread has, by what is shown, read it all. */
const view = sql`
  to_json(t) as message,
  json_build_object('id', c.id, 'kind', c.kind, 'name', c.name, 'partner', ${partner}) as conversation,
  (select coalesce(json_agg(r order by r.number), '[]') from (
    select * from messages r where r.conversation_id = t.conversation_id and r.parent_id = t.id
    order by r.number desc limit ${sql.lit(shownReplies)}) r) as replies,
  coalesce(t.reply_number, 0) as last_number,
  coalesce(f.read_number, t.reply_number, 0) as read_number,
  case when f.user_id is null then 0 else ${unread} end as unread_count`;

type Row = Omit<Thread, "message" | "replies"> & { message: MessageRow; replies: MessageRow[] };

const present = (row: Row): Thread => ({
  ...row,
  message: presentMessage(row.message),
  replies: row.replies.map(presentMessage),
});

async function select(db: Executor, rest: RawBuilder<unknown>): Promise<Thread[]> {
  const { rows } = await sql<Row>`select ${view} ${rest}`.execute(db);
  return rows.map(present);
}

const followed = sql`
  from thread_members f
  join messages t on t.conversation_id = f.conversation_id and t.id = f.message_id
  join conversations c on c.id = t.conversation_id
  join conversation_members m on m.conversation_id = c.id and m.user_id = f.user_id`;

/** The mark is compared first: it rules out most of the rows that nothing has to be counted for. */
const isUnread = sql`t.reply_number > f.read_number and ${unread} > 0`;

export function listFollowed(
  db: Executor,
  userId: string,
  page: { offset: number; limit: number; unread: boolean },
): Promise<Thread[]> {
  return select(
    db,
    sql`${followed} where f.user_id = ${userId} and ${page.unread ? isUnread : sql`true`}
      order by t.last_reply_at desc, t.id desc limit ${page.limit} offset ${page.offset}`,
  );
}

export async function countFollowed(db: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from thread_members where user_id = ${userId}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function countUnread(db: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${followed}
    where f.user_id = ${userId} and ${isUnread}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** A thread that this person can read, whether they follow it or not, by its first message. */
export async function findThread(db: Executor, userId: string, id: string): Promise<Thread | undefined> {
  const [found] = await select(
    db,
    sql`from conversation_members m
      join messages t on t.conversation_id = m.conversation_id and t.id = ${id} and t.parent_id is null
      join conversations c on c.id = t.conversation_id
      left join thread_members f on f.conversation_id = t.conversation_id and f.message_id = t.id
        and f.user_id = m.user_id
      where m.user_id = ${userId}`,
  );
  return found;
}

export interface ThreadMark {
  read_number: number;
  unread_count: number;
}

/** Puts a follower's mark on `number`, not past the end; with `forward` never back. Answers where it stands then. */
export async function moveMark(
  db: Executor,
  userId: string,
  reply: Message,
  number: number,
  forward: boolean,
): Promise<ThreadMark | undefined> {
  const condition = forward ? sql`f.read_number < ${number}` : sql`true`;
  await sql`
    update thread_members f
    set read_number = ${number}, read_high = greatest(f.read_high, ${number}::bigint)
    where f.conversation_id = ${reply.conversation_id} and f.message_id = ${reply.parent_id}
      and f.user_id = ${userId} and ${condition}`.execute(db);
  const { rows } = await sql<ThreadMark>`
    select f.read_number, ${unread} as unread_count ${followed}
    where f.conversation_id = ${reply.conversation_id} and f.message_id = ${reply.parent_id}
      and f.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** The most people that "seen by" names. */
const shownSeen = 100;

export async function findSeenBy(
  db: Executor,
  viewer: string,
  message: Message,
): Promise<{ total: number; users: UserSummary[] }> {
  const { rows } = await sql<UserSummary & { total: number }>`
    select u.id, u.name, u.role, u.avatar, u.working_language, count(*) over ()::int as total
    from conversation_members m join users u on u.id = m.user_id
    where m.conversation_id = ${message.conversation_id} and m.read_high >= ${message.number}
      and m.user_id <> ${message.user_id} and m.user_id <> ${viewer}
    order by u.name, u.id limit ${sql.lit(shownSeen)}`.execute(db);
  return { total: rows[0]?.total ?? 0, users: rows.map(({ total: _, ...user }) => user) };
}
