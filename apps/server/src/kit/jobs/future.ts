/** Runs one SQL statement and returns its rows. */
export type ExecuteSql = (sql: string) => Promise<{ rows: unknown[] }>;

// The three queries correct only rows whose times are more than a minute in the future, because small clock differences
// are normal.
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
const pullQueueTimesToNowQuery = `
  update pgboss.queue set monitor_on = least(monitor_on, now()), maintain_on = least(maintain_on, now()),
    monitor_claim_on = least(monitor_claim_on, now())
  where greatest(monitor_on, maintain_on, monitor_claim_on) > now() + interval '1 minute'`;

/**
 * Corrects jobs whose times are in the future because the database's clock was set back. Sets these times to the
 * present. A delayed job keeps its delay. Without the correction, delayed and scheduled jobs would not run until the
 * clock has reached the old times again. Returns the number of changed jobs.
 */
export async function repairJobsAfterClockChange(execute: ExecuteSql): Promise<number> {
  await execute(pullScheduleToNowQuery);
  await execute(pullQueueTimesToNowQuery);
  return (await execute(pullJobsToNowQuery)).rows.length;
}
