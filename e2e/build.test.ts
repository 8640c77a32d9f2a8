import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { interceptRequests } from "./intercept.ts";

const { signIn, signInWithOwnContext } = await openDemo();

const detailsScriptPattern = "**/assets/details-with-project-*.js";

async function typeMessageAndMarkPage(page: Page) {
  await page.goto("/chat");
  await page.locator("a[href^='/chat/']").first().click();
  await page.locator("main article").last().waitFor();
  const field = page.locator("main form textarea").last();
  await field.fill("half a sentence");
  await page.evaluate("window.isMarked = true");
  return {
    field,
    /** Whether the variable `isMarked` still exists in the page. A reload removes it. */
    isMarkKept: () => page.evaluate("window.isMarked === true"),
  };
}

test("a missing script of an older build reloads the page once, and unsent text stays", async () => {
  // `signInWithOwnContext` blocks the service worker, which would serve the scripts from its cache.
  const { page } = await signInWithOwnContext("emma");
  // From the beginning, the test answers requests for the script with 404. Otherwise the page would preload the script
  // while it is idle.
  await interceptRequests(page, detailsScriptPattern, (route) => route.fulfill({ status: 404 }));
  const { field, isMarkKept } = await typeMessageAndMarkPage(page);
  await interceptRequests(page, "**/latest-build.json", (route) =>
    route.fulfill({ json: { id: "a newer build" } }),
  );
  // Stops the page's clock. Within ten seconds the page reloads only once, and a slow computer may need more than ten
  // seconds for this test.
  await page.clock.setFixedTime(new Date());
  const detailsButton = page.getByRole("button", { name: "Details" });
  await detailsButton.click();
  await expect.poll(isMarkKept).toBe(false);
  await expect.poll(() => field.inputValue()).toBe("half a sentence");
  // The scripts are still missing after the reload. The page shows an error, because it reloads at most once within ten
  // seconds.
  await page.evaluate("window.isMarked = true");
  const failureAlert = page.getByRole("alert").filter({ hasText: "This could not be loaded." });
  await failureAlert.waitFor();
  expect(await isMarkKept()).toBe(true);
  await page.unroute(detailsScriptPattern);
  await failureAlert.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Details" }).waitFor();
  expect(await field.inputValue()).toBe("half a sentence");
});

test("without a server a page with missing scripts stays open, and loads them once the server is back", async () => {
  // `signIn` blocks the service worker, which would serve the scripts from its cache.
  const { page } = await signIn("emma");
  await interceptRequests(page, detailsScriptPattern, (route) => route.abort("connectionrefused"));
  const { field, isMarkKept } = await typeMessageAndMarkPage(page);
  // The server is also unreachable when the page checks for a newer build. The check may come some time after the
  // script has failed, so the Playwright routes stay until the end of the test.
  for (const address of ["**/latest-build.json", "**/*"])
    await interceptRequests(page, address, (route) => route.abort("connectionrefused"));
  await page.getByRole("button", { name: "Details" }).click();
  const failureAlert = page.getByRole("alert").filter({ hasText: "This could not be loaded." });
  await failureAlert.waitFor();
  // If the code behind a button cannot be loaded, the page shows a toast, and the button can be pressed again.
  const offlineNotice = page.getByRole("status").getByText("No connection to the server.");
  await page.getByRole("button", { name: "Emoji" }).last().click();
  await offlineNotice.waitFor();
  await offlineNotice.waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await offlineNotice.waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);

  await page.unroute("**/*");
  await page.unroute(detailsScriptPattern);
  await failureAlert.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Details" }).waitFor();
  await page.getByRole("button", { name: "Emoji" }).last().click();
  await page.getByRole("dialog").getByRole("searchbox").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").waitFor();
  expect(await isMarkKept()).toBe(true);
  expect(await field.inputValue()).toBe("half a sentence");
});

test("an open page offers a newer build within the hour, and stays until its reader reloads", async () => {
  const { page } = await signInWithOwnContext("emma");
  const ownBuild = await (await page.request.get("/latest-build.json")).json();
  expect(ownBuild.id).toMatch(/^[\da-f-]{36}$/);
  let requestCount = 0;
  let servedBuildId: string = ownBuild.id;
  await interceptRequests(page, "**/latest-build.json", (route) => {
    requestCount++;
    return route.fulfill({ json: { id: servedBuildId } });
  });
  await page.clock.install();
  await page.goto("/home");
  await page.locator("main time").first().waitFor();

  const newVersionPrompt = page.getByText("A new version of Kakehashi is ready.");
  await page.clock.fastForward("01:00:01");
  await expect.poll(() => requestCount).toBe(1);
  expect(await newVersionPrompt.count()).toBe(0);
  servedBuildId = "another";
  await page.clock.fastForward("01:00:01");
  await newVersionPrompt.waitFor();
  await page.getByRole("button", { name: "Later" }).click();
  await newVersionPrompt.waitFor({ state: "detached" });
});

test("an old page says that a newer server refused its input, and still has its text after a reload", async () => {
  const { page } = await signIn("an");
  const code = page.getByRole("textbox", { name: "Code", exact: true });
  await page.goto("/codes/new");
  await page.getByLabel("Title").fill("retry.ts");
  await code.fill("export const retry = 3;");
  // The server's response is that of a newer build, which requires a field that this older page does not have.
  const fields = { licence: "This is required." };
  const error = { code: "ERR.INPUT", message: "Please check the marked fields.", fields };
  await interceptRequests(page, "**/api/codes", (route) => route.fulfill({ status: 422, json: { error } }));
  const submitButton = page.getByRole("main").getByRole("button", { name: "Create snippet" });
  const failureAlert = page.getByRole("main").getByRole("alert");
  // The server has no newer build yet, so a reload would not help. The form only says that the server refused the
  // input.
  await submitButton.click();
  await failureAlert.filter({ hasText: "Please check the marked fields." }).waitFor();
  await interceptRequests(page, "**/latest-build.json", (route) =>
    route.fulfill({ json: { id: "a newer build" } }),
  );
  await submitButton.click();
  await failureAlert
    .filter({ hasText: "A new version of Kakehashi is ready. What you have written is kept" })
    .waitFor();
  await page.getByRole("status").getByText("A new version of Kakehashi is ready.").waitFor();
  await page.unroute("**/api/codes");
  await page.unroute("**/latest-build.json");
  await failureAlert.getByRole("button", { name: "Reload" }).click();
  await page.getByText(/^This is what you had written on/).waitFor();
  expect(await code.inputValue()).toBe("export const retry = 3;");
  await submitButton.click();
  await page.waitForURL(/\/codes\/retry-ts-/);
});
