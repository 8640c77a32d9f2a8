import type { NotificationData } from "@kakehashi/contract/notifications";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";

/** The data of a "visitor waits" notification. `place` contains the visitor's name. */
export interface VisitorWaitsData extends NotificationData {
  readonly bot: { id: string; name: string };
  readonly conversation_id: string;
  readonly place: string;
}

const waitingNoticeType = sql`'LIVECHAT_WAITING'`;
/**
 * SQL condition for all notifications about a chat with a visitor. They contain the visitor's name, so they must be
 * deleted together with the chat.
 */
const isOfOutsideChat = sql`type in ('LIVECHAT_WAITING', 'LIVECHAT_HANDED_OVER')`;
/** Maximum number of unread notifications of one bot per person. After that, the person knows that visitors wait. */
const maximumUnreadNotices = 20;

/**
 * Inserts "visitor waits" notifications. Skips people who have an unread one about the same chat, or already have many
 * unread ones about the same bot. Returns the ids of the inserted notifications.
 */
export async function insertVisitorWaitsNotifications(
  tx: Executor,
  newNotifications: readonly { id: string; userId: string }[],
  data: VisitorWaitsData,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into notifications (id, user_id, type, data)
    select g.id, g.user_id, ${waitingNoticeType}, ${toJson(data)}::jsonb
    from unnest(${newNotifications.map(({ id }) => id)}::uuid[], ${newNotifications.map(({ userId }) => userId)}::uuid[])
      as g(id, user_id)
    where not exists (
        select from notifications n where n.type = ${waitingNoticeType} and n.data ->> 'conversation_id' = ${data.conversation_id}
          and n.user_id = g.user_id and n.read_at is null)
      and ${maximumUnreadNotices} > (
        select count(*) from notifications n where n.user_id = g.user_id and n.read_at is null and n.type = ${waitingNoticeType}
          and n.data -> 'bot' ->> 'id' = ${data.bot.id})
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Marks all notifications about one chat with a visitor as read. Returns the people who had an unread one. */
export async function markVisitorWaitsNotificationsRead(
  tx: Executor,
  conversationId: string,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    update notifications set read_at = now()
    where ${isOfOutsideChat} and data ->> 'conversation_id' = ${conversationId} and read_at is null
    returning user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/**
 * Deletes the notifications about one chat with a visitor, or one person's notifications about chats of a bot. Returns
 * the people who had an unread one.
 */
export async function deleteVisitorWaitsNotifications(
  tx: Executor,
  filter: { conversationId: string } | { botId: string; userId: string },
): Promise<string[]> {
  const isMatchingRow =
    "conversationId" in filter
      ? sql`data ->> 'conversation_id' = ${filter.conversationId}`
      : sql`user_id = ${filter.userId} and data -> 'bot' ->> 'id' = ${filter.botId}`;
  const { rows } = await sql<{ user_id: string; is_unread: boolean }>`
    delete from notifications where ${isOfOutsideChat} and ${isMatchingRow}
    returning user_id, read_at is null as is_unread`.execute(tx);
  return rows.filter(({ is_unread }) => is_unread).map(({ user_id }) => user_id);
}
