import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/**
 * The browser contexts of the tests. A new context has an empty HTTP cache, so a chat in it loads all its
 * scripts again, which takes twice the processor time. So when a test ends, its context is emptied of
 * everything except the cache, and the next test with the same options gets it.
 */
export class Contexts {
  readonly #browser: Browser;
  readonly #free = new Map<string, BrowserContext[]>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async take(options: BrowserContextOptions): Promise<BrowserContext> {
    const free = this.#free.get(JSON.stringify(options))?.pop();
    if (free) return free;
    const context = await this.#browser.newContext(options);
    refuseLastingChanges(context);
    return context;
  }

  /** Takes a context back. `options` are the options with which it was taken. */
  async giveBack(context: BrowserContext, options: BrowserContextOptions): Promise<void> {
    await closePages(context);
    // Restores the settings of the context that tests may change. A test that changes others uses a separate
    // context.
    await Promise.all([context.clearCookies(), context.setOffline(false)]);
    const key = JSON.stringify(options);
    this.#free.set(key, [...(this.#free.get(key) ?? []), context]);
  }

  /** Closes the contexts that were not given back. */
  async closeOthers(): Promise<void> {
    const free = new Set([...this.#free.values()].flat());
    for (const context of this.#browser.contexts()) if (!free.has(context)) await context.close();
  }
}

/** Deletes what earlier pages of this page's context have stored for `origin`. The page itself has opened nothing yet. */
export async function clearStorage(page: Page, origin: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  // Not "all", which includes the HTTP cache.
  const storageTypes = "local_storage,indexeddb,cache_storage,file_systems,service_workers";
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes });
  await devtools.detach();
}

/** Refuses what would change the context for the tests that get it later: its clock, and scripts in all its pages. */
function refuseLastingChanges(context: BrowserContext): void {
  const refuse = () => {
    throw new Error("This lasts for all tests that share the context. Use signInAlone.");
  };
  // A page's clock is the clock of its context.
  Object.assign(context.clock, {
    fastForward: refuse,
    install: refuse,
    pauseAt: refuse,
    resume: refuse,
    runFor: refuse,
    setFixedTime: refuse,
    setSystemTime: refuse,
  });
  context.addInitScript = refuse;
}

/** Closes the pages of a context. */
export async function closePages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    // A route may still be reading a call when its page closes.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.close();
  }
}
