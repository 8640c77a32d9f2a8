import { type Message, reactionNotices } from "@kakehashi/contract/messages";
import type { NotificationData } from "@kakehashi/contract/notifications";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { createAllowance } from "../../kit/http/allowance.ts";
import { newId } from "../../kit/ids.ts";

/** Who reacted, or took it back, to a message as it is after that. */
interface ReactionChange {
  readonly message: Message;
  readonly userId: string;
  readonly emoji: string;
}

/** What became of the author's notification: a new one, to be announced; or one that says something else, or is gone. */
export interface ReactionNotice {
  readonly userId: string;
  readonly written: string | null;
}

/**
 * Writes the author's notification of a reaction, or takes it back, in the reaction's own transaction, which holds the
 * room still. Answers nothing where there is nothing to tell.
 */
export type UpdateReactionNotice = (tx: Executor, change: ReactionChange) => Promise<ReactionNotice | null>;

export function createReactionNotices(): UpdateReactionNotice {
  // Limits count notifications that are there. One that was taken back is not, and called its author all the same.
  const removedAllowance = createAllowance({
    burst: reactionNotices.perPerson,
    perSecond: reactionNotices.perPerson / 60,
  });

  return async (tx, change) => {
    const { message, userId, emoji } = change;
    if (message.user_id === userId) return null;
    const theirs = message.reactions.filter(({ user_ids }) => user_ids.includes(userId));
    const pair = `${userId} ${message.user_id}`;
    if (theirs.some(({ type }) => type === emoji))
      return write(tx, change, removedAllowance.secondsUntil(pair) === 0);
    const left = theirs.at(-1)?.type;
    const notice = await withdraw(tx, change, left);
    if (notice && left === undefined) removedAllowance.take(pair);
    return notice;
  };
}

/**
 * To an author who is in the room still and wants to hear more of it than calls. One notification a person and message: a
 * second emoji changes what it says, and makes it no newer, so that nobody calls by reacting again and again. Nor does a
 * crowd, or one person on many messages: see `reactionNotices`. `mayCall`: else no new one is written.
 */
async function write(
  tx: Executor,
  { message, userId, emoji }: ReactionChange,
  mayNotify: boolean,
): Promise<ReactionNotice | null> {
  const { conversation_id, id: message_id, parent_id, number } = message;
  const data: NotificationData = {
    conversation_id,
    message_id,
    number,
    emoji,
    ...(parent_id && { parent_id }),
  };
  const id = newId();
  const own = sql`o.user_id = m.user_id and o.type = 'REACT' and o.actor_id = ${userId}
    and o.data ->> 'message_id' = ${message_id}::text`;
  const { rows } = await sql<{ id: string }>`
    insert into notifications (id, user_id, type, actor_id, data)
    select ${id}, m.user_id, 'REACT', ${userId}, ${JSON.stringify(data)}::jsonb
    from conversation_members m
    where m.conversation_id = ${conversation_id} and m.user_id = ${message.user_id}
      and m.muted_at is null and coalesce(m.notify_about, 'all') = 'all'
      and (exists (select from notifications o where ${own}) or (${mayNotify}
        and (select count(*) from notifications o
         where o.user_id = m.user_id and o.type = 'REACT' and o.data ->> 'message_id' = ${message_id}::text and o.created_at > now() - interval '10 minutes') < ${reactionNotices.perMessage}
        and (select count(*) from notifications o
         where o.user_id = m.user_id and o.type = 'REACT' and o.actor_id = ${userId} and o.created_at > now() - interval '1 minute') < ${reactionNotices.perPerson}))
    on conflict (user_id, actor_id, (data ->> 'message_id')) where type = 'REACT' do update set data = excluded.data
    returning id`.execute(tx);
  const [row] = rows;
  return row ? { userId: message.user_id, written: row.id === id ? id : null } : null;
}

/** Of the emoji that are `left`, if any, else of nothing; what the author has read stays as they read it. */
async function withdraw(
  tx: Executor,
  { message, userId, emoji }: ReactionChange,
  left: string | undefined,
): Promise<ReactionNotice | null> {
  const theirs = sql`user_id = ${message.user_id} and actor_id = ${userId} and type = 'REACT'
    and data ->> 'message_id' = ${message.id}::text and read_at is null`;
  const { rows } = await (left === undefined
    ? sql`delete from notifications where ${theirs} returning id`
    : sql`update notifications set data = jsonb_set(data, '{emoji}', to_jsonb(${left}::text))
        where ${theirs} and data ->> 'emoji' = ${emoji} returning id`
  ).execute(tx);
  return rows.length > 0 ? { userId: message.user_id, written: null } : null;
}
