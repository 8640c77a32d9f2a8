import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../test/cluster.ts";
import { type Database, openDatabase } from "./database.ts";
import { scanTable } from "./scan.ts";

interface Key {
  room: number;
  name: string;
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, { maximumConnections: 1 });
  await db.pool.query("create table scanned (room int, name text, value int, primary key (room, name))");
  await db.pool.query(
    "insert into scanned select n % 3, 'name ' || n, n from generate_series(1, 4001) n order by random()",
  );
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const scanned = { table: "scanned", key: ["room", "name"] };

test("a scan yields each matching row once, in the order of the key, and its condition selects these rows", async () => {
  const foundKeys: Key[] = [];
  let updatedCount = 0;
  for await (const { keys, areRows } of scanTable<Key>(db.kysely, scanned, sql<boolean>`value % 2 = 0`)) {
    foundKeys.push(...keys);
    const { numAffectedRows } = await sql`update scanned set value = -1 where ${areRows}`.execute(db.kysely);
    updatedCount += Number(numAffectedRows);
  }
  const { rows } = await db.pool.query<Key>("select room, name from scanned where value = -1 order by 1, 2");
  expect(rows).toHaveLength(2000);
  expect(updatedCount).toBe(2000);
  expect(foundKeys.map(({ room, name }) => ({ room, name }))).toEqual(rows);
});

test("a scan without matching rows ends, and so does one of an empty table", async () => {
  const foundRows: unknown[] = [];
  for await (const rows of scanTable(db.kysely, scanned, sql<boolean>`value is null`)) foundRows.push(rows);
  await db.pool.query("truncate scanned");
  for await (const rows of scanTable(db.kysely, scanned, sql<boolean>`true`)) foundRows.push(rows);
  expect(foundRows).toEqual([]);
});
