import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The connection string of the maintenance database of the test cluster. `test/global-setup.ts` provides it. */
    cluster: string;
  }
}

/** The name of the migrated template database. Every test database is a copy of it. */
export const TEMPLATE_DATABASE = "kakehashi_template";

/** The name of the application's account in the embedded database. */
export const applicationRole = "kakehashi_app";

/** The database of one test. `url` is the connection string of the account that owns the tables. */
export type TestDatabase = { url: string; drop(): Promise<void> };

/**
 * Creates a new database in the cluster of this test run. The database is migrated. It contains only the rows that the
 * migrations insert, such as categories and currencies.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const maintenanceUrl = inject("cluster");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await executeSql(maintenanceUrl, `create database ${name} template ${TEMPLATE_DATABASE}`);
  return {
    url: replaceDatabaseName(maintenanceUrl, name),
    // Do not drop the database `with (force)`. After a pool has ended, its last database sessions may still be closing,
    // and `force` would cause errors in them. PostgreSQL itself waits five seconds for open sessions. A session that
    // stays open longer is a leak.
    drop: () => executeSql(maintenanceUrl, `drop database if exists ${name}`),
  };
}

/** Returns the connection string of another database on the same server. */
export function replaceDatabaseName(url: string, databaseName: string): string {
  return url.replace(/\/\w+\?/, `/${databaseName}?`);
}

/** Returns the connection string with which the application's account connects to the same database. */
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
