import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

/** Days for which an answer is kept. */
const answersLastDays = 30;

export async function findAnswer(db: Executor, key: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom("machine_answers")
    .select("translation")
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.translation;
}

export function saveAnswer(db: Executor, answer: { key: Buffer; source_key: Buffer; translation: string }) {
  return db
    .insertInto("machine_answers")
    .values(answer)
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

export function deleteAnswersTo(db: Executor, sourceKey: Buffer) {
  return db.deleteFrom("machine_answers").where("source_key", "=", sourceKey).execute();
}

export function deleteOldAnswers(db: Executor) {
  return sql`delete from machine_answers
    where created_at < now() - make_interval(days => ${answersLastDays})`.execute(db);
}

/** Counts characters for this month. Returns false, and counts nothing, if they do not fit in `budget`. */
export async function spend(db: Executor, characters: number, budget: number | null): Promise<boolean> {
  const { rows } = await sql`
    insert into machine_months as m (month, characters)
    select date_trunc('month', now() at time zone 'UTC')::date, ${characters}::bigint
    where ${budget}::bigint is null or ${characters}::bigint <= ${budget}::bigint
    on conflict (month) do update set characters = m.characters + excluded.characters
    where ${budget}::bigint is null or m.characters + excluded.characters <= ${budget}::bigint
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Takes back what `spend` counted for a text that was not translated. */
export function giveBack(db: Executor, characters: number) {
  return sql`
    update machine_months set characters = greatest(0, characters - ${characters}::bigint)
    where month = date_trunc('month', now() at time zone 'UTC')::date`.execute(db);
}

/** Seconds until the machine is asked again. Zero: it is on. */
export async function secondsOff(db: Executor, machine: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from off_until - now()))::integer as seconds from machine_states
    where machine = ${machine} and off_until > now()`.execute(db);
  return rows[0]?.seconds ?? 0;
}

/** Keeps the reason. With `offSeconds`, the machine is off from now on, or still. */
export function saveFailure(db: Executor, machine: string, reason: string, offSeconds: number | null) {
  return sql`
    insert into machine_states as s (machine, off_since, off_until, reason, failed_at)
    values (${machine}, case when ${offSeconds}::integer is not null then now() end,
      now() + make_interval(secs => ${offSeconds}::integer), ${reason}, now())
    on conflict (machine) do update set
      off_since = case when excluded.off_until is null or s.off_until > now() then s.off_since else excluded.off_since end,
      off_until = coalesce(excluded.off_until, s.off_until),
      reason = excluded.reason, failed_at = excluded.failed_at`.execute(db);
}

interface State {
  off_since: Date | null;
  off_until: Date | null;
  reason: string;
  failed_at: Date;
}

/** Undefined: it has never failed. The times are null unless it is off now. */
export async function findState(db: Executor, machine: string): Promise<State | undefined> {
  const { rows } = await sql<State>`
    select case when off_until > now() then off_since end as off_since,
      case when off_until > now() then off_until end as off_until, reason, failed_at
    from machine_states where machine = ${machine}`.execute(db);
  return rows[0];
}

/** What was sent in this month. */
export async function countCharacters(db: Executor): Promise<number> {
  const { rows } = await sql<{ characters: number }>`
    select characters from machine_months
    where month = date_trunc('month', now() at time zone 'UTC')::date`.execute(db);
  return rows[0]?.characters ?? 0;
}
