import type { StorageUse } from "@kakehashi/contract/files";
import type { Account } from "@kakehashi/contract/users";
import type { Page } from "playwright-core";
import { changeApiResponse } from "./answers.ts";
import { type AppScreen, createFixedPath } from "./screen.ts";

/**
 * Opens the dialog that sets up two-step sign-in, up to the QR code. The API responses are simulated, so no account
 * changes.
 */
async function openTwoStepSetup(page: Page): Promise<void> {
  const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  const otpauthUri = `otpauth://totp/Kakehashi:somebody%40kakehashi.example?issuer=Kakehashi&secret=${secret}`;
  const recoveryCodes = Array.from({ length: 10 }, (_, index) => `7k3m-q${index}xd-0v9t`);
  for (const [apiPath, data] of [
    ["setup", { secret, uri: otpauthUri }],
    ["confirm", { recovery_codes: recoveryCodes }],
  ] as const)
    await page.route(`**/api/users/two-step/${apiPath}`, (route) => route.fulfill({ json: { data } }));
  await page.locator("[data-two-step] button").first().click();
  await page.fill("[role=dialog] input[name=current_password]", "any");
  await page.locator("[role=dialog] button[type=submit]").click();
  await page.locator("[role=dialog] [role=img]").waitFor();
}

/**
 * Changes the working language, which is the second select element of the settings. The first one is the language of
 * the interface.
 */
async function chooseWorkingLanguage(page: Page): Promise<void> {
  const field = page.locator("main section select").nth(1);
  const value = await field.inputValue();
  await field.selectOption(value === "ja" ? "vi" : "ja");
  await page.locator("[role=dialog] button").first().waitFor();
}

/** The screens of the settings page in several states, and of its dialogs. */
export const settingsScreens: readonly AppScreen[] = [
  {
    name: "settings",
    viewer: "member",
    path: createFixedPath("/settings"),
    readySelector: "main section li",
    isFullPage: true,
  },
  {
    name: "settings-quiet-hours",
    viewer: "member",
    path: createFixedPath("/settings"),
    readySelector: "main input[type=time]",
    before: changeApiResponse<Account>("**/api/users/info", (account) => ({
      ...account,
      settings: { ...account.settings, quiet_hours: { from: "22:00", to: "07:00" } },
    })),
    prepare: async (page) => {
      await page.locator("main input[type=time]").first().scrollIntoViewIfNeeded();
    },
  },
  ...(["", "-full"] as const).map(
    (nameSuffix): AppScreen => ({
      name: `settings-storage${nameSuffix}`,
      viewer: "member",
      path: createFixedPath(`/settings?of=storage${nameSuffix}#storage`),
      readySelector: "#storage p",
      before: changeApiResponse<StorageUse>("**/api/files/usage", ({ limit }) => ({
        used: nameSuffix ? limit : Math.round(limit * 0.37),
        limit,
        total_full: nameSuffix !== "",
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
];
