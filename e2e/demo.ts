import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, expect, inject } from "vitest";
import { launchFullBrowser } from "./browser.ts";
import { ContextPool, clearStorage, closePages } from "./contexts.ts";
import { demoEnvironment } from "./demo-workspace.ts";
import {
  createDeviceOptions,
  type DemoPersonName,
  type SignedInDevice,
  signInWithContext,
} from "./people.ts";
import { type EnvironmentSettings, ServerProcess } from "./server.ts";
import { shareBrowser } from "./shared-browser.ts";

/** What the tests of one file share: a server with the demo workspace, a browser, and functions that sign people in. */
export interface DemoFixture {
  readonly server: ServerProcess;
  readonly browser: Browser;
  /**
   * Opens a browser context in which this person is signed in. It is released when the test ends, and later tests reuse
   * it (`contexts.ts`). The test fails if an error occurred in its page.
   */
  signIn(name: DemoPersonName, options?: BrowserContextOptions): Promise<SignedInDevice>;
  /**
   * Signs a person in with a browser context that no other test uses. A test that changes the clock, or adds a script
   * to all pages of a context, needs this function.
   */
  signInWithOwnContext(name: DemoPersonName, options?: BrowserContextOptions): Promise<SignedInDevice>;
}

/**
 * Starts a server with the demo workspace, and gets the browser that all test files of this worker share. The server
 * stops after the file's last test. Desktop notifications need the full Chromium, so a file can ask for one of its own.
 * Call this function once per file, before the tests.
 */
export async function openDemo({
  needsFullChromium = false,
  settings = {},
}: {
  needsFullChromium?: boolean;
  settings?: EnvironmentSettings;
} = {}): Promise<DemoFixture> {
  const { browser, contexts, port, end } = needsFullChromium
    ? await launchSeparateBrowser()
    : await shareBrowser();
  const server = await ServerProcess.start(
    { ...demoEnvironment, ...settings },
    inject("prepared").demo,
    port,
  );
  afterAll(async () => {
    await end();
    await server.stopAndDeleteData();
  });
  let openedDevices: { device: SignedInDevice; close: () => Promise<void> }[] = [];
  afterEach(async ({ task }) => {
    const devicesToClose = openedDevices;
    openedDevices = [];
    const pageDescriptions =
      task.result?.state === "fail"
        ? await Promise.all(devicesToClose.map(({ device }) => describePage(device)))
        : [];
    // Reads the page errors before the pages close. Errors that are caused by closing the pages must not count.
    const faults = devicesToClose.flatMap(({ device }) => device.faults);
    for (const { close } of devicesToClose) await close();
    // The error of a failed test often only names a missing element. This second error describes what the pages showed.
    const description = pageDescriptions.join("\n");
    expect(faults, description).toEqual([]);
    if (pageDescriptions.length > 0) throw new Error(description);
  });
  return {
    server,
    browser,
    async signIn(name, options) {
      const contextOptions = createDeviceOptions(server, options);
      const context = await contexts.takeContext(contextOptions);
      const device = await signInWithContext(context, server, name);
      openedDevices.push({ device, close: () => contexts.releaseContext(context, contextOptions) });
      await clearStorage(device.page, server.address);
      return device;
    },
    async signInWithOwnContext(name, options) {
      const context = await browser.newContext(createDeviceOptions(server, options));
      const device = await signInWithContext(context, server, name);
      const closeDevice = async () => {
        await closePages(context);
        await context.close();
      };
      openedDevices.push({ device, close: closeDevice });
      return device;
    },
  };
}

/** Describes the content and controls of a device's page, for the log of a failed test. */
async function describePage({ page }: SignedInDevice): Promise<string> {
  const ariaTree = await page
    .locator("body")
    .ariaSnapshot({ timeout: snapshotTimeoutMs })
    .catch((error: unknown) => `(${String(error)})`);
  return `At ${page.url()}:\n${ariaTree.slice(0, maximumDescriptionLength)}`;
}
const snapshotTimeoutMs = 5_000;
/** The maximum number of characters in a page's description. */
const maximumDescriptionLength = 6_000;

async function launchSeparateBrowser() {
  const browser = await launchFullBrowser();
  return { browser, contexts: new ContextPool(browser), port: undefined, end: () => browser.close() };
}
