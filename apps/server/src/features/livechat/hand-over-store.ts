import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/**
 * Stores who handed the talk over and who was its agent before, so that the hand-over can be undone. Call
 * `updateTalkState` first, because it clears these columns.
 */
export async function markHandedOver(
  tx: Executor,
  conversationId: string,
  { byId, formerAgentId }: { byId: string; formerAgentId: string },
): Promise<void> {
  await sql`
    update livechats set handed_by_id = ${byId}, handed_from_id = ${formerAgentId}, handed_at = now()
    where conversation_id = ${conversationId}`.execute(tx);
}

/**
 * Marks the hand-over as undone, so that a repeated undo changes nothing. Call `updateTalkState` first, because it
 * clears these columns.
 */
export async function markHandOverUndone(
  tx: Executor,
  conversationId: string,
  { byId, formerAgentId }: { byId: string; formerAgentId: string },
): Promise<void> {
  await sql`
    update livechats set handed_by_id = ${byId}, handed_from_id = ${formerAgentId}
    where conversation_id = ${conversationId}`.execute(tx);
}

/** Whether the person has written an answer, a note or a reply in the conversation since the given time. */
export async function hasWrittenSince(
  tx: Executor,
  conversationId: string,
  userId: string,
  sinceDate: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from messages
    where conversation_id = ${conversationId} and user_id = ${userId} and created_at >= ${sinceDate} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
