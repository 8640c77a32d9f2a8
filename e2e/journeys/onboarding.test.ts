import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "../demo.ts";
import { waitForMailedLink } from "../mail.ts";
import { openDevice } from "../people.ts";

const { browser, server } = await openDemo();

/** A PNG of two by two red pixels. */
const pictureBytes = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGN45OYBRAwQCgAitgUd4gYSBgAAAABJRU5ErkJggg==",
  "base64",
);

async function clickInDialog(page: Page, action: string): Promise<void> {
  await page.getByRole("dialog").last().getByRole("button", { name: action, exact: true }).click();
}

const chooseAndContinue = async (page: Page, name: RegExp) => {
  await page.getByRole("radio", { name }).check();
  await page.getByRole("button", { name: "Continue" }).click();
};

test("a newcomer registers, makes their choices, is refused, corrects the profile, is accepted, and sees each step live", async () => {
  const email = "newcomer@kakehashi.example";
  const password = "Bridge-of-2026";
  const context = await browser.newContext({ baseURL: server.address, locale: "en-GB" });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));

  await page.goto("/register");
  await page.locator("form button[type=submit]:enabled").waitFor();
  await page.fill("input[name=name]", "Lê Minh Châu");
  await page.fill("input[name=email]", email);
  await page.fill("input[name=password]", password);
  await page.fill("input[name=confirm_password]", password);
  await page.click("form button[type=submit]");
  await page.getByRole("heading", { name: "Check your mailbox" }).waitFor();

  await page.goto(await waitForMailedLink(server, email));
  await page.getByRole("heading", { name: "Confirm your account" }).waitFor();
  await page.fill("input[name=password]", password);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();

  await page.waitForURL("**/role");
  // On whatever page a newcomer starts, the workspace first asks for the missing choices. Then it opens this page.
  await page.goto("/files?type=images");
  await page.waitForURL("**/role?next=%2Ffiles%3Ftype%3Dimages");
  await chooseAndContinue(page, /^Developer/);
  await page.waitForURL("**/type_account?next=%2Ffiles%3Ftype%3Dimages");
  await page.goto("/home");
  // The start page lists the first steps. As long as a choice is missing, the links of these steps lead to that choice.
  await page.getByRole("link", { name: /Complete your profile/ }).waitFor();
  await page.getByRole("link", { name: "Open chat" }).click();
  await page.waitForURL("**/type_account?next=%2Fchat");
  await chooseAndContinue(page, /^A person/);
  await page.waitForURL("**/working_language?next=%2Fchat");
  await chooseAndContinue(page, /^Tiếng Việt/);
  await page.waitForURL("**/chat");
  // A newcomer without a profile can still change the role.
  await page.goto("/settings");
  await page.getByRole("link", { name: "Change: Role" }).click();
  await expect.poll(() => page.getByRole("radio", { name: /^Developer/ }).isChecked()).toBe(true);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/settings");

  await page.goto("/profile");
  // The page marks the fields that must be filled in before the newcomer can request activation.
  await page.getByText(/^Picture \(needed for activation\)/).waitFor();
  await page.setInputFiles("input[type=file]", {
    name: "me.png",
    mimeType: "image/png",
    buffer: pictureBytes,
  });
  await clickInDialog(page, "Use this picture");
  await page.locator("main img[src^='/api/avatars/']").waitFor();
  await page.fill("input[name=first_name]", "Minh Châu");
  await page.fill("input[name=last_name]", "Lê");
  await page.fill("input[name=address]", "1 Tràng Tiền, Hà Nội");
  await page.fill("input[name=phone]", "12");
  await page.press("input[name=phone]", "Tab");
  await page.getByText("Enter a phone number, with the area code.").waitFor();
  await page.fill("input[name=phone]", "+84 24 3825 0000");
  await page.getByText("Enter a phone number, with the area code.").waitFor({ state: "detached" });
  await page.getByLabel("Web applications").check();
  await page.getByRole("button", { name: "Create profile" }).click();
  const request = page.getByRole("button", { name: "Request activation" });
  await request.waitFor();
  // After the profile is created, the button for the next step has the focus and is visible.
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Request activation");
  expect((await request.boundingBox())?.y).toBeGreaterThan(0);
  await request.click();
  await page.getByText("Tell others about yourself: it is needed for activation.").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  // "Request activation" also saves the text that was typed since the last save. One dialog asks to confirm both.
  await page.fill("textarea[name=description]", "React.");
  await page.fill("input[name=address]", "2 Tràng Tiền, Hà Nội");
  await request.click();
  await clickInDialog(page, "Request activation");
  await page.getByText("An administrator is reviewing your request.").waitFor();
  await page.reload();
  await page.getByText("An administrator is reviewing your request.").waitFor();
  expect(await page.inputValue("input[name=address]")).toBe("2 Tràng Tiền, Hà Nội");
  expect(await page.inputValue("textarea[name=description]")).toBe("React.");

  const emma = await openDevice(browser, server, "emma");
  const decideOnProfile = async (action: string, reason?: string) => {
    await emma.page.goto("/admin/activations");
    await emma.page.getByRole("button", { name: "Open: Lê Minh Châu" }).click();
    await emma.page.getByRole("dialog").getByRole("button", { name: action, exact: true }).click();
    if (reason) {
      await emma.page.getByLabel("Reason").fill(reason);
      await clickInDialog(emma.page, action);
    } else {
      const question = emma.page.getByRole("dialog", { name: `${action} Lê Minh Châu?` });
      await question.getByRole("button", { name: action, exact: true }).click();
    }
  };
  await decideOnProfile("Refuse", "Please add what you have worked on.");
  await page
    .getByText("An administrator refused your profile. Reason: Please add what you have worked on.")
    .waitFor();
  await page.getByText("1 unread notification").first().waitFor({ state: "attached" });

  await page.fill("textarea[name=description]", "Six years of React and Node.js.");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Your profile is saved.").waitFor();
  await page.getByRole("button", { name: "Request activation" }).click();
  await clickInDialog(page, "Request activation");
  await page.getByText("An administrator is reviewing your request.").waitFor();
  await decideOnProfile("Accept");
  await page.getByText("Your profile is active.").waitFor();

  await page.goto("/notifications");
  await page.getByText("Your profile has been accepted.").first().waitFor();
  await page.getByRole("link", { name: /Your profile has been accepted/ }).click();
  await page.waitForURL("**/home");
  // All first steps are done, so the start page shows mentions and conversations instead.
  const mentionsPanel = page.getByRole("region", { name: "Mentions and new replies" });
  await mentionsPanel.getByText("No mentions and no new replies").waitFor();
  await page.getByRole("region", { name: "Recent conversations" }).waitFor();
  expect(await page.getByRole("link", { name: "Open profile" }).count()).toBe(0);
  expect([...faults, ...emma.faults]).toEqual([]);
  await Promise.all([context.close(), emma.context.close()]);
});

test("a page that an admin has closed opens neither by address nor by link", async () => {
  const emma = await openDevice(browser, server, "emma");
  const context = await browser.newContext({ baseURL: server.address, locale: "en-GB" });
  const page = await context.newPage();
  const notice = page.getByText("That page is closed at the moment");
  const setRegistrationClosed = (isClosed: boolean) =>
    emma.call("POST", "/admin/pages", { page: "/register", closed: isClosed });
  await setRegistrationClosed(true);
  await page.goto("/register");
  await page.waitForURL("**/?notice=closed");
  await notice.waitFor();
  await page.goto("/login");
  await page.locator("form button[type=submit]:enabled").waitFor();
  await page.locator('main a[href="/register"]').click();
  await page.waitForURL("**/?notice=closed");
  await notice.waitFor();
  await setRegistrationClosed(false);
  await page.goto("/login");
  await page.locator("form button[type=submit]:enabled").waitFor();
  await page.locator('main a[href="/register"]').click();
  await page.locator("input[name=confirm_password]").waitFor();
  await Promise.all([context.close(), emma.context.close()]);
});
