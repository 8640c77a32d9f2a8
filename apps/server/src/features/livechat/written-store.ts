import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/**
 * A talk in which the visitor has written. `turn` is the number of the newest turn that was copied into the
 * conversation.
 */
interface TalkWithWrittenTurn {
  readonly conversationId: string;
  readonly turn: number;
}

/**
 * Stores the number of the newest turn that was copied into the conversation. Reopens a closed talk, which then waits
 * for a person, and ends a snooze. Returns the time of the announcement mark (`untold_at`) for `markAnnounced`.
 */
export async function updateTalkAfterVisitorTurn(
  tx: Executor,
  conversationId: string,
  turn: number,
  tags: readonly string[],
): Promise<string> {
  const { rows } = await sql<{ untold_at: string }>`
    update livechats set written_turn = ${turn}, tags = ${tags}::text[], changed_at = now(), untold_at = now(),
      waiting_since = case when state = 'CLOSED' then now() else waiting_since end,
      agent_id = case when state = 'CLOSED' then null else agent_id end,
      state = case when state = 'CLOSED' then 'WAITING' else state end,
      is_snoozed = false, snoozed_until = null
    where conversation_id = ${conversationId} returning untold_at::text`.execute(tx);
  return rows[0]?.untold_at ?? "";
}

/**
 * Stores that the bot has written while no person answers the talk. The talk keeps its position in the inbox. Returns
 * the time of the announcement mark (`untold_at`) for `markAnnounced`.
 */
export async function updateTalkAfterBotTurn(
  tx: Executor,
  conversationId: string,
  turn: number,
): Promise<string> {
  const { rows } = await sql<{ untold_at: string }>`
    update livechats set written_turn = ${turn}, untold_at = now()
    where conversation_id = ${conversationId} returning untold_at::text`.execute(tx);
  return rows[0]?.untold_at ?? "";
}

/**
 * Stores that visitors have written in these open talks. The caller has locked the talks and checked that their tags
 * are unchanged. Returns the time of each talk's announcement mark (`untold_at`) by conversation id.
 */
export async function updateTalksAfterVisitorTurns(
  tx: Executor,
  talks: readonly TalkWithWrittenTurn[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ conversation_id: string; untold_at: string }>`
    update livechats l set written_turn = t.turn, changed_at = now(), untold_at = now(), is_snoozed = false,
      snoozed_until = null
    from unnest(${talks.map((talk) => talk.conversationId)}::uuid[], ${talks.map(({ turn }) => turn)}::int[])
      as t(conversation_id, turn)
    where l.conversation_id = t.conversation_id
    returning l.conversation_id, l.untold_at::text`.execute(tx);
  return new Map(rows.map((row) => [row.conversation_id, row.untold_at]));
}
