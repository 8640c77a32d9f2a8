/** Runs one SQL statement and returns its rows. */
export type ExecuteSql = (sql: string) => Promise<{ rows: unknown[] }>;

// Maximum seconds that a row's time may be in the future. Rows up to a minute ahead are normal.
const pullJobsToNowQuery = `
  update pgboss.job j set
    start_after = case
      when j.created_on > now() + interval '1 minute' then j.start_after - (j.created_on - now())
      when j.state = 'retry' then least(j.start_after, now() + make_interval(secs => q.longest_pause))
      else j.start_after end,
    created_on = least(j.created_on, now()),
    started_on = least(j.started_on, now())
  from (select name, coalesce(retry_delay_max, 3600) as longest_pause from pgboss.queue) q
  where q.name = j.name and j.state < 'completed' and (
    j.created_on > now() + interval '1 minute'
    or j.started_on > now() + interval '1 minute'
    or (j.state = 'retry' and j.start_after > now() + make_interval(secs => q.longest_pause + 60)))
  returning j.id`;
const pullScheduleToNowQuery = `
  update pgboss.version set cron_on = least(cron_on, now()), bam_on = least(bam_on, now()),
    flow_on = least(flow_on, now()), reindex_on = least(reindex_on, now())
  where greatest(cron_on, bam_on, flow_on, reindex_on) > now() + interval '1 minute'`;
const listQueuesQuery = `
  update pgboss.queue set monitor_on = least(monitor_on, now()), maintain_on = least(maintain_on, now()),
    monitor_claim_on = least(monitor_claim_on, now())
  where greatest(monitor_on, maintain_on, monitor_claim_on) > now() + interval '1 minute'`;

/**
 * Sets jobs with times in the future back to the present time, after the database's clock was set back. Otherwise these
 * jobs would wait, and scheduled jobs would stop, until the clock reaches those times again. A delayed job keeps its
 * delay. Returns the number of changed jobs.
 */
export async function moveFutureJobsToNow(execute: ExecuteSql): Promise<number> {
  await execute(pullScheduleToNowQuery);
  await execute(listQueuesQuery);
  return (await execute(pullJobsToNowQuery)).rows.length;
}
