import type { MachineFailure as MachineFailureRow } from "@kakehashi/contract/machine";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { scanTable } from "../../kit/db/scan.ts";
import type { DeletedNamesRemover } from "../users/service.ts";

/** Days for which the translations of a provider are cached. */
const answerRetentionDays = 30;
/** Number of days for which admins see a failure after it occurred for the last time. */
const failureRetentionDays = 30;

export async function findCachedTranslation(db: Executor, key: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom("machine_answers")
    .select("translation")
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.translation;
}

export function storeCachedTranslation(
  db: Executor,
  providerAnswer: { key: Buffer; source_key: Buffer; translation: string },
) {
  return db
    .insertInto("machine_answers")
    .values(providerAnswer)
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

export function deleteCachedTranslationsOfText(db: Executor, sourceKey: Buffer) {
  return db.deleteFrom("machine_answers").where("source_key", "=", sourceKey).execute();
}

export function deleteOldCachedTranslations(db: Executor) {
  return sql`delete from machine_answers
    where created_at < now() - make_interval(days => ${answerRetentionDays})`.execute(db);
}

/**
 * Deletes the cached translations that contain names of deleted people. The original texts no longer contain these
 * names.
 */
export async function deleteCachedTranslationsWithNames(
  db: Executor,
  names: DeletedNamesRemover,
): Promise<void> {
  const answersTable = { table: "machine_answers", key: ["key"] };
  for await (const { areRows } of scanTable(db, answersTable, names.sqlHasNames("translation")))
    await sql`delete from machine_answers where ${areRows}`.execute(db);
}

/** Adds `characters` to this month's count. If the count would exceed `budget`, adds nothing and returns false. */
export async function addCharactersWithinBudget(
  db: Executor,
  characters: number,
  budget: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    insert into machine_months as m (month, characters)
    select date_trunc('month', now() at time zone 'UTC')::date, ${characters}::bigint
    where ${budget}::bigint is null or ${characters}::bigint <= ${budget}::bigint
    on conflict (month) do update set characters = m.characters + excluded.characters
    where ${budget}::bigint is null or m.characters + excluded.characters <= ${budget}::bigint
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Subtracts characters that `addCharactersWithinBudget` has added, because the text was not translated. */
export function subtractCharacters(db: Executor, characters: number) {
  return sql`
    update machine_months set characters = greatest(0, characters - ${characters}::bigint)
    where month = date_trunc('month', now() at time zone 'UTC')::date`.execute(db);
}

/** Returns the seconds until requests to the provider are allowed again. 0 if they are allowed now. */
export async function readSecondsUntilPauseEnd(db: Executor, providerKey: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from off_until - now()))::integer as seconds from machine_states
    where machine = ${providerKey} and off_until > now()`.execute(db);
  return rows[0]?.seconds ?? 0;
}

/**
 * Pauses requests to the provider. If requests are already paused, extends the pause. `off_since` then stays the time
 * at which the pause began.
 */
export function storeProviderPause(db: Executor, providerKey: string, reason: string, seconds: number) {
  return sql`
    insert into machine_states as s (machine, off_since, off_until, reason, failed_at)
    values (${providerKey}, now(), now() + make_interval(secs => ${seconds}::integer), ${reason}, now())
    on conflict (machine) do update set
      off_since = case when s.off_until > now() then s.off_since else excluded.off_since end,
      off_until = excluded.off_until, reason = excluded.reason, failed_at = excluded.failed_at`.execute(db);
}

export function endProviderPause(db: Executor, providerKey: string) {
  return sql`update machine_states set off_until = now() where machine = ${providerKey}`.execute(db);
}

interface ProviderPause {
  off_since: Date;
  off_until: Date;
}

/** Returns the current pause of requests to the provider. Null if there is none. */
export async function findProviderPause(db: Executor, providerKey: string): Promise<ProviderPause | null> {
  const { rows } = await sql<ProviderPause>`
    select off_since, off_until from machine_states where machine = ${providerKey} and off_until > now()`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * A process with a provider records a heartbeat every minute, and all processes share one row. After this many minutes
 * without any heartbeat, no process counts as having a provider.
 */
const heartbeatExpiryMinutes = 10;

/** Records a heartbeat: this process has a translation provider now. */
export function recordHeartbeat(db: Executor) {
  return sql`insert into machine_seen (at) values (now())
    on conflict (is_only) do update set at = excluded.at`.execute(db);
}

/** Whether any running process has a translation provider. */
export async function doesAnyProcessHaveProvider(db: Executor): Promise<boolean> {
  const { rows } = await sql`
    select from machine_seen where at > now() - make_interval(mins => ${heartbeatExpiryMinutes})`.execute(db);
  return rows.length > 0;
}

/**
 * Counts a failure of machine translation for admins. Failures of the same kind with the same message are counted in
 * one row.
 */
export function storeProviderFailure(
  db: Executor,
  failure: { machine: string; provider: string; problem: string; reason: string },
) {
  const { machine, provider, problem, reason } = failure;
  return sql`
    insert into machine_failures as f (machine, provider, problem, reason)
    values (${machine}, ${provider}, ${problem}, ${reason})
    on conflict (machine, problem, reason) do update set times = f.times + 1, last_at = now()`.execute(db);
}

export async function listProviderFailures(db: Executor, limit: number): Promise<MachineFailureRow[]> {
  const { rows } = await sql<
    Omit<MachineFailureRow, "first_at" | "last_at"> & { first_at: Date; last_at: Date }
  >`
    select provider, problem, reason, times, first_at, last_at from machine_failures
    order by last_at desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    ...row,
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
  }));
}

export function deleteOldProviderFailures(db: Executor) {
  return sql`delete from machine_failures
    where last_at < now() - make_interval(days => ${failureRetentionDays})`.execute(db);
}

/** Returns the number of characters sent to the provider in this month. */
export async function countCharactersOfMonth(db: Executor): Promise<number> {
  const { rows } = await sql<{ characters: number }>`
    select characters from machine_months
    where month = date_trunc('month', now() at time zone 'UTC')::date`.execute(db);
  return rows[0]?.characters ?? 0;
}
