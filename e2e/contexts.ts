import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/**
 * The browser contexts that tests share. A new context has an empty HTTP cache, so the chat loads all its scripts
 * again, which takes twice the processor time. So when a test ends, everything in its context except the cache is
 * deleted, and the next test with the same options gets that context.
 */
export class Contexts {
  readonly #browser: Browser;
  readonly #freeContexts = new Map<string, BrowserContext[]>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async take(options: BrowserContextOptions): Promise<BrowserContext> {
    const freeContext = this.#freeContexts.get(JSON.stringify(options))?.pop();
    if (freeContext) return freeContext;
    const context = await this.#browser.newContext(options);
    refuseLastingChanges(context);
    return context;
  }

  /** Resets a context after a test, so that later tests with the same `options` can use it. */
  async releaseContext(context: BrowserContext, options: BrowserContextOptions): Promise<void> {
    await closePages(context);
    // Resets the settings of the context that tests may change. A test that changes other settings uses a separate
    // context.
    await Promise.all([context.clearCookies(), context.setOffline(false)]);
    const key = JSON.stringify(options);
    this.#freeContexts.set(key, [...(this.#freeContexts.get(key) ?? []), context]);
  }

  /** Closes the contexts that no test uses. */
  async closeFreeContexts(): Promise<void> {
    const freeContexts = new Set([...this.#freeContexts.values()].flat());
    for (const context of this.#browser.contexts()) if (!freeContexts.has(context)) await context.close();
  }
}

/**
 * Deletes what earlier pages of this context have stored for `origin`. The page must be new and must have opened
 * nothing yet.
 */
export async function clearStorage(page: Page, origin: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  // "all" is not used here, because it would also delete the HTTP cache.
  const storageTypes = "local_storage,indexeddb,cache_storage,file_systems,service_workers";
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes });
  await devtools.detach();
}

/**
 * Replaces functions of a shared browser context by ones that throw: those that change its clock and those that add
 * scripts to all its pages. Such changes would last for later tests.
 */
function refuseLastingChanges(context: BrowserContext): void {
  const refuse = () => {
    throw new Error("This lasts for all tests that share the context. Use signInWithOwnContext.");
  };
  // Playwright has one clock for all pages of a context.
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
    // A route handler may still be working when its page closes, and then fails. Such errors are ignored.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.close();
  }
}
