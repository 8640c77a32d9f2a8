import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, executeSql, type TestDatabase } from "../../test/cluster.ts";
import { assertSuitableDatabase, type Database, executePrepared, openDatabase } from "./database.ts";

let testDatabase: TestDatabase;
let db: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  db = openDatabase(testDatabase.url, { maximumConnections: 2 });
});

afterAll(async () => {
  await db.close();
  await testDatabase.drop();
});

test("counts are numbers, moments are Dates, days are text", async () => {
  const { rows } = await db.pool.query(
    "select 9007199254740991::int8 as count, '2026-01-02T03:04:05Z'::timestamptz as moment, '2026-01-02'::date as day",
  );
  expect(rows[0]).toEqual({
    count: 9007199254740991,
    moment: new Date("2026-01-02T03:04:05Z"),
    day: "2026-01-02",
  });
});

test("a frequent statement is prepared once per connection, and other statements are not", async () => {
  await db.kysely.transaction().execute(async (tx) => {
    const doubleInDatabase = async (number: number) => {
      const { rows } = await executePrepared(
        tx,
        sql<{ doubled: number }>`select ${number}::int * 2 as doubled`,
      );
      return rows[0]?.doubled;
    };
    expect([await doubleInDatabase(1), await doubleInDatabase(21)]).toEqual([2, 42]);
    await sql`select ${1}::int * 3 as tripled`.execute(tx);
    const { rows } = await sql`select statement from pg_prepared_statements where from_sql is false`.execute(
      tx,
    );
    expect(rows).toEqual([{ statement: "select $1::int * 2 as doubled" }]);
  });
});

test("the migrated database passes the check, Japanese trigrams included", async () => {
  await assertSuitableDatabase(db);
  const { rows } = await db.pool.query("select '日本' <% '日本語のテスト' as found, lower('ĐÀ') as folded");
  expect(rows[0]).toEqual({ found: true, folded: "đà" });
});

test.each([
  { options: "encoding 'SQL_ASCII' locale 'C'", says: /encoding is SQL_ASCII.*'UTF8'/ },
  { options: "encoding 'UTF8' locale 'C'", says: /character type is C.*'C.UTF-8'/ },
])("a database with $options is refused in one line", async ({ options, says: expectedMessage }) => {
  const name = `poor_${process.pid}_${options.length}`;
  await db.pool.query(`create database ${name} template template0 locale_provider libc ${options}`);
  const unsuitableDatabase = openDatabase(testDatabase.url.replace(/\/\w+\?/, `/${name}?`), {
    maximumConnections: 1,
  });
  try {
    await expect(assertSuitableDatabase(unsuitableDatabase)).rejects.toThrow(expectedMessage);
    // If pg_trgm is installed, `assertSuitableDatabase` tries it out. If not, the function looks at the name of the
    // database's character type.
    await unsuitableDatabase.pool.query("create extension pg_trgm");
    await expect(assertSuitableDatabase(unsuitableDatabase)).rejects.toThrow(expectedMessage);
  } finally {
    await unsuitableDatabase.close();
    await executeSql(testDatabase.url, `drop database ${name}`);
  }
});
