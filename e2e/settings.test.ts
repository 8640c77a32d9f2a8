import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { interceptRequests } from "./intercept.ts";
import { findMessageByWords, findMessageComposer, findStoredMessage, writeMessage } from "./people.ts";

const { signIn } = await openDemo();

/**
 * Matches the hint that Ctrl+Enter sends a message. `\s` matches the hint's no-break spaces, which keep the names of
 * the keys on one line.
 */
const ctrlEnterHintPattern = /^Ctrl\s\+\sEnter sends$/;

test("changing the working language asks once, and changes only after a yes", async () => {
  const { page } = await signIn("aiko");
  await page.goto("/settings");
  const field = page.getByLabel(/^Working language/);
  const question = page.getByRole("dialog", { name: "Change your working language?" });
  expect(await field.inputValue()).toBe("ja");
  await field.selectOption("vi");
  await question.getByText("Tiếng Việt").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  expect(await field.inputValue()).toBe("ja");
  await page.reload();
  await field.waitFor();
  expect(await field.inputValue()).toBe("ja");

  await field.selectOption("vi");
  await question.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByText("Saved.").waitFor();
  await expect.poll(() => field.inputValue()).toBe("vi");
  await page.reload();
  await field.waitFor();
  expect(await field.inputValue()).toBe("vi");
});

test("changing the interface language asks with the menu closed, and changes every text at once", async () => {
  const { page } = await signIn("oliver");
  await page.goto("/home");
  const chooseOption = async (name: string) => {
    await page.locator("nav button").last().click();
    await page.getByRole("menuitemradio", { name }).click();
    await page.getByRole("menu").waitFor({ state: "detached" });
  };
  await chooseOption("日本語");
  const question = page.getByRole("dialog", { name: "Change the language?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Home" }).first().waitFor();

  await chooseOption("日本語");
  await question.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("link", { name: "ホーム" }).first().waitFor();
  expect(await page.getAttribute("html", "lang")).toBe("ja");
  await page.reload();
  await page.getByRole("link", { name: "ホーム" }).first().waitFor();
});

/** Searches in the list of time zones, and chooses the only result. */
async function chooseTimeZone(page: Page, search: string): Promise<void> {
  const field = page.getByRole("combobox", { name: "Time zone" });
  await field.fill(search);
  const options = page.getByRole("listbox").getByRole("option");
  await expect.poll(() => options.count()).toBe(1);
  await options.click();
}

/** Returns two times: the one that a message shows, and the one that it should show in this time zone. */
async function readShownAndExpectedTime(
  page: Page,
  messageText: string,
  timeZone: string,
): Promise<[string, string]> {
  const time = findMessageByWords(page, messageText).locator("time").first();
  const messageSentAt = new Date((await time.getAttribute("datetime")) ?? "");
  const timeFormat = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone });
  return [(await time.textContent()) ?? "", timeFormat.format(messageSentAt)];
}

test("a chosen time zone applies to message times on every device", async () => {
  const { page, call } = await signIn("kenji");
  const notesRoom = await call<{ id: string }>("POST", "/conversations", { kind: "MY_CHAT" });
  await page.goto(`/chat/${notesRoom.id}`);
  await findMessageComposer(page).waitFor();
  await writeMessage(page, "what time is it?");
  await findMessageByWords(page, "what time is it?").waitFor();

  // A time zone in which probably no test computer is. Its offset, +08:45, includes quarter hours.
  const timeZone = "Australia/Eucla";
  await page.goto("/settings");
  await chooseTimeZone(page, timeZone);
  await page.getByText("Saved.").waitFor();
  await page.getByRole("link", { name: "Chat" }).first().click();
  await page.locator(`a[href="/chat/${notesRoom.id}"]`).first().click();
  await findMessageByWords(page, "what time is it?").waitFor();
  const compareShownTime = async (page: Page, timeZone: string) => {
    const [shownTime, expected] = await readShownAndExpectedTime(page, "what time is it?", timeZone);
    return shownTime === expected || `${shownTime} instead of ${expected}`;
  };
  await expect.poll(() => compareShownTime(page, timeZone)).toBe(true);

  const otherDevice = await signIn("kenji");
  await otherDevice.page.goto(`/chat/${notesRoom.id}`);
  await findMessageByWords(otherDevice.page, "what time is it?").waitFor();
  await expect.poll(() => compareShownTime(otherDevice.page, timeZone)).toBe(true);

  await page.goto("/settings");
  await chooseTimeZone(page, "same as");
  await page.getByText("Saved.").waitFor();
  await page.goto(`/chat/${notesRoom.id}`);
  await findMessageByWords(page, "what time is it?").waitFor();
  const browserTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await expect.poll(() => compareShownTime(page, browserTimeZone)).toBe(true);
  expect(await compareShownTime(page, timeZone)).not.toBe(true);
});

