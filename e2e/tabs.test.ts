import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { device, telephone } from "./people.ts";

const { browser, server } = await openDemo();

/** Whether it is whole in sight, within the row that scrolls. */
const isInSight = (tab: Locator) =>
  tab.evaluate((element) => {
    const [own, row] = [element.getBoundingClientRect(), element.parentElement?.getBoundingClientRect()];
    return row !== undefined && own.left >= row.left && own.right <= row.right;
  });

test("by the keyboard every tab of the chat is reached, and none leads away before it is pressed", async () => {
  const { page, context, faults } = await device(browser, server, "emma");
  await page.goto("/chat");
  const tab = (name: string) => page.getByRole("tab", { name });
  await tab("All").focus();
  await page.keyboard.press("ArrowRight");
  expect(await tab("Client").getAttribute("aria-selected")).toBe("true");
  await page.getByText("No conversations with a client yet").waitFor();

  await page.keyboard.press("End");
  await expect.poll(() => tab("My chat").evaluate((element) => element.matches(":focus"))).toBe(true);
  expect(await isInSight(tab("My chat"))).toBe(true);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => tab("Files").evaluate((element) => element.matches(":focus"))).toBe(true);
  expect(new URL(page.url()).pathname).toBe("/chat");
  expect(await tab("Client").getAttribute("aria-selected")).toBe("true");

  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/files");
  expect(faults).toEqual([]);
  await context.close();
});

test("Alt and an arrow are the browser's, and open no tab", async () => {
  const { page, context } = await device(browser, server, "emma");
  await page.goto("/chat");
  await page.getByRole("tab", { name: "All" }).focus();
  const taken = await page.evaluate(`(() => {
    const press = { key: "ArrowLeft", altKey: true, bubbles: true, cancelable: true };
    return !document.activeElement.dispatchEvent(new KeyboardEvent("keydown", press));
  })()`);
  expect(taken).toBe(false);
  await context.close();
});

test("a finger finds the tabs that are not in sight in the menu beside them", async () => {
  const { page, context, faults } = await device(browser, server, "emma", telephone);
  await page.goto("/chat");
  const threads = page.getByRole("tab", { name: "Threads" });
  await threads.waitFor();
  expect(await isInSight(threads)).toBe(false);
  await page.getByRole("button", { name: "What the list shows" }).tap();
  await page.getByRole("menuitemradio", { name: "Threads" }).tap();
  await expect.poll(() => isInSight(threads)).toBe(true);
  expect(await threads.getAttribute("aria-selected")).toBe("true");
  await page.getByRole("menu").waitFor({ state: "detached" });

  await page.getByRole("button", { name: "What the list shows" }).tap();
  await page.getByRole("menuitemradio", { name: "Files" }).tap();
  await page.waitForURL("**/files");
  expect(faults).toEqual([]);
  await context.close();
});

test("a tab row that fits has no menu beside it", async () => {
  const { page, context } = await device(browser, server, "emma", { viewport: { width: 800, height: 900 } });
  await page.goto("/chat");
  const last = page.getByRole("tab", { name: "My chat" });
  await last.waitFor();
  expect(await isInSight(last)).toBe(true);
  expect(await page.getByRole("button", { name: "What the list shows" }).count()).toBe(0);
  await context.close();
});

test("the list shows which conversation is muted, as soon as it is", async () => {
  const { page, context, faults } = await device(browser, server, "emma");
  await page.goto("/chat");
  const room = page.locator('a[href^="/chat/"]').first();
  await room.click();
  await page.getByRole("button", { name: "Details" }).click();
  const muted = room.getByRole("img", { name: "Muted" });
  expect(await muted.count()).toBe(0);
  await page.getByRole("button", { name: "Mute the conversation" }).click();
  await muted.waitFor();
  await page.getByRole("button", { name: "Unmute the conversation" }).click();
  await muted.waitFor({ state: "detached" });
  expect(faults).toEqual([]);
  await context.close();
});
