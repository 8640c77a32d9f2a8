import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../test/cluster.ts";
import { type Database, openDatabase } from "./db/database.ts";
import { createJobs } from "./jobs.ts";

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { max: 2 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test("many jobs of one transaction are done one after the other, without waiting for the next look", async () => {
  const jobs = createJobs(database.url, () => {});
  const done: number[] = [];
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  jobs.define<{ n: number }>("count", async ({ n }) => {
    done.push(n);
    if (done.length === 20) resolve();
  });
  await jobs.start();
  await db.kysely.transaction().execute(async (tx) => {
    for (let n = 0; n < 20; n++) await jobs.send(tx, "count", { n });
  });
  // Twenty looks at the queue would take a hundred seconds, and the test's patience is shorter.
  await finished;
  await jobs.stop(1_000);
  expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test("what is done at its hour is done once where two processes run, and can be asked for in between", async () => {
  const done: string[] = [];
  const nodes = ["one", "two"].map((name) => {
    const jobs = createJobs(database.url, () => {});
    jobs.repeat("tidy", "0 4 * * *", async () => void done.push(name));
    return jobs;
  });
  for (const node of nodes) await node.start();
  const { rows } = await db.pool.query("select name, cron from pgboss.schedule");
  expect(rows).toEqual([{ name: "tidy", cron: "0 4 * * *" }]);
  await nodes[0]?.send(db.kysely, "tidy", {});
  await expect.poll(() => done.length).toBe(1);
  for (const node of nodes) await node.stop(1_000);
  expect(done).toHaveLength(1);
});
