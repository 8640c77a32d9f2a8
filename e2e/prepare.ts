import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { demo } from "./demo-workspace.ts";
import { ServerProcess } from "./server.ts";

/** The data folders of stopped servers, of which the tests' servers start copies. */
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
 * Prepares two data folders once per run: one of a server with the demo workspace, and one of a server with an empty
 * workspace. Every test file starts its server with a copy, because the first start of a new database takes seconds of
 * processor time.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const [workspace, empty] = await Promise.all([ServerProcess.prepare(demo), ServerProcess.prepare({})]);
  project.provide("prepared", { demo: workspace, empty });
  return () => {
    for (const folder of [workspace, empty]) rmSync(folder, { recursive: true, force: true });
  };
}
