import type { LivechatState } from "@kakehashi/contract/bot-livechat";
import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

export interface LivechatRow {
  readonly bot_id: string;
  readonly visitor_id: string;
  readonly source: BotPlatform;
  readonly state: LivechatState;
  readonly agent_id: string | null;
  readonly written_turn: number;
  readonly is_snoozed: boolean;
  readonly snoozed_until: Date | null;
  /** The person who handed the talk over to its current agent. Null after any other change of the talk. */
  readonly handed_by_id: string | null;
  /** The talk's agent before the last hand-over. Null after any other change of the talk. */
  readonly handed_from_id: string | null;
  /** When the talk was handed over. Null after the hand-over was undone, and after any other change of the talk. */
  readonly handed_at: Date | null;
}

const livechatColumns = sql`bot_id, visitor_id, source, state, agent_id, written_turn, is_snoozed, snoozed_until,
  handed_by_id, handed_from_id, handed_at`;
/**
 * SQL that clears the last hand-over. Every later change of the talk's agent, state or snooze by us uses this, because
 * the hand-over can no longer be undone after such a change. What the visitor or the bot writes does not clear it.
 */
const emptyHandOverColumns = sql`handed_by_id = null, handed_from_id = null, handed_at = null`;

/**
 * Returns the talk and locks it until the transaction ends. To avoid deadlocks with a visitor's message, lock the
 * visitor's session first.
 */
export async function lockLivechat(tx: Executor, conversationId: string): Promise<LivechatRow | undefined> {
  const { rows } = await sql<LivechatRow>`
    select ${livechatColumns} from livechats where conversation_id = ${conversationId} for update`.execute(
    tx,
  );
  return rows[0];
}

/**
 * Locks the talks of these conversations and returns them by conversation id. Leaves out conversations without a talk.
 * To avoid deadlocks, all calls lock the talks in the same order.
 */
export async function lockLivechats(
  tx: Executor,
  conversationIds: readonly string[],
): Promise<Map<string, LivechatRow>> {
  const { rows } = await sql<LivechatRow & { conversation_id: string }>`
    select conversation_id, ${livechatColumns} from livechats where conversation_id = any(${conversationIds}::uuid[])
    order by conversation_id for update`.execute(tx);
  return new Map(rows.map((talk) => [talk.conversation_id, talk]));
}

export async function findLivechat(db: Executor, conversationId: string): Promise<LivechatRow | undefined> {
  const { rows } = await sql<LivechatRow>`
    select ${livechatColumns} from livechats where conversation_id = ${conversationId}`.execute(db);
  return rows[0];
}

/** Returns the id of the talk's bot if this message is the last one in its talk. Otherwise undefined. */
export async function findBotIdIfLastMessage(
  db: Executor,
  { conversation_id, number, parent_id }: Pick<Message, "conversation_id" | "number" | "parent_id">,
): Promise<string | undefined> {
  if (parent_id !== null) return undefined;
  const { rows } = await sql<{ bot_id: string }>`
    select l.bot_id from livechats l join conversations c on c.id = l.conversation_id
    where l.conversation_id = ${conversation_id} and c.last_number = ${number}`.execute(db);
  return rows[0]?.bot_id;
}

/**
 * Finds the author id of a visitor by the id of the visitor's first session. If several sessions of the visitor have a
 * talk, returns the author id from the newest of them. Undefined if no session has a talk.
 */
export async function findVisitorIdOfSessions(
  tx: Executor,
  firstSessionId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ visitor_id: string }>`
    select l.visitor_id from bot_sessions s join livechats l on l.conversation_id = s.conversation_id
    where s.id = ${firstSessionId} or s.first_session_id = ${firstSessionId}
    order by s.id desc limit 1`.execute(tx);
  return rows[0]?.visitor_id;
}

export async function insertLivechat(
  tx: Executor,
  newTalk: {
    conversationId: string;
    botId: string;
    visitorId: string;
    source: BotPlatform;
    pageId: string | null;
  },
): Promise<void> {
  await sql`
    insert into livechats (conversation_id, bot_id, visitor_id, source, page_id, state)
    values (${newTalk.conversationId}, ${newTalk.botId}, ${newTalk.visitorId}, ${newTalk.source},
      ${newTalk.pageId}, 'WAITING')`.execute(tx);
}

