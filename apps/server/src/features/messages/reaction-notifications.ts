import { type Message, reactionNotificationLimits } from "@kakehashi/contract/messages";
import type { NotificationData } from "@kakehashi/contract/notifications";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { createKeyedTokenBuckets } from "../../kit/http/allowance.ts";
import { newId } from "../../kit/ids.ts";

/** A reaction that was added or removed. `message` is the message after the change. */
interface ReactionChange {
  readonly message: Message;
  readonly userId: string;
  readonly emoji: string;
}

/**
 * What happened to the notification of a message's author after somebody added or removed a reaction.
 * `createdNotificationId` is null if an existing notification was changed or deleted. Then the author is not notified
 * again, but gets the new number of unread notifications.
 */
export interface ReactionNotificationUpdateResult {
  readonly receiverId: string;
  readonly createdNotificationId: string | null;
}

/**
 * Updates the notification of a message's author after a reaction was added or removed. Runs in the transaction of the
 * reaction, which has locked the room. Returns null if nothing changed.
 */
export type UpdateReactionNotification = (
  tx: Executor,
  change: ReactionChange,
) => Promise<ReactionNotificationUpdateResult | null>;

export function createReactionNotificationUpdater(): UpdateReactionNotification {
  // Limits how often a person can notify the same author by removing a reaction and adding it again. The limits in the
  // database count stored notifications, so they miss these: removing a reaction deletes its notification.
  const removalAllowance = createKeyedTokenBuckets({
    burst: reactionNotificationLimits.perPerson,
    perSecond: reactionNotificationLimits.perPerson / 60,
  });

  return async (tx, change) => {
    const { message, userId, emoji } = change;
    if (message.user_id === userId) return null;
    const userReactions = message.reactions.filter(({ user_ids }) => user_ids.includes(userId));
    const pairKey = `${userId} ${message.user_id}`;
    if (userReactions.some(({ type }) => type === emoji))
      return writeNotice(tx, change, removalAllowance.secondsUntilAllowed(pairKey) === 0);
    const remainingEmoji = userReactions.at(-1)?.type;
    const notice = await updateAfterRemoval(tx, change, remainingEmoji);
    if (notice && remainingEmoji === undefined) removalAllowance.trySpend(pairKey);
    return notice;
  };
}

/**
 * Notifies a message's author of a reaction, if the author is still in the room and wants to be notified of everything
 * there. There is one notification for each message and person who reacts to it. If this person adds a second emoji,
 * the notification's text changes but not its time, so that the author is not disturbed again.
 *
 * `reactionNotificationLimits` limits the notifications about one message, and those that one person causes. If `mayNotify`
 * is false, no new notification is written.
 */
async function writeNotice(
  tx: Executor,
  { message, userId, emoji }: ReactionChange,
  mayNotify: boolean,
): Promise<ReactionNotificationUpdateResult | null> {
  const { conversation_id, id: message_id, parent_id, number } = message;
  const data: NotificationData = {
    conversation_id,
    message_id,
    number,
    emoji,
    ...(parent_id && { parent_id }),
  };
  const id = newId();
  const noticeCondition = sql`o.user_id = m.user_id and o.type = 'REACT' and o.actor_id = ${userId}
    and o.data ->> 'message_id' = ${message_id}::text`;
  const { rows } = await sql<{ id: string }>`
    insert into notifications (id, user_id, type, actor_id, data)
    select ${id}, m.user_id, 'REACT', ${userId}, ${JSON.stringify(data)}::jsonb
    from conversation_members m
    where m.conversation_id = ${conversation_id} and m.user_id = ${message.user_id}
      and m.muted_at is null and coalesce(m.notify_about, 'all') = 'all'
      and (exists (select from notifications o where ${noticeCondition}) or (${mayNotify}
        and (select count(*) from notifications o
         where o.user_id = m.user_id and o.type = 'REACT' and o.data ->> 'message_id' = ${message_id}::text and o.created_at > now() - interval '10 minutes') < ${reactionNotificationLimits.perMessage}
        and (select count(*) from notifications o
         where o.user_id = m.user_id and o.type = 'REACT' and o.actor_id = ${userId} and o.created_at > now() - interval '1 minute') < ${reactionNotificationLimits.perPerson}))
    on conflict (user_id, actor_id, (data ->> 'message_id')) where type = 'REACT' do update set data = excluded.data
    returning id`.execute(tx);
  const [row] = rows;
  return row ? { receiverId: message.user_id, createdNotificationId: row.id === id ? id : null } : null;
}

/**
 * If other emoji of the person remain, and the unread notification shows the removed one, it shows the last of the
 * others instead. If none remain, deletes the notification, if it is unread.
 */
async function updateAfterRemoval(
  tx: Executor,
  { message, userId, emoji }: ReactionChange,
  remainingEmoji: string | undefined,
): Promise<ReactionNotificationUpdateResult | null> {
  const unreadNoticeCondition = sql`user_id = ${message.user_id} and actor_id = ${userId} and type = 'REACT'
    and data ->> 'message_id' = ${message.id}::text and read_at is null`;
  const { rows } = await (remainingEmoji === undefined
    ? sql`delete from notifications where ${unreadNoticeCondition} returning id`
    : sql`update notifications set data = jsonb_set(data, '{emoji}', to_jsonb(${remainingEmoji}::text))
        where ${unreadNoticeCondition} and data ->> 'emoji' = ${emoji} returning id`
  ).execute(tx);
  return rows.length > 0 ? { receiverId: message.user_id, createdNotificationId: null } : null;
}
