import { retentionPeriods } from "@kakehashi/contract/retention";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** Returns the ids of the conversations with the bot's visitors in which the person is a member. */
export async function listTalkRoomIdsOf(db: Executor, botId: string, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.conversation_id as id from conversation_members m join livechats l on l.conversation_id = m.conversation_id
    where m.user_id = ${memberId} and l.bot_id = ${botId} order by l.conversation_id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A conversation to delete, and its visitor, who is deleted with it. */
export interface TalkToRemove {
  readonly id: string;
  readonly visitor_id: string | null;
}

/** Returns conversations with visitors that are left over: their talk is already deleted. */
export async function listRoomsWithoutTalk(db: Executor, limit: number): Promise<TalkToRemove[]> {
  const { rows } = await sql<TalkToRemove>`
    select c.id, null::uuid as visitor_id from conversations c
    where c.kind = 'OUTSIDE' and not exists (select from livechats l where l.conversation_id = c.id)
    order by c.id limit ${limit}`.execute(db);
  return rows;
}

export async function listTalksOfBot(db: Executor, botId: string, limit: number): Promise<TalkToRemove[]> {
  const { rows } = await sql<TalkToRemove>`
    select conversation_id as id, visitor_id from livechats where bot_id = ${botId} limit ${limit}`.execute(
    db,
  );
  return rows;
}

/**
 * Returns talks in which nobody has written for `retentionPeriods.botTalkDays` days, neither the visitor nor the bot
 * nor people.
 */
export async function listInactiveTalksToRemove(db: Executor, limit: number): Promise<TalkToRemove[]> {
  const retentionStart = sql`now() - make_interval(days => ${retentionPeriods.botTalkDays})`;
  const { rows } = await sql<TalkToRemove>`
    select l.conversation_id as id, l.visitor_id
    from livechats l left join bot_sessions s on s.conversation_id = l.conversation_id
    where coalesce(s.last_at, l.changed_at) < ${retentionStart} and not exists (
      select from messages m where m.conversation_id = l.conversation_id and m.created_at >= ${retentionStart})
    limit ${limit}`.execute(db);
  return rows;
}

/** Returns the ids of the members of a conversation who have an account. Leaves out visitors and bots. */
export async function listMemberIdsWithAccount(db: Executor, conversationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from conversation_members m join users u on u.id = m.user_id and not u.is_outside
    where m.conversation_id = ${conversationId} order by u.id`.execute(db);
  return rows.map(({ id }) => id);
}
