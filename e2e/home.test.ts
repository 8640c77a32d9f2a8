import { randomUUID } from "node:crypto";
import type { Bookmark } from "@kakehashi/contract/bookmarks";
import type { Conversation } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";
import type { Account } from "@kakehashi/contract/users";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findAxeViolations } from "./axe.ts";
import { openDemo } from "./demo.ts";
import { interceptRequests } from "./intercept.ts";
import { pressTryAgain, type SignedInDevice } from "./people.ts";

// These tests check what the start page shows to people of each role.

const { signIn } = await openDemo();

const findPanel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Returns the id of the group that all people of the demo belong to. */
async function findSharedGroupId({ call }: SignedInDevice): Promise<string> {
  const [room] = await call<Conversation[]>("GET", "/conversations?type=GROUP");
  return room?.id ?? "";
}

const sendMessageAs = ({ call }: SignedInDevice, room: string, content: string, parent_id?: string) =>
  call<Message>("POST", `/conversations/${room}/messages`, { client_id: randomUUID(), content, parent_id });

test("an admin sees the waiting work with links, and is told if it could not be counted", async () => {
  const { page, call } = await signIn("emma");
  const waitingPanel = findPanel(page, "Waiting for you");
  await page.goto("/home");
  await waitingPanel.getByText("Nothing is waiting").waitFor();
  await call("POST", "/contact", {
    first_name: "An",
    last_name: "Nguyễn",
    phone: "0912 345 678",
    email: "an@shop.example",
    country: "VN",
    message: "Chúng tôi có ba cửa hàng.",
  });

  await interceptRequests(page, "**/api/admin/waiting", (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  const failureAlert = waitingPanel.getByRole("alert");
  await failureAlert.waitFor();
  await pressTryAgain(page, "**/api/admin/waiting", failureAlert.getByRole("button", { name: "Try again" }));
  await waitingPanel.getByRole("link", { name: "1 new contact message" }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await waitingPanel.getByRole("link", { name: "1 new contact message" }).click();
  await page.waitForURL("**/admin/contacts?state=NEW");
  await page.getByRole("link", { name: "An Nguyễn" }).click();
  await page.getByLabel("Change the status").selectOption("IN_PROGRESS");
  await page.locator("dd", { hasText: "In progress" }).waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "Home", exact: true }).click();
  await waitingPanel.getByText("Nothing is waiting").waitFor();
});

test("a translator sees their bookmarks, newest first, until they are removed", async () => {
  const [linh, aiko] = [await signIn("linh"), await signIn("aiko")];
  const { page, call } = linh;
  const room = await findSharedGroupId(linh);
  const bookmarksPanel = findPanel(page, "Marked for translation");
  await page.goto("/home");
  await bookmarksPanel.getByRole("listitem").first().waitFor();
  const message = await sendMessageAs(aiko, room, "営業時間の表記をご確認ください。");
  await call("POST", `/conversations/${room}/messages/${message.id}/mark_for_translation`, { marked: true });
  const newestBookmark = bookmarksPanel.getByRole("listitem").first();
  await newestBookmark.getByText("営業時間の表記をご確認ください。").waitFor();
  expect(await newestBookmark.locator("[lang=ja]").allTextContents()).toContain(
    "営業時間の表記をご確認ください。",
  );
  expect(await findAxeViolations(page)).toEqual([]);
  await newestBookmark.getByRole("link").click();
  await page.waitForURL(`**/chat/${room}?message=${message.id}`);

  for (const { message } of await call<Bookmark[]>("GET", "/messages/mark_for_translation"))
    await call(
      "POST",
      `/conversations/${message.conversation_id}/messages/${message.id}/mark_for_translation`,
      {
        marked: false,
      },
    );
  await page.goto("/home");
  await bookmarksPanel.getByText("Nothing left to translate").waitFor();
  await bookmarksPanel.getByRole("link", { name: "All marked messages" }).click();
  await page.waitForURL("**/bookmarks");
});

test("shown data stays when it cannot be refreshed, and a press on the note retries", async () => {
  const [linh, aiko] = [await signIn("linh"), await signIn("aiko")];
  const { page, call } = linh;
  const room = await findSharedGroupId(linh);
  const sendMention = async (content: string) => {
    const { id } = await sendMessageAs(aiko, room, content);
    await call("POST", `/conversations/${room}/messages/${id}/mark_for_translation`, { marked: true });
  };
  await sendMention("First to translate.");
  for (const address of ["/home", "/bookmarks"]) {
    // The start page shows this text twice: in the bookmark list and in the conversation's row. The test reads only the
    // bookmark list.
    const list = address === "/home" ? findPanel(page, "Marked for translation") : page.getByRole("main");
    const refreshFailedNote = list.getByRole("status").filter({ hasText: "could not be refreshed" });
    await page.goto(address);
    await list.getByText("First to translate.").waitFor();
    const pattern = "**/api/messages/mark_for_translation?*";
    await interceptRequests(page, pattern, (route) => route.fulfill({ status: 500, json: {} }));
    await sendMention(`Second, for ${address}.`);
    await refreshFailedNote.waitFor();
    await list.getByText("First to translate.").waitFor();
    expect(await list.getByRole("alert").filter({ hasText: /./ }).count()).toBe(0);
    expect(await list.getByText(`Second, for ${address}.`).count()).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);
    await pressTryAgain(page, pattern, refreshFailedNote.getByRole("button", { name: "Try again" }));
    await list.getByText(`Second, for ${address}.`).waitFor();
    await refreshFailedNote.waitFor({ state: "detached" });
    await page.unrouteAll();
  }
});

