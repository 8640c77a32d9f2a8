import type { Page } from "playwright-core";

/** Resolves when the page's socket is subscribed to its person's events. Call it before the page is opened. */
async function subscribed(page: Page): Promise<void> {
  const socket = await page.waitForEvent("websocket");
  await socket.waitForEvent("framereceived", ({ payload }) => String(payload).startsWith("RECEIPT"));
}

/** Opens a page and waits until it receives live events. */
export async function openLive(page: Page, path: string): Promise<void> {
  await Promise.all([subscribed(page), page.goto(path)]);
}
