import type { Browser } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { Contexts } from "./contexts.ts";
import { findFreePort } from "./server.ts";

/** The resources that the test files of one worker share. */
export interface SharedBrowser {
  readonly browser: Browser;
  readonly contexts: Contexts;
  /** The port of each file's server. With the same address, scripts in the HTTP cache are found again. */
  readonly port: number;
  /** Closes what the file's tests have left open. */
  end(): Promise<void>;
}

let shared: SharedBrowser | undefined;

/** The browser of this worker. It is launched for the first file, and ends with the worker's process. */
export async function shareBrowser(): Promise<SharedBrowser> {
  if (shared?.browser.isConnected()) return shared;
  const [browser, port] = await Promise.all([launchBrowser(), findFreePort()]);
  const contexts = new Contexts(browser);
  shared = { browser, contexts, port, end: () => contexts.closeOthers() };
  return shared;
}
