import type { KyselyPlugin } from "kysely";
import { expect } from "vitest";
import { createSending, sendJob } from "../features/broadcasts/sending.ts";
import type { Jobs } from "../kit/jobs.ts";
import type { TestApp } from "./app.ts";

type SendData = { broadcast_id: string; step: number };

/** A process that sends broadcasts. The test runs its jobs and decides at which statement the process dies. */
export function startBroadcastProcess({ app, db }: TestApp, perSecond: number) {
  let statements = 0;
  let diesAt = Number.POSITIVE_INFINITY;
  const count = () => {
    if (++statements === diesAt) throw new Error("The process died.");
  };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const waiting: SendData[] = [];
  /** When each waiting job is due, in milliseconds since 1970. */
  const dueMs = new WeakMap<SendData, number>();
  let work: ((data: SendData) => Promise<void>) | undefined;
  const jobs = {
    define(_: string, jobWork: (data: SendData) => Promise<void>) {
      work = jobWork;
    },
    async send(_: unknown, name: string, data: SendData, { after = 0 }: { after?: number } = {}) {
      count();
      expect(name).toBe(sendJob);
      waiting.push(data);
      dueMs.set(data, Date.now() + 1_000 * after);
    },
  } as unknown as Jobs;
  const { bots, channels } = app.services;
  const { continueSending } = createSending({
    db: db.kysely.withPlugin(plugin),
    jobs,
    bots,
    channels,
    perSecond,
    notifyBotPeople: async () => {},
  });
  return {
    goOn: continueSending,
    waiting,
    run: (data: SendData) => work?.(data),
    add: (data: SendData) => waiting.push(data),
    dieAt: (statement: number) => {
      statements = 0;
      diesAt = statement;
    },
    /** Runs a job and all jobs that it sends. Runs failed jobs again. Returns whether the process died meanwhile. */
    async runAll(first: SendData): Promise<boolean> {
      let hasDied = false;
      waiting.push(first);
      for (let data = waiting.shift(); data; data = waiting.shift())
        try {
          await work?.(data);
        } catch (error) {
          if (hasDied || !(error instanceof Error) || error.message !== "The process died.") throw error;
          hasDied = true;
          waiting.unshift(data);
        }
      return hasDied;
    },
    /**
     * Runs all jobs that are due until `moment`, and those that follow from them. `setClock` sets the clock to the time
     * of each job, and at last to `moment`. Runs a failed job again.
     */
    async runUntil(moment: Date, setClock: (timeMs: number) => void): Promise<boolean> {
      const due = (data: SendData) => dueMs.get(data) ?? 0;
      let hasDied = false;
      for (;;) {
        waiting.sort((a, b) => due(a) - due(b));
        const [data] = waiting;
        if (!data || due(data) > moment.getTime()) break;
        setClock(Math.max(Date.now(), due(data)));
        try {
          await work?.(data);
          waiting.splice(waiting.indexOf(data), 1);
        } catch (error) {
          if (hasDied || !(error instanceof Error) || error.message !== "The process died.") throw error;
          hasDied = true;
        }
      }
      setClock(moment.getTime());
      return hasDied;
    },
  };
}
