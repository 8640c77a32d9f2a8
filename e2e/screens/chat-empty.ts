import { conversationsPath, respondWithList } from "./answers.ts";
import { createChatScreen } from "./chat-acts.ts";
import { type AppScreen, createFixedPath } from "./screen.ts";

/** Returns a screen that shows an empty tab in the list of conversations. */
const createEmptyTabScreen = (tab: string, runBeforeOpening?: AppScreen["before"]): AppScreen => ({
  ...createChatScreen(`tab-${tab}-empty`, async (page) => {
    await page.locator(`[data-tab=${tab}]`).click();
    await page.locator(`[data-tab=${tab}][aria-selected=true]`).waitFor();
    await page.locator("[role=tabpanel] svg").waitFor();
  }),
  ...(runBeforeOpening && { before: runBeforeOpening }),
  // Chooses the tab "All" again. The browser remembers the chosen tab, so the next screens would show another one.
  after: (page) => page.locator("[data-tab=all]").click(),
});

/** Returns a screen of the page at `path`. The page is still empty, because its viewer is new. */
const createEmptyPageScreen = (name: string, path: string): AppScreen => ({
  name,
  viewer: "settler",
  path: createFixedPath(path),
  readySelector: "main svg ~ *, main div:has(> svg) + p",
});

export const chatEmptyScreens: readonly AppScreen[] = [
  {
    ...createChatScreen("tab-all-empty"),
    readySelector: "[role=tabpanel] button",
    before: respondWithList(conversationsPath),
  },
  createEmptyTabScreen("client"),
  createEmptyTabScreen("support"),
  createEmptyTabScreen("pin"),
  createEmptyTabScreen("bookmark", respondWithList(/\/api\/messages\/mark_for_translation/)),
  createEmptyTabScreen("threads", respondWithList(/\/api\/threads\/messages/)),
  {
    ...createChatScreen("my-chat-empty", async (page) => {
      await page.locator("[data-tab=my_chat]").click();
      await page.locator("textarea").waitFor();
    }),
    viewer: "settler",
    readySelector: "[data-tab=my_chat]",
  },
  createEmptyPageScreen("threads-empty", "/threads"),
  createEmptyPageScreen("bookmarks-empty", "/bookmarks"),
  createEmptyPageScreen("notifications-empty", "/notifications"),
  createEmptyPageScreen("files-empty", "/files?type=all"),
  createEmptyPageScreen("files-videos-empty", "/files?type=videos"),
  createEmptyPageScreen("files-location-empty", "/files?type=location"),
  createEmptyPageScreen("drive-empty", "/drive"),
  createEmptyPageScreen("drive-trash-empty", "/drive/trash"),
  createEmptyPageScreen("search-start", "/search"),
];
