import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/cluster.ts";
import { buildOnce } from "./build-once.ts";
import { type Database, openDatabase } from "./database.ts";

let database: TestDatabase;
let opened: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.url, { max: 1 });
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

let built = 0;
const actionsSince = buildOnce((db) => {
  built++;
  return db.selectFrom("audit_log").select("action").where("action", "in", ["", ""]).orderBy("action");
});

test("it is built once, and every call gives its own parameters, also in a transaction", async () => {
  const { kysely } = opened;
  const ids = ["page.close", "page.open"];
  for (const action of ids)
    await opened.pool.query("insert into audit_log (id, action) values (gen_random_uuid(), $1)", [action]);
  expect(await actionsSince(kysely, "page.close", "none")).toEqual([{ action: "page.close" }]);
  expect(await actionsSince(kysely, "none", "page.open")).toEqual([{ action: "page.open" }]);
  const within = await kysely.transaction().execute((tx) => actionsSince(tx, "page.open", "page.close"));
  expect(within).toEqual([{ action: "page.close" }, { action: "page.open" }]);
  expect(built).toBe(1);
});

test("too few or too many parameters are refused before the database is asked", async () => {
  await expect(actionsSince(opened.kysely, "page.close")).rejects.toThrow(/^2 parameters are needed: select/);
  await expect(actionsSince(opened.kysely, "1", "2", "3")).rejects.toThrow(
    /^2 parameters are needed: select/,
  );
});
