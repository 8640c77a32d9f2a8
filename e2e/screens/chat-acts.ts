import type { Page } from "playwright-core";
import { type AppScreen, createFixedPath } from "./screen.ts";

/** A CSS selector for a group in the list of conversations: the demo group that contains everybody. */
export const groupSelector = 'nav ~ * a[href^="/chat/"]:has-text("さくら予約アプリ")';

export async function openConversation(page: Page): Promise<void> {
  await page.locator(groupSelector).first().click();
  await page.locator("article").last().waitFor();
  // Moves the pointer away. A message under the pointer would show its toolbar.
  await page.mouse.move(0, 0);
}

/** Shows the toolbar of the newest message. */
export async function pointAtMessage(page: Page): Promise<void> {
  await openConversation(page);
  await page.locator("article [data-message]").last().focus();
  // The toolbar appears only if the focus was moved with the keyboard, so the test presses arrow keys.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await page.locator("[role=toolbar]").waitFor();
}

export async function openMessageMenu(page: Page): Promise<void> {
  await pointAtMessage(page);
  await page.locator("[role=toolbar] button").last().click();
  await page.locator("[role=menuitem]").first().waitFor();
}

/** Opens the sheet of actions for the newest message with a long press. */
export async function openMessageSheet(page: Page): Promise<void> {
  await openConversation(page);
  const touchPointerOptions = { bubbles: true, pointerType: "touch" };
  await page.locator("article [data-message]").last().dispatchEvent("pointerdown", touchPointerOptions);
  await page.locator("[data-sheet]").waitFor();
}

/**
 * Chooses an item in the menu of the newest message. Finds the item by its icon, because its text depends on the
 * language.
 */
export async function chooseMenuItem(page: Page, menuIconName: string): Promise<void> {
  await openMessageMenu(page);
  await page.locator(`[role=menuitem]:has(.tabler-icon-${menuIconName})`).click();
}

/** Opens a conversation and its details. */
export async function openDetails(page: Page): Promise<void> {
  await openConversation(page);
  await page.locator("header button[aria-pressed]").click();
  await page.locator("#details li").first().waitFor();
  // Moves the pointer away. On a phone, the close button appears under the pointer and would show its tooltip.
  await page.mouse.move(0, 0);
}

/** Returns a screen of the chat. `prepare` brings the page into the state that the screenshot shows. */
export const createChatScreen = (name: string, prepareScreen?: AppScreen["prepare"]): AppScreen => ({
  name,
  viewer: "member",
  path: createFixedPath("/chat"),
  readySelector: 'a[href^="/chat/"]',
  ...(prepareScreen && { prepare: prepareScreen }),
});
