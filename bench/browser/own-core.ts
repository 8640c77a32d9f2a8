import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";
import type { Page } from "playwright-core";
import { familyOf } from "../processes.ts";

/** Runs `taskset`, which Linux machines have; answers whether it did what was asked. */
function pin(...args: readonly string[]): boolean {
  try {
    execFileSync("taskset", args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** As many as there are before any of them is given away. */
const cores = availableParallelism();
/** The machine's first core is the page's where there are two, and a way to say so. */
export const hasOwnCore = cores > 1 && pin("-V");

/**
 * Gives the first core to the thread that runs the page: a reader's telephone runs no server, no database and nobody who
 * presses its keys. All of these, and the browser's other threads, share the other cores. To be called after each
 * address, which another process may run, and not before: who is started with fewer cores works in another way.
 */
export async function giveFirstCore(page: Page): Promise<void> {
  if (!hasOwnCore) return;
  const browser = page.context().browser();
  if (!browser) throw new Error("The page has no browser");
  for (const id of familyOf(process.pid)) pin("-acp", `1-${cores - 1}`, String(id));
  const inside = await browser.newBrowserCDPSession();
  const { processInfo } = await inside.send("SystemInfo.getProcessInfo");
  await inside.detach();
  // Those of pages that were left do nothing. The first thread of a process has the process's number.
  for (const { id, type } of processInfo)
    if (type === "renderer" && !pin("-cp", "0", String(id)))
      throw new Error("The page got no core of its own");
}
