import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchFullBrowser } from "./browser.ts";
import { interceptRequests } from "./intercept.ts";
import type { ServerProcess } from "./server.ts";
import { publicPaths } from "./site-pages.ts";
import { startSite } from "./site-server.ts";

// The text of a public page must not shift while its fonts load.

let siteServer: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [siteServer, browser] = await Promise.all([startSite(inject("prepared").empty), launchFullBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await siteServer.stopAndDeleteData();
});

/**
 * This script runs in the page before the page's own scripts. It reports the first paint, and adds up the layout shifts
 * that the browser measures.
 */
const shiftRecorderScript = `{
  const drawn = Promise.withResolvers();
  globalThis.watched = { drawn: drawn.promise, moved: 0 };
  new PerformanceObserver(() => drawn.resolve()).observe({ type: "paint" });
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) watched.moved += value;
  }).observe({ type: "layout-shift" });
}`;

/**
 * This script runs in the page. It waits until the fonts have loaded and the page is painted with them. It returns the
 * sum of the layout shifts. The browser reports a shift in the frame after it happened, so the script waits for two
 * frames.
 */
const shiftResultScript = `(async () => {
  await document.fonts.ready;
  for (const _ of ["next", "after"]) await new Promise(requestAnimationFrame);
  return watched.moved;
})()`;

/** Delays the fonts until the first paint of a page is done. Returns the sum of the page's layout shifts. */
async function measureFontShift(page: Page, path: string): Promise<number> {
  const paintingDone = Promise.withResolvers<void>();
  await page.addInitScript(shiftRecorderScript);
  await interceptRequests(page, "**/*.woff2", async (route) => {
    await paintingDone.promise;
    await route.continue();
  });
  await page.goto(siteServer.address + path, { waitUntil: "domcontentloaded" });
  await page.evaluate("watched.drawn");
  paintingDone.resolve();
  return page.evaluate<number>(shiftResultScript);
}

/** The maximum sum of layout shifts (CLS) at any window size. */
const maximumShift = 0.02;
const windowSizes = [
  [412, 823],
  [820, 1180],
  [1440, 900],
] as const;

test.each(publicPaths)("%s stays where it is when its fonts come late", async (path) => {
  for (const [width, height] of windowSizes) {
    const context = await browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    expect(await measureFontShift(page, path), `${width} px`).toBeLessThan(maximumShift);
    await context.close();
  }
});
