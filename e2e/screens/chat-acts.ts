import type { Page } from "playwright-core";
import { constantPath, type Screen } from "./screen.ts";

/** The group that everybody in the demo workspace is in, by its name. */
export const group = 'nav ~ * a[href^="/chat/"]:has-text("さくら予約アプリ")';

export async function openConversation(page: Page): Promise<void> {
  await page.locator(group).first().click();
  await page.locator("article").last().waitFor();
  // Another message would show its toolbar under the mouse.
  await page.mouse.move(0, 0);
}

/** The newest message that has actions. Its toolbar is open. */
export async function pointAtMessage(page: Page): Promise<void> {
  await openConversation(page);
  await page.locator("article [data-message]").last().focus();
  // Only a message with the keyboard focus shows its actions.
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
  const touchPointer = { bubbles: true, pointerType: "touch" };
  await page.locator("article [data-message]").last().dispatchEvent("pointerdown", touchPointer);
  await page.locator("[data-sheet]").waitFor();
}

/** Chooses an item in the newest message's menu by its icon, because the words differ in each language. */
export async function chooseInMenu(page: Page, icon: string): Promise<void> {
  await openMessageMenu(page);
  await page.locator(`[role=menuitem]:has(.tabler-icon-${icon})`).click();
}

/** Opens the details of a conversation. */
export async function openDetails(page: Page): Promise<void> {
  await openConversation(page);
  await page.locator("header button[aria-pressed]").click();
  await page.locator("#details li").first().waitFor();
  // On a phone the close button takes the place of the pressed button and would show its tooltip.
  await page.mouse.move(0, 0);
}

/** A screen of the chat, after some action in it. */
export const inChat = (name: string, prepare?: Screen["prepare"]): Screen => ({
  name,
  as: "member",
  path: constantPath("/chat"),
  readyText: 'a[href^="/chat/"]',
  ...(prepare && { prepare }),
});
