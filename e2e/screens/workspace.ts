import type { StorageUse } from "@kakehashi/contract/files";
import type { Account } from "@kakehashi/contract/users";
import type { Page } from "playwright-core";
import { addDrawnFiles, answerWithList, changed, storedFiles } from "./answers.ts";
import { createFixedPath, type Screen } from "./screen.ts";

/** The menu of the signed-in person is the last button of the navigation rail. */
const openMenu = (page: Page) => page.locator("nav button").last().click();

/**
 * Opens the dialog that sets up two-step sign-in, as far as the QR code. No call reaches the server, so nobody's
 * sign-in changes.
 */
async function openTwoStepSetup(page: Page): Promise<void> {
  const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  const uri = `otpauth://totp/Kakehashi:somebody%40kakehashi.example?issuer=Kakehashi&secret=${secret}`;
  const codes = Array.from({ length: 10 }, (_, index) => `7k3m-q${index}xd-0v9t`);
  for (const [call, data] of [
    ["setup", { secret, uri }],
    ["confirm", { recovery_codes: codes }],
  ] as const)
    await page.route(`**/api/users/two-step/${call}`, (route) => route.fulfill({ json: { data } }));
  await page.locator("[data-two-step] button").first().click();
  await page.fill("[role=dialog] input[name=current_password]", "any");
  await page.locator("[role=dialog] button[type=submit]").click();
  await page.locator("[role=dialog] [role=img]").waitFor();
}

/** Chooses another working language in the settings. The select field before it sets the language of the interface. */
async function chooseWorkingLanguage(page: Page): Promise<void> {
  const field = page.locator("main section select").nth(1);
  const value = await field.inputValue();
  await field.selectOption(value === "ja" ? "vi" : "ja");
  await page.locator("[role=dialog] button").first().waitFor();
}

/** The demo workspace has no files, so the screen answers with invented ones. */
async function shareFiles(page: Page): Promise<void> {
  const unknownId = "00000000-0000-7000-8000-000000000000";
  const sharedFiles = storedFiles.map((file, index) => ({
    ...file,
    user: { id: unknownId, name: ["佐藤 健司", "Nguyễn Văn An"][index % 2], role: "dev", avatar: null },
    conversation_id: unknownId,
    message_id: unknownId,
    parent_id: null,
    created_at: new Date(Date.UTC(2026, 10, 20, 3, 10 * index)).toISOString(),
  }));
  await addDrawnFiles(page);
  await answerWithList(/\/api\/files\?/, sharedFiles)(page);
}

/** All screens of the workspace except the chat. */
export const workspaceScreens: readonly Screen[] = [
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
    whole: true,
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
    whole: true,
  },
  { name: "role-settled", viewer: "member", path: createFixedPath("/role"), readySelector: "form fieldset" },
  {
    name: "settings",
    viewer: "member",
    path: createFixedPath("/settings"),
    readySelector: "main section li",
    whole: true,
  },
  {
    name: "settings-quiet-hours",
    viewer: "member",
    path: createFixedPath("/settings"),
    readySelector: "main input[type=time]",
    before: changed<Account>("**/api/users/info", (account) => ({
      ...account,
      settings: { ...account.settings, quiet_hours: { from: "22:00", to: "07:00" } },
    })),
    prepare: async (page) => {
      await page.locator("main input[type=time]").first().scrollIntoViewIfNeeded();
    },
  },
  ...(["", "-full"] as const).map(
    (full): Screen => ({
      name: `settings-storage${full}`,
      viewer: "member",
      path: createFixedPath(`/settings?of=storage${full}#storage`),
      readySelector: "#storage p",
      before: changed<StorageUse>("**/api/files/usage", ({ limit }) => ({
        used: full ? limit : Math.round(limit * 0.37),
        limit,
        total_full: full !== "",
      })),
      prepare: (page) => page.locator("#storage a").scrollIntoViewIfNeeded(),
    }),
  ),
  {
    name: "settings-email-change",
    viewer: "member",
    path: createFixedPath("/settings"),
    readySelector: "section#email button",
    prepare: async (page) => {
      await page.locator("section#email button").click();
      await page.locator("[role=dialog] input[name=email]").waitFor();
    },
  },
  {
    name: "settings-email-waiting",
    viewer: "member",
    path: createFixedPath("/settings"),
    readySelector: "section#email li",
    before: (page) =>
      page
        .route("**/api/users/email-change", (route) =>
          route.fulfill({
            json: {
              data: {
                email: "a.rather.long.address.of.somebody@elsewhere.example",
                old_confirmed: true,
                new_confirmed: false,
                expires_at: "2026-12-05T03:00:00Z",
              },
            },
          }),
        )
        .then(() => {}),
    prepare: (page) => page.locator("section#email button").scrollIntoViewIfNeeded(),
  },
  {
    name: "two-step-setup",
    viewer: "member",
    path: createFixedPath("/settings"),
    readySelector: "main section li",
    prepare: (page) => openTwoStepSetup(page),
  },
  {
    name: "two-step-codes",
    viewer: "member",
    path: createFixedPath("/settings"),
    readySelector: "main section li",
    prepare: async (page) => {
      await openTwoStepSetup(page);
      await page.fill("[role=dialog] input[name=code]", "123456");
      await page.locator("[role=dialog] button[type=submit]").click();
      await page.locator("[role=dialog] li").first().waitFor();
    },
  },
  {
    name: "two-step-renew",
    viewer: "member",
    path: createFixedPath("/settings"),
    readySelector: "main section li",
    before: async (page) => {
      await page.route(
        "**/api/users/two-step",
        (route) =>
          route.fulfill({ json: { data: { since: "2026-11-02T03:00:00Z", recovery_codes_left: 2 } } }),
        { times: 1 },
      );
    },
    prepare: async (page) => {
      await page.locator("[data-two-step] button").first().click();
      await page.locator("[role=dialog] input[name=code]").waitFor();
    },
  },
  {
    name: "working-language-question",
    viewer: "member",
    path: createFixedPath("/settings"),
    readySelector: "main section li",
    prepare: chooseWorkingLanguage,
  },
  {
    name: "files",
    viewer: "member",
    path: createFixedPath("/files?type=all"),
    readySelector: "main li",
    before: shareFiles,
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
      await openMenu(page);
      await page.locator("[role=menu]").waitFor();
    },
  },
  {
    name: "sign-out-question",
    viewer: "member",
    path: createFixedPath("/home"),
    readySelector: "main time",
    prepare: async (page) => {
      await openMenu(page);
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
      await openMenu(page);
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
      const download = page.locator("#data a");
      if (!(await download.isVisible())) await page.locator("#data button").click();
      await download.waitFor();
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
