import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { demoPassword } from "./demo-workspace.ts";
import { interceptRequests } from "./intercept.ts";
import { openDevice } from "./people.ts";

const { browser, server } = await openDemo();

const signedOutSentences = {
  en: "You were signed out here from another device.",
  vi: "Bạn đã được đăng xuất ở đây từ một thiết bị khác.",
  ja: "別の端末からの操作により、この端末ではサインアウトしました。",
} as const;

test.each(Object.entries(signedOutSentences))(
  "after being signed out from another device, the start page says why (%s)",
  async (language, sentence) => {
    const kenjiDevice = await openDevice(browser, server, "kenji");
    await kenjiDevice.context.addCookies([{ name: "session_lang", value: language, url: server.address }]);
    await kenjiDevice.page.goto("/settings");
    await kenjiDevice.page.getByRole("main").getByRole("heading").first().waitFor();
    const otherDevice = await openDevice(browser, server, "kenji");
    const sessions = await kenjiDevice.call<{ id: string; current: boolean }[]>("GET", "/users/sessions");
    const ownSession = sessions.find(({ current }) => current);
    await otherDevice.call("DELETE", `/users/sessions/${ownSession?.id}`);
    await kenjiDevice.page.getByText(sentence).waitFor();
    expect(new URL(kenjiDevice.page.url()).search).toContain("notice=elsewhere");
    expect(kenjiDevice.faults).toEqual([]);
    await Promise.all([kenjiDevice.context.close(), otherDevice.context.close()]);
  },
);

test("what is typed into the sign-in form before the page's scripts run is kept, and Enter signs in", async () => {
  const context = await browser.newContext({ baseURL: server.address, locale: "en-US" });
  const page = await context.newPage();
  const { promise: scriptsReleased, resolve: releaseScripts } = Promise.withResolvers<void>();
  await interceptRequests(page, "**/assets/*.js", async (route) => {
    await scriptsReleased;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await page.locator("input[name=email]").fill("aiko@kakehashi.example");
  await page.locator("input[name=password]").fill(demoPassword);
  await page.locator("input[name=password]").press("Enter");
  releaseScripts();
  await page.waitForURL("**/home");
  await context.close();
});

test("a person whose session expires while they write signs in above the page, and their message is then sent", async () => {
  const { page, context, faults } = await openDevice(browser, server, "aiko");
  await page.goto("/projects/new");
  await page.getByLabel("Name").fill("桜サロンの予約アプリ");
  await page.getByLabel("Description").fill("予約とスタッフの予定を管理します。");
  await page.getByLabel("Category").selectOption({ index: 1 });
  await page
    .getByLabel("Start date")
    .fill(new Date(Date.now() + 14 * 24 * 3600_000).toISOString().slice(0, 10));
  await page.getByLabel("Lowest cost").fill("100");
  await page.getByLabel("Highest cost").fill("200");
  await page.getByLabel("Currency").selectOption({ index: 1 });
  await page.getByLabel("Duration").fill("3か月");
  await page.getByLabel("Skills").fill("TypeScript");
  const createRefusal = (code: string) => ({ status: 401, json: { error: { code, message: "" } } });
  await interceptRequests(page, "**/api/refresh-token", (route) =>
    route.fulfill(createRefusal("AUTH.ENDED_EXPIRED")),
  );
  await interceptRequests(page, "**/api/projects", (route) => route.fulfill(createRefusal("ERR.TOK0102")), {
    times: 1,
  });
  await page.getByRole("main").getByRole("button", { name: "Create project" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create project" }).click();
  const signInDialog = page.getByRole("dialog", { name: "Sign in again" });
  await signInDialog.getByLabel("Password", { exact: true }).fill("Wrong12345");
  await signInDialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await signInDialog.getByRole("alert").first().waitFor();
  await page.unroute("**/api/refresh-token");
  await signInDialog.getByLabel("Password", { exact: true }).fill(demoPassword);
  await signInDialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/projects\/[0-9a-f-]{36}$/);
  await page.getByRole("heading", { level: 1, name: "桜サロンの予約アプリ" }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("a person whose session expires while they write a snippet signs in above the page, and the snippet is then saved", async () => {
  const { page, context, faults } = await openDevice(browser, server, "an");
  await page.goto("/codes/new");
  await page.getByLabel("Title").fill("retry.ts");
  await page.getByRole("textbox", { name: "Code", exact: true }).fill("export const retry = 3;");
  const createRefusal = (code: string) => ({ status: 401, json: { error: { code, message: "" } } });
  await interceptRequests(page, "**/api/refresh-token", (route) =>
    route.fulfill(createRefusal("AUTH.ENDED_EXPIRED")),
  );
  await interceptRequests(page, "**/api/codes", (route) => route.fulfill(createRefusal("ERR.TOK0102")), {
    times: 1,
  });
  await page.getByRole("main").getByRole("button", { name: "Create snippet" }).click();
  const signInDialog = page.getByRole("dialog", { name: "Sign in again" });
  await signInDialog.waitFor();
  await page.unroute("**/api/refresh-token");
  await signInDialog.getByLabel("Password", { exact: true }).fill(demoPassword);
  await signInDialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/codes\/retry-ts-[^/]+$/);
  await page.getByText("export const retry = 3;").first().waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
