import { CompiledQuery, type Kysely } from "kysely";
import { PgBoss } from "pg-boss";
import type { DB } from "./db/schema.generated.ts";
import { longestTimerMs, steadyClock } from "./jobs/clock.ts";
import { repairJobsAfterClockChange } from "./jobs/future.ts";

/**
 * Seconds between polls of the job queue. PostgreSQL's NOTIFY tells workers at once that a job was added. If a NOTIFY
 * was missed, the next poll finds the job.
 */
const pollIntervalSeconds = 5;
/**
 * The first worker of a job kind polls often, so it finds jobs whose NOTIFY was missed. The other workers poll only at
 * intervals of this many seconds.
 */
const furtherPollIntervalSeconds = 60;
/** Timeout in seconds of a scheduled job, such as nightly deletion. */
const scheduledTimeoutSeconds = 15 * 60;
/**
 * Seconds after which a scheduled job that no worker has started is deleted. This happens if no process runs this kind
 * of job any more.
 */
const scheduledRetentionSeconds = 12 * 60 * 60;
/**
 * A poll happens this many milliseconds after a job becomes due, because the clocks of server and database differ a
 * little.
 */
const wakeMarginMs = 100;
/**
 * Milliseconds between searches for jobs whose times are in the future. A job has such times if the clock was set back.
 */
const futureCheckIntervalMs = 10 * 60_000;
/** Retry options. A failed job is retried after about 2, 4, 8 … seconds, later once an hour, for about half a day. */
const retryOptions = { retryLimit: 20, retryDelay: 1, retryBackoff: true, retryDelayMax: 3600 };
/** Timeout in milliseconds of the job queue's statements. The maintenance of its large tables is slow. */
const statementTimeoutMs = 5 * 60_000;
/** Timeout in milliseconds for a worker to get a database connection. All workers share a few connections. */
const connectTimeoutMs = 60_000;
/**
 * The client waits this many milliseconds longer than the database's own timeout, in case the database does not respond
 * at all.
 */
const clientTimeoutMarginMs = 10_000;

export interface JobOptions {
  /**
   * After this many seconds, a job counts as failed and is run again. Default: 60. The first run is not stopped, so two
   * runs may overlap.
   */
  timeoutSeconds?: number;
  /** Maximum jobs of this kind that run at once in this process. Default: 1. */
  workers?: number;
  /**
   * Maximum running jobs of one group (see `send`), so that one person's jobs leave workers free for others. If two
   * workers fetch jobs at the same moment, one job more may run.
   */
  perGroup?: number;
  /**
   * A job is retried before its timeout if its process sends no heartbeat for this many seconds (at least 10). Null:
   * only the timeout counts. Default: null.
   */
  heartbeatSeconds?: number | null;
  /**
   * Whether the job's data is secret. Such a job is deleted when it succeeds. A job that has finally failed is kept for
   * a week with its data.
   */
  hasSecretData?: boolean;
}

/** A queue for work that must be done even if the process stops. The database stores each job until it is done. */
export interface Jobs {
  /** Registers a kind of job with its handler. Call this before `start`. `attempt` counts from 1. */
  define<T extends object>(
    name: string,
    work: (data: T, attempt: number) => Promise<void>,
    options?: JobOptions,
  ): void;
  /**
   * Registers a job that runs at fixed times (cron, in UTC). Each run happens in one process, even if the installation
   * has several. The function gets no data.
   */
  repeat(name: string, cron: string, work: () => Promise<void>): void;
  /** Adds a job in the caller's transaction. A rollback of the transaction removes the job. */
  send<T extends object>(
    executor: Kysely<DB>,
    name: string,
    data: T,
    /** `after`: seconds until the job is due. `group`: the owner of the job, for the option `perGroup`. */
    options?: { after?: number; group?: string },
  ): Promise<void>;
  start(): Promise<void>;
  /** Stops the workers. Waits at most `timeoutMs` for running jobs. */
  stop(timeoutMs: number): Promise<void>;
}

const defaultJobOptions = {
  timeoutSeconds: 60,
  workers: 1,
  perGroup: null,
  heartbeatSeconds: null,
  hasSecretData: false,
} as const;

type JobHandler = (data: object, attempt: number) => Promise<void>;
type JobKind = Required<Omit<JobOptions, "perGroup">> & { work: JobHandler; perGroup: number | null };

