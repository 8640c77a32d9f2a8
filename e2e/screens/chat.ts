import type { Page } from "playwright-core";
import { inChat, openConversation } from "./chat-acts.ts";
import { always, type Screen } from "./screen.ts";

/** The newest message that can be acted on; its toolbar is open. */
async function pointAtMessage(page: Page): Promise<void> {
  await openConversation(page);
  // Where the mouse lies is another message with its toolbar.
  await page.mouse.move(0, 0);
  await page.locator("article [data-message]").last().focus();
  await page.locator("[role=toolbar]").waitFor();
}

export const chatScreens: readonly Screen[] = [
  inChat("chat"),
  inChat("conversation", openConversation),
  inChat("conversation-details", async (page) => {
    await openConversation(page);
    await page.locator("header button[aria-pressed]").click();
    await page.locator("#details li").first().waitFor();
  }),
  inChat("message-actions", async (page) => {
    await pointAtMessage(page);
    await page.locator("[role=toolbar] button").last().click();
    await page.locator("[role=menuitem]").first().waitFor();
  }),
  inChat("emoji-picker", async (page) => {
    await openConversation(page);
    await page.mouse.move(0, 0);
    await page.locator("button[aria-haspopup=dialog]").last().click();
    await page.locator("[role=dialog] button").nth(20).waitFor();
  }),
  inChat("thread", async (page) => {
    await pointAtMessage(page);
    await page.keyboard.press("r");
    await page.locator("aside textarea").waitFor();
  }),
  inChat("completion", async (page) => {
    await openConversation(page);
    await page.locator("textarea").first().pressSequentially("@");
    await page.locator("[role=option]").first().waitFor();
  }),
  inChat("offline", async (page) => {
    await openConversation(page);
    await page.context().setOffline(true);
    await page.locator("textarea").first().fill("…");
    await page.keyboard.press("Enter");
    await page.locator("article[data-state=waiting]").waitFor();
  }),
  inChat("keys", async (page) => {
    await openConversation(page);
    await page.locator("article [data-message]").last().focus();
    await page.keyboard.press("?");
    await page.locator("[role=dialog] kbd").first().waitFor();
  }),
  inChat("start-conversation", async (page) => {
    await page.locator("section header button").first().click();
    await page.locator("[data-person]").first().waitFor();
  }),
  {
    name: "conversation-missing",
    as: "member",
    path: always("/chat/00000000-0000-7000-8000-000000000000"),
    ready: 'main a[href="/chat"]',
  },
];
