import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { executeSql, replaceDatabaseName } from "../../test/cluster.ts";
import { migrate } from "./migrate.ts";

const databaseName = `migrate_${process.pid}`;
const testDatabaseUrl = replaceDatabaseName(inject("cluster"), databaseName);
let migrationsFolder: string;

beforeEach(async () => {
  migrationsFolder = mkdtempSync(join(tmpdir(), "kakehashi-migrations-"));
  await executeSql(inject("cluster"), `create database ${databaseName}`);
  writeMigration(
    "0001_people.sql",
    "create table people (id int primary key); insert into people values (1);",
  );
  writeMigration("0002_rooms.sql", "create table rooms (id int\nprimary key);");
});

afterEach(async () => {
  rmSync(migrationsFolder, { recursive: true });
  await executeSql(inject("cluster"), `drop database ${databaseName}`);
});

function writeMigration(file: string, sql: string): void {
  writeFileSync(join(migrationsFolder, file), sql);
}

const countRows = (table: string) => selectNumber(`(select count(*)::int from ${table})`);

async function selectNumber(expression: string): Promise<number> {
  const client = new Client({ connectionString: testDatabaseUrl });
  await client.connect();
  const { rows } = await client.query(`select ${expression} as answer`);
  await client.end();
  return rows[0].answer;
}

test("files are applied in order, and only once", async () => {
  expect(await migrate(testDatabaseUrl, migrationsFolder)).toEqual(["0001_people.sql", "0002_rooms.sql"]);
  writeMigration("0003_more.sql", "insert into people values (2);");
  expect(await migrate(testDatabaseUrl, migrationsFolder)).toEqual(["0003_more.sql"]);
  expect(await migrate(testDatabaseUrl, migrationsFolder)).toEqual([]);
  expect(await countRows("people")).toBe(2);
});

test("a file that fails leaves nothing of itself, and is named", async () => {
  writeMigration("0003_broken.sql", "insert into people values (2); insert into nowhere values (1);");
  await expect(migrate(testDatabaseUrl, migrationsFolder)).rejects.toThrow(
    /0003_broken\.sql: .*"nowhere" does not exist/,
  );
  expect(await countRows("people")).toBe(1);
  writeMigration("0003_broken.sql", "insert into people values (2);");
  expect(await migrate(testDatabaseUrl, migrationsFolder)).toEqual(["0003_broken.sql"]);
});

test("a file changed after it was applied is refused, other line ends are not a change", async () => {
  await migrate(testDatabaseUrl, migrationsFolder);
  writeMigration("0002_rooms.sql", "create table rooms (id int\r\nprimary key);");
  expect(await migrate(testDatabaseUrl, migrationsFolder)).toEqual([]);
  writeMigration("0002_rooms.sql", "create table rooms (id bigint primary key);");
  await expect(migrate(testDatabaseUrl, migrationsFolder)).rejects.toThrow(
    /0002_rooms\.sql was changed after it was applied/,
  );
});

test("a repeatable file is applied after the others, and again whenever it has changed", async () => {
  mkdirSync(join(migrationsFolder, "repeatable"));
  const file = join("repeatable", "count_people.sql");
  const migrationText = (number: number) => `
    create or replace function number_of() returns int language sql as 'select ${number}';
    insert into people select max(id) + 1 from people;`;
  writeMigration(file, migrationText(7));
  expect(await migrate(testDatabaseUrl, migrationsFolder)).toEqual([
    "0001_people.sql",
    "0002_rooms.sql",
    "count_people.sql",
  ]);
  expect(await migrate(testDatabaseUrl, migrationsFolder)).toEqual([]);
  expect([await countRows("people"), await selectNumber("number_of()")]).toEqual([2, 7]);
  writeMigration(file, migrationText(8));
  writeMigration("0003_more.sql", "insert into people values (9);");
  expect(await migrate(testDatabaseUrl, migrationsFolder)).toEqual(["0003_more.sql", "count_people.sql"]);
  expect([await countRows("people"), await selectNumber("number_of()")]).toEqual([4, 8]);
  writeMigration(file, migrationText(8).replaceAll("\n", "\r\n"));
  expect(await migrate(testDatabaseUrl, migrationsFolder)).toEqual([]);
});

test("a repeatable file that fails leaves what it was before", async () => {
  mkdirSync(join(migrationsFolder, "repeatable"));
  const file = join("repeatable", "number_of.sql");
  writeMigration(file, "create or replace function number_of() returns int language sql as 'select 7';");
  await migrate(testDatabaseUrl, migrationsFolder);
  writeMigration(file, "drop function number_of(); select nothing;");
  await expect(migrate(testDatabaseUrl, migrationsFolder)).rejects.toThrow(
    /number_of\.sql: .*"nothing" does not exist/,
  );
  expect(await selectNumber("number_of()")).toBe(7);
});

test("a database of a newer version is refused", async () => {
  await migrate(testDatabaseUrl, migrationsFolder);
  rmSync(join(migrationsFolder, "0002_rooms.sql"));
  await expect(migrate(testDatabaseUrl, migrationsFolder)).rejects.toThrow(
    /0002_rooms\.sql, which this version does not know/,
  );
});

test.each([
  ["0001_again.sql", /0001 is taken/],
  ["1_short.sql", /should look like/],
])("the name %s is refused", async (file, errorText) => {
  writeMigration(file, "select 1;");
  await expect(migrate(testDatabaseUrl, migrationsFolder)).rejects.toThrow(errorText);
});

test("a new file may not come before an applied one", async () => {
  writeMigration("0004_late.sql", "select 1;");
  await migrate(testDatabaseUrl, migrationsFolder);
  writeMigration("0003_early.sql", "select 1;");
  await expect(migrate(testDatabaseUrl, migrationsFolder)).rejects.toThrow(
    /0003_early\.sql comes before 0004_late\.sql/,
  );
});

test("processes that migrate at once wait for each other", async () => {
  writeMigration("0003_slow.sql", "select pg_sleep(0.2); insert into people values (2);");
  const appliedNames = await Promise.all([
    migrateInOtherProcess(),
    migrateInOtherProcess(),
    migrateInOtherProcess(),
  ]);
  expect(appliedNames.filter((names) => names.length > 0)).toEqual([
    ["0001_people.sql", "0002_rooms.sql", "0003_slow.sql"],
  ]);
  expect(await countRows("people")).toBe(2);
});

/** Runs the migrations in another process. Resolves to the names of the applied files. */
function migrateInOtherProcess(): Promise<string[]> {
  const script = `
    import { migrate } from ${JSON.stringify(join(import.meta.dirname, "migrate.ts"))};
    console.log(JSON.stringify(await migrate(${JSON.stringify(testDatabaseUrl)}, ${JSON.stringify(migrationsFolder)})));`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("close", (code) =>
      code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`exit ${code}`)),
    );
  });
}