export function createJobs(url: string, onError: (error: Error) => void): Jobs {
  const pgBoss = new PgBoss({
    connectionString: url,
    createSchema: false,
    max: 4,
    connectionTimeoutMillis: connectTimeoutMs,
    useListenNotify: true,
    schedule: true,
    clock: steadyClock,
    options: `-c statement_timeout=${statementTimeoutMs}`,
    // The types of pg-boss do not declare these options. pg-boss passes them on to the database driver, which knows
    // them.
    ...{ query_timeout: statementTimeoutMs + clientTimeoutMarginMs, keepAlive: true },
  });
  pgBoss.on("error", onError);
  const kindsByName = new Map<string, JobKind>();
  const cronTimes = new Map<string, string>();
  const workerIdsByName = new Map<string, string[]>();
  const wakeTimers = new Set<NodeJS.Timeout>();
  let futureCheckTimer: NodeJS.Timeout | undefined;

  function notifyWorkers(name: string): void {
    for (const worker of workerIdsByName.get(name) ?? []) pgBoss.notifyWorker(worker);
  }

  function wakeWorkersAfter(name: string, waitMs: number): void {
    const timer = setTimeout(() => {
      wakeTimers.delete(timer);
      notifyWorkers(name);
    }, waitMs).unref();
    wakeTimers.add(timer);
  }

  async function startWorker(
    name: string,
    index: number,
    { work, perGroup, hasSecretData }: JobKind,
  ): Promise<void> {
    const worker: string = await pgBoss.work<object>(
      name,
      {
        includeMetadata: true,
        pollingIntervalSeconds: pollIntervalSeconds,
        notifyPollingIntervalSeconds: index === 0 ? pollIntervalSeconds : furtherPollIntervalSeconds,
        ...(perGroup !== null && { groupConcurrency: perGroup }),
      },
      async (jobs) => {
        // One NOTIFY may announce several jobs, so the worker polls until the queue is empty.
        pgBoss.notifyWorker(worker);
        for (const job of jobs) {
          await work(job.data, job.retryCount + 1);
          if (hasSecretData) await pgBoss.deleteJob(name, job.id);
        }
      },
    );
    workerIdsByName.set(name, [...(workerIdsByName.get(name) ?? []), worker]);
  }

  return {
    define(name, runJob, options = {}) {
      kindsByName.set(name, { ...defaultJobOptions, ...options, work: runJob as JobHandler });
    },
    repeat(name, cron, runJob) {
      kindsByName.set(name, { ...defaultJobOptions, timeoutSeconds: scheduledTimeoutSeconds, work: runJob });
      cronTimes.set(name, cron);
    },
    async send(executor, name, data, { after = 0, group } = {}) {
      await pgBoss.send(name, data, {
        ...(after > 0 && { startAfter: after }),
        ...(group !== undefined && { group: { id: group } }),
        db: {
          executeSql: (text, values) =>
            executor.executeQuery(CompiledQuery.raw(text, values as unknown[])) as Promise<{
              rows: unknown[];
            }>,
        },
      });
      // PostgreSQL sends no NOTIFY when a delayed job becomes due. So a timer polls the queue then. Without it, the job
      // would wait for the next regular poll.
      const waitMs = after * 1000 + wakeMarginMs;
      if (after > 0 && waitMs <= longestTimerMs) wakeWorkersAfter(name, waitMs);
    },
    async start() {
      await pgBoss.start();
      for (const [name, kind] of kindsByName) {
        const { timeoutSeconds, heartbeatSeconds } = kind;
        const cron = cronTimes.get(name);
        const queueTimeouts = {
          expireInSeconds: timeoutSeconds,
          ...(cron && { retentionSeconds: scheduledRetentionSeconds }),
          ...(heartbeatSeconds !== null && { heartbeatSeconds }),
        };
        await pgBoss.createQueue(name, { ...retryOptions, ...queueTimeouts, notify: true });
        // An earlier version of the server may have created the queue with other timeouts. So the options are set
        // again.
        await pgBoss.updateQueue(name, queueTimeouts);
        if (cron) await pgBoss.schedule(name, cron);
        for (let index = 0; index < kind.workers; index++) await startWorker(name, index, kind);
      }
      const runFutureJobCheck = async () => {
        const movedJobs = await repairJobsAfterClockChange((sql) => pgBoss.getDb().executeSql(sql));
        if (movedJobs > 0) for (const name of kindsByName.keys()) notifyWorkers(name);
      };
      await runFutureJobCheck();
      futureCheckTimer = setInterval(
        () => void runFutureJobCheck().catch(onError),
        futureCheckIntervalMs,
      ).unref();
    },
    stop: async (timeoutMs) => {
      clearInterval(futureCheckTimer);
      for (const timer of wakeTimers) clearTimeout(timer);
      await pgBoss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}
