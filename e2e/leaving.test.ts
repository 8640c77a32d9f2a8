import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { demoPassword } from "./demo-workspace.ts";
import { openDevice } from "./people.ts";

const { browser, server } = await openDemo();

const leaverEmail = "oliver@kakehashi.example";
const findDeletionBanner = (page: Page) => page.getByText(/^Your account will be deleted on/);

async function requestAccountDeletion(page: Page, password: string): Promise<void> {
  await page.getByRole("button", { name: "Delete my account…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await dialog.getByLabel("Current password").fill(password);
  await dialog.getByLabel(/^Type your address/).fill(leaverEmail);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
}

test("a person exports their data, requests deletion, and cancels it", async () => {
  const { page, context, faults } = await openDevice(browser, server, "oliver");
  await page.goto("/settings");
  await page.getByRole("button", { name: "Prepare my data" }).click();
  const link = page.getByRole("link", { name: /^Download \(/ });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^kakehashi-.*\.zip$/);
  expect((await readFile(await download.path())).subarray(0, 4).toString("latin1")).toBe("PK\x03\x04");

  await requestAccountDeletion(page, "Wrong-2026");
  await page.getByText("That is not your current password.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await requestAccountDeletion(page, demoPassword);
  await page.waitForURL("**/login?leaving=*");
  await findDeletionBanner(page).waitFor();

  // An account is deleted some days after the person has asked for it. If the person signs in before that, a dialog
  // asks whether to keep the account. If the dialog is cancelled, a reminder stays on the pages until the person has
  // decided.
  await page.locator("form button[type=submit]:enabled").waitFor();
  await page.fill("input[name=email]", leaverEmail);
  await page.fill("input[name=password]", demoPassword);
  await page.click("form button[type=submit]");
  const keepAccountDialog = page.getByRole("dialog", { name: "Keep your account?" });
  await keepAccountDialog.getByRole("button", { name: "Cancel" }).click();
  await page.goto("/chat");
  await findDeletionBanner(page).waitFor();
  await page.getByRole("button", { name: "Keep my account" }).click();
  await page.getByText("Your account will be kept.").waitFor();
  await findDeletionBanner(page).waitFor({ state: "detached" });
  await page.goto("/settings");
  await page.getByRole("button", { name: "Delete my account…" }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
