import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, expect, inject } from "vitest";
import { launchBrowser, launchWholeBrowser } from "./browser.ts";
import { demo } from "./demo-workspace.ts";
import { type DemoName, type Device, device } from "./people.ts";
import { ServerProcess, type Settings } from "./server.ts";

/** What the tests in one file share. */
export interface Demo {
  readonly server: ServerProcess;
  readonly browser: Browser;
  /** Opens a device of this person until the test ends. The test fails if an error occurred in its page. */
  signIn(name: DemoName, options?: BrowserContextOptions): Promise<Device>;
}

/**
 * Starts the demo workspace and a browser, which end after the file's last test. `whole` starts full Chromium, for
 * desktop notices. Call it once in a file, before its tests.
 */
export async function openDemo({
  whole = false,
  settings = {},
}: {
  whole?: boolean;
  settings?: Settings;
} = {}): Promise<Demo> {
  const [server, browser] = await Promise.all([
    ServerProcess.start({ ...demo, ...settings }, inject("prepared").demo),
    whole ? launchWholeBrowser() : launchBrowser(),
  ]);
  afterAll(async () => {
    await browser.close();
    await server.remove();
  });
  let devices: Device[] = [];
  afterEach(async () => {
    const openDevices = devices;
    devices = [];
    // Errors that occur while the pages are being closed do not belong to the test.
    const faults = openDevices.flatMap((device) => device.faults);
    for (const { context } of openDevices) {
      // A route may still be reading a call when its page closes.
      for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    }
    expect(faults).toEqual([]);
  });
  return {
    server,
    browser,
    async signIn(name, options) {
      const openedDevice = await device(browser, server, name, options);
      devices.push(openedDevice);
      return openedDevice;
    },
  };
}
