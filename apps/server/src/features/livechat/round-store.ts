import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/**
 * Begins a round of a talk. With `isAsked` the visitor asks for a person. Otherwise somebody opens a closed talk again.
 * Lock the talk before.
 */
export async function beginRound(tx: Executor, conversationId: string, isAsked: boolean): Promise<void> {
  await sql`
    insert into livechat_rounds (conversation_id, number, bot_id, is_asked, first_number)
    select l.conversation_id, 1 + coalesce(
        (select max(r.number) from livechat_rounds r where r.conversation_id = l.conversation_id), 0),
      l.bot_id, ${isAsked}, c.last_number
    from livechats l join conversations c on c.id = l.conversation_id
    where l.conversation_id = ${conversationId}`.execute(tx);
}

/** Ends the present round of a talk. Does nothing if the talk has none. `agentId` is the person who answered last. */
export async function endRound(tx: Executor, conversationId: string, agentId: string | null): Promise<void> {
  await sql`
    update livechat_rounds set closed_at = now(), agent_id = ${agentId}
    where conversation_id = ${conversationId} and closed_at is null`.execute(tx);
}
