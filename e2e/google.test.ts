import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startIssuer, type TestIssuer } from "../apps/server/src/test/issuer.ts";
import { launchBrowser } from "./browser.ts";
import { ServerProcess } from "./server.ts";

let issuer: TestIssuer;
let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  issuer = await startIssuer();
  [server, browser] = await Promise.all([
    ServerProcess.start({
      GOOGLE_CLIENT_ID: "kakehashi",
      GOOGLE_CLIENT_SECRET: "of-bridges",
      GOOGLE_ISSUER: issuer.url,
    }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.remove();
  await issuer?.stop();
});

test("somebody new comes in through Google before the page runs, chooses, and is where they wanted to be", async () => {
  const email = "chau@kakehashi.example";
  issuer.claims = { sub: "chau", email, email_verified: true, name: "Lê Minh Châu" };
  const context = await browser.newContext({ baseURL: server.address, locale: "en-GB" });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));

  // No script of ours: the link is all there is.
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/login?next=%2Ffiles");
  const link = page.getByRole("link", { name: "Sign in with Google" });
  await link.waitFor();
  await page.unroute("**/assets/*.js");
  await link.click();
  await page.waitForURL("**/role?next=%2Ffiles");
  for (const [name, place] of [
    [/^Developer/, "**/type_account?*"],
    [/^A person/, "**/working_language?*"],
    [/^Tiếng Việt/, "**/files"],
  ] as const) {
    await page.getByRole("radio", { name }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(place);
  }
  await page.goto("/settings");
  await page.getByText(`The Google account ${email} signs you in.`).waitFor();

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