export async function updateTalkTags(
  tx: Executor,
  conversationId: string,
  tags: readonly string[],
): Promise<void> {
  await sql`
    update livechats set tags = ${tags}::text[] where conversation_id = ${conversationId}`.execute(tx);
}

export async function updateTalkState(
  tx: Executor,
  conversationId: string,
  state: LivechatState,
  agentId: string | null,
): Promise<void> {
  await sql`
    update livechats set state = ${state}, agent_id = ${agentId}, changed_at = now(),
      claimed_at = case when ${state} = 'OPEN' then now() else claimed_at end,
      closed_at = case when ${state} = 'CLOSED' then now() end,
      waiting_since = case when ${state} = 'WAITING' then now() else waiting_since end,
      is_snoozed = false, snoozed_until = null, ${emptyHandOverColumns}
    where conversation_id = ${conversationId}`.execute(tx);
}

/** Snoozes an open talk, or ends the snooze if `isSnoozed` is false. */
export async function updateTalkSnooze(
  tx: Executor,
  conversationId: string,
  isSnoozed: boolean,
  snoozedUntil: string | null,
): Promise<void> {
  await sql`
    update livechats set is_snoozed = ${isSnoozed}, snoozed_until = ${snoozedUntil}::timestamptz, changed_at = now(),
      ${emptyHandOverColumns}
    where conversation_id = ${conversationId}`.execute(tx);
}

export async function findVisitorAndBotNames(
  db: Executor,
  conversationId: string,
): Promise<{ visitor: string; bot: string } | undefined> {
  const { rows } = await sql<{ visitor: string; bot: string }>`
    select v.name as visitor, b.name as bot from livechats l
    join users v on v.id = l.visitor_id join bots b on b.id = l.bot_id
    where l.conversation_id = ${conversationId}`.execute(db);
  return rows[0];
}

/**
 * Removes the agent from their open talks, so that the talks wait for another agent, and returns these talks. If
 * `botId` is null, this applies to the talks of all bots.
 */
export async function releaseTalksOf(
  tx: Executor,
  userId: string,
  botId: string | null,
): Promise<{ botId: string; conversationId: string }[]> {
  const { rows } = await sql<{ botId: string; conversationId: string }>`
    update livechats
    set state = 'WAITING', agent_id = null, waiting_since = now(), changed_at = now(), untold_at = now(),
      is_snoozed = false, snoozed_until = null, ${emptyHandOverColumns}
    where agent_id = ${userId} and state = 'OPEN'
      and ${botId === null ? sql`true` : sql`bot_id = ${botId}`}
    returning bot_id as "botId", conversation_id as "conversationId"`.execute(tx);
  return rows;
}

/** Whether the visitor may see this file. Visitors see no files of notes and of thread replies, which are internal. */
export async function isFileVisibleToVisitor(
  db: Executor,
  conversationId: string,
  fileId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from files f join messages m on m.conversation_id = f.conversation_id and m.id = f.message_id
    where f.id = ${fileId} and f.conversation_id = ${conversationId} and m.parent_id is null and not m.is_note`.execute(
    db,
  );
  return rows.length > 0;
}

/** Returns the number of a message if the visitor can see the message. Otherwise returns undefined. */
export async function findVisibleMessageNumber(
  db: Executor,
  conversationId: string,
  messageId: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    select number::float8 as number from messages
    where conversation_id = ${conversationId} and id = ${messageId} and parent_id is null
      and not is_note`.execute(db);
  return rows[0]?.number;
}

/**
 * Returns the ids of the visitor and the bot in a conversation, the language that the visitor reads, and the last `seq`
 * of the conversation.
 */
export async function findVisitorAndBotAuthors(
  db: Executor,
  conversationId: string,
): Promise<{ outsideIds: string[]; language: Language | null; seq: number } | undefined> {
  const { rows } = await sql<{ outsideIds: string[]; language: Language | null; seq: number }>`
    select array_remove(array[l.visitor_id, b.user_id], null) as "outsideIds", v.working_language as language,
      c.last_seq::float8 as seq
    from livechats l join users v on v.id = l.visitor_id join bots b on b.id = l.bot_id
    join conversations c on c.id = l.conversation_id
    where l.conversation_id = ${conversationId}`.execute(db);
  return rows[0];
}
