import type { Pool } from "pg";

/**
 * Makes all waiting jobs of a kind due now, and sends the job queue's NOTIFY to wake the workers. Without it the
 * workers would run the jobs only after their next poll.
 */
export async function makeJobsDue(pool: Pick<Pool, "query">, name: string): Promise<void> {
  await pool.query("update pgboss.job set start_after = now() where name = $1", [name]);
  await pool.query("select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), $1)", [name]);
}
