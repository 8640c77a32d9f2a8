import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/**
 * SQL for a person's first answer to the visitor in the round `r` of the talk `l` with the bot `b`. Messages of the
 * visitor and the bot, notes, and replies in threads do not count. A message for a platform does not count while it
 * waits for its translation, or if it could not be sent. `created_at` is the time from which the visitor could read the
 * answer.
 */
export const firstAnswerQuery = sql`
  select m.user_id, coalesce(
      (select min(s.called_at) from channel_sends s where s.message_id = m.id and s.state = 'SENT'), m.created_at
    ) as created_at
  from messages m left join channel_deliveries d on d.message_id = m.id
  where m.conversation_id = r.conversation_id and m.parent_id is null and not m.is_note and m.number > r.first_number
    and m.user_id <> l.visitor_id and m.user_id is distinct from b.user_id
    and (d.state is null or d.state not in ('UNTRANSLATED', 'FAILED'))
    and (l.page_id is null or d.message_id is not null or m.deleted_at is null)
  order by m.number limit 1`;

/**
 * Begins a round of a talk. The round ends when the talk is closed. `isAsked` is true if the visitor asked for a
 * person, and false if somebody opened a closed talk again. The caller must have locked the talk.
 */
export async function beginTalkRound(tx: Executor, conversationId: string, isAsked: boolean): Promise<void> {
  await sql`
    insert into livechat_rounds (conversation_id, number, bot_id, is_asked, first_number)
    select l.conversation_id, 1 + coalesce(
        (select max(r.number) from livechat_rounds r where r.conversation_id = l.conversation_id), 0),
      l.bot_id, ${isAsked}, c.last_number
    from livechats l join conversations c on c.id = l.conversation_id
    where l.conversation_id = ${conversationId}`.execute(tx);
}

/**
 * Ends the open round of a talk that is being closed. Does nothing if no round is open. Also stores who answered first,
 * so that reports need not search the messages of thousands of rounds. `agentId` is the talk's last agent.
 */
export async function endTalkRound(
  tx: Executor,
  conversationId: string,
  agentId: string | null,
): Promise<void> {
  await sql`
    update livechat_rounds u set closed_at = now(), agent_id = ${agentId}, answered_by = found.user_id,
      answered_at = found.created_at
    from (
      select r.number, a.user_id, a.created_at
      from livechat_rounds r
      join livechats l on l.conversation_id = r.conversation_id
      join bots b on b.id = r.bot_id
      left join lateral (${firstAnswerQuery}) a on true
      where r.conversation_id = ${conversationId} and r.closed_at is null) found
    where u.conversation_id = ${conversationId} and u.number = found.number`.execute(tx);
}
