import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { demoPassword } from "./demo-workspace.ts";
import { waitForMailedLink } from "./mail.ts";
import { waitUntilSubscribed } from "./people.ts";

const { signIn, browser, server } = await openDemo();

const oldAddress = "oliver@kakehashi.example";
const newAddress = "oliver.reed@elsewhere.example";

test("an address changes after both mailboxes confirm, and the old one can undo it", async () => {
  const { page } = await signIn("oliver");
  const liveSubscription = waitUntilSubscribed(page);
  await page.goto("/settings#email");
  const emailSection = page.locator("section#email");
  await emailSection.getByRole("button", { name: "Change the address" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("New e-mail address").fill(oldAddress);
  await dialog.locator("input[name=current_password]").fill(demoPassword);
  await dialog.getByRole("button", { name: "Send the links" }).click();
  await dialog.getByText("This is your address already.").waitFor();
  await dialog.getByLabel("New e-mail address").fill(newAddress);
  await dialog.getByRole("button", { name: "Send the links" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => emailSection.getByText("not confirmed yet").count()).toBe(2);
  await emailSection.getByText(/once you have confirmed on both pages/).waitFor();

  await liveSubscription;
  // Opens the link in another browser without a session, as when the person reads mail on a phone.
  const phone = await browser.newContext({ baseURL: server.address, locale: "en-GB" });
  const mailPage = await phone.newPage();
  // Opening the mailed link does not confirm the address, because a mail scanner may open the link, too.
  await mailPage.goto(await waitForMailedLink(server, newAddress));
  await mailPage.getByRole("button", { name: "Confirm address" }).click();
  await mailPage.getByRole("heading", { name: "Confirmed: one of two" }).waitFor();
  await mailPage.getByText("Now open the link in the other e-mail and confirm there.").waitFor();
  // The settings page in the first browser shows the confirmation without a reload.
  await emailSection.getByText("confirmed", { exact: true }).waitFor();
  await mailPage.goto(await waitForMailedLink(server, oldAddress));
  await mailPage.getByRole("button", { name: "Agree to the change" }).click();
  await mailPage.getByRole("heading", { name: "Your e-mail address was changed" }).waitFor();
  await emailSection.getByText(`You sign in with ${newAddress}`).waitFor();
  await emailSection.getByRole("button", { name: "Change the address" }).waitFor();

  await expect.poll(() => server.mailTo(oldAddress)).toContain("address was changed");
  const undoLink = await waitForMailedLink(server, oldAddress);
  await mailPage.goto(undoLink);
  await mailPage.getByRole("button", { name: "Undo the change" }).click();
  await mailPage.getByRole("heading", { name: "The change was undone" }).waitFor();
  await mailPage.goto(undoLink);
  await mailPage.getByRole("heading", { name: "The change was undone" }).waitFor();
  await page.getByText("because a change of your account’s e-mail address was undone").waitFor();
  await phone.close();
});
