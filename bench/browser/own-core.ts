import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";
import type { Page } from "playwright-core";
import { findProcessTree } from "../processes.ts";

/** Runs the Linux program `taskset`. Returns whether it succeeded. */
function runTaskset(...args: readonly string[]): boolean {
  try {
    execFileSync("taskset", args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** The number of processor cores before the bench reserves one for the page. */
const coreCount = availableParallelism();
/** Whether the first core can be reserved for the page: only on Linux, with two cores or more. */
export const hasReservedCore = coreCount > 1 && runTaskset("-V");

/**
 * Reserves the first processor core for the page's main thread, as if the reader's device were a separate computer.
 * Call it after each navigation, because the page may get a new process. Do not call it before the page is open: a
 * process that starts with fewer cores gets smaller thread pools.
 */
export async function assignFirstCore(page: Page): Promise<void> {
  if (!hasReservedCore) return;
  const browser = page.context().browser();
  if (!browser) throw new Error("The page has no browser");
  for (const id of findProcessTree(process.pid)) runTaskset("-acp", `1-${coreCount - 1}`, String(id));
  const browserSession = await browser.newBrowserCDPSession();
  const { processInfo } = await browserSession.send("SystemInfo.getProcessInfo");
  await browserSession.detach();
  // The bench cannot tell the open page's process from the processes of earlier pages. So all of them get the first
  // core, which is harmless because the earlier ones are idle. The id of a process is also the id of its main thread.
  for (const { id, type } of processInfo)
    if (type === "renderer" && !runTaskset("-cp", "0", String(id)))
      throw new Error("The page got no core of its own");
}
