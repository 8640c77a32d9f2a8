import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import { type DemoServer, startDemoServer } from "./demo-server.ts";

let server: DemoServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test("a page that lies open hears of a newer build within the hour, and stays until its reader reloads", async () => {
  const page = await browser.newPage({ baseURL: server.address, locale: "en" });
  const own = await (await page.request.get("/latest-build.json")).json();
  expect(own.id).toMatch(/^[\da-f-]{36}$/);
  let asked = 0;
  let id: string = own.id;
  await page.route("**/latest-build.json", (route) => {
    asked++;
    return route.fulfill({ json: { id } });
  });
  await page.clock.install();
  await page.goto("/login");
  await page.locator("form button[type=submit]:enabled").waitFor();
  await page.fill("input[name=email]", "emma@kakehashi.example");
  await page.fill("input[name=password]", server.password);
  await page.locator("form button[type=submit]").click();
  await page.locator("main time").first().waitFor();

  const prompt = page.getByText("A new version of Kakehashi is ready.");
  await page.clock.fastForward("01:00:01");
  await expect.poll(() => asked).toBe(1);
  expect(await prompt.count()).toBe(0);
  id = "another";
  await page.clock.fastForward("01:00:01");
  await prompt.waitFor();
  await page.getByRole("button", { name: "Later" }).click();
  await prompt.waitFor({ state: "detached" });
});
