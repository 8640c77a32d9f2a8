import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** Returns how many bytes the sessions of all visitors with this person's bots take. */
export async function readSessionBytes(db: Executor, creatorId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(s.turn_bytes), 0)::float8 as bytes from bot_sessions s join bots b on b.id = s.bot_id
    where b.created_by = ${creatorId}`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/**
 * Deletes sessions with this person's bots that nobody has used for `hours`, the oldest first, until `bytes` bytes are
 * free. Leaves out sessions that had a talk with people, because these sessions are deleted together with the talk.
 */
export async function deleteOldestSessions(
  db: Executor,
  creatorId: string,
  { bytes, hours }: { bytes: number; hours: number },
): Promise<void> {
  await sql`
    delete from bot_sessions where id in (
      select id from (
        select s.id, sum(s.turn_bytes) over (order by s.last_at, s.id) - s.turn_bytes as freed_before
        from bot_sessions s join bots b on b.id = s.bot_id
        where b.created_by = ${creatorId} and s.conversation_id is null and s.last_at < now() - make_interval(hours => ${hours})
      ) oldest where freed_before < ${bytes})`.execute(db);
}
