import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, expect, inject } from "vitest";
import { launchBrowser, launchWholeBrowser } from "./browser.ts";
import { demo } from "./demo-workspace.ts";
import { type DemoName, type Device, device } from "./people.ts";
import { ServerProcess } from "./server.ts";

/** What the tests of one file share. */
export interface Demo {
  readonly server: ServerProcess;
  readonly browser: Browser;
  /** A device of this person until the test ends, which fails if anything went wrong in its page. */
  come(name: DemoName, options?: BrowserContextOptions): Promise<Device>;
}

/**
 * The demo workspace and a browser, a `whole` one for notices, which go after the file's last test. Once a file, before
 * its tests.
 */
export async function openDemo({ whole = false } = {}): Promise<Demo> {
  const [server, browser] = await Promise.all([
    ServerProcess.start(demo, inject("prepared").demo),
    whole ? launchWholeBrowser() : launchBrowser(),
  ]);
  afterAll(async () => {
    await browser.close();
    await server.remove();
  });
  let devices: Device[] = [];
  afterEach(async () => {
    const gone = devices;
    devices = [];
    // Before the pages are taken down: what happens to them from here on is not the test's.
    const faults = gone.flatMap((one) => one.faults);
    for (const { context } of gone) {
      // A call that a test still reads and changes has no page to go to any more.
      for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    }
    expect(faults).toEqual([]);
  });
  return {
    server,
    browser,
    async come(name, options) {
      const one = await device(browser, server, name, options);
      devices.push(one);
      return one;
    },
  };
}
