import type { Page } from "playwright-core";
import { waitUntilSubscribed } from "./people.ts";

/** Opens a page and waits until it receives live events. */
export async function openLive(page: Page, path: string): Promise<void> {
  // The tab may show a page that is just opening its socket. It is left first, because its socket would be taken for
  // the new page's.
  if (page.url() !== "about:blank") await page.goto("about:blank");
  await Promise.all([waitUntilSubscribed(page), page.goto(path)]);
}
