import type { Message } from "@kakehashi/contract/messages";
import { shownReplyCount, type Thread } from "@kakehashi/contract/threads";
import type { UserSummary } from "@kakehashi/contract/users";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { rowsWithinBytes } from "../../kit/db/fitting.ts";
import { partnerJson } from "../conversations/service.ts";
import { bytesOfMessage, type MessageRow, messageOfRow, messageSizeColumns } from "../messages/service.ts";
import { personColumns } from "../users/service.ts";

/**
 * SQL for the number of a follower's unread replies: replies by other people after the read mark that are not deleted.
 * `t` is the first message of the thread, `f` the follower's row.
 */
const unreadReplies = sql`(case when t.reply_number = f.read_number then 0 else (
  t.reply_number - f.read_number
  - (select count(*) from messages d
     where d.conversation_id = t.conversation_id and d.parent_id = t.id and d.deleted_at is not null
       and d.number > f.read_number)
  - (case when f.read_high = f.read_number then 0 else (
      select count(*) from messages o
      where o.conversation_id = t.conversation_id and o.parent_id = t.id and o.deleted_at is null
        and o.user_id = f.user_id and o.number > f.read_number and o.number <= f.read_high) end)
) end)::int`;

/**
 * SQL columns of a thread. `t` is its first message. `f` is the reader's row as a follower, or null. `m` is the
 * reader's membership in the conversation. A reader who does not follow the thread has nothing unread in it. The author
 * of the first message begins to follow the thread when somebody replies.
 */
const threadColumns = sql`
  to_json(t) as message,
  json_build_object('id', c.id, 'kind', c.kind, 'name', c.name, 'partner', ${partnerJson}) as conversation,
  (select coalesce(json_agg(r order by r.number), '[]') from (
    select * from messages r where r.conversation_id = t.conversation_id and r.parent_id = t.id
    order by r.number desc limit ${sql.lit(shownReplyCount)}) r) as replies,
  coalesce(t.reply_number, 0) as last_number,
  coalesce(case when f.following then f.read_number end, t.reply_number, 0) as read_number,
  case when f.following and t.reply_number > 0 then ${unreadReplies} else 0 end as unread_count,
  coalesce(f.following, t.user_id = m.user_id) as following`;

type ThreadRow = Omit<Thread, "message" | "replies"> & { message: MessageRow; replies: MessageRow[] };

const toThread = (row: ThreadRow): Thread => ({
  ...row,
  message: messageOfRow(row.message),
  replies: row.replies.map(messageOfRow),
});

async function selectThreads(db: Executor, clauses: RawBuilder<unknown>): Promise<Thread[]> {
  const { rows } = await sql<ThreadRow>`select ${threadColumns} ${clauses}`.execute(db);
  return rows.map(toThread);
}

/** SQL that joins all threads in which the person has a read mark, even those that the person no longer follows. */
const threadsWithReadMark = sql`
  from thread_members f
  join messages t on t.conversation_id = f.conversation_id and t.id = f.message_id
  join conversations c on c.id = t.conversation_id
  join conversation_members m on m.conversation_id = c.id and m.user_id = f.user_id`;

/**
 * SQL condition: the thread has unread replies. It first checks whether the last reply is after the read mark, which is
 * cheap and excludes most threads. Only then does it count the replies.
 */
const isUnread = sql`f.following and t.reply_number > f.read_number and ${unreadReplies} > 0`;

const measuredColumnList = sql.join(messageSizeColumns.map((name) => sql.ref(`t.${name}`)));
/** SQL for the size in bytes of a thread in an API response. */
const threadBytes = sql`${bytesOfMessage("t")} + coalesce((select sum(length) from (
  select ${bytesOfMessage("r")} as length from messages r
  where r.conversation_id = t.conversation_id and r.parent_id = t.id
  order by r.number desc limit ${sql.lit(shownReplyCount)}) r), 0)`;

/**
 * Returns the threads that a person follows, the one with the newest reply first. With `unread`, only threads with
 * unread replies. Returns as many as fit into a response, and one more, which tells the caller that there are more.
 */
export function listFollowed(
  db: Executor,
  userId: string,
  page: { offset: number; limit: number; unread: boolean },
): Promise<Thread[]> {
  const condition = sql`
    select t.*, ${threadBytes} as bytes from (
      select t.conversation_id, t.id, ${measuredColumnList}, coalesce(t.last_reply_at, t.created_at) as at
      ${threadsWithReadMark} where f.user_id = ${userId} and ${page.unread ? isUnread : sql`f.following`}
      order by at desc, t.id desc limit ${page.limit} offset ${page.offset}) t`;
  return selectThreads(
    db,
    sql`${threadsWithReadMark} join ${rowsWithinBytes(condition, sql`at desc, id desc`)} s
        on s.conversation_id = f.conversation_id and s.id = f.message_id
      where f.user_id = ${userId} order by s.at desc, s.id desc`,
  );
}