test("the list of sections leads to each section, and one shows the used storage", async () => {
  const { page, call } = await signIn("emma");
  const notesRoom = await call<{ id: string }>("POST", "/conversations", { kind: "MY_CHAT" });
  await page.goto(`/chat/${notesRoom.id}`);
  const buffer = Buffer.alloc(300_000, "x");
  await page.setInputFiles("input[data-attach]", { name: "notes.txt", mimeType: "text/plain", buffer });
  await page.locator('li[data-state="done"]', { hasText: "notes.txt" }).waitFor();
  await page.goto("/settings");
  const settingsSections = page.getByRole("navigation", { name: "Sections" });
  const storage = settingsSections.getByRole("link", { name: "Storage" });
  await storage.click();
  await expect.poll(() => storage.getAttribute("aria-current")).toBe("true");
  const { used, limit } = await call<{ used: number; limit: number }>("GET", "/files/usage");
  expect(used).toBeGreaterThanOrEqual(buffer.length);
  expect(used).toBeLessThan(limit);
  await page
    .locator("#storage")
    .getByText(/\d.*(kB|MB) of \d.* (MB|GB) used/)
    .waitFor();
});

test("the Enter setting is switched in the composer for every device, offline first for this one", async () => {
  const { page, call } = await signIn("emma");
  const notesRoom = await call<{ id: string }>("POST", "/conversations", { kind: "MY_CHAT" });
  const openOwnChat = async (page: Page) => {
    await page.goto(`/chat/${notesRoom.id}`);
    await findMessageComposer(page).waitFor();
  };
  const findEnterHint = (page: Page) => page.getByTitle("Change what Enter does");
  const readEnterSetting = async () =>
    (await call<{ settings: { enter_sends: boolean } }>("GET", "/users/info")).settings.enter_sends;
  await openOwnChat(page);
  await page.getByRole("button", { name: "Enter sends, Shift + Enter starts a new line" }).click();
  await findMessageComposer(page).pressSequentially("one");
  await findMessageComposer(page).press("Enter");
  await findMessageComposer(page).pressSequentially("two");
  await expect.poll(() => findMessageComposer(page).inputValue()).toBe("one\ntwo");
  await page.getByRole("button", { name: "Ctrl + Enter sends" }).waitFor();
  await expect.poll(readEnterSetting).toBe(false);
  await page.reload();
  await expect.poll(() => findEnterHint(page).textContent()).toMatch(ctrlEnterHintPattern);
  await expect.poll(() => findMessageComposer(page).inputValue()).toBe("one\ntwo");
  await findMessageComposer(page).press("Control+End");
  await findMessageComposer(page).press("Enter");
  await expect.poll(() => findMessageComposer(page).inputValue()).toBe("one\ntwo\n");
  await findMessageComposer(page).press("Control+Enter");
  await findMessageByWords(page, "two").waitFor();

  const otherDevice = await signIn("emma");
  await openOwnChat(otherDevice.page);
  await expect.poll(() => findEnterHint(otherDevice.page).textContent()).toMatch(ctrlEnterHintPattern);

  await interceptRequests(page, "**/api/users/settings", (route) => route.abort());
  await findEnterHint(page).click();
  await findEnterHint(page).getByText("starts a new line").waitFor();
  await page.reload();
  await findEnterHint(page).getByText("starts a new line").waitFor();
  expect(await readEnterSetting()).toBe(false);
  await page.unroute("**/api/users/settings");
  await page.reload();
  await expect.poll(readEnterSetting).toBe(true);
  await findEnterHint(page).getByText("starts a new line").waitFor();
  await writeMessage(page, "three");
  await findStoredMessage(page, "three").waitFor();
  const notesMessages = await call<{ content: string }[]>("GET", `/conversations/${notesRoom.id}/messages`);
  expect(notesMessages.map(({ content }) => content)).toEqual(["one\ntwo", "three"]);

  const error = { code: "ERR.BLOCKED", message: "Not now." };
  await interceptRequests(page, "**/api/users/settings", (route) =>
    route.fulfill({ status: 403, json: { error } }),
  );
  await findEnterHint(page).click();
  await page.getByText("Not now.").waitFor();
  await findEnterHint(page).getByText("starts a new line").waitFor();
});
