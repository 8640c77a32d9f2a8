import type { Page } from "playwright-core";
import { waitUntilSubscribed } from "./people.ts";

/** Opens a page and waits until it receives live events. */
export async function openPageWithLiveEvents(page: Page, path: string): Promise<void> {
  // Leaves the previous page first. If it is still opening its WebSocket, `waitUntilSubscribed` would see that
  // WebSocket instead of the new page's.
  if (page.url() !== "about:blank") await page.goto("about:blank");
  await Promise.all([waitUntilSubscribed(page), page.goto(path)]);
}
