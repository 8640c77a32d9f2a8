import type { Browser } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { Contexts } from "./contexts.ts";
import { findFreePort } from "./server.ts";

/** The browser, the contexts and the port that all test files of one worker share. */
export interface SharedBrowser {
  readonly browser: Browser;
  readonly contexts: Contexts;
  /**
   * The port of every file's server. All servers have the same address, so the browser finds the scripts in its HTTP
   * cache again.
   */
  readonly port: number;
  /** Closes what the tests of one file have left open. The browser stays open for the next file. */
  end(): Promise<void>;
}

let sharedBrowser: SharedBrowser | undefined;

/** Returns the browser of this worker. It starts for the worker's first file and ends with the worker's process. */
export async function shareBrowser(): Promise<SharedBrowser> {
  if (sharedBrowser?.browser.isConnected()) return sharedBrowser;
  const [browser, port] = await Promise.all([launchBrowser(), findFreePort()]);
  const contexts = new Contexts(browser);
  sharedBrowser = { browser, contexts, port, end: () => contexts.closeFreeContexts() };
  return sharedBrowser;
}
