import type { NotificationData } from "@kakehashi/contract/notifications";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";

/** The data of a notification that a visitor of a bot waits for an answer. `place` is the visitor's name. */
export interface WaitingData extends NotificationData {
  readonly bot: { id: string; name: string };
  readonly conversation_id: string;
  readonly place: string;
}

const waitingNoticeType = sql`'LIVECHAT_WAITING'`;
/**
 * SQL condition for all notifications about a chat with a visitor. They contain the visitor's name, so they are deleted
 * together with the chat.
 */
const isOfOutsideChat = sql`type in ('LIVECHAT_WAITING', 'LIVECHAT_HANDED_OVER')`;
/**
 * Maximum unread notifications of one bot per person. No more are written, because the person already knows that
 * visitors wait.
 */
const maximumUnreadNotices = 20;

/** Writes notifications of a bot's waiting visitor. Returns the ids of the new notifications. */
export async function insertWaitingNotices(
  tx: Executor,
  notices: readonly { id: string; userId: string }[],
  data: WaitingData,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into notifications (id, user_id, type, data)
    select g.id, g.user_id, ${waitingNoticeType}, ${toJson(data)}::jsonb
    from unnest(${notices.map(({ id }) => id)}::uuid[], ${notices.map(({ userId }) => userId)}::uuid[])
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

/** Marks notifications as read. Returns the people who had unread ones. */
export async function markWaitingNoticesRead(tx: Executor, conversationId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    update notifications set read_at = now()
    where ${isOfOutsideChat} and data ->> 'conversation_id' = ${conversationId} and read_at is null
    returning user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** Deletes notifications. Returns the people who had unread ones. */
export async function deleteWaitingNotices(
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