test("a developer sees mentions and new replies until they have read them", async () => {
  const [an, aiko] = [await signIn("an"), await signIn("aiko")];
  const { page, call } = an;
  const room = await findSharedGroupId(an);
  const account = await call<Account>("GET", "/users/info");
  const rootMessage = await sendMessageAs(an, room, "Mình hỏi ở đây nhé.");
  const mentionsPanel = findPanel(page, "Mentions and new replies");
  await page.goto("/home");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await sendMessageAs(aiko, room, "こちらでお答えします。", rootMessage.id);
  const mentionMessage = await sendMessageAs(aiko, room, `@[${account.name}](${account.id}) お願いします。`);
  await mentionsPanel.getByText("Mình hỏi ở đây nhé.").waitFor();
  await mentionsPanel.getByText("1 new reply").waitFor();
  const mentionLink = mentionsPanel.getByRole("link", { name: /mentioned you/ });
  await mentionLink.waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await mentionLink.click();
  await page.waitForURL(`**/chat/${room}?message=${mentionMessage.id}`);
  // Waits until the server has marked the mention as read. Otherwise the next page could still show it as unread.
  const listUnreadMentions = () => call<{ id: string }[]>("GET", "/notifications?unread=true&type=MENTION");
  await expect.poll(async () => (await listUnreadMentions()).length).toBe(0);
  await page.goto(`/chat/${room}?thread=${rootMessage.id}`);
  await page.getByText("こちらでお答えします。").last().waitFor();
  await expect
    .poll(async () => (await call<{ count_unread: number }>("GET", "/threads/count_unread")).count_unread)
    .toBe(0);
  await page.getByRole("navigation").getByRole("link", { name: "Home", exact: true }).click();
  await mentionsPanel.getByText("No mentions and no new replies").waitFor();
});

test("a person without an active profile is told so, with a link to it", async () => {
  const { page } = await signIn("oliver");
  await page.goto("/home");
  await findPanel(page, "Mentions and new replies").waitFor();
  // The list of first steps says that the profile is missing. If the person hides the list, a banner says so instead,
  // and the focus moves to the button that undoes the hiding.
  const firstStepsPanel = findPanel(page, "First steps");
  const profileBanner = page.getByRole("status").filter({ hasText: "You have no profile yet." });
  await firstStepsPanel.getByRole("link", { name: /Complete your profile/ }).waitFor();
  await firstStepsPanel.getByText(/^\d of 6 done$/).waitFor();
  expect(await profileBanner.count()).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);
  await firstStepsPanel.getByRole("button", { name: /Invite a colleague/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("searchbox").fill("colleague@elsewhere.example");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await dialog.getByRole("status").waitFor();
  await page.keyboard.press("Escape");
  await firstStepsPanel
    .getByRole("listitem")
    .filter({ hasText: "Invite a colleague" })
    .getByText("Done")
    .waitFor();
  await firstStepsPanel.getByRole("button", { name: "Hide" }).click();
  const undoHidingButton = page.getByRole("button", { name: "Undo" });
  await expect.poll(() => undoHidingButton.evaluate((button) => button.matches(":focus"))).toBe(true);
  await profileBanner.waitFor();
  await undoHidingButton.click();
  await firstStepsPanel.waitFor();
  await firstStepsPanel.getByRole("button", { name: "Hide" }).click();
  await undoHidingButton.waitFor();
  // The server stores that the list of first steps is hidden, so the list stays hidden after a reload.
  await page.reload();
  await profileBanner.getByRole("link", { name: "Open profile" }).click();
  expect(await firstStepsPanel.count()).toBe(0);
  await page.waitForURL("**/profile");
});
