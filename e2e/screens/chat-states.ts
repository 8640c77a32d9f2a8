import type { Message } from "@kakehashi/contract/messages";
import type { Page } from "playwright-core";
import { inChat, openConversation } from "./chat-acts.ts";
import type { Screen } from "./screen.ts";

// What a conversation looks like when something has happened to it, or has not come yet. The server's answers are
// changed on their way, so that one picture leaves nothing behind for the next.

const messagesPath = /\/api\/conversations\/[\w-]+\/messages(\?.*)?$/;

const refusal = "Your account is blocked: you can read, but not write.";

/** The newest messages, as the page gets them, changed. */
const withNewest = (change: (newest: Message) => Partial<Message>) => async (page: Page) => {
  await page.route(messagesPath, async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    const json = await response.json();
    json.data = json.data.map((one: Message, index: number, all: Message[]) =>
      index === all.length - 1 ? { ...one, ...change(one) } : one,
    );
    await route.fulfill({ response, json });
  });
};

/** No answer, for as long as the picture takes. */
const unanswered = (path: string | RegExp) => async (page: Page) => {
  await page.route(path, () => {});
};

export const chatStateScreens: readonly Screen[] = [
  inChat("message-editing", async (page) => {
    await openConversation(page);
    await page.locator("textarea").first().press("ArrowUp");
    await page.locator("article textarea").waitFor();
  }),
  {
    ...inChat("message-deleted", openConversation),
    before: withNewest(() => ({ content: "", deleted: true, files: [], reactions: [], reply_count: 0 })),
  },
  {
    ...inChat("send-refused", async (page) => {
      await openConversation(page);
      await page.route(messagesPath, (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 403, json: { error: { code: "ERR.BLOCKED", message: refusal } } })
          : route.fallback(),
      );
      await page.locator("textarea").first().fill("OK!");
      await page.keyboard.press("Enter");
      await page.locator("article[data-state=failed]").waitFor();
    }),
    // It would wait in every picture after this.
    after: async (page) => {
      await page.locator("article[data-state=failed] button").last().click();
      await page.locator("article[data-state=failed]").waitFor({ state: "detached" });
    },
  },
  inChat("unread-line", async (page) => {
    await openConversation(page);
    await page.mouse.move(0, 0);
    await page.locator("article [data-message]").last().focus();
    const marked = page.waitForResponse((response) => response.url().includes("unread"));
    await page.keyboard.press("u");
    await marked;
    await page.goto("/chat");
    await openConversation(page);
    await page.locator("[class*=_unread_]").first().waitFor();
  }),
  {
    ...inChat("uploading", async (page) => {
      await openConversation(page);
      await page.setInputFiles("input[data-attach]", [
        { name: "議事録 2026-11.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(400_000, 1) },
        { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
      ]);
      await page.locator("li[data-state=failed]").waitFor();
    }),
    before: unanswered("**/api/uploads*"),
    unfinished: true,
  },
  {
    ...inChat("tab-empty", async (page) => {
      await page.locator("[data-tab=client]").click();
      await page.locator("[data-tab=client][aria-selected=true]").waitFor();
    }),
    // The tab is remembered.
    after: (page) => page.locator("[data-tab=all]").click(),
  },
  {
    ...inChat("conversations-loading"),
    ready: "[role=status]",
    before: unanswered(/\/api\/conversations\?/),
    unfinished: true,
  },
  {
    ...inChat("conversations-failed"),
    ready: "[role=alert] button",
    before: async (page) => {
      await page.route(/\/api\/conversations\?/, (route) => route.fulfill({ status: 500, json: {} }));
    },
  },
  {
    ...inChat("messages-loading", async (page) => {
      await page.locator('nav ~ * a[href^="/chat/"]').first().click();
      await page.locator("main [role=status]").first().waitFor();
    }),
    before: unanswered(messagesPath),
    unfinished: true,
  },
];
