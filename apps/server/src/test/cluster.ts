import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the test cluster's maintenance database. `test/global-setup.ts` provides it. */
    cluster: string;
  }
}

/** The migrated template database. Every test database is a copy of it. */
export const TEMPLATE_DATABASE = "kakehashi_template";

/** The name of the application's account in the embedded database. */
export const applicationRole = "kakehashi_app";

/** A database of one test. `url` is the connection string of the owner's account. */
export type TestDatabase = { url: string; drop(): Promise<void> };

/** Creates a new database in the cluster of this test run. The database is migrated and has no rows. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const maintenanceUrl = inject("cluster");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await executeSql(maintenanceUrl, `create database ${name} template ${TEMPLATE_DATABASE}`);
  return {
    url: databaseUrl(maintenanceUrl, name),
    // Does not use `with (force)`. When a pool has ended, its last sessions may still be closing, and `force` would
    // cause errors in them. PostgreSQL waits five seconds for open sessions; a session that stays longer is a leak.
    drop: () => executeSql(maintenanceUrl, `drop database if exists ${name}`),
  };
}

/** Returns the connection string of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  return url.replace(/\/\w+\?/, `/${name}?`);
}

/** Returns the connection string of the same database for the application's account. */
export const applicationUrlOf = (url: string) => url.replace(/\/\/\w+@/, `//${applicationRole}@`);

export async function executeSql(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
