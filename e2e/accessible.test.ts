import { signIn } from "@kakehashi/contract/auth";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { findAxeViolations } from "./axe.ts";
import { clearStorage } from "./contexts.ts";
import { openDemo } from "./demo.ts";
import { demoPassword } from "./demo-workspace.ts";
import { registerNewcomer } from "./newcomer.ts";
import { appScreens } from "./screens.ts";
import { shareBrowser } from "./shared-browser.ts";

// These tests check every page for signed-in people with the accessibility library axe, in light and in dark colours.
// To cover a new page, add its path to one of the lists below.

const { browser, server } = await openDemo();
const { contexts } = await shareBrowser();

const guestPaths = [
  "/login",
  "/login/two-step",
  "/register",
  "/register/confirm?token=spent",
  "/password/forgot",
  "/password/reset?token=spent",
  "/email/change?token=spent",
  "/home",
];
/** The pages that a newcomer sees before choosing a role, an account type and a language. */
const newcomerPaths = ["/role", "/type_account", "/working_language"];
const memberPaths = [
  "/home",
  "/profile",
  "/settings",
  "/notifications",
  "/blog/select",
  "/codes",
  "/codes/new",
  "/bots",
  "/bots/new",
  "/bots/callback",
  "/schat",
  "/schat/listpage",
  "/schat/figures",
  "/bots/00000000-0000-7000-8000-000000000000/story/00000000-0000-7000-8000-000000000000",
  "/bots/00000000-0000-7000-8000-000000000000/sessions/00000000-0000-7000-8000-000000000000",
];

/** The names of screens (`screens.ts`) that show an open dialog, menu or pane. */
const dialogScreens = {
  member: [
    "settings-email-change",
    "two-step-setup",
    "two-step-codes",
    "two-step-renew",
    "working-language-question",
    "language-question",
    "sign-out-question",
    "delete-account",
    "account-menu",
    "go-anywhere",
    "message-history",
    "message-seen",
    "message-delete",
    "message-files-delete",
    "add-people",
    "leave-question",
    "keys",
  ],
  admin: ["admin-person", "admin-block", "plan-form", "post-picture"],
};

const newcomerAccount = { email: "accessible@kakehashi.example", password: "Bridge2026" };

beforeAll(async () => {
  const context = await browser.newContext();
  await registerNewcomer(context, server, newcomerAccount);
  await context.close();
});

/** Emma's account. She is an admin of the demo workspace, and can open every page for signed-in people. */
const getAdminCredentials = () => ({ email: "emma@kakehashi.example", password: demoPassword });

type SignInAccount = { email: string; password: string } | null;

/**
 * The options of every browser context. They contain no language, because a cookie sets it. So one context can be used
 * for all three languages, and loads the scripts only once.
 */
const contextOptions: BrowserContextOptions = {
  baseURL: server.address,
  locale: "en-GB",
  reducedMotion: "reduce",
  bypassCSP: true,
};

/**
 * Opens a page as a person and checks it with axe. Then releases the browser context, so that the next check can reuse
 * it.
 */
async function checkPageAs(
  viewer: SignInAccount,
  language: string,
  findPageViolations: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const context = await contexts.takeContext(contextOptions);
  await context.addCookies([{ name: "session_lang", value: language, url: server.address }]);
  if (viewer) {
    const response = await context.request.post(`/api${signIn.path}`, {
      data: { ...viewer, service: "kakehashi" },
      headers: { origin: server.address },
    });
    if (!response.ok()) throw new Error(await response.text());
  }
  const page = await context.newPage();
  await clearStorage(page, server.address);
  const foundViolations = await findPageViolations(page);
  await contexts.releaseContext(context, contextOptions);
  return foundViolations;
}

/** Waits until no request runs, no font is loading, and no element is marked as busy. */
async function waitForStillPage(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate("document.fonts.ready.then(() => null)");
}

/**
 * Returns the violations that axe finds in the page or in a part of it, in light and in dark colours. The colours are
 * checked only in English, because they do not depend on the language.
 */
async function findViolations(page: Page, language: string, selector = "html"): Promise<string[]> {
  await waitForStillPage(page);
  if (language !== "en") return findAxeViolations(page, { rootSelector: selector, rules: "words" });
  const lightViolations = await findAxeViolations(page, { rootSelector: selector });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  // Checks only the colour rules again in dark colours, because no other rule depends on colours.
  const darkViolations = await findAxeViolations(page, { rootSelector: selector, rules: "colours" });
  return [
    ...lightViolations.map((violation) => `light: ${violation}`),
    ...darkViolations.map((violation) => `dark: ${violation}`),
  ];
}

async function findPathViolations(page: Page, language: string, path: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(path);
  const violations = await findViolations(page, language);
  const finalPath = new URL(page.url()).pathname;
  const redirectViolations = finalPath === path.split("?")[0] ? [] : [`leads to ${finalPath}`];
  return [...redirectViolations, ...violations];
}

