import { randomUUID } from "node:crypto";
import type { Browser, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { findMessageByWords, findMessageComposer, openDevice, type SignedInDevice } from "./people.ts";
import type { ServerProcess } from "./server.ts";

/**
 * Creates a group of Linh and Aiko with this many messages by Aiko. Opens the group on Aiko's page and returns the
 * group's id.
 */
export async function openNumberedMessages(
  browser: Browser,
  server: ServerProcess,
  aiko: SignedInDevice,
  count: number,
): Promise<string> {
  const { page } = aiko;
  const linh = await openDevice(browser, server, "linh");
  const { id: otherId } = await linh.call<{ id: string }>("GET", "/users/info");
  await linh.context.close();
  const group = { kind: "GROUP", name: `Room ${randomUUID().slice(0, 8)}`, user_ids: [otherId] };
  const { id } = await aiko.call<{ id: string }>("POST", "/conversations", group);
  for (let number = 1; number <= count; number++)
    await aiko.call("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content: `words number ${number}.`,
    });
  await page.goto(`/chat/${id}`);
  await findMessageComposer(page).waitFor();
  if (count > 0) await findMessageText(page, count).waitFor();
  // The composer gets the focus once the messages are painted. A phone has no such focus, because the on-screen
  // keyboard would cover the messages.
  if (await page.evaluate("matchMedia('(hover: hover)').matches"))
    await expectFocused(findMessageComposer(page));
  return id;
}

/**
 * Finds the text element of a message that `openNumberedMessages` has sent, by the message's number. This element has
 * the focus when the keyboard moves to the message.
 */
export const findMessageText = (page: Page, number: number) =>
  findMessageByWords(page, `words number ${number}.`).locator("[data-message]");

export const isFocused = (element: Locator) => element.evaluate((element) => element.matches(":focus"));

/** Waits until this element has the focus. Otherwise the error shows the element that has it. */
export async function expectFocused(element: Locator): Promise<void> {
  const readFocusedHtml = () => element.page().evaluate("document.activeElement.outerHTML.slice(0, 200)");
  await expect.poll(async () => (await isFocused(element)) || (await readFocusedHtml())).toBe(true);
}

export const waitUntilDetached = (element: Locator) => element.waitFor({ state: "detached" });

/** Opens the menu of a message by keyboard, and focuses one of the menu's items. */
export async function moveToMenuItem(page: Page, number: number, item: string): Promise<void> {
  await findMessageText(page, number).focus();
  const moreButton = findMessageByWords(page, `words number ${number}.`).getByLabel("More", { exact: true });
  await moreButton.waitFor();
  for (let pressCount = 0; pressCount < 12 && !(await isFocused(moreButton)); pressCount++)
    await page.keyboard.press("Tab");
  await expectFocused(moreButton);
  await page.keyboard.press("Enter");
  await moveToItem(page, item);
}

/** Focuses an item of the open menu with the arrow keys. */
export async function moveToItem(page: Page, item: string): Promise<void> {
  const menuItem = page.getByRole("menuitem", { name: item, exact: true });
  await menuItem.waitFor();
  // The menu takes the focus a moment after it opens.
  await expect
    .poll(() => page.getByRole("menu").evaluate((menu) => menu.matches(":focus-within")))
    .toBe(true);
  for (let pressCount = 0; pressCount < 12 && !(await isFocused(menuItem)); pressCount++)
    await page.keyboard.press("ArrowDown");
  await expectFocused(menuItem);
}

/** Presses only the Tab key until an element has the focus. */
export async function pressTabUntilFocused(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let pressCount = 0; pressCount < 40 && !(await isFocused(target)); pressCount++)
    await page.keyboard.press("Tab");
  await expectFocused(target);
}
