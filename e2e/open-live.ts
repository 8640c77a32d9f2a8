import type { Page } from "playwright-core";

/** The page's socket receives its person's events: what happens from now on is told at once. Begin before it is opened. */
async function subscribed(page: Page): Promise<void> {
  const socket = await page.waitForEvent("websocket");
  await socket.waitForEvent("framereceived", ({ payload }) => String(payload).startsWith("RECEIPT"));
}

/** Opens a page, and waits until it is told of what happens. */
export async function openLive(page: Page, path: string): Promise<void> {
  await Promise.all([subscribed(page), page.goto(path)]);
}
