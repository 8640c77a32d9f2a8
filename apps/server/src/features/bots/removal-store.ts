import { retentionPeriods } from "@kakehashi/contract/retention";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/**
 * One statement deletes at most this many sessions, and fewer if their turns (events and reactions) together exceed
 * `turnsPerStep`.
 */
const sessionsPerStep = 500;
const turnsPerStep = 5_000;
/** One statement deletes at most this many saved versions of stories. A version has up to 400 kB. */
const savesPerStep = 50;

/** Hides bots, so that nobody can find them, work on them or continue a visitor's session. */
export async function hideBots(tx: Executor, ids: readonly string[]): Promise<void> {
  await sql`update bots set removed_at = now() where id = any(${ids}::uuid[])`.execute(tx);
  await sql`delete from bot_people where bot_id = any(${ids}::uuid[])`.execute(tx);
}

/**
 * Deletes a limited number of the sessions that meet the condition, at least one, with their turns. Returns the number
 * of deleted sessions.
 */
async function deleteSomeSessions(db: Executor, condition: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from bot_sessions where id in (
      select id from (
        select id, sum(turn_count) over (order by id rows unbounded preceding) - turn_count as turns_before
        from (select id, turn_count from bot_sessions where ${condition} order by id limit ${sessionsPerStep}) page
      ) summed where turns_before < ${turnsPerStep})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes a limited number of a bot's sessions. Returns false if the bot had no sessions left. */
export const deleteSomeSessionsOfBot = async (db: Executor, botId: string): Promise<boolean> =>
  (await deleteSomeSessions(db, sql`bot_id = ${botId}`)) > 0;

/**
 * Deletes the published versions of a bot's stories, and at most `savesPerStep` of their saved drafts. Returns false if
 * the bot had no saved drafts left.
 */
export async function deleteSomeSavedDraftsOfBot(db: Executor, botId: string): Promise<boolean> {
  const flowsOfBotSql = sql`select id from bot_flows where bot_id = ${botId}`;
  await sql`delete from bot_flow_publications where flow_id in (${flowsOfBotSql})`.execute(db);
  const { numAffectedRows } = await sql`
    delete from bot_flow_saves where (flow_id, number) in (
      select flow_id, number from bot_flow_saves where flow_id in (${flowsOfBotSql}) limit ${savesPerStep})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

/** Deletes a hidden bot with its stories, phrases and articles. */
export async function deleteHiddenBot(db: Executor, id: string): Promise<void> {
  await sql`delete from bots where id = ${id} and removed_at is not null`.execute(db);
}

/**
 * Deletes sessions that nobody has used for `retentionPeriods.botTalkDays`, with their turns. Leaves out sessions that
 * had a talk with people: they are deleted together with the talk. Returns the number of deleted sessions.
 */
export async function pruneSessions(db: Executor): Promise<number> {
  const retentionCondition = sql`last_at < now() - make_interval(days => ${retentionPeriods.botTalkDays}) and conversation_id is null`;
  let total = 0;
  for (;;) {
    const count = await deleteSomeSessions(db, retentionCondition);
    total += count;
    if (count === 0) return total;
  }
}
