import { answerWithList, conversationsPath } from "./answers.ts";
import { createChatScreen } from "./chat-acts.ts";
import { constantPath, type Screen } from "./screen.ts";

/** Shows an empty tab of the list of conversations. */
const emptyTab = (tab: string, before?: Screen["before"]): Screen => ({
  ...createChatScreen(`tab-${tab}-empty`, async (page) => {
    await page.locator(`[data-tab=${tab}]`).click();
    await page.locator(`[data-tab=${tab}][aria-selected=true]`).waitFor();
    await page.locator("[role=tabpanel] svg").waitFor();
  }),
  ...(before && { before }),
  // The browser remembers the chosen tab, so it is set back afterwards.
  after: (page) => page.locator("[data-tab=all]").click(),
});

/** Makes the screen of a page that is empty for a newcomer. */
const emptyPage = (name: string, path: string): Screen => ({
  name,
  viewer: "settler",
  path: constantPath(path),
  readyText: "main svg ~ *, main div:has(> svg) + p",
});

export const chatEmptyScreens: readonly Screen[] = [
  {
    ...createChatScreen("tab-all-empty"),
    readyText: "[role=tabpanel] button",
    before: answerWithList(conversationsPath),
  },
  emptyTab("client"),
  emptyTab("support"),
  emptyTab("pin"),
  emptyTab("bookmark", answerWithList(/\/api\/messages\/mark_for_translation/)),
  emptyTab("threads", answerWithList(/\/api\/threads\/messages/)),
  {
    ...createChatScreen("my-chat-empty", async (page) => {
      await page.locator("[data-tab=my_chat]").click();
      await page.locator("textarea").waitFor();
    }),
    viewer: "settler",
    readyText: "[data-tab=my_chat]",
  },
  emptyPage("threads-empty", "/threads"),
  emptyPage("bookmarks-empty", "/bookmarks"),
  emptyPage("notifications-empty", "/notifications"),
  emptyPage("files-empty", "/files?type=all"),
  emptyPage("files-videos-empty", "/files?type=videos"),
  emptyPage("files-location-empty", "/files?type=location"),
  emptyPage("drive-empty", "/drive"),
  emptyPage("drive-trash-empty", "/drive/trash"),
  emptyPage("search-start", "/search"),
];
