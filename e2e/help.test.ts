import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import { demoEnvironment, demoPassword } from "./demo-workspace.ts";
import { ServerProcess } from "./server.ts";

// Signed-in people see the public pages inside the frame of the workspace.

let siteServer: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [siteServer, browser] = await Promise.all([
    ServerProcess.start(demoEnvironment, inject("prepared").demo),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await siteServer.stopAndDeleteData();
});

test("a signed-in person opens the article, the prices and the contact form inside the workspace", async () => {
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(`${siteServer.address}/login?next=${encodeURIComponent("/vi/blog/two-hours-apart")}`);
  await page.locator("form button[type=submit]:enabled").waitFor();
  await page.locator("input[type=email]").fill("emma@kakehashi.example");
  await page.locator("input[type=password]").fill(demoPassword);
  await page.locator("button[type=submit]").click();
  await page.waitForURL("**/help/blog/two-hours-apart");
  await page.locator("article h1").waitFor();

  await page.goto(`${siteServer.address}/price`);
  await page.waitForURL("**/help/price");
  await page
    .getByRole("link", { name: /Ask for a quotation/ })
    .first()
    .click();
  await page.waitForURL("**/help/contact?topic=consultant&plan=*");
  const plan = await page.locator("[name=plan]").inputValue();
  expect(plan.length).toBeGreaterThan(3);
  await page.locator("form[method=post]").evaluate((form) => form.setAttribute("novalidate", ""));
  await page.locator("[name=last_name]").fill("Tanaka");
  await page.locator("form[method=post] button[type=submit]").click();
  await page.locator("[name=first_name]:focus").waitFor();
  expect(await page.locator("[name=last_name]").inputValue()).toBe("Tanaka");
  expect(await page.locator("[name=plan]").inputValue()).toBe(plan);

  // The server treats a message with many links as spam. The form asks the sender to press the button again, and
  // computes a proof of work meanwhile.
  await page.goto(`${siteServer.address}/help/contact`);
  const values = {
    first_name: "Aiko",
    last_name: "Tanaka",
    email: "aiko@example.com",
    phone: "+81 90 1234 5678",
    country: "Japan",
    message: "Three shops: https://a.example https://b.example https://c.example",
  };
  const form = page.locator("form[method=post]");
  for (const [name, value] of Object.entries(values)) await form.locator(`[name=${name}]`).fill(value);
  await form.locator("button[type=submit]").click();
  await form.locator('[name=proof]:not([value=""])').waitFor({ state: "attached" });
  await form.locator("button[type=submit]").click();
  await page.waitForURL("**/help/contact?received");

  // Signed-in people see the "not found" page inside the frame of the workspace. The status is 404 all the same.
  expect((await page.goto(`${siteServer.address}/no/such-page`))?.status()).toBe(404);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Help" }).click();
  await page.waitForURL("**/help/contact");

  await page.goto(`${siteServer.address}/policy`);
  const header = page.getByRole("banner");
  const links = await header
    .locator("nav")
    .first()
    .locator("a")
    .evaluateAll((anchors) => anchors.map((a) => a.getAttribute("href")));
  expect(links).toEqual(["/help/service", "/help/contact", "/policy", "/help/blog", "/help/price"]);
  await context.close();
});
