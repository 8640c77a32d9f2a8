import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { findAxeViolations } from "./axe.ts";
import { launchBrowser } from "./browser.ts";
import type { ServerProcess } from "./server.ts";
import { publicPaths } from "./site-pages.ts";
import { startSite } from "./site-server.ts";

let siteServer: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [siteServer, browser] = await Promise.all([startSite(inject("prepared").empty), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await siteServer.stopAndDeleteData();
});

test.each(publicPaths)("axe finds no fault on %s, in light and dark", async (path) => {
  const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce", bypassCSP: true });
  const page = await context.newPage();
  await page.goto(siteServer.address + path);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findAxeViolations(page), colorScheme).toEqual([]);
  }
  await context.close();
});
