import { randomUUID } from "node:crypto";
import type { Browser, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { composer, type Device, device, message } from "./people.ts";
import type { ServerProcess } from "./server.ts";

/** Creates a group with Linh and with this many messages by Aiko, and opens it for Aiko. Returns its id. */
export async function numbered(
  browser: Browser,
  server: ServerProcess,
  aiko: Device,
  count: number,
): Promise<string> {
  const { page } = aiko;
  const linh = await device(browser, server, "linh");
  const { id: other } = await linh.call<{ id: string }>("GET", "/users/info");
  await linh.context.close();
  const group = { kind: "GROUP", name: `Room ${randomUUID().slice(0, 8)}`, user_ids: [other] };
  const { id } = await aiko.call<{ id: string }>("POST", "/conversations", group);
  for (let number = 1; number <= count; number++)
    await aiko.call("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content: `words number ${number}.`,
    });
  await page.goto(`/chat/${id}`);
  await composer(page).waitFor();
  if (count > 0) await words(page, count).waitFor();
  // Waits until the messages are painted. On a phone the composer is not focused, because the keyboard would cover the
  // messages.
  if (await page.evaluate("matchMedia('(hover: hover)').matches")) await focused(composer(page));
  return id;
}

/** Clicks the text of a message, which gives the message the focus. */
export const words = (page: Page, number: number) =>
  message(page, `words number ${number}.`).locator("[data-message]");

export const isFocused = (what: Locator) => what.evaluate((element) => element.matches(":focus"));

/** Waits until this element has the focus. The error names the element that has it instead. */
export async function focused(what: Locator): Promise<void> {
  const holder = () => what.page().evaluate("document.activeElement.outerHTML.slice(0, 200)");
  await expect.poll(async () => (await isFocused(what)) || (await holder())).toBe(true);
}

export const gone = (what: Locator) => what.waitFor({ state: "detached" });

/** Opens a message's menu with the keyboard and moves to one of its items. */
export async function walkTo(page: Page, number: number, item: string): Promise<void> {
  await words(page, number).focus();
  const more = message(page, `words number ${number}.`).getByLabel("More", { exact: true });
  await more.waitFor();
  for (let steps = 0; steps < 12 && !(await isFocused(more)); steps++) await page.keyboard.press("Tab");
  await focused(more);
  await page.keyboard.press("Enter");
  const wanted = page.getByRole("menuitem", { name: item, exact: true });
  await wanted.waitFor();
  // A menu takes the focus a moment after it opens.
  await expect
    .poll(() => page.getByRole("menu").evaluate((menu) => menu.matches(":focus-within")))
    .toBe(true);
  for (let steps = 0; steps < 12 && !(await isFocused(wanted)); steps++)
    await page.keyboard.press("ArrowDown");
  await focused(wanted);
}
