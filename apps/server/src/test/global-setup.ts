import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "../kit/db/migrate.ts";
import { startTemporaryCluster } from "../kit/db/temporary.ts";
import { applicationRole, executeSql, replaceDatabaseName, TEMPLATE_DATABASE } from "./cluster.ts";

/** Starts one database cluster for the whole test run, with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTemporaryCluster({ inMemory: true });
  try {
    await executeSql(cluster.url, `create database ${TEMPLATE_DATABASE}`);
    await migrate(
      replaceDatabaseName(cluster.url, TEMPLATE_DATABASE),
      join(import.meta.dirname, "..", "migrations"),
      applicationRole,
    );
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide("cluster", cluster.url);
  return cluster.stop;
}
