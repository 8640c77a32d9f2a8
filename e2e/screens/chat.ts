import type { Page } from "playwright-core";
import {
  createChatScreen,
  openConversation,
  openDetails,
  openMessageMenu,
  openMessageSheet,
  pointAtMessage,
} from "./chat-acts.ts";
import { type AppScreen, createFixedPath } from "./screen.ts";

async function discardWaitingMessage(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done, fail) => {
    const opening = indexedDB.open("kakehashi");
    opening.onerror = fail;
    opening.onsuccess = () => {
      const work = opening.result.transaction("outbox", "readwrite");
      work.objectStore("outbox").clear();
      work.onerror = fail;
      work.oncomplete = () => done(opening.result.close());
    };
  })`);
  await page.goto("about:blank");
}

export const chatScreens: readonly AppScreen[] = [
  createChatScreen("chat"),
  createChatScreen("conversation", openConversation),
  createChatScreen("conversation-direct", async (page) => {
    await page.locator('nav ~ * a[href^="/chat/"]:not(:has-text("さくら予約アプリ"))').first().click();
    await page.locator("article").last().waitFor();
  }),
  createChatScreen("conversation-details", openDetails),
  createChatScreen("message-actions", openMessageMenu),
  createChatScreen("message-sheet", openMessageSheet),
  createChatScreen("emoji-picker", async (page) => {
    await openConversation(page);
    await page.locator("button[aria-haspopup=dialog]").last().click();
    await page.locator("[role=dialog] button").nth(20).waitFor();
  }),
  createChatScreen("thread", async (page) => {
    await pointAtMessage(page);
    await page.keyboard.press("r");
    await page.locator("aside textarea").waitFor();
  }),
  {
    ...createChatScreen("completion", async (page) => {
      await openConversation(page);
      await page.locator("textarea").first().pressSequentially("@");
      await page.locator("[role=option]").first().waitFor();
    }),
    // Deletes the typed text. Otherwise it would become a draft.
    after: (page) => page.locator("textarea").first().fill(""),
  },
  {
    ...createChatScreen("offline", async (page) => {
      await openConversation(page);
      await page.context().setOffline(true);
      await page.locator("textarea").first().fill("…");
      await page.keyboard.press("Enter");
      await page.locator("article[data-state=waiting]").waitFor();
      await page.locator("[class*=_banner_]").waitFor();
    }),
    // Discards the waiting message. Otherwise the page would send it during the next screenshot.
    after: discardWaitingMessage,
  },
  createChatScreen("keys", async (page) => {
    await openConversation(page);
    await page.locator("article [data-message]").last().focus();
    await page.keyboard.press("?");
    await page.locator("[role=dialog] kbd").first().waitFor();
  }),
  createChatScreen("start-conversation", async (page) => {
    await page.locator("section header button").first().click();
    await page.locator("[data-person]").first().waitFor();
  }),
  {
    name: "conversation-missing",
    viewer: "member",
    path: createFixedPath("/chat/00000000-0000-7000-8000-000000000000"),
    readySelector: 'main a[href="/chat"]',
  },
];
