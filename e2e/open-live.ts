import type { Page } from "playwright-core";
import { waitUntilSubscribed } from "./people.ts";

/** Opens a page and waits until it receives live events. */
export async function openWithLiveEvents(page: Page, path: string): Promise<void> {
  // The tab may show a page that is still opening its socket. The test would wait for that socket instead of the new
  // page's socket. So the test leaves that page first.
  if (page.url() !== "about:blank") await page.goto("about:blank");
  await Promise.all([waitUntilSubscribed(page), page.goto(path)]);
}
