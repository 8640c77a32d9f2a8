import type { Browser } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { ContextPool } from "./contexts.ts";
import { findFreePort } from "./server.ts";

/** What all test files of one worker share: the browser, its contexts, and the port of their servers. */
export interface SharedBrowser {
  readonly browser: Browser;
  readonly contexts: ContextPool;
  /**
   * The port on which each file starts its server. The URL stays the same, so the browser finds the scripts in its HTTP
   * cache.
   */
  readonly port: number;
  /** Closes the pages and contexts that the tests of one file left open. The browser stays open for the next file. */
  end(): Promise<void>;
}

let sharedBrowser: SharedBrowser | undefined;

/** Returns this worker's browser, and launches it on the first call. The browser closes when the worker ends. */
export async function shareBrowser(): Promise<SharedBrowser> {
  if (sharedBrowser?.browser.isConnected()) return sharedBrowser;
  const [browser, port] = await Promise.all([launchBrowser(), findFreePort()]);
  const contexts = new ContextPool(browser);
  sharedBrowser = { browser, contexts, port, end: () => contexts.closeFreeContexts() };
  return sharedBrowser;
}
