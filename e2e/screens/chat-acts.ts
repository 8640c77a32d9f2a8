import type { Page } from "playwright-core";
import { always, type Screen } from "./screen.ts";

/** The one that all of the demo workspace's people are in, under the name they gave it. */
export const group = 'nav ~ * a[href^="/chat/"]:has-text("さくら予約アプリ")';

export async function openConversation(page: Page): Promise<void> {
  await page.locator(group).first().click();
  await page.locator("article").last().waitFor();
  // Where the mouse lies is another message with its toolbar.
  await page.mouse.move(0, 0);
}

/** The newest message that can be acted on; its toolbar is open. */
export async function pointAtMessage(page: Page): Promise<void> {
  await openConversation(page);
  await page.locator("article [data-message]").last().focus();
  // Only what the keyboard went to shows its actions.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await page.locator("[role=toolbar]").waitFor();
}

export async function openMessageMenu(page: Page): Promise<void> {
  await pointAtMessage(page);
  await page.locator("[role=toolbar] button").last().click();
  await page.locator("[role=menuitem]").first().waitFor();
}

/** What a finger that rests on the newest message gets. */
export async function openMessageSheet(page: Page): Promise<void> {
  await openConversation(page);
  const touch = { bubbles: true, pointerType: "touch" };
  await page.locator("article [data-message]").last().dispatchEvent("pointerdown", touch);
  await page.locator("[data-sheet]").waitFor();
}

/** Chooses in the newest message's menu; its entries have other words in each language, and the same icons. */
export async function chooseInMenu(page: Page, icon: string): Promise<void> {
  await openMessageMenu(page);
  await page.locator(`[role=menuitem]:has(.tabler-icon-${icon})`).click();
}

/** Where a conversation says what it is, and who is in it. */
export async function openDetails(page: Page): Promise<void> {
  await openConversation(page);
  await page.locator("header button[aria-pressed]").click();
  await page.locator("#details li").first().waitFor();
  // On a phone what closes them stands where that button was, and would show its name.
  await page.mouse.move(0, 0);
}

/** A screen of the chat, after an act in it. */
export const inChat = (name: string, act?: Screen["act"]): Screen => ({
  name,
  as: "member",
  path: always("/chat"),
  ready: 'a[href^="/chat/"]',
  ...(act && { act }),
});
