import type { Page } from "playwright-core";
import { createFixedPath, type Screen } from "./screen.ts";

/** Matches the group of all people in the demo, in the list of conversations. */
export const group = 'nav ~ * a[href^="/chat/"]:has-text("さくら予約アプリ")';

export async function openConversation(page: Page): Promise<void> {
  await page.locator(group).first().click();
  await page.locator("article").last().waitFor();
  // The pointer moves away, because a message under it would show its toolbar.
  await page.mouse.move(0, 0);
}

/** Opens the toolbar of the newest message. */
export async function pointAtMessage(page: Page): Promise<void> {
  await openConversation(page);
  await page.locator("article [data-message]").last().focus();
  // A message shows its actions only if the keyboard moved the focus to it.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await page.locator("[role=toolbar]").waitFor();
}

export async function openMessageMenu(page: Page): Promise<void> {
  await pointAtMessage(page);
  await page.locator("[role=toolbar] button").last().click();
  await page.locator("[role=menuitem]").first().waitFor();
}

/** Opens the sheet that a long press on the newest message shows. */
export async function openMessageSheet(page: Page): Promise<void> {
  await openConversation(page);
  const touchPointerOptions = { bubbles: true, pointerType: "touch" };
  await page.locator("article [data-message]").last().dispatchEvent("pointerdown", touchPointerOptions);
  await page.locator("[data-sheet]").waitFor();
}

/**
 * Chooses an item in the newest message's menu. The item is found by its icon, because its words differ in each
 * language.
 */
export async function chooseInMenu(page: Page, icon: string): Promise<void> {
  await openMessageMenu(page);
  await page.locator(`[role=menuitem]:has(.tabler-icon-${icon})`).click();
}

/** Opens the details of a conversation. */
export async function openDetails(page: Page): Promise<void> {
  await openConversation(page);
  await page.locator("header button[aria-pressed]").click();
  await page.locator("#details li").first().waitFor();
  // The pointer is moved away: on a phone the close button appears under it and would show a tooltip.
  await page.mouse.move(0, 0);
}

/** Returns a screen of the chat. `prepare` carries out the actions after which the screenshot is taken. */
export const createChatScreen = (name: string, prepare?: Screen["prepare"]): Screen => ({
  name,
  viewer: "member",
  path: createFixedPath("/chat"),
  readySelector: 'a[href^="/chat/"]',
  ...(prepare && { prepare }),
});
