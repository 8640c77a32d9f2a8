import type { StorageUse } from "@kakehashi/contract/files";
import type { Account } from "@kakehashi/contract/users";
import type { Page } from "playwright-core";
import { changed, drawFiles, listed, storedFiles } from "./answers.ts";
import { always, type Screen } from "./screen.ts";

/** The person's own menu is the last button of the rail. */
const openMenu = (page: Page) => page.locator("nav button").last().click();

/** Opens the setup of the second step up to the QR code. The server is not called, so nobody's sign-in changes. */
async function openTwoStep(page: Page): Promise<void> {
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

/** Chooses another working language. The menu beside it is for the interface's language. */
async function chooseWorkingLanguage(page: Page): Promise<void> {
  const field = page.locator("main section select").nth(1);
  const now = await field.inputValue();
  await field.selectOption(now === "ja" ? "vi" : "ja");
  await page.locator("[role=dialog] button").first().waitFor();
}

/** The demo workspace has no files. */
async function shareFiles(page: Page): Promise<void> {
  const nowhere = "00000000-0000-7000-8000-000000000000";
  const shared = storedFiles.map((file, index) => ({
    ...file,
    user: { id: nowhere, name: ["佐藤 健司", "Nguyễn Văn An"][index % 2], role: "dev", avatar: null },
    conversation_id: nowhere,
    message_id: nowhere,
    parent_id: null,
    created_at: new Date(Date.UTC(2026, 10, 20, 3, 10 * index)).toISOString(),
  }));
  await drawFiles(page);
  await listed(/\/api\/files\?/, shared)(page);
}

/** All screens of the workspace except the chat. */
export const workspaceScreens: readonly Screen[] = [
  { name: "home", as: "member", path: always("/home"), ready: "main time" },
  { name: "home-translator", as: "translator", path: always("/home"), ready: "main article" },
  { name: "notifications", as: "member", path: always("/notifications"), ready: "main h1" },
  { name: "threads", as: "member", path: always("/threads"), ready: "main h1" },
  { name: "bookmarks", as: "member", path: always("/bookmarks"), ready: "main h1" },
  { name: "profile", as: "member", path: always("/profile"), ready: "main form", whole: true },
  { name: "role-settled", as: "member", path: always("/role"), ready: "form fieldset" },
  { name: "settings", as: "member", path: always("/settings"), ready: "main section li", whole: true },
  {
    name: "settings-quiet-hours",
    as: "member",
    path: always("/settings"),
    ready: "main input[type=time]",
    before: changed<Account>("**/api/users/info", (account) => ({
      ...account,
      settings: { ...account.settings, quiet_hours: { from: "22:00", to: "07:00" } },
    })),
    act: async (page) => {
      await page.locator("main input[type=time]").first().scrollIntoViewIfNeeded();
    },
  },
  ...(["", "-full"] as const).map(
    (full): Screen => ({
      name: `settings-storage${full}`,
      as: "member",
      path: always(`/settings?of=storage${full}#storage`),
      ready: "#storage p",
      before: changed<StorageUse>("**/api/files/usage", ({ limit }) => ({
        used: full ? limit : Math.round(limit * 0.37),
        limit,
        total_full: full !== "",
      })),
      act: (page) => page.locator("#storage a").scrollIntoViewIfNeeded(),
    }),
  ),
  {
    name: "settings-email-change",
    as: "member",
    path: always("/settings"),
    ready: "section#email button",
    act: async (page) => {
      await page.locator("section#email button").click();
      await page.locator("[role=dialog] input[name=email]").waitFor();
    },
  },
  {
    name: "settings-email-waiting",
    as: "member",
    path: always("/settings"),
    ready: "section#email li",
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
    act: (page) => page.locator("section#email button").scrollIntoViewIfNeeded(),
  },
  {
    name: "two-step-setup",
    as: "member",
    path: always("/settings"),
    ready: "main section li",
    act: (page) => openTwoStep(page),
  },
  {
    name: "two-step-codes",
    as: "member",
    path: always("/settings"),
    ready: "main section li",
    act: async (page) => {
      await openTwoStep(page);
      await page.fill("[role=dialog] input[name=code]", "123456");
      await page.locator("[role=dialog] button[type=submit]").click();
      await page.locator("[role=dialog] li").first().waitFor();
    },
  },
  {
    name: "two-step-renew",
    as: "member",
    path: always("/settings"),
    ready: "main section li",
    before: async (page) => {
      await page.route(
        "**/api/users/two-step",
        (route) =>
          route.fulfill({ json: { data: { since: "2026-11-02T03:00:00Z", recovery_codes_left: 2 } } }),
        { times: 1 },
      );
    },
    act: async (page) => {
      await page.locator("[data-two-step] button").first().click();
      await page.locator("[role=dialog] input[name=code]").waitFor();
    },
  },
  {
    name: "working-language-question",
    as: "member",
    path: always("/settings"),
    ready: "main section li",
    act: chooseWorkingLanguage,
  },
  {
    name: "files",
    as: "member",
    path: always("/files?type=all"),
    ready: "main li",
    before: shareFiles,
  },
  { name: "drive", as: "member", path: always("/drive?type=all"), ready: "main li", before: shareFiles },
  {
    name: "search",
    as: "member",
    path: (language) => `/search?q=${encodeURIComponent({ en: "the", vi: "du an", ja: "予約" }[language])}`,
    ready: "main mark",
  },
  { name: "search-nothing", as: "member", path: always("/search?q=zzzqqq"), ready: "[role=status] p" },
  {
    name: "go-anywhere",
    as: "member",
    path: always("/home"),
    ready: "main time",
    act: async (page) => {
      await page.keyboard.press("Control+k");
      await page.locator("[role=option]").first().waitFor();
    },
  },
  {
    name: "account-menu",
    as: "member",
    path: always("/home"),
    ready: "main time",
    act: async (page) => {
      await openMenu(page);
      await page.locator("[role=menu]").waitFor();
    },
  },
  {
    name: "sign-out-question",
    as: "member",
    path: always("/home"),
    ready: "main time",
    act: async (page) => {
      await openMenu(page);
      await page.locator("[role=menuitem]").last().click();
      await page.locator("[role=dialog] button").first().waitFor();
    },
  },
  {
    name: "language-question",
    as: "member",
    path: always("/home"),
    ready: "main time",
    act: async (page) => {
      await openMenu(page);
      await page.locator("[role=menuitemradio][lang][aria-checked=false]").first().click();
      await page.locator("[role=dialog] button").first().waitFor();
    },
  },
  {
    name: "data-ready",
    as: "member",
    path: always("/settings?of=data#data"),
    ready: "#data button, #data a",
    act: async (page) => {
      const download = page.locator("#data a");
      if (!(await download.isVisible())) await page.locator("#data button").click();
      await download.waitFor();
    },
  },
  {
    name: "delete-account",
    as: "member",
    path: always("/settings"),
    ready: "#data button",
    act: async (page) => {
      await page.locator("#data + section button").last().click();
      await page.locator("[role=dialog] input").last().waitFor();
    },
  },
];