export async function countFollowed(db: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from thread_members where user_id = ${userId} and following`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function countUnread(db: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${threadsWithReadMark}
    where f.user_id = ${userId} and ${isUnread}`.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * Returns a thread by the id of its first message, if the person can read it. The person need not follow the thread.
 */
export async function findThread(db: Executor, userId: string, id: string): Promise<Thread | undefined> {
  const [threadRow] = await selectThreads(
    db,
    sql`from conversation_members m
      join messages t on t.conversation_id = m.conversation_id and t.id = ${id} and t.parent_id is null
      join conversations c on c.id = t.conversation_id
      left join thread_members f on f.conversation_id = t.conversation_id and f.message_id = t.id
        and f.user_id = m.user_id
      where m.user_id = ${userId}`,
  );
  return threadRow;
}

/**
 * Sets whether the person follows the thread. If that changes, existing replies no longer count as unread. Returns the
 * room of the thread's first message and the `seq` of the message's last change. Undefined if the person cannot read
 * the message.
 */
export async function setFollowing(
  db: Executor,
  userId: string,
  id: string,
  isFollowing: boolean,
): Promise<{ conversation_id: string; changed_seq: number } | undefined> {
  const { rows } = await sql<{ conversation_id: string; changed_seq: number }>`
    with first as (
      select t.conversation_id, t.id, t.changed_seq, coalesce(t.reply_number, 0) as number
      from conversation_members m
      join messages t on t.conversation_id = m.conversation_id and t.id = ${id} and t.parent_id is null
      where m.user_id = ${userId}
    ), kept as (
      insert into thread_members (conversation_id, message_id, user_id, read_number, read_high, following)
      select conversation_id, id, ${userId}, number, number, ${isFollowing}::boolean from first
      on conflict (conversation_id, message_id, user_id) do update
      set following = excluded.following, read_number = excluded.read_number,
          read_high = greatest(thread_members.read_high, excluded.read_high)
      where thread_members.following <> excluded.following
    )
    select conversation_id, changed_seq from first`.execute(db);
  return rows[0];
}

export interface ThreadReadMark {
  read_number: number;
  unread_count: number;
}

/**
 * Moves a person's read mark in a thread to `number`. `reply` is any reply of this thread. With `isForwardOnly`, never
 * moves the mark back. Returns the new mark. Undefined if the person has no mark in this thread.
 */
export async function moveThreadReadMark(
  db: Executor,
  userId: string,
  reply: Message,
  number: number,
  isForwardOnly: boolean,
): Promise<ThreadReadMark | undefined> {
  const condition = isForwardOnly ? sql`f.read_number < ${number}` : sql`true`;
  await sql`
    update thread_members f
    set read_number = ${number}, read_high = greatest(f.read_high, ${number}::bigint)
    where f.conversation_id = ${reply.conversation_id} and f.message_id = ${reply.parent_id}
      and f.user_id = ${userId} and ${condition}`.execute(db);
  const { rows } = await sql<ThreadReadMark>`
    select f.read_number, case when f.following then ${unreadReplies} else 0 end as unread_count ${threadsWithReadMark}
    where f.conversation_id = ${reply.conversation_id} and f.message_id = ${reply.parent_id}
      and f.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Maximum number of names in the list of people who have seen a message. */
const maximumSeenBy = 100;

export async function findReadersOfMessage(
  db: Executor,
  viewerId: string,
  message: Message,
): Promise<{ total: number; users: UserSummary[] }> {
  const { rows } = await sql<UserSummary & { total: number }>`
    select ${personColumns}, count(*) over ()::int as total
    from conversation_members m join users u on u.id = m.user_id
    where m.conversation_id = ${message.conversation_id} and m.read_high >= ${message.number}
      and m.user_id <> ${message.user_id} and m.user_id <> ${viewerId}
      -- Whoever joins later begins with all messages read. They have seen one once they read something newer.
      and (m.joined_at <= ${message.created_at}::timestamptz or exists (
        select from messages r where r.conversation_id = m.conversation_id and r.parent_id is null
          and r.number = m.read_high and r.created_at >= m.joined_at))
      -- A bot is a member, and reads nothing.
      and not exists (select from bots b where b.user_id = m.user_id)
      -- The read mark of somebody outside may be beyond a note, which they never get.
      and not (u.is_outside and ${message.kind === "NOTE"})
      -- A platform says itself what has become of a message: one that failed was never seen.
      and not (u.is_outside and exists (
        select from channel_deliveries d where d.message_id = ${message.id} and d.state <> 'SEEN'))
    order by u.name, u.id limit ${sql.lit(maximumSeenBy)}`.execute(db);
  return { total: rows[0]?.total ?? 0, users: rows.map(({ total: _, ...user }) => user) };
}
