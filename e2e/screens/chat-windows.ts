import type { Message } from "@kakehashi/contract/messages";
import type { Page } from "playwright-core";
import { createPdf } from "../pdf.ts";
import {
  changeApiResponse,
  changeNewestMessage,
  messagesPath,
  respondWithList,
  serveDrawnPictures,
  storedFiles,
} from "./answers.ts";
import {
  chooseMenuItem,
  createChatScreen,
  openConversation,
  openDetails,
  pointAtMessage,
} from "./chat-acts.ts";
import type { AppScreen } from "./screen.ts";

// Screens with dialogs and panes above or next to a conversation.

const storedRevisions = [
  {
    revision: 1,
    content: "確認しました。これで大丈夫です。",
    language: "ja",
    created_at: "2026-11-20T01:12:00Z",
  },
  {
    revision: 2,
    content: "確認しました。これで**大丈夫**です。\n\n- 件名\n- 本文の冒頭",
    language: "ja",
    created_at: "2026-11-20T01:14:00Z",
  },
];

const addFilesToNewest = async (page: Page) => {
  await serveDrawnPictures(page);
  await changeNewestMessage(() => ({ files: [...storedFiles] }))(page);
};

/** Changes fields of the newest message in API responses, and makes the reader its author. */
const changeNewestToOwnMessage = (fields: Partial<Message>) => async (page: Page) => {
  let readerId = "";
  await changeApiResponse<{ id: string }>("**/api/users/info", (account) => {
    readerId = account.id;
    return account;
  })(page);
  await changeNewestMessage(() => ({ user_id: readerId, ...fields }))(page);
};

const openDeleteDialog = async (page: Page) => {
  await pointAtMessage(page);
  await page.keyboard.press("Delete");
  await page.locator("[role=dialog] button").last().waitFor();
};

export const chatWindowScreens: readonly AppScreen[] = [
  {
    ...createChatScreen("message-history", async (page) => {
      await chooseMenuItem(page, "history");
      await page.locator("[role=dialog] time").nth(1).waitFor();
    }),
    before: async (page) => {
      await changeNewestMessage(() => ({ edited: true, revision: 3 }))(page);
      await page.route("**/revisions", (route) =>
        route.fulfill({ json: { data: storedRevisions, meta: { above: false } } }),
      );
    },
  },
  createChatScreen("message-seen", async (page) => {
    await chooseMenuItem(page, "eye");
    await page.locator("[role=dialog] li, [role=dialog] p").first().waitFor();
  }),
  { ...createChatScreen("message-delete", openDeleteDialog), before: changeNewestToOwnMessage({}) },
  {
    ...createChatScreen("message-files", async (page) => {
      await openConversation(page);
      await page.locator("article img").nth(2).waitFor();
    }),
    before: addFilesToNewest,
  },
  {
    ...createChatScreen("message-files-delete", async (page) => {
      await chooseMenuItem(page, "file-x");
      await page.locator("[role=dialog] li").nth(4).waitFor();
    }),
    before: async (page) => {
      await serveDrawnPictures(page);
      await changeNewestToOwnMessage({ files: [...storedFiles] })(page);
    },
  },
  {
    ...createChatScreen("gallery", async (page) => {
      await openConversation(page);
      await page.locator("article button:has(img)").first().click();
      await page.locator("dialog[open] img").waitFor();
    }),
    before: addFilesToNewest,
  },
  ...(["pdf", "pdf-broken"] as const).map(
    (name): AppScreen => ({
      ...createChatScreen(name, async (page) => {
        await openConversation(page);
        await page.locator("article button:has(.tabler-icon-file-type-pdf)").last().click();
        await page
          .locator(name === "pdf" ? "dialog[open] canvas" : "dialog[open] [role=alert]")
          .first()
          .waitFor();
      }),
      before: async (page) => {
        const body =
          name === "pdf" ? createPdf(["Sakura booking", "Opening hours"]) : Buffer.from("%PDF-1.7\n");
        await changeNewestMessage(() => ({
          files: storedFiles.filter(({ type }) => type === "application/pdf"),
        }))(page);
        await page.route("**/api/files/*", (route) =>
          route.fulfill({ contentType: "application/pdf", body }),
        );
      },
    }),
  ),
  createChatScreen("person-card", async (page) => {
    await openConversation(page);
    await page.locator("article [data-card]").last().click();
    await page.locator("[role=dialog] [data-autofocus]").waitFor();
  }),
  createChatScreen("add-people", async (page) => {
    await openDetails(page);
    await page.locator("#details button:has(.tabler-icon-user-plus)").click();
    await page.locator("[role=dialog] [data-person]:enabled").first().click();
    await page.locator("[role=dialog] [aria-pressed=true]").waitFor();
  }),
  createChatScreen("leave-question", async (page) => {
    await openDetails(page);
    await page.locator("#details button[data-grave]").click();
    await page.locator("[role=dialog] button").last().waitFor();
  }),
  {
    ...createChatScreen("pins", async (page) => {
      await openDetails(page);
      await page.locator('#details a[href*="message="]').first().waitFor();
    }),
    before: async (page) => {
      const pinnedMessages: Message[] = [];
      await changeApiResponse<Message[]>(messagesPath, (messages) => {
        pinnedMessages.splice(
          0,
          pinnedMessages.length,
          ...messages.slice(-4).map((message) => ({ ...message, pinned: true })),
        );
        return messages.map((message) => pinnedMessages.find(({ id }) => id === message.id) ?? message);
      })(page);
      await respondWithList("**/pins", pinnedMessages)(page);
    },
  },
  createChatScreen("drop-zone", async (page) => {
    await openConversation(page);
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["…"], "wireframes.zip"));
      document.querySelector("article").dispatchEvent(new DragEvent("dragenter", { dataTransfer, bubbles: true }));
    })()`);
  }),
];
