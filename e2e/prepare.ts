import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { demo } from "./demo-workspace.ts";
import { ServerProcess } from "./server.ts";

/** Data folders that stopped servers have left. */
export interface Prepared {
  /** The demo workspace. */
  readonly demo: string;
  /** An empty workspace, with the first articles in the blog. */
  readonly empty: string;
}
declare module "vitest" {
  interface ProvidedContext {
    prepared: Prepared;
  }
}

/**
 * Prepares a started data folder for each workspace, once a run. A server's first start takes seconds of
 * processor time, mostly for the database, so every test file starts on a copy.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const [workspace, empty] = await Promise.all([ServerProcess.prepare(demo), ServerProcess.prepare({})]);
  project.provide("prepared", { demo: workspace, empty });
  return () => {
    for (const folder of [workspace, empty]) rmSync(folder, { recursive: true, force: true });
  };
}
