import { CompiledQuery, type Kysely } from "kysely";
import { PgBoss } from "pg-boss";
import type { DB } from "./db/schema.generated.ts";
import { longestTimerMs, steadyClock } from "./jobs/clock.ts";
import { pullBackFromFuture } from "./jobs/future.ts";

/** Seconds between looks at the queue; a NOTIFY wakes the workers at once, this is for when one is missed. */
const pollingSeconds = 5;
/** The same for the further workers of one kind of job: the first one finds what all of them missed. */
const furtherPollingSeconds = 60;
/** Seconds for what is done at its hour, such as nightly pruning. */
const repeatedTimeoutSeconds = 15 * 60;
/** Milliseconds after a job's time at which it is looked for: the clocks of both sides differ a little. */
const wakeMarginMs = 100;
/** Milliseconds between looks for rows that a clock which was set back has left in the future. */
const futureCheckMs = 10 * 60_000;
/** A failing job is tried again after about 2, 4, 8 … seconds, at most an hour apart, for about half a day. */
const retries = { retryLimit: 20, retryDelay: 1, retryBackoff: true, retryDelayMax: 3600 };
/** Milliseconds for one statement of the queue itself: its own upkeep on large tables is slow. */
const statementTimeoutMs = 5 * 60_000;
/** Milliseconds more until this side gives up, for a database that does not answer at all. */
const frozenMarginMs = 10_000;

export interface JobOptions {
  /**
   * A job that takes longer counts as failed and is tried again; 60 without. The first run is not stopped: both may run
   * at once.
   */
  timeoutSeconds?: number;
  /** How many jobs of this kind run at once in this process; 1 without. */
  workers?: number;
  /**
   * How many of them may belong to one group (see `send`): one person's work leaves workers to everybody else. Two workers
   * that fetch in the same moment may take one more.
   */
  perGroup?: number;
  /** Deleted once it succeeds; one that failed for good stays a week with its data. */
  secret?: boolean;
}

/** Work that must happen once, even if the process dies: kept in the database until it is done. */
export interface Jobs {
  /** Names the work and who does it. Before `start`. `attempt` counts from 1. */
  define<T extends object>(
    name: string,
    work: (data: T, attempt: number) => Promise<void>,
    options?: JobOptions,
  ): void;
  /** The same for what is to be done at these times (cron, UTC): once, however many processes run. Takes no data. */
  repeat(name: string, cron: string, work: () => Promise<void>): void;
  /** Queues a job in the caller's transaction: it exists if, and only if, that commits. */
  send<T extends object>(
    executor: Kysely<DB>,
    name: string,
    data: T,
    /** `after`: seconds to wait first. `group`: whose work it is, for `perGroup`. */
    options?: { after?: number; group?: string },
  ): Promise<void>;
  start(): Promise<void>;
  /** Waits for running jobs, at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

const defaults = { timeoutSeconds: 60, workers: 1, perGroup: null, secret: false } as const;

type JobHandler = (data: object, attempt: number) => Promise<void>;
type Kind = Required<Omit<JobOptions, "perGroup">> & { work: JobHandler; perGroup: number | null };

export function createJobs(url: string, onError: (error: Error) => void): Jobs {
  const boss = new PgBoss({
    connectionString: url,
    createSchema: false,
    max: 4,
    useListenNotify: true,
    schedule: true,
    clock: steadyClock,
    options: `-c statement_timeout=${statementTimeoutMs}`,
    // For the driver; pg-boss hands over what it does not know.
    ...{ query_timeout: statementTimeoutMs + frozenMarginMs, keepAlive: true },
  });
  boss.on("error", onError);
  const kinds = new Map<string, Kind>();
  const times = new Map<string, string>();
  const workers = new Map<string, string[]>();
  const wakeTimers = new Set<NodeJS.Timeout>();
  let futureCheck: NodeJS.Timeout | undefined;

  function wake(name: string): void {
    for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
  }

  function wakeAfter(name: string, waitMs: number): void {
    const timer = setTimeout(() => {
      wakeTimers.delete(timer);
      wake(name);
    }, waitMs).unref();
    wakeTimers.add(timer);
  }

  async function startWorker(name: string, index: number, { work, perGroup, secret }: Kind): Promise<void> {
    const worker: string = await boss.work<object>(
      name,
      {
        includeMetadata: true,
        pollingIntervalSeconds: pollingSeconds,
        notifyPollingIntervalSeconds: index === 0 ? pollingSeconds : furtherPollingSeconds,
        ...(perGroup !== null && { groupConcurrency: perGroup }),
      },
      async (jobs) => {
        // One wake-up may stand for several jobs: the worker looks again at once until it finds none.
        boss.notifyWorker(worker);
        for (const job of jobs) {
          await work(job.data, job.retryCount + 1);
          if (secret) await boss.deleteJob(name, job.id);
        }
      },
    );
    workers.set(name, [...(workers.get(name) ?? []), worker]);
  }

  return {
    define(name, work, options = {}) {
      kinds.set(name, { ...defaults, ...options, work: work as JobHandler });
    },
    repeat(name, cron, work) {
      kinds.set(name, { ...defaults, timeoutSeconds: repeatedTimeoutSeconds, work });
      times.set(name, cron);
    },
    async send(executor, name, data, { after = 0, group } = {}) {
      await boss.send(name, data, {
        ...(after > 0 && { startAfter: after }),
        ...(group !== undefined && { group: { id: group } }),
        db: {
          executeSql: (text, values) =>
            executor.executeQuery(CompiledQuery.raw(text, values as unknown[])) as Promise<{
              rows: unknown[];
            }>,
        },
      });
      // Nobody is notified when its time comes: without this it would wait for the next look.
      const waitMs = after * 1000 + wakeMarginMs;
      if (after > 0 && waitMs <= longestTimerMs) wakeAfter(name, waitMs);
    },
    async start() {
      await boss.start();
      for (const [name, kind] of kinds) {
        await boss.createQueue(name, { ...retries, expireInSeconds: kind.timeoutSeconds, notify: true });
        // A queue that an earlier version made.
        await boss.updateQueue(name, { expireInSeconds: kind.timeoutSeconds });
        const cron = times.get(name);
        if (cron) await boss.schedule(name, cron);
        for (let index = 0; index < kind.workers; index++) await startWorker(name, index, kind);
      }
      const pullBack = async () => {
        const moved = await pullBackFromFuture((sql) => boss.getDb().executeSql(sql));
        if (moved > 0) for (const name of kinds.keys()) wake(name);
      };
      await pullBack();
      futureCheck = setInterval(() => void pullBack().catch(onError), futureCheckMs).unref();
    },
    stop: async (timeoutMs) => {
      clearInterval(futureCheck);
      for (const timer of wakeTimers) clearTimeout(timer);
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}
