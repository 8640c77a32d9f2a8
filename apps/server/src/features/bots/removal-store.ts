import { retention } from "@kakehashi/contract/retention";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** One statement deletes at most this many sessions, and as many of them as have this many turns together. */
const sessionsPerStep = 500;
const turnsPerStep = 5_000;
/** One statement deletes at most this many saves of stories. Each has up to 400 kB. */
const savesPerStep = 50;

/** Nobody finds the bot or works on it any more. Its visitors' sessions are not found either. */
export async function hideBots(tx: Executor, ids: readonly string[]): Promise<void> {
  await sql`update bots set removed_at = now() where id = any(${ids}::uuid[])`.execute(tx);
  await sql`delete from bot_people where bot_id = any(${ids}::uuid[])`.execute(tx);
}

/** Deletes some of these sessions with their turns, at least one. Returns how many. */
async function deleteSomeSessions(db: Executor, which: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from bot_sessions where id in (
      select id from (
        select id, sum(turn_count) over (order by id rows unbounded preceding) - turn_count as turns_before
        from (select id, turn_count from bot_sessions where ${which} order by id limit ${sessionsPerStep}) page
      ) summed where turns_before < ${turnsPerStep})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Returns whether there were sessions. */
export const deleteSessionsOf = async (db: Executor, botId: string): Promise<boolean> =>
  (await deleteSomeSessions(db, sql`bot_id = ${botId}`)) > 0;

/** Returns whether there were saves. */
export async function deleteSavesOf(db: Executor, botId: string): Promise<boolean> {
  const flows = sql`select id from bot_flows where bot_id = ${botId}`;
  await sql`delete from bot_flow_publications where flow_id in (${flows})`.execute(db);
  const { numAffectedRows } = await sql`
    delete from bot_flow_saves where (flow_id, number) in (
      select flow_id, number from bot_flow_saves where flow_id in (${flows}) limit ${savesPerStep})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

/** Deletes a hidden bot with what is left of it: its stories, phrases and articles. */
export async function deleteBot(db: Executor, id: string): Promise<void> {
  await sql`delete from bots where id = ${id} and removed_at is not null`.execute(db);
}

/**
 * Deletes the sessions that ended long ago and had no talk with people, with their turns. A session that had one is kept
 * as long as the talk. Returns how many.
 */
export async function pruneSessions(db: Executor): Promise<number> {
  const isOld = sql`last_at < now() - make_interval(days => ${retention.botTalkDays}) and conversation_id is null`;
  let total = 0;
  for (;;) {
    const count = await deleteSomeSessions(db, isOld);
    total += count;
    if (count === 0) return total;
  }
}
