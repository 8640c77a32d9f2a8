import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { demo } from "./demo-workspace.ts";
import { ServerProcess } from "./server.ts";

/** Data folders of servers that have been started once and stopped. */
export interface PreparedFolders {
  /** The data folder of the demo workspace. */
  readonly demo: string;
  /** The data folder of an empty workspace, whose blog has the first articles. */
  readonly empty: string;
}
declare module "vitest" {
  interface ProvidedContext {
    prepared: PreparedFolders;
  }
}

/**
 * Prepares one data folder of a started server for each workspace, once a run. A server's first start takes seconds of
 * processor time, mostly for the database, so every test file starts with a copy.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const [workspace, empty] = await Promise.all([ServerProcess.prepare(demo), ServerProcess.prepare({})]);
  project.provide("prepared", { demo: workspace, empty });
  return () => {
    for (const folder of [workspace, empty]) rmSync(folder, { recursive: true, force: true });
  };
}
