import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { demoEnvironment } from "./demo-workspace.ts";
import { ServerProcess } from "./server.ts";

/** The data folders of two stopped servers. Each test file starts a server with a copy of one of them. */
export interface PreparedFolders {
  /** The data folder of the demo workspace. */
  readonly demo: string;
  /** The data folder of an empty workspace. Its blog has the first articles. */
  readonly empty: string;
}
declare module "vitest" {
  interface ProvidedContext {
    prepared: PreparedFolders;
  }
}

/**
 * Prepares two data folders once per test run: one with the demo workspace, and one with an empty workspace. Test files
 * use copies, because the first start of a new database costs seconds of processor time.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const [demoFolder, emptyFolder] = await Promise.all([
    ServerProcess.createPreparedFolder(demoEnvironment),
    ServerProcess.createPreparedFolder({}),
  ]);
  project.provide("prepared", { demo: demoFolder, empty: emptyFolder });
  return () => {
    for (const folder of [demoFolder, emptyFolder]) rmSync(folder, { recursive: true, force: true });
  };
}
