import type { Page } from "playwright-core";
import { test } from "vitest";
import { authenticatorCodeOf } from "../apps/server/src/test/authenticator.ts";
import { openDemo } from "./demo.ts";
import { demoPassword } from "./demo-workspace.ts";
import { holdResponses } from "./hold-back.ts";
import { interceptRequests } from "./intercept.ts";
import type { DemoPersonName } from "./people.ts";

const { server, signIn } = await openDemo();

async function signOut(page: Page): Promise<void> {
  await page.locator("nav button").last().click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL(`${server.address}/`);
}

async function submitPassword(page: Page, name: DemoPersonName): Promise<void> {
  await page.goto("/login?next=%2Fsettings");
  await page.locator("form button[type=submit]:enabled").waitFor();
  await page.fill("input[name=email]", `${name}@kakehashi.example`);
  await page.fill("input[name=password]", demoPassword);
  await page.click("form button[type=submit]");
}

/** Submits a person's password. The page then asks for the second step, and has a link back to the first. */
async function openSecondStep(page: Page, name: DemoPersonName): Promise<void> {
  await submitPassword(page, name);
  await page.waitForURL("**/login/two-step?next=%2Fsettings");
  await page.locator("form button[type=submit]:enabled").waitFor();
}

test("a person turns two-step sign-in on, signs in with an app code, then with a recovery code", async () => {
  const { page } = await signIn("kenji");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/settings");
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(demoPassword);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("img", { name: /QR code/ }).waitFor();
  const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await dialog.getByLabel("The six digits").fill(authenticatorCodeOf(secret));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText("Your recovery codes").waitFor();
  const [recoveryCode = ""] = await dialog.getByRole("listitem").allTextContents();
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await page.getByText("10 recovery codes left.").waitFor();

  await signOut(page);
  await openSecondStep(page, "kenji");
  await page.getByLabel("Code").fill("12345");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Enter the six digits of your authenticator app").waitFor();
  // Each code works only once, and the present one is already used. So the test enters the code of the next half
  // minute. The server accepts it, because the clock of a phone may be fast.
  await page.getByLabel("Code").fill(authenticatorCodeOf(secret, 1));
  await page.getByLabel("Code").press("Enter");
  await page.waitForURL("**/settings");
  await page.getByText("10 recovery codes left.").waitFor();

  await signOut(page);
  await openSecondStep(page, "kenji");
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode.toUpperCase());
  await page.getByLabel("Recovery code").press("Enter");
  await page.waitForURL("**/settings");
  await page.getByText("9 recovery codes left.").waitFor();
});

test("an admin turns two-step sign-in off for a person who lost their phone, who then signs in without it", async () => {
  const linh = await signIn("linh");
  const setup = await linh.call<{ secret: string }>("POST", "/users/two-step/setup", {
    current_password: demoPassword,
  });
  await linh.call("POST", "/users/two-step/confirm", { code: authenticatorCodeOf(setup.secret) });
  await linh.context.clearCookies();
  await openSecondStep(linh.page, "linh");

  const { page } = await signIn("emma");
  await page.goto("/admin/users?search=linh@");
  await page.getByRole("button", { name: /^Open: / }).click();
  const person = page.getByRole("dialog").first();
  await person.getByText(/^On since/).waitFor();
  await person.getByRole("button", { name: "Turn off two-step sign-in" }).click();
  const question = page.getByRole("dialog", { name: "Are you sure?" });
  await question.getByRole("button", { name: "Turn off two-step sign-in" }).click();
  await person.getByText("Off", { exact: true }).waitFor();
  await person.getByRole("button", { name: "Turn off two-step sign-in" }).waitFor({ state: "detached" });

  await submitPassword(linh.page, "linh");
  await linh.page.waitForURL("**/settings");
  await linh.page.getByRole("button", { name: "Turn on", exact: true }).waitFor();
});

test("closing the dialog before the first code is answered still shows the recovery codes", async () => {
  const { page } = await signIn("emma");
  await page.goto("/settings");
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(demoPassword);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await dialog.getByLabel("The six digits").fill(authenticatorCodeOf(secret));
  const confirmRequest = page.waitForRequest("**/api/users/two-step/confirm");
  const releaseConfirmation = await holdResponses(page, "**/api/users/two-step/confirm");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await confirmRequest;
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  releaseConfirmation();
  await dialog.getByText("Your recovery codes").waitFor();
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await page.getByText("10 recovery codes left.").waitFor();
});

test("if the QR code cannot be shown, the dialog says to type the key", async () => {
  const { page } = await signIn("oliver");
  await page.goto("/settings");
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(demoPassword);
  // The page loads the script for QR codes only after it has got a secret. From then on, scripts are blocked.
  let hasSecretArrived = false;
  await interceptRequests(page, "**/api/users/two-step/setup", async (route) => {
    const response = await route.fetch();
    hasSecretArrived = true;
    await route.fulfill({ response });
  });
  await interceptRequests(page, "**/assets/**", (route) =>
    hasSecretArrived ? route.abort() : route.fallback(),
  );
  // Blocks the check for a newer build, because the page would reload itself if it found one.
  await interceptRequests(page, "**/latest-build.json", (route) => route.abort());
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByText("The picture could not be loaded.").waitFor();
});
