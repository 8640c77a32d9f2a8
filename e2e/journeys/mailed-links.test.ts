import { randomUUID } from "node:crypto";
import { signUp } from "@kakehashi/contract/auth";
import type { BrowserContext } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "../demo.ts";
import { waitForMailedLink } from "../mail.ts";

const { browser, server } = await openDemo();
const newPassword = "Bridge-of-2026";

async function openPageInNewContext() {
  const context = await browser.newContext({ baseURL: server.address, locale: "en-GB" });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  return { context, page, faults };
}

/** Registers a new email address through the API. Returns the link in the confirmation mail. */
async function registerViaApi(context: BrowserContext): Promise<string> {
  const email = `${randomUUID()}@kakehashi.example`;
  const response = await context.request.post(`/api${signUp.path}`, {
    data: { email, password: newPassword, confirm_password: newPassword, language: "en" },
    headers: { origin: server.address },
  });
  expect(response.ok()).toBe(true);
  return waitForMailedLink(server, email);
}

test("opening the mailed link asks for the password and signs in; a second window says that it is confirmed", async () => {
  const { context, page, faults } = await openPageInNewContext();
  const link = await registerViaApi(context);
  const secondWindow = await openPageInNewContext();
  await secondWindow.page.goto(link);
  await secondWindow.page.getByRole("heading", { name: "Confirm your account" }).waitFor();
  await page.goto(link);
  await page.getByRole("heading", { name: "Confirm your account" }).waitFor();
  await page.fill("input[name=password]", "Another-2026");
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await page.getByText("That is not the password chosen at sign-up.").waitFor();
  await page.fill("input[name=password]", newPassword);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await page.waitForURL("**/role");

  // The second window still shows the form, but the link was used in the first window and no longer works.
  const confirmedHeading = secondWindow.page.getByRole("heading", {
    name: "Your account is confirmed already",
  });
  await secondWindow.page.fill("input[name=password]", newPassword);
  await secondWindow.page.getByRole("button", { name: "Confirm and sign in" }).click();
  await confirmedHeading.waitFor();
  await secondWindow.page.goto(link);
  await confirmedHeading.waitFor();
  await secondWindow.page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await secondWindow.page.waitForURL("**/login");
  expect([...faults, ...secondWindow.faults]).toEqual([]);
  await Promise.all([context.close(), secondWindow.context.close()]);
});

test("a person who did not choose the sign-up's password confirms with a new one", async () => {
  const { context, page, faults } = await openPageInNewContext();
  await page.goto(await registerViaApi(context));
  await page.getByRole("button", { name: "Choose a new password instead" }).click();
  await page.fill("input[name=password]", "Own-words-2026");
  await page.fill("input[name=confirm_password]", "Own-words-2027");
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await page.getByText("The two passwords do not match.").waitFor();
  await page.fill("input[name=confirm_password]", "Own-words-2026");
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await page.waitForURL("**/role");
  expect(faults).toEqual([]);
  await context.close();
});

test("a dead reset link says so and offers a new one", async () => {
  const { context, page, faults } = await openPageInNewContext();
  await page.goto("/password/reset?token=spent");
  await page.getByRole("heading", { name: "This link does not work" }).waitFor();
  expect(await page.locator("input").count()).toBe(0);
  await page.getByRole("link", { name: "Send the link" }).click();
  await page.locator("form button[type=submit]:enabled").waitFor();
  await page.fill("input[name=email]", "kenji@kakehashi.example");
  await page.click("form button[type=submit]");
  await page.getByRole("heading", { name: "Check your mailbox" }).waitFor();
  await page.getByRole("button", { name: "Send the link again" }).click();
  await page.getByText("The link is on its way again.").waitFor();
  await page.goto(await waitForMailedLink(server, "kenji@kakehashi.example"));
  await page.locator("input[name=confirm_password]").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
