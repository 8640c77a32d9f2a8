import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startTestIssuer, type TestIssuer } from "../apps/server/src/test/issuer.ts";
import { launchBrowser } from "./browser.ts";
import { interceptRequests } from "./intercept.ts";
import { ServerProcess } from "./server.ts";

/** The account of the first admin, which has a password and no linked Google account. */
const firstAdmin = { email: "keeper@kakehashi.example", password: "Bridge2026" };

let issuer: TestIssuer;
let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  issuer = await startTestIssuer();
  [server, browser] = await Promise.all([
    ServerProcess.start(
      {
        GOOGLE_CLIENT_ID: "kakehashi",
        GOOGLE_CLIENT_SECRET: "of-bridges",
        GOOGLE_ISSUER: issuer.url,
        ADMIN_EMAIL: firstAdmin.email,
        ADMIN_PASSWORD: firstAdmin.password,
      },
      inject("prepared").empty,
    ),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stopAndDeleteData();
  await issuer?.stop();
});

test("a new person signs in with Google before scripts run, makes their choices, and reaches the page they wanted", async () => {
  const email = "chau@kakehashi.example";
  issuer.claims = { sub: "chau", email, email_verified: true, hd: "kakehashi.example", name: "Lê Minh Châu" };
  const context = await browser.newContext({ baseURL: server.address, locale: "en-GB" });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));

  // "Sign in with Google" is a plain link, so it works before the page's scripts have loaded.
  await interceptRequests(page, "**/assets/*.js", (route) => route.abort());
  await page.goto("/login?next=%2Ffiles");
  const link = page.getByRole("link", { name: "Sign in with Google" });
  await link.waitFor();
  await page.unroute("**/assets/*.js");
  await link.click();
  await page.waitForURL("**/role?next=%2Ffiles");
  for (const [name, nextUrlPattern] of [
    [/^Developer/, "**/type_account?*"],
    [/^A person/, "**/working_language?*"],
    [/^Tiếng Việt/, "**/files"],
  ] as const) {
    await page.getByRole("radio", { name }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(nextUrlPattern);
  }
  await page.goto("/settings");
  await page.getByText(`You can sign in with the Google account ${email}.`).waitFor();

  await page.goto("about:blank");
  await context.clearCookies();
  await page.goto("/login");
  await link.click();
  await page.waitForURL("**/home");

  await page.goto("about:blank");
  await context.clearCookies();
  issuer.claims = { ...issuer.claims, sub: "somebody else", email_verified: false };
  await page.goto("/register");
  await page.getByRole("link", { name: "Sign in with Google" }).click();
  await page.getByRole("alert").getByText("Google has not verified the e-mail address").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("a person links Google in the settings, signs in with it, and unlinks it", async () => {
  const context = await browser.newContext({ baseURL: server.address, locale: "en-GB" });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto("/login?next=%2Fsettings");
  await page.locator("form button[type=submit]:enabled").waitFor();
  await page.fill("input[name=email]", firstAdmin.email);
  await page.fill("input[name=password]", firstAdmin.password);
  await page.click("form button[type=submit]");
  await page.waitForURL("**/working_language?next=%2Fsettings");
  await page.getByRole("radio", { name: /^English/ }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/settings");

  const link = page.getByRole("button", { name: "Link Google account" });
  issuer.claims = {
    sub: "keeper at home",
    email: "keeper@home.example",
    email_verified: true,
    hd: "home.example",
  };
  await link.click();
  await page.getByText("Choose the Google account that has the same e-mail address").waitFor();
  issuer.claims = { sub: "keeper", email: firstAdmin.email, email_verified: true, hd: "kakehashi.example" };
  await link.click();
  await page.getByText(`You can sign in with the Google account ${firstAdmin.email}.`).waitFor();

  await page.goto("about:blank");
  await context.clearCookies();
  await page.goto("/login?next=%2Fsettings");
  await page.getByRole("link", { name: "Sign in with Google" }).click();
  await page.waitForURL("**/settings");
  await page.getByRole("button", { name: "Unlink" }).click();
  const question = page.getByRole("dialog", { name: "Google sign-in" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Unlink" }).click();
  await question.getByRole("button", { name: "Unlink" }).click();
  await page.getByText("Google sign-in is removed.").waitFor();
  await link.waitFor();
  await page.reload();
  await link.waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