/**
 * Returns the paths of the broadcast pages of the demo's hair salon: the list, the form for a new broadcast, and a
 * broadcast with its results.
 */
async function findBroadcastPaths(page: Page): Promise<string[]> {
  await page.goto("/bots");
  const address = await page.getByRole("link", { name: "サロンさくら" }).first().getAttribute("href");
  const list = `${new URL(address ?? "", page.url()).pathname.split("/").slice(0, 3).join("/")}/broadcast`;
  await page.goto(list);
  const broadcastPath = await page.locator(`main h2 a[href^="${list}/"]`).first().getAttribute("href");
  if (!broadcastPath) throw new Error("The demo has no broadcast.");
  return [list, `${list}/new`, broadcastPath];
}

/** Returns the paths of all admin pages in the admin menu, and of another person's profile. */
async function listAdminPages(page: Page): Promise<string[]> {
  const [person] = (await (await page.request.get("/api/users")).json()).data;
  await page.goto("/admin/activations");
  const sectionLinks = page.locator('main nav a[href^="/admin/"]');
  await sectionLinks.first().waitFor();
  const paths = await sectionLinks.evaluateAll((links) =>
    links.map((link) => link.getAttribute("href") ?? ""),
  );
  expect(paths.length).toBeGreaterThan(5);
  return [...paths, `/profile/${person.id}`];
}

/** Submits empty sign-in and registration forms, and checks with axe the error messages that appear at the fields. */
async function findFormErrorViolations(page: Page, language: string): Promise<string[]> {
  const formErrorViolations: string[] = [];
  for (const path of ["/login", "/register"]) {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(path);
    await page.locator("form button[type=submit]:enabled").click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    formErrorViolations.push(
      ...(await findViolations(page, language)).map((violation) => `${path} refused ${violation}`),
    );
  }
  return formErrorViolations;
}

const refuseColleagueCall = () => Promise.reject(new Error("Nobody else is here"));

/** Removes Playwright's route handlers from the page. Ignores errors of handlers that are still running. */
const removeRoutes = (page: Page) => page.unrouteAll({ behavior: "ignoreErrors" });

async function findScreenViolations(page: Page, language: string, name: string): Promise<string[]> {
  const screen = appScreens.find((screen) => screen.name === name);
  const path = screen?.path("en");
  if (!screen?.prepare || !path) throw new Error(`There is no screen ${name} on which something opens.`);
  await page.emulateMedia({ colorScheme: "light" });
  await removeRoutes(page);
  await screen.before?.(page);
  await page.goto(path);
  await page.locator(screen.readySelector).first().waitFor();
  await screen.prepare(page, refuseColleagueCall);
  return findViolations(page, language, "[role=dialog], [role=menu]");
}

/**
 * Selects what is checked in a language: everything in English, one half in Vietnamese and the other half in Japanese.
 * A half is enough, because only the words differ.
 */
const otherLanguages = ["vi", "ja"];
const selectForLanguage = <T>(language: string, values: readonly T[]): T[] =>
  values.filter(
    (_, index) => language === "en" || (index % 2 === 0 && otherLanguages[(index / 2) % 2] === language),
  );

/**
 * The time limit of one test in milliseconds. A test checks about a dozen pages in two colour schemes, and the computer
 * may be busy.
 */
const testTimeoutMs = 300_000;

test.each(["en", "vi", "ja"])(
  "axe finds no fault in menus, dialogs and panes (%s)",
  async (language) => {
    const pageViolations = await Promise.all(
      Object.values(dialogScreens).map((names) =>
        checkPageAs(getAdminCredentials(), language, async (page) => {
          const foundViolations: string[] = [];
          for (const name of selectForLanguage(language, names))
            foundViolations.push(
              ...(await findScreenViolations(page, language, name)).map(
                (violation) => `${name} ${violation}`,
              ),
            );
          return foundViolations;
        }),
      ),
    );
    expect(pageViolations.flat()).toEqual([]);
  },
  testTimeoutMs,
);

test.each(["en", "vi", "ja"])(
  "axe finds no fault on any account page (%s)",
  async (language) => {
    const adminAccount = getAdminCredentials();
    const adminViolations = await Promise.all(
      (
        [
          [null, guestPaths],
          [newcomerAccount, newcomerPaths],
          [adminAccount, memberPaths],
        ] as const
      ).map(([viewer, paths]) =>
        checkPageAs(viewer, language, async (page) => {
          const foundViolations: string[] = [];
          const adminOnlyPages =
            viewer === adminAccount
              ? [...(await findBroadcastPaths(page)), ...(await listAdminPages(page))]
              : [];
          for (const path of selectForLanguage(language, [...paths, ...adminOnlyPages]))
            foundViolations.push(
              ...(await findPathViolations(page, language, path)).map((violation) => `${path} ${violation}`),
            );
          if (!viewer) foundViolations.push(...(await findFormErrorViolations(page, language)));
          return foundViolations;
        }),
      ),
    );
    expect(adminViolations.flat()).toEqual([]);
  },
  testTimeoutMs,
);
