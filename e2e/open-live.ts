import type { Page } from "playwright-core";
import { waitUntilSubscribed } from "./people.ts";

/** Opens a page and waits until it receives live events. */
export async function openWithLiveEvents(page: Page, path: string): Promise<void> {
  // Leaves the earlier page first. Otherwise `waitUntilSubscribed` could see the socket of the earlier page, if that
  // page is still opening it.
  if (page.url() !== "about:blank") await page.goto("about:blank");
  await Promise.all([waitUntilSubscribed(page), page.goto(path)]);
}
