import type { Pool } from "pg";

/**
 * Makes all waiting jobs of a kind due, as if their time had come, and wakes the workers. Without the NOTIFY, which is
 * the one that the job queue itself sends, the jobs would wait for the next poll.
 */
export async function makeJobsDue(pool: Pick<Pool, "query">, name: string): Promise<void> {
  await pool.query("update pgboss.job set start_after = now() where name = $1", [name]);
  await pool.query("select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), $1)", [name]);
}
