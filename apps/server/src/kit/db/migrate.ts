import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { grantApplicationRights } from "./application-role.ts";

type Migration = { name: string; checksum: string; sql: string };

/** The key of the advisory lock for migrations. All processes must use the same number. */
const MIGRATION_LOCK_KEY = 4_217_002;
const connectTimeoutMs = 5_000;

/**
 * Applies the new migrations of a folder (`NNNN_name.sql`) in order, each in its own transaction. Returns the names of
 * the applied files. Only one process migrates at a time. Then applies the files of the subfolder `repeatable` whose
 * text has changed. Repeatable files contain `create or replace` statements. Grants the account `applicationRole`
 * exactly the rights that the application needs. Throws if an applied file was changed, if the database has migrations
 * of a newer version, if a new file sorts before an applied file, or if a statement fails.
 */
export async function migrate(url: string, folder: string, applicationRole?: string): Promise<string[]> {
  const migrations = readMigrations(folder);
  // Statements of migrations have no timeout, because a change of a large table takes long.
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: "kakehashi migrate",
  });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK_KEY]);
    for (const table of ["migrations", "repeatable_migrations"])
      await client.query(
        `create table if not exists ${table} (
           name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
      );
    const appliedMigrations = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations order by name collate "C"',
    );
    const unappliedMigrations = findUnappliedMigrations(migrations, appliedMigrations.rows);
    for (const migration of unappliedMigrations) await applyMigration(client, migration, "migrations");
    const appliedRepeatable = await applyRepeatableMigrations(client, join(folder, "repeatable"));
    if (applicationRole === undefined) await client.query("create schema if not exists pgboss");
    else await grantApplicationRights(client, applicationRole);
    return [...unappliedMigrations, ...appliedRepeatable].map(({ name }) => name);
  } finally {
    // Ending the database session releases the advisory lock, even after an error.
    await client.end();
  }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const numbers = new Set<string>();
  return names.map((name) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (!number) throw new Error(`Migration ${name}: the name should look like 0001_accounts.sql.`);
    if (numbers.has(number)) throw new Error(`Migration ${name}: the number ${number} is taken already.`);
    numbers.add(number);
    return readMigration(folder, name);
  });
}

function readMigration(folder: string, name: string): Migration {
  // Git may check a file out with other line breaks. This function normalises them, so that the checksum is the same
  // everywhere.
  const sql = readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n");
  return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}

function findUnappliedMigrations(
  migrations: Migration[],
  applied: { name: string; checksum: string }[],
): Migration[] {
  const migrationsByName = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = migrationsByName.get(name);
    if (!migration) {
      throw new Error(
        `The database has had migration ${name}, which this version does not know: start a newer version.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new Error(`Migration ${name} was changed after it was applied: put it back and write a new one.`);
    }
    migrationsByName.delete(name);
  }
  const lastAppliedName = applied.at(-1)?.name ?? "";
  const unappliedMigrations = [...migrationsByName.values()];
  const outOfOrderMigration = unappliedMigrations.find((migration) => migration.name < lastAppliedName);
  if (outOfOrderMigration)
    throw new Error(
      `Migration ${outOfOrderMigration.name} comes before ${lastAppliedName}, which is applied already: give it a higher number.`,
    );
  return unappliedMigrations;
}

/** Applies the repeatable migration files that are new or changed, and returns them. */
async function applyRepeatableMigrations(client: Client, folder: string): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from repeatable_migrations",
  );
  const appliedChecksums = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".sql")) : [];
  const changedMigrations = names
    .sort()
    .map((name) => readMigration(folder, name))
    .filter(({ name, checksum }) => appliedChecksums.get(name) !== checksum);
  for (const migration of changedMigrations) await applyMigration(client, migration, "repeatable_migrations");
  return changedMigrations;
}

async function applyMigration(
  client: Client,
  { name, checksum, sql }: Migration,
  table: "migrations" | "repeatable_migrations",
): Promise<void> {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query(
      `insert into ${table} (name, checksum) values ($1, $2)
       on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
      [name, checksum],
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Migration ${name}: ${(error as Error).message}`, { cause: error });
  }
}
