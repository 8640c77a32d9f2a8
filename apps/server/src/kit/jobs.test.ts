import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../test/cluster.ts";
import { type Database, openDatabase } from "./db/database.ts";
import { steadyClock } from "./jobs/clock.ts";
import { createJobs } from "./jobs.ts";

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { maximumConnections: 2 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("many jobs of one transaction are done one after the other, without waiting for the next look", async () => {
  const jobs = createJobs(database.url, () => {});
  const finishedJobNumbers: number[] = [];
  const { promise: allJobsFinished, resolve } = Promise.withResolvers<void>();
  jobs.define<{ number: number }>("count", async ({ number }) => {
    finishedJobNumbers.push(number);
    if (finishedJobNumbers.length === 20) resolve();
  });
  await jobs.start();
  await db.kysely.transaction().execute(async (tx) => {
    for (let number = 0; number < 20; number++) await jobs.send(tx, "count", { number });
  });
  // Twenty jobs finish within the test's time limit. With one poll of the queue per job, they would take a hundred
  // seconds.
  await allJobsFinished;
  await jobs.stop(1_000);
  expect(finishedJobNumbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, number) => number));
});

test("a scheduled job runs once with two processes, and can also be requested in between", async () => {
  const runNodeNames: string[] = [];
  const nodes = ["one", "two"].map((name) => {
    const jobs = createJobs(database.url, () => {});
    jobs.repeat("tidy", "0 4 * * *", async () => void runNodeNames.push(name));
    return jobs;
  });
  for (const node of nodes) await node.start();
  const { rows } = await db.pool.query("select name, cron from pgboss.schedule");
  expect(rows).toEqual([{ name: "tidy", cron: "0 4 * * *" }]);
  await nodes[0]?.send(db.kysely, "tidy", {});
  await expect.poll(() => runNodeNames.length).toBe(1);
  for (const node of nodes) await node.stop(1_000);
  expect(runNodeNames).toHaveLength(1);
});

test("the slow jobs of one group leave workers to everybody else", async () => {
  const jobs = createJobs(database.url, () => {});
  const jobsFinished = Promise.withResolvers<void>();
  const startedJobs: string[] = [];
  jobs.define<{ name: string }>(
    "read",
    async ({ name }) => {
      startedJobs.push(name);
      if (name.startsWith("slow")) await jobsFinished.promise;
    },
    { workers: 3, perGroup: 2 },
  );
  await jobs.start();
  const sendSlowJob = (number: number) =>
    jobs.send(db.kysely, "read", { name: `slow ${number}` }, { group: "an" });
  await Promise.all([sendSlowJob(0), sendSlowJob(1)]);
  await expect.poll(() => startedJobs.length).toBe(2);
  await Promise.all([sendSlowJob(2), sendSlowJob(3)]);
  await jobs.send(db.kysely, "read", { name: "linh's" }, { group: "linh" });
  await expect.poll(() => startedJobs).toContain("linh's");
  expect(startedJobs).toHaveLength(3);
  jobsFinished.resolve();
  await expect.poll(() => startedJobs.length).toBe(5);
  await jobs.stop(1_000);
});

test("a job that takes longer than its time makes room for the next one", async () => {
  const failures: string[] = [];
  const jobs = createJobs(database.url, (error) => failures.push(error.message));
  const jobEnd = Promise.withResolvers<void>();
  const finishedJobs: string[] = [];
  jobs.define<{ name: string }>(
    "bounded",
    async ({ name }, attempt) => {
      if (name === "endless" && attempt === 1) await jobEnd.promise;
      finishedJobs.push(name);
    },
    { timeoutSeconds: 1 },
  );
  await jobs.start();
  await jobs.send(db.kysely, "bounded", { name: "endless" });
  await jobs.send(db.kysely, "bounded", { name: "next" });
  await expect.poll(() => finishedJobs).toEqual(expect.arrayContaining(["next", "endless"]));
  jobEnd.resolve();
  await jobs.stop(1_000);
});

test("after the clock was set back by weeks, queued jobs run and repeated jobs continue", async () => {
  const jobs = createJobs(database.url, () => {});
  const finishedJobs: string[] = [];
  jobs.define<{ name: string }>("earlier", async ({ name }) => void finishedJobs.push(name));
  await jobs.start();
  await jobs.stop(1_000);
  await jobs.send(db.kysely, "earlier", { name: "at once" });
  await jobs.send(db.kysely, "earlier", { name: "in an hour" }, { after: 3600 });
  await db.pool.query(
    `update pgboss.job set created_on = created_on + interval '30 days', start_after = start_after + interval '30 days'
     where name = 'earlier'`,
  );
  await db.pool.query("update pgboss.version set cron_on = now() + interval '30 days'");
  const nextJobs = createJobs(database.url, () => {});
  nextJobs.define<{ name: string }>("earlier", async ({ name }) => void finishedJobs.push(name));
  await nextJobs.start();
  await expect.poll(() => finishedJobs).toEqual(["at once"]);
  await nextJobs.stop(1_000);
  const { rows } = await db.pool.query(
    `select start_after between now() + interval '55 minutes' and now() + interval '1 hour' as in_an_hour,
       (select cron_on <= now() from pgboss.version) as cron
     from pgboss.job where name = 'earlier' and state < 'completed'`,
  );
  expect(rows).toEqual([{ in_an_hour: true, cron: true }]);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("the queue's clock goes on when the machine's is set back", () => {
  const clockTimeBefore = steadyClock.now();
  expect(Math.abs(clockTimeBefore - Date.now())).toBeLessThan(60_000);
  const machineTimeMs = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => machineTimeMs - 30 * 86_400_000);
  expect(steadyClock.now()).toBeGreaterThanOrEqual(clockTimeBefore);
});

test("a wait longer than a timer can count does not end at once", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const timerCallback = vi.fn();
  const timer = steadyClock.setTimeout(timerCallback, 30 * 86_400_000);
  vi.advanceTimersByTime(86_400_000);
  expect(timerCallback).not.toHaveBeenCalled();
  steadyClock.clearTimeout(timer);
});
