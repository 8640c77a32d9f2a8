import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/cluster.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { toAppError } from "./failures.ts";

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

const errorCodeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "none",
    (error: Error) => toAppError(error).code,
  );

test("a connection that ends during a statement, or between two of a transaction, is an outage", async () => {
  const client = await db.pool.connect();
  const { rows } = await client.query("select pg_backend_pid() as pid");
  // The driver reports the broken connection twice: as an error of the statement and as an error of the connection.
  const connectionEnded = new Promise((resolve) => client.once("end", resolve));
  const interruptedStatement = errorCodeOf(client.query("select pg_sleep(60)"));
  await db.pool.query("select pg_terminate_backend($1)", [rows[0].pid]);
  expect(await interruptedStatement).toBe("ERR.UNAVAILABLE");
  await connectionEnded;
  expect(await errorCodeOf(client.query("rollback"))).toBe("ERR.UNAVAILABLE");
  client.release(true);
});

test("a pool that has ended is an outage: the server stops", async () => {
  const closedDatabase = openDatabase(database.url, { maximumConnections: 1 });
  await closedDatabase.close();
  expect(await errorCodeOf(closedDatabase.pool.query("select 1"))).toBe("ERR.UNAVAILABLE");
});

test("a statement that is given up because two transactions wait for each other may be asked once more", async () => {
  const clients = [await db.pool.connect(), await db.pool.connect()] as const;
  const requestAdvisoryLock = (client: (typeof clients)[number], key: number) =>
    errorCodeOf(client.query("select pg_advisory_xact_lock($1::bigint)", [key]));
  for (const client of clients) await client.query("begin");
  const [firstClient, secondClient] = clients;
  expect([await requestAdvisoryLock(firstClient, 1), await requestAdvisoryLock(secondClient, 2)]).toEqual([
    "none",
    "none",
  ]);
  const deadlockErrorCodes = await Promise.all([
    requestAdvisoryLock(firstClient, 2),
    requestAdvisoryLock(secondClient, 1),
  ]);
  for (const client of clients) await client.query("rollback");
  for (const client of clients) client.release();
  expect(deadlockErrorCodes.sort()).toEqual(["ERR.UNAVAILABLE", "none"]);
});

test("an error of the query itself is not an outage", async () => {
  expect(await errorCodeOf(db.pool.query("select 1 / 0"))).toBe("ERR.INTERNAL");
});

test.each([
  ["timestamptz", "0000-01-01T00:00:00Z"],
  ["timestamptz", "2026-01-01T00:00:00+16:00"],
  ["timestamptz", "yesterday evening"],
  ["int", "9".repeat(30)],
  ["uuid", "x"],
])("a %s that cannot be %s is refused as input", async (type, value) => {
  expect(await errorCodeOf(db.pool.query(`select $1::${type}`, [value]))).toBe("ERR.INPUT");
});
