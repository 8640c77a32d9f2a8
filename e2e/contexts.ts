import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/**
 * A pool of browser contexts for tests. A new context has an empty HTTP cache, so the chat loads all its scripts again,
 * which doubles the processor time. So a finished test returns its context to the pool: everything except the cache is
 * deleted, and the next test with the same options gets the context.
 */
export class ContextPool {
  readonly #browser: Browser;
  readonly #freeContexts = new Map<string, BrowserContext[]>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async takeContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const freeContext = this.#freeContexts.get(JSON.stringify(options))?.pop();
    if (freeContext) return freeContext;
    const context = await this.#browser.newContext(options);
    refuseLastingChanges(context);
    return context;
  }

  /** Returns a context to the pool after a test, so that later tests with the same `options` can use it. */
  async releaseContext(context: BrowserContext, options: BrowserContextOptions): Promise<void> {
    await closePages(context);
    // Resets the two settings that tests may change: cookies and the offline mode. A test that changes other settings
    // needs a separate context.
    await Promise.all([context.clearCookies(), context.setOffline(false)]);
    const key = JSON.stringify(options);
    this.#freeContexts.set(key, [...(this.#freeContexts.get(key) ?? []), context]);
  }

  /** Closes all contexts of the browser except those in the pool. */
  async closeFreeContexts(): Promise<void> {
    const freeContexts = new Set([...this.#freeContexts.values()].flat());
    for (const context of this.#browser.contexts()) if (!freeContexts.has(context)) await context.close();
  }
}

/**
 * Deletes what earlier pages of this context have stored for `origin`. Must be called with a new page that has not
 * opened anything.
 */
export async function clearStorage(page: Page, origin: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  // Does not use the storage type "all", because it includes the HTTP cache.
  const storageTypes = "local_storage,indexeddb,cache_storage,file_systems,service_workers";
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes });
  await devtools.detach();
}

/**
 * Makes functions of a shared browser context throw if their effect would last for later tests. These functions change
 * the context's clock or add scripts to all its pages.
 */
function refuseLastingChanges(context: BrowserContext): void {
  const throwRefusal = () => {
    throw new Error("This lasts for all tests that share the context. Use signInWithOwnContext.");
  };
  // All pages of a context share one Playwright clock.
  Object.assign(context.clock, {
    fastForward: throwRefusal,
    install: throwRefusal,
    pauseAt: throwRefusal,
    resume: throwRefusal,
    runFor: throwRefusal,
    setFixedTime: throwRefusal,
    setSystemTime: throwRefusal,
  });
  context.addInitScript = throwRefusal;
}

export async function closePages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    // A route handler that is still running when its page closes would fail. Such errors are ignored.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.close();
  }
}
