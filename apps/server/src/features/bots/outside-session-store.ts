import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import { type SessionRow, setSessionPaused } from "./session-store.ts";
import { toldNameSql, visitorNameSql } from "./told-name.ts";

/**
 * Stores a name of the session's visitor. Returns the name that the visitor told the bot in this session, or else the
 * stored name.
 */
export async function setVisitorName(tx: Executor, id: string, name: string): Promise<string> {
  const { rows } = await sql<{ visitor_name: string }>`
    update bot_sessions s set visitor_name = ${name} where s.id = ${id}
    returning ${visitorNameSql} as visitor_name`.execute(tx);
  return rows[0]?.visitor_name ?? name;
}

/** Returns the name that the visitor told the bot in this session. Null: the visitor has told no name. */
export async function findToldName(tx: Executor, id: string): Promise<string | null> {
  const { rows } = await sql<{ told_name: string | null }>`
    select ${toldNameSql} as told_name from bot_sessions s where s.id = ${id}`.execute(tx);
  return rows[0]?.told_name ?? null;
}

export async function setTags(
  tx: Executor,
  { id, state }: Pick<SessionRow, "id" | "state">,
  tags: readonly string[],
): Promise<void> {
  await sql`update bot_sessions set state = ${toJson({ ...state, tags })}::jsonb where id = ${id}`.execute(
    tx,
  );
}

/**
 * Moves a session's conversation with people to another session of the same visitor, so that the conversation continues
 * in the new session.
 */
export async function moveConversation(
  tx: Executor,
  { id, conversation_id, is_paused }: Pick<SessionRow, "id" | "conversation_id" | "is_paused">,
  targetSessionId: string,
): Promise<void> {
  if (conversation_id === null) return;
  await sql`update bot_sessions set conversation_id = null where id = ${id}`.execute(tx);
  await setSessionPaused(tx, targetSessionId, is_paused, conversation_id);
}
