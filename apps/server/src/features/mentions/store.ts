import { mentionNoticesPerMinute } from "@kakehashi/contract/mentions";
import type { NotificationData, NotificationType } from "@kakehashi/contract/notifications";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** What a notification about a message contains, and who wrote the message. */
export interface MessageNotificationContent {
  readonly authorId: string;
  /** Whether the message was edited. People may then already have a notification about it. */
  readonly isEdited: boolean;
  readonly data: NotificationData & { conversation_id: string; message_id: string; number: number };
}

export interface MessageNotificationReceiver {
  readonly notificationId: string;
  readonly userId: string;
  readonly type: NotificationType;
  /** Whether the message mentions this person by name. The person is then notified even if they muted the room. */
  readonly isMentionedByName: boolean;
}

/** The room of a message, and the people who follow the message's thread. */
export interface RoomForNotification {
  readonly name: string | null;
  readonly member_count: number;
  readonly follower_ids: readonly string[];
}

/** Returns a room's name and number of members, and at most `maximumFollowers` followers of the thread. */
export async function findRoomForNotification(
  db: Executor,
  conversationId: string,
  parentId: string | null,
  maximumFollowers: number,
): Promise<RoomForNotification | undefined> {
  const { rows } = await sql<RoomForNotification>`
    select c.name, (select count(*) from conversation_members m where m.conversation_id = c.id)::int as member_count,
      array(select t.user_id from thread_members t
        where t.conversation_id = c.id and t.message_id = ${parentId}::uuid and t.following
        limit ${maximumFollowers}) as follower_ids
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
 * Inserts notifications about a message for those receivers who are in the room and have not read the message. Skips
 * people who muted the room, unless the message mentions them by name. Skips people who have an unread notification
 * about this message, and people who have too many unread mentions by the author from the last minute. A notification
 * about a reply also skips people who no longer follow the thread, or have an unread notification about another of its
 * replies. After an edit, skips people who have any notification about this message. Returns the ids of the new
 * notifications.
 */
export async function insertMessageNotifications(
  db: Executor,
  receivers: readonly MessageNotificationReceiver[],
  content: MessageNotificationContent,
): Promise<string[]> {
  const { conversation_id, message_id, number, parent_id = null } = content.data;
  const userIds = receivers.map(({ userId }) => userId);
  // SQL that selects an earlier notification about the message that the person has read. Notification ids grow with
  // time, so the search can start at the message's id.
  const earlierReadNotice = sql`
    select from notifications n
    where n.user_id = m.user_id and n.id > ${message_id}::uuid and n.read_at is not null and n.type in ('MENTION', 'REPLY')
      and n.data ->> 'message_id' = ${message_id}::text`;
  const { rows } = await sql<{ id: string }>`
    with unread as materialized (
      select user_id,
        count(*) filter (where type = 'MENTION' and actor_id = ${content.authorId}
          and created_at > now() - interval '1 minute') as mentions,
        count(*) filter (where type = 'REPLY' and data ->> 'parent_id' = ${parent_id}::text) as replies,
        count(*) filter (where data ->> 'message_id' = ${message_id}::text) as same
      from notifications where user_id = any(${userIds}::uuid[]) and read_at is null
      group by user_id
    )
    insert into notifications (id, user_id, type, actor_id, data)
    select i.id, m.user_id, i.type, ${content.authorId}, ${JSON.stringify(content.data)}::jsonb
    from unnest(${receivers.map(({ notificationId }) => notificationId)}::uuid[], ${userIds}::uuid[],
      ${receivers.map(({ type }) => type)}::text[], ${receivers.map(({ isMentionedByName }) => isMentionedByName)}::boolean[])
      as i(id, user_id, type, by_name)
    join conversation_members m on m.conversation_id = ${conversation_id} and m.user_id = i.user_id
    left join thread_members t on t.conversation_id = m.conversation_id and t.message_id = ${parent_id}::uuid
      and t.user_id = m.user_id
    left join unread u on u.user_id = m.user_id
    where (i.by_name or m.muted_at is null)
      and (i.type <> 'REPLY' or coalesce(t.following, true))
      and (i.type <> 'MENTION' or coalesce(u.mentions, 0) < ${mentionNoticesPerMinute})
      and case when ${parent_id}::uuid is null then m.read_number else coalesce(t.read_number, 0) end < ${number}
      and (i.type <> 'REPLY' or coalesce(u.replies, 0) = 0)
      and coalesce(u.same, 0) = 0
      ${content.isEdited ? sql`and not exists (${earlierReadNotice})` : sql``}
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** How far a person has read: the number of the last read message in a room, or with `parentId` in a thread. */
export interface ReadMark {
  readonly userId: string;
  readonly conversationId: string;
  readonly parentId: string | null;
  readonly number: number;
}

/** Marks notifications about messages up to a number as read. Returns the people whose notifications changed. */
export async function markMessageNotificationsRead(
  db: Executor,
  marks: readonly ReadMark[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    update notifications n set read_at = now()
    from unnest(${marks.map(({ userId }) => userId)}::uuid[], ${marks.map(({ conversationId }) => conversationId)}::text[],
      ${marks.map(({ parentId }) => parentId)}::text[], ${marks.map(({ number }) => number)}::bigint[])
      as i(user_id, conversation_id, parent_id, number)
    where n.user_id = i.user_id and n.read_at is null and n.type in ('MENTION', 'REPLY')
      and n.data ->> 'conversation_id' = i.conversation_id
      and n.data ->> 'parent_id' is not distinct from i.parent_id
      and (n.data ->> 'number')::bigint <= i.number
    returning n.user_id`.execute(db);
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

/** Deletes unread notifications about a deleted message. Returns the people who had one. */
export async function deleteUnreadMessageNotifications(
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
