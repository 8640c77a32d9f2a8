import { CompiledQuery, type Kysely } from "kysely";
import { PgBoss } from "pg-boss";
import type { DB } from "./db/schema.generated.ts";

/** Seconds between looks at the queue; a NOTIFY wakes the worker at once, this is for when one is missed. */
const pollingInterval = 5;
/** Seconds that a job may take unless it says otherwise. */
const usualPatience = 15 * 60;
/** Milliseconds after a job's time at which it is looked for: the clocks of both sides differ a little. */
const wakeMargin = 100;
/** Milliseconds that a timer can count. What is due later is found by the usual looks. */
const longestTimer = 2 ** 31 - 1;
/** A failing job is tried again after about 2, 4, 8 … seconds, at most an hour apart, for about half a day. */
const retries = { retryLimit: 20, retryDelay: 1, retryBackoff: true, retryDelayMax: 3600 };

/** Work that must happen once, even if the process dies: kept in the database until it is done. */
export interface Jobs {
  /**
   * Names the work and who does it. Before `start`. `attempt` counts from 1. What takes longer than `patience` seconds
   * counts as lost and is done again.
   */
  define<T extends object>(
    name: string,
    work: (data: T, attempt: number) => Promise<void>,
    patience?: number,
  ): void;
  /** The same for what is to be done at these times (cron, UTC): once, however many processes run. Takes no data. */
  repeat(name: string, cron: string, work: () => Promise<void>): void;
  /** Queues a job in the caller's transaction: it exists if, and only if, that commits. */
  send<T extends object>(
    executor: Kysely<DB>,
    name: string,
    data: T,
    /** `after`: seconds to wait first. */
    options?: { after?: number },
  ): Promise<void>;
  start(): Promise<void>;
  /** Waits for running jobs, at most `timeout` milliseconds. */
  stop(timeout: number): Promise<void>;
}

export function createJobs(url: string, onError: (error: Error) => void): Jobs {
  const boss = new PgBoss({ connectionString: url, max: 3, useListenNotify: true, schedule: true });
  boss.on("error", onError);
  type Work = (data: object, attempt: number) => Promise<void>;
  const works = new Map<string, { work: Work; patience: number }>();
  const times = new Map<string, string>();
  const workers = new Map<string, string>();
  const wakes = new Set<NodeJS.Timeout>();
  function wakeLater(name: string, wait: number): void {
    const timer = setTimeout(() => {
      wakes.delete(timer);
      const worker = workers.get(name);
      if (worker !== undefined) boss.notifyWorker(worker);
    }, wait).unref();
    wakes.add(timer);
  }
  return {
    define: (name, work, patience = usualPatience) => void works.set(name, { work: work as Work, patience }),
    repeat(name, cron, work) {
      works.set(name, { work, patience: usualPatience });
      times.set(name, cron);
    },
    async send(executor, name, data, { after = 0 } = {}) {
      await boss.send(name, data, {
        ...(after > 0 && { startAfter: after }),
        db: {
          executeSql: (text, values) =>
            executor.executeQuery(CompiledQuery.raw(text, values as unknown[])) as Promise<{
              rows: unknown[];
            }>,
        },
      });
      // Nobody is notified when its time comes: without this it would wait for the next look.
      const wait = after * 1000 + wakeMargin;
      if (after > 0 && wait <= longestTimer) wakeLater(name, wait);
    },
    async start() {
      await boss.start();
      for (const [name, { work, patience }] of works) {
        await boss.createQueue(name, { ...retries, expireInSeconds: patience, notify: true });
        const cron = times.get(name);
        if (cron) await boss.schedule(name, cron);
        const worker: string = await boss.work<object>(
          name,
          {
            includeMetadata: true,
            pollingIntervalSeconds: pollingInterval,
            notifyPollingIntervalSeconds: pollingInterval,
          },
          async (jobs) => {
            // One wake-up may stand for several jobs: the worker looks again at once until it finds none.
            boss.notifyWorker(worker);
            for (const job of jobs) await work(job.data, job.retryCount + 1);
          },
        );
        workers.set(name, worker);
      }
    },
    stop: async (timeout) => {
      for (const timer of wakes) clearTimeout(timer);
      await boss.stop({ graceful: true, timeout });
    },
  };
}
