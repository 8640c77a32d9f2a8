import type { Page } from "playwright-core";
import { type AppScreen, createFixedPath } from "./screen.ts";

/**
 * Returns a function that replaces the response of the next call to an API path with `data`. The server does not get
 * this call.
 */
const replaceNextResponse = (apiPath: string, data: object) => (page: Page) =>
  page.route(`**/api/${apiPath}`, (route) => route.fulfill({ json: { data } }), { times: 1 }).then(() => {});

const typedAccount = { name: "Lê Minh Châu", email: "chau@kakehashi.example", password: "Bridge-of-2026" };

/** The screens for signing in and registering. */
export const accountScreens: readonly AppScreen[] = [
  { name: "login", viewer: "guest", path: createFixedPath("/login"), readySelector: "form button:enabled" },
  {
    name: "login-refused",
    viewer: "guest",
    path: createFixedPath("/login"),
    readySelector: "form button:enabled",
    prepare: async (page) => {
      await page.fill("input[name=email]", "aiko@");
      await page.locator("form button[type=submit]").click();
      await page.locator("[aria-invalid=true]").first().waitFor();
    },
  },
  {
    name: "login-leaving",
    viewer: "guest",
    path: createFixedPath("/login?leaving=2026-12-05T03:00:00Z"),
    readySelector: "[role=status]",
  },
  {
    name: "register",
    viewer: "guest",
    path: createFixedPath("/register"),
    readySelector: "form button:enabled",
    isFullPage: true,
  },
  ...(
    [
      ["weak", "bridge"],
      ["guessed", "Password-123"],
      ["fair", "Bridge-2026"],
      ["strong", typedAccount.password],
    ] as const
  ).map(
    ([passwordStrength, password]): AppScreen => ({
      name: `register-${passwordStrength}`,
      viewer: "guest",
      path: createFixedPath("/register"),
      readySelector: "form button:enabled",
      prepare: async (page) => {
        await page.fill("input[name=password]", password);
        await page.locator("[data-strength]:not([data-strength='0'])").scrollIntoViewIfNeeded();
      },
    }),
  ),
  {
    name: "register-refused",
    viewer: "guest",
    path: createFixedPath("/register"),
    readySelector: "form button:enabled",
    isFullPage: true,
    prepare: async (page) => {
      await page.fill("input[name=password]", "bridge");
      await page.locator("form button[type=submit]").click();
      await page.locator("[aria-invalid=true]").first().waitFor();
    },
  },
  {
    name: "register-sent",
    viewer: "guest",
    path: createFixedPath("/register"),
    readySelector: "form button:enabled",
    before: replaceNextResponse("sign-up", { email: typedAccount.email }),
    prepare: async (page) => {
      for (const [name, value] of Object.entries({
        ...typedAccount,
        confirm_password: typedAccount.password,
      }))
        await page.fill(`input[name=${name}]`, value);
      await page.locator("form button[type=submit]").click();
      await page.locator("form").waitFor({ state: "detached" });
    },
  },
  {
    name: "register-confirm-password",
    viewer: "guest",
    path: createFixedPath("/register/confirm?token=fresh"),
    readySelector: "form button:enabled",
    before: replaceNextResponse("mail-links/check", { state: "open" }),
  },
  {
    name: "register-confirm-new-password",
    viewer: "guest",
    path: createFixedPath("/register/confirm?token=fresh"),
    readySelector: "form button:enabled",
    before: replaceNextResponse("mail-links/check", { state: "open" }),
    prepare: async (page) => {
      await page.locator("form + p button").click();
      await page.locator("input[name=confirm_password]").waitFor();
    },
  },
  {
    name: "register-confirm-expired",
    viewer: "guest",
    path: createFixedPath("/register/confirm?token=old"),
    readySelector: "h1",
    before: replaceNextResponse("mail-links/check", { state: "expired" }),
  },
  {
    name: "register-confirm-again",
    viewer: "guest",
    path: createFixedPath("/register/confirm?token=used"),
    readySelector: "h1",
    before: replaceNextResponse("mail-links/check", { state: "confirmed" }),
  },
  {
    name: "register-confirm",
    viewer: "guest",
    path: createFixedPath("/register/confirm?token=spent"),
    readySelector: "h1",
  },
  {
    name: "password-forgot",
    viewer: "guest",
    path: createFixedPath("/password/forgot"),
    readySelector: "form button:enabled",
  },
  {
    name: "password-reset",
    viewer: "guest",
    path: createFixedPath("/password/reset?token=fresh"),
    readySelector: "form button:enabled",
    before: replaceNextResponse("mail-links/check", { state: "open" }),
  },
  {
    name: "password-reset-dead",
    viewer: "guest",
    path: createFixedPath("/password/reset?token=spent"),
    readySelector: "h1",
  },
  ...(
    [
      ["old", "open"],
      ["new", "open"],
      ["undo", "open"],
      ["old", "half"],
      ["new", "done"],
      ["undo", "undone"],
      ["old", "expired"],
      ["undo", "expired"],
    ] as const
  ).map(
    ([kind, state]): AppScreen => ({
      name: `email-change-${kind}-${state}`,
      viewer: "guest",
      path: createFixedPath("/email/change?token=fresh"),
      readySelector: "h1",
      before: replaceNextResponse("email-change/check", { kind, state }),
    }),
  ),
  {
    name: "email-change-dead",
    viewer: "guest",
    path: createFixedPath("/email/change?token=spent"),
    readySelector: "h1",
  },
  {
    name: "login-two-step",
    viewer: "guest",
    path: createFixedPath("/login/two-step"),
    readySelector: "form button:enabled",
  },
  {
    name: "login-google-refused",
    viewer: "guest",
    path: createFixedPath("/login?google=expired"),
    readySelector: "form button:enabled",
  },
  ...["role", "type_account", "working_language"].map(
    (page): AppScreen => ({
      name: page.replace("_", "-"),
      viewer: "newcomer",
      path: createFixedPath(`/${page}`),
      readySelector: "form fieldset",
      isFullPage: true,
    }),
  ),
  {
    name: "profile-new",
    viewer: "settler",
    path: createFixedPath("/profile"),
    readySelector: "main form",
    isFullPage: true,
  },
  {
    name: "profile-refused",
    viewer: "settler",
    path: createFixedPath("/profile"),
    readySelector: "main form",
    isFullPage: true,
    prepare: async (page) => {
      await page.fill("input[name=phone]", "12");
      await page.locator("form button[type=submit]").click();
      await page.locator("[aria-invalid=true]").first().waitFor();
    },
  },
  {
    name: "profile-leaving",
    viewer: "settler",
    path: createFixedPath("/profile"),
    readySelector: "main form",
    prepare: async (page) => {
      await page.fill("input[name=address]", "1 Tràng Tiền");
      await page.locator('a[href="/chat"]').first().click();
      await page.locator("[role=dialog] button").first().waitFor();
    },
  },
  { name: "home-newcomer", viewer: "newcomer", path: createFixedPath("/home"), readySelector: "h1" },
  { name: "home-settler", viewer: "settler", path: createFixedPath("/home"), readySelector: "main progress" },
  { name: "home-signed-out", viewer: "guest", path: createFixedPath("/home"), readySelector: "h1" },
  { name: "not-found", viewer: "guest", path: createFixedPath("/nowhere/to/be/found"), readySelector: "h1" },
  {
    name: "style-guide",
    viewer: "guest",
    path: createFixedPath("/test"),
    readySelector: "h1",
    isFullPage: true,
  },
];
