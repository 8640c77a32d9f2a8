import type { ChannelProblem } from "@kakehashi/contract/channel-states";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { BotMessageKey } from "../bots/service.ts";

/** A bot's message that could not be sent, or that waits to be sent again after a failure. */
export interface UndeliveredBotMessageRow extends BotMessageKey {
  readonly isBroadcast: boolean;
  readonly hasFailed: boolean;
  readonly error: ChannelProblem;
  readonly changedAt: Date;
}

/**
 * Returns the newest undelivered messages of the bot to a person, newest first. If several parts of a message have
 * failed, returns the error of a part that may have arrived.
 */
export async function listUndeliveredBotMessages(
  db: Executor,
  personId: string,
  limit: number,
): Promise<UndeliveredBotMessageRow[]> {
  const { rows } = await sql<UndeliveredBotMessageRow>`
    select session_id as "sessionId", turn_number as "turnNumber", effect_number as "effectIndex",
      bool_or(broadcast_id is not null) as "isBroadcast", bool_or(state = 'FAILED') as "hasFailed",
      (array_agg(error order by state = 'FAILED' desc, error ->> 'code' = 'LOST' desc, id))[1] as error,
      max(changed_at) as "changedAt"
    from channel_sends
    where person_id = ${personId} and turn_number is not null and error is not null
    group by session_id, turn_number, effect_number order by max(id) desc limit ${limit}`.execute(db);
  return rows;
}

interface ConversationAuthors {
  readonly conversationId: string;
  /** The ids of the conversation's authors who have no account: the visitor and the bot. */
  readonly authorIds: readonly string[];
}

/** Returns the ids of a conversation's messages by their `client_id`. Leaves out messages that do not exist. */
export async function findMessageIdsByClientId(
  db: Executor,
  { conversationId, authorIds }: ConversationAuthors,
  clientIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; client_id: string }>`
    select id, client_id from messages
    where conversation_id = ${conversationId} and user_id = any(${authorIds}::uuid[])
      and client_id = any(${clientIds}::uuid[]) and deleted_at is null`.execute(db);
  return new Map(rows.map(({ id, client_id }) => [client_id, id]));
}

/** Whether this message is in the conversation and was written by one of these authors. */
export async function isWrittenBy(
  db: Executor,
  { conversationId, authorIds }: ConversationAuthors,
  messageId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from messages
    where conversation_id = ${conversationId} and id = ${messageId} and user_id = any(${authorIds}::uuid[])
      and deleted_at is null`.execute(db);
  return rows.length > 0;
}

/**
 * Puts the failed API calls of a bot's message into the queue again. They keep their order and come after the person's
 * other calls. A call keeps its error until it succeeds, so that the conversation still lists the message as
 * undelivered, now as waiting.
 */
export async function retryBotMessage(
  tx: Executor,
  { sessionId, turnNumber, effectIndex }: BotMessageKey,
  personId: string,
): Promise<void> {
  await sql`
    with failed as (
      delete from channel_sends
      where person_id = ${personId} and session_id = ${sessionId} and turn_number = ${turnNumber}
        and effect_number = ${effectIndex} and error is not null and state = 'FAILED' and broadcast_id is null
      returning id, page_id, payload, error, created_at)
    insert into channel_sends
      (page_id, person_id, session_id, turn_number, effect_number, payload, error, created_at)
    select page_id, ${personId}, ${sessionId}, ${turnNumber}, ${effectIndex}, payload, error, created_at
    from failed order by id`.execute(tx);
}
