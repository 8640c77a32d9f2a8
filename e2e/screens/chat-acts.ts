import type { Page } from "playwright-core";
import { always, type Screen } from "./screen.ts";

export async function openConversation(page: Page): Promise<void> {
  await page.locator('nav ~ * a[href^="/chat/"]').first().click();
  await page.locator("article").last().waitFor();
}

/** A screen of the chat, after an act in it. */
export const inChat = (name: string, act?: Screen["act"]): Screen => ({
  name,
  as: "member",
  path: always("/chat"),
  ready: 'a[href^="/chat/"]',
  ...(act && { act }),
});
