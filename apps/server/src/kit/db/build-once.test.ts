import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/cluster.ts";
import { compileStatementOnce } from "./build-once.ts";
import { type Database, openDatabase } from "./database.ts";

let database: TestDatabase;
let openedDatabase: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  openedDatabase = openDatabase(database.url, { maximumConnections: 1 });
});
afterAll(async () => {
  await openedDatabase.close();
  await database.drop();
});

let buildCount = 0;
const findAuditActions = compileStatementOnce((db) => {
  buildCount++;
  return db.selectFrom("audit_log").select("action").where("action", "in", ["", ""]).orderBy("action");
});

test("it is built once, and every call gives its own parameters, also in a transaction", async () => {
  const { kysely } = openedDatabase;
  const ids = ["page.close", "page.open"];
  for (const action of ids)
    await openedDatabase.pool.query("insert into audit_log (id, action) values (gen_random_uuid(), $1)", [
      action,
    ]);
  expect(await findAuditActions(kysely, "page.close", "none")).toEqual([{ action: "page.close" }]);
  expect(await findAuditActions(kysely, "none", "page.open")).toEqual([{ action: "page.open" }]);
  const rowsInTransaction = await kysely
    .transaction()
    .execute((tx) => findAuditActions(tx, "page.open", "page.close"));
  expect(rowsInTransaction).toEqual([{ action: "page.close" }, { action: "page.open" }]);
  expect(buildCount).toBe(1);
});

test("each connection prepares the statement once", async () => {
  await findAuditActions(openedDatabase.kysely, "page.close", "none");
  await findAuditActions(openedDatabase.kysely, "page.open", "none");
  const { rows } = await openedDatabase.pool.query(
    "select statement from pg_prepared_statements where not from_sql",
  );
  expect(rows).toEqual([{ statement: expect.stringMatching(/^select "action" from "audit_log"/) }]);
});

test("too few or too many parameters are refused before the database is asked", async () => {
  await expect(findAuditActions(openedDatabase.kysely, "page.close")).rejects.toThrow(
    /^2 parameters are needed: select/,
  );
  await expect(findAuditActions(openedDatabase.kysely, "1", "2", "3")).rejects.toThrow(
    /^2 parameters are needed: select/,
  );
});
