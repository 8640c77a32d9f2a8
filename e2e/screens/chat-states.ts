import { errorDefinitions } from "@kakehashi/contract/errors";
import { isLanguage } from "@kakehashi/contract/languages";
import type { Page } from "playwright-core";
import { changeNewestMessage, conversationsPath, leaveRequestUnanswered, messagesPath } from "./answers.ts";
import { createChatScreen, groupSelector, openConversation } from "./chat-acts.ts";
import type { AppScreen } from "./screen.ts";

// Screens of a conversation after an action, after an error, or while the page is loading something.

/** The fraction of a file's upload that is done in the screenshot. */
const uploadedFraction = 0.625;

/** Stops an upload after its first part. */
async function holdUpload(page: Page): Promise<void> {
  await page.route("**/api/uploads", (route) => {
    const length = Number(route.request().headers()["upload-length"]);
    return route.fulfill({
      status: 201,
      headers: {
        "tus-resumable": "1.0.0",
        location: "/api/uploads/held",
        "upload-offset": String(length * uploadedFraction),
      },
    });
  });
  await leaveRequestUnanswered("**/api/uploads/held")(page);
}

export const chatStateScreens: readonly AppScreen[] = [
  createChatScreen("message-editing", async (page) => {
    await openConversation(page);
    await page.locator("textarea").first().press("ArrowUp");
    await page.locator("article textarea").waitFor();
  }),
  createChatScreen("message-edit-conflict", async (page) => {
    await openConversation(page);
    await page.locator("textarea").first().press("ArrowUp");
    await page.locator("article textarea").fill("10時で大丈夫です。OK!");
    // Replaces the response to the edit by an error, as if another tab had already saved another edit of the message.
    const language = await page.locator("html").getAttribute("lang");
    const { status, message } = errorDefinitions["MESSAGE.EDITED"];
    const storedMessageEdit = {
      content: "10時半でお願いします。\n– 資料は前日までに送ります。",
      revision: 99,
    };
    const error = {
      code: "MESSAGE.EDITED",
      message: message[isLanguage(language) ? language : "en"],
      current: storedMessageEdit,
    };
    await page.route(/\/api\/conversations\/[\w-]+\/messages\/[\w-]+$/, (route) =>
      route.request().method() === "GET" ? route.fallback() : route.fulfill({ status, json: { error } }),
    );
    await page.locator("article [data-focus-layer] button").last().click();
    await page.locator("article blockquote").waitFor();
  }),
  {
    ...createChatScreen("message-deleted", openConversation),
    before: changeNewestMessage(() => ({
      content: "",
      deleted: true,
      files: [],
      reactions: [],
      reply_count: 0,
    })),
  },
  {
    ...createChatScreen("send-refused", async (page) => {
      await openConversation(page);
      const language = await page.locator("html").getAttribute("lang");
      const { status, message } = errorDefinitions["ERR.BLOCKED"];
      const error = { code: "ERR.BLOCKED", message: message[isLanguage(language) ? language : "en"] };
      await page.route(messagesPath, (route) =>
        route.request().method() === "POST" ? route.fulfill({ status, json: { error } }) : route.fallback(),
      );
      await page.locator("textarea").first().fill("OK!");
      await page.keyboard.press("Enter");
      await page.locator("article[data-state=failed]").waitFor();
    }),
    // Discards the failed message. Otherwise all later screenshots would show it.
    after: async (page) => {
      await page.locator("article[data-state=failed] button").last().click();
      await page.locator("article[data-state=failed]").waitFor({ state: "detached" });
    },
  },
  createChatScreen("typing", async (page, openAsColleague) => {
    await openConversation(page);
    const [, room] = /\/chat\/([\w-]+)/.exec(page.url()) ?? [];
    const line = page.locator("[class*=_writers_]:not(:empty)");
    // Signals again and again that the colleague is typing, because the page may miss the first signal.
    do await openAsColleague(`/conversations/${room}/typing`);
    while (
      !(await line.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      ))
    );
  }),
  createChatScreen("unread-line", async (page) => {
    await openConversation(page);
    await page.locator("article [data-message]").last().focus();
    // Marks the newest two messages as unread, so that the line "New" appears. A reader's own messages cannot be
    // unread. The two messages have different authors, so at least one is not the reader's.
    await page.keyboard.press("ArrowUp");
    const unreadResponse = page.waitForResponse((response) => response.url().includes("unread"));
    await page.keyboard.press("u");
    await unreadResponse;
    await page.goto("/chat");
    await openConversation(page);
    await page.locator("[class*=_unread_]").first().waitFor();
  }),
  {
    ...createChatScreen("uploading", async (page) => {
      await openConversation(page);
      await page.setInputFiles("input[data-attach]", [
        { name: "議事録 2026-11.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(400_000, 1) },
        { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
      ]);
      await page.locator("li[data-state=failed]").waitFor();
      await page.locator(`progress[value="${uploadedFraction}"]`).waitFor();
    }),
    before: holdUpload,
    hasPendingRequest: true,
  },
  {
    ...createChatScreen("conversations-loading"),
    readySelector: "[role=tabpanel] [role=status]",
    before: leaveRequestUnanswered(conversationsPath),
    hasPendingRequest: true,
  },
  {
    ...createChatScreen("conversations-failed"),
    readySelector: "[role=alert] button",
    before: async (page) => {
      await page.route(conversationsPath, (route) => route.fulfill({ status: 500, json: {} }));
    },
  },
  {
    ...createChatScreen("messages-loading", async (page) => {
      await page.locator(groupSelector).first().click();
      await page.locator("main [role=status]").first().waitFor();
    }),
    before: leaveRequestUnanswered(messagesPath),
    hasPendingRequest: true,
  },
];
