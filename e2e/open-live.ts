import type { Page } from "playwright-core";
import { waitUntilSubscribed } from "./people.ts";

/** Opens a page and waits until it receives live events. */
export async function openWithLiveEvents(page: Page, path: string): Promise<void> {
  // The tab may show an earlier page that is still opening its socket. The test would then wait for the socket of the
  // earlier page. So the test first leaves the earlier page.
  if (page.url() !== "about:blank") await page.goto("about:blank");
  await Promise.all([waitUntilSubscribed(page), page.goto(path)]);
}
