import type { KyselyPlugin } from "kysely";
import { expect } from "vitest";
import { createBroadcastSending, sendBroadcastJob } from "../features/broadcasts/sending.ts";
import type { Jobs } from "../kit/jobs.ts";
import type { TestApp } from "./app.ts";

type BroadcastJobData = { broadcast_id: string; step: number };

/**
 * Simulates a server process that sends broadcasts. The test runs the jobs of the process, and decides at which SQL
 * statement the process crashes.
 */
export function simulateBroadcastProcess({ app, db }: TestApp, messagesPerSecond: number) {
  let statementCount = 0;
  let fatalStatementNumber = Number.POSITIVE_INFINITY;
  const countStatement = () => {
    if (++statementCount === fatalStatementNumber) throw new Error("The process died.");
  };
  const statementCounter: KyselyPlugin = {
    transformQuery({ node }) {
      countStatement();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const waitingJobs: BroadcastJobData[] = [];
  /** The due time of each waiting job, in milliseconds since 1970. */
  const dueTimesMs = new WeakMap<BroadcastJobData, number>();
  let jobHandler: ((data: BroadcastJobData) => Promise<void>) | undefined;
  const jobs = {
    define(_: string, handler: (data: BroadcastJobData) => Promise<void>) {
      jobHandler = handler;
    },
    async send(_: unknown, name: string, data: BroadcastJobData, { after = 0 }: { after?: number } = {}) {
      countStatement();
      expect(name).toBe(sendBroadcastJob);
      waitingJobs.push(data);
      dueTimesMs.set(data, Date.now() + 1_000 * after);
    },
  } as unknown as Jobs;
  const { bots, channels } = app.services;
  const { continueSending } = createBroadcastSending({
    db: db.kysely.withPlugin(statementCounter),
    jobs,
    bots,
    channels,
    perSecond: messagesPerSecond,
    notifyBotPeople: async () => {},
  });
  return {
    goOn: continueSending,
    waiting: waitingJobs,
    run: (data: BroadcastJobData) => jobHandler?.(data),
    add: (data: BroadcastJobData) => waitingJobs.push(data),
    dieAt: (statement: number) => {
      statementCount = 0;
      fatalStatementNumber = statement;
    },
    /**
     * Runs a job and all jobs that it adds. If the process crashes during a job, runs that job again. Returns whether
     * the process crashed.
     */
    async runAll(firstJob: BroadcastJobData): Promise<boolean> {
      let hasCrashed = false;
      waitingJobs.push(firstJob);
      for (let data = waitingJobs.shift(); data; data = waitingJobs.shift())
        try {
          await jobHandler?.(data);
        } catch (error) {
          if (hasCrashed || !(error instanceof Error) || error.message !== "The process died.") throw error;
          hasCrashed = true;
          waitingJobs.unshift(data);
        }
      return hasCrashed;
    },
    /**
     * Runs all jobs that are due before the given time, including jobs that these jobs add. Runs a failed job again.
     * Sets the clock to each job's due time before the job runs, and to the given time at the end.
     */
    async runUntil(endTime: Date, setClock: (timeMs: number) => void): Promise<boolean> {
      const dueTimeMsOf = (data: BroadcastJobData) => dueTimesMs.get(data) ?? 0;
      let hasDied = false;
      for (;;) {
        waitingJobs.sort((a, b) => dueTimeMsOf(a) - dueTimeMsOf(b));
        const [data] = waitingJobs;
        if (!data || dueTimeMsOf(data) > endTime.getTime()) break;
        setClock(Math.max(Date.now(), dueTimeMsOf(data)));
        try {
          await jobHandler?.(data);
          waitingJobs.splice(waitingJobs.indexOf(data), 1);
        } catch (error) {
          if (hasDied || !(error instanceof Error) || error.message !== "The process died.") throw error;
          hasDied = true;
        }
      }
      setClock(endTime.getTime());
      return hasDied;
    },
  };
}
