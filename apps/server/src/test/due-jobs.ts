import type { Pool } from "pg";

/**
 * Makes all waiting jobs of a kind due now, and sends the job queue's NOTIFY to wake the workers. Without the NOTIFY
 * the workers would find the jobs only at their next poll.
 */
export async function makeJobsDue(pool: Pick<Pool, "query">, jobName: string): Promise<void> {
  await pool.query("update pgboss.job set start_after = now() where name = $1", [jobName]);
  await pool.query("select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), $1)", [jobName]);
}
