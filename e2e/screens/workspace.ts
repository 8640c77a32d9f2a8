import type { Page } from "playwright-core";
import { respondWithList, serveDrawnPictures, storedFiles } from "./answers.ts";
import { type AppScreen, createFixedPath } from "./screen.ts";

/** The last button of the navigation rail opens the menu of the signed-in person. */
const openAccountMenu = (page: Page) => page.locator("nav button").last().click();

/** Replaces the API response for the list of files with invented files. The demo workspace has no files. */
async function respondWithSharedFiles(page: Page): Promise<void> {
  const unknownId = "00000000-0000-7000-8000-000000000000";
  const sharedFiles = storedFiles.map((file, index) => ({
    ...file,
    user: { id: unknownId, name: ["佐藤 健司", "Nguyễn Văn An"][index % 2], role: "dev", avatar: null },
    conversation_id: unknownId,
    message_id: unknownId,
    parent_id: null,
    created_at: new Date(Date.UTC(2026, 10, 20, 3, 10 * index)).toISOString(),
  }));
  await serveDrawnPictures(page);
  await respondWithList(/\/api\/files\?/, sharedFiles)(page);
}

/** The screens of the workspace, without the chat and the settings. */
export const workspaceScreens: readonly AppScreen[] = [
  { name: "home", viewer: "member", path: createFixedPath("/home"), readySelector: "main time" },
  {
    name: "home-translator",
    viewer: "translator",
    path: createFixedPath("/home"),
    readySelector: "main article",
  },
  { name: "codes", viewer: "member", path: createFixedPath("/codes"), readySelector: "main h1" },
  {
    name: "codes-new",
    viewer: "member",
    path: createFixedPath("/codes/new"),
    readySelector: "main form",
    isFullPage: true,
  },
  {
    name: "notifications",
    viewer: "member",
    path: createFixedPath("/notifications"),
    readySelector: "main h1",
  },
  { name: "threads", viewer: "member", path: createFixedPath("/threads"), readySelector: "main h1" },
  { name: "bookmarks", viewer: "member", path: createFixedPath("/bookmarks"), readySelector: "main h1" },
  {
    name: "profile",
    viewer: "member",
    path: createFixedPath("/profile"),
    readySelector: "main form",
    isFullPage: true,
  },
  { name: "role-settled", viewer: "member", path: createFixedPath("/role"), readySelector: "form fieldset" },
  {
    name: "files",
    viewer: "member",
    path: createFixedPath("/files?type=all"),
    readySelector: "main li",
    before: respondWithSharedFiles,
  },
  {
    name: "drive",
    viewer: "member",
    path: createFixedPath("/drive"),
    readySelector: "main [role=row]",
  },
  {
    name: "search",
    viewer: "member",
    path: (language) => `/search?q=${encodeURIComponent({ en: "the", vi: "du an", ja: "予約" }[language])}`,
    readySelector: "main mark",
  },
  {
    name: "search-nothing",
    viewer: "member",
    path: createFixedPath("/search?q=zzzqqq"),
    readySelector: "[role=status] p",
  },
  {
    name: "go-anywhere",
    viewer: "member",
    path: createFixedPath("/home"),
    readySelector: "main time",
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await page.locator("[role=option]").first().waitFor();
    },
  },
  {
    name: "account-menu",
    viewer: "member",
    path: createFixedPath("/home"),
    readySelector: "main time",
    prepare: async (page) => {
      await openAccountMenu(page);
      await page.locator("[role=menu]").waitFor();
    },
  },
  {
    name: "sign-out-question",
    viewer: "member",
    path: createFixedPath("/home"),
    readySelector: "main time",
    prepare: async (page) => {
      await openAccountMenu(page);
      await page.locator("[role=menuitem]").last().click();
      await page.locator("[role=dialog] button").first().waitFor();
    },
  },
  {
    name: "language-question",
    viewer: "member",
    path: createFixedPath("/home"),
    readySelector: "main time",
    prepare: async (page) => {
      await openAccountMenu(page);
      await page.locator("[role=menuitemradio][lang][aria-checked=false]").first().click();
      await page.locator("[role=dialog] button").first().waitFor();
    },
  },
  {
    name: "data-ready",
    viewer: "member",
    path: createFixedPath("/settings?of=data#data"),
    readySelector: "#data button, #data a",
    prepare: async (page) => {
      const downloadLink = page.locator("#data a");
      if (!(await downloadLink.isVisible())) await page.locator("#data button").click();
      await downloadLink.waitFor();
    },
  },
  {
    name: "delete-account",
    viewer: "member",
    path: createFixedPath("/settings"),
    readySelector: "#data button",
    prepare: async (page) => {
      await page.locator("#data + section button").last().click();
      await page.locator("[role=dialog] input").last().waitFor();
    },
  },
];
