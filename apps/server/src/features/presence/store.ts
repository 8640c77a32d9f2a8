import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

const hidesPresence = sql<boolean>`coalesce(u.settings ->> 'show_presence' = 'false', false)`;

export async function listUserIdsHidingPresence(db: Executor, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.id = any(${userIds}::uuid[]) and ${hidesPresence}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Reads when each of these people was last online, and whether they hide this from other people. */
export async function listLastSeen(
  db: Executor,
  userIds: readonly string[],
): Promise<Map<string, { hidden: boolean; seen_at: Date | null }>> {
  const { rows } = await sql<{ id: string; hidden: boolean; seen_at: Date | null }>`
    select u.id, ${hidesPresence} as hidden, l.seen_at from users u left join last_seen l on l.user_id = u.id
    where u.id = any(${userIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/**
 * Stores in one statement when people were last online. If several processes write a time, the latest time stays. Skips
 * people who have been deleted.
 */
export async function saveLastSeen(db: Executor, lastSeenTimes: ReadonlyMap<string, number>): Promise<void> {
  if (lastSeenTimes.size === 0) return;
  const times = [...lastSeenTimes.values()].map((time) => new Date(time).toISOString());
  await sql`
    insert into last_seen (user_id, seen_at)
    select u.id, i.seen_at from unnest(${[...lastSeenTimes.keys()]}::uuid[], ${times}::timestamptz[]) as i(id, seen_at)
    join users u on u.id = i.id order by u.id
    on conflict (user_id) do update set seen_at = excluded.seen_at where last_seen.seen_at < excluded.seen_at`.execute(
    db,
  );
}
