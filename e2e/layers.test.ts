import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { expectFocused } from "./focus.ts";
import {
  findActionSheet,
  findMessageByWords,
  findMessageComposer,
  findThreadComposer,
  longPress,
  phoneOptions,
  type SignedInDevice,
} from "./people.ts";

// Several layers, such as dialogs and panes, can be open above a page. Escape, the back button, or a press outside
// closes only the topmost one.

const { server, signIn } = await openDemo();

/** Creates a group of Aiko and Linh with one message and one reply. Opens the group on Aiko's page. */
async function openChat(aiko: SignedInDevice): Promise<string> {
  const linh = await signIn("linh");
  const { id: otherId } = await linh.call<{ id: string }>("GET", "/users/info");
  const room = { kind: "GROUP", name: `Room ${randomUUID().slice(0, 8)}`, user_ids: [otherId] };
  const { id } = await aiko.call<{ id: string }>("POST", "/conversations", room);
  const sendMessage = (content: string, parent_id?: string) =>
    aiko.call<{ id: string }>("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content,
      ...(parent_id && { parent_id }),
    });
  const { id: root } = await sendMessage("about the bridge");
  await sendMessage("the reply", root);
  await aiko.page.goto("/chat");
  await aiko.page.locator(`a[href="/chat/${id}"]`).click();
  await findMessageComposer(aiko.page).waitFor();
  return id;
}

/** Waits for this URL. The browser reports a new URL a moment after the page has changed. */
const expectAddress = (page: Page, address: string) =>
  expect.poll(() => page.url().slice(server.address.length)).toBe(address);
const closingActions = {
  Escape: (page: Page) => page.keyboard.press("Escape"),
  back: (page: Page) => page.goBack(),
};
const findThreadPane = (page: Page) => page.getByRole("complementary", { name: "Thread" });

/**
 * Closes the open layers from the topmost to the lowest. After each step, checks that the layers below are still open.
 */
async function closeOneByOne(
  page: Page,
  closeLayer: (page: Page) => unknown,
  openLayers: Locator[],
): Promise<void> {
  const [topLayer, ...layersBelow] = openLayers;
  if (!topLayer) return;
  for (const layer of openLayers) await layer.waitFor();
  await closeLayer(page);
  await topLayer.waitFor({ state: "detached" });
  for (const layer of layersBelow) expect(await layer.count()).toBe(1);
  await closeOneByOne(page, closeLayer, layersBelow);
}

for (const [closingActionName, closeLayer] of Object.entries(closingActions)) {
  test(`on a desktop ${closingActionName} closes a dialog, then an edit, then the thread, and stays in the room`, async () => {
    const aiko = await signIn("aiko");
    const { page } = aiko;
    const id = await openChat(aiko);
    await page.getByRole("button", { name: "1 reply" }).click();
    const field = page.getByLabel("Edit the message");
    const dialog = page.getByRole("dialog");
    // Does the same steps twice. The history entries of the first time must not disturb the second time.
    for (let roundNumber = 0; roundNumber < 2; roundNumber++) {
      if (roundNumber > 0) await page.getByRole("button", { name: "1 reply" }).click();
      // The thread's composer takes the focus a moment after the pane appears. The test must not move the focus before
      // that.
      await expectFocused(findThreadComposer(page));
      await findMessageByWords(page, "the reply").locator("[data-message]").focus();
      await page.keyboard.press("e");
      await field.waitFor();
      await page.keyboard.press("Control+k");
      await closeOneByOne(page, closeLayer, [dialog, field, findThreadPane(page)]);
      await expectAddress(page, `/chat/${id}`);
    }
    await page.goBack();
    await page.waitForURL(`${server.address}/chat`);
  });

  test(`on a phone ${closingActionName} closes the emojis, then the action sheet, then the thread, and stays in the room`, async () => {
    const aiko = await signIn("aiko", phoneOptions);
    const { page } = aiko;
    const id = await openChat(aiko);
    await page.getByRole("button", { name: "1 reply" }).tap();
    const row = findThreadPane(page).locator("article", { hasText: "the reply" });
    await row.waitFor();
    await longPress(page, row, 130);
    await findActionSheet(page).getByRole("button", { name: "Add a reaction" }).tap();
    const emojiSearch = page.getByRole("searchbox", { name: "Search emojis" });
    await closeOneByOne(page, closeLayer, [emojiSearch, page.locator("[data-sheet]"), findThreadPane(page)]);
    await expectAddress(page, `/chat/${id}`);
    await page.goBack();
    await page.waitForURL(`${server.address}/chat`);
  });
}

test("Escape closes a member's menu but not the details, even when pressed at once", async () => {
  const aiko = await signIn("aiko");
  const { page } = aiko;
  const id = await openChat(aiko);
  const details = page.locator("#details");
  const memberActionsButton = details.getByRole("button", { name: "Actions for Phạm Thùy Linh" });
  for (let roundNumber = 0; roundNumber < 5; roundNumber++) {
    await page.getByRole("button", { name: "Details" }).click();
    // Presses Escape before the menu has taken the focus. The button that opened the menu still has it.
    await memberActionsButton.click();
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await details.waitFor();
    await memberActionsButton.click();
    await page.getByRole("menu").waitFor();
    for (let pressCount = 0; pressCount < 4; pressCount++) await page.keyboard.press("Escape");
    await details.waitFor({ state: "detached" });
    await expectAddress(page, `/chat/${id}`);
  }
  await page.goBack();
  await page.waitForURL(`${server.address}/chat`);
});

test("a press outside closes only the topmost layer", async () => {
  const aiko = await signIn("aiko", phoneOptions);
  const { page } = aiko;
  await openChat(aiko);
  await page.getByRole("button", { name: "1 reply" }).tap();
  const row = findThreadPane(page).locator("article", { hasText: "the reply" });
  await row.waitFor();
  await longPress(page, row, 130);
  await findActionSheet(page).getByRole("button", { name: "Add a reaction" }).tap();
  const tapOutside = (target: Page) => target.touchscreen.tap(200, 20);
  const emojiSearch = page.getByRole("searchbox", { name: "Search emojis" });
  await emojiSearch.waitFor();
  await tapOutside(page);
  await emojiSearch.waitFor({ state: "detached" });
  await findActionSheet(page).waitFor();
  await tapOutside(page);
  await page.locator("[data-sheet]").waitFor({ state: "detached" });
  expect(await findThreadPane(page).count()).toBe(1);
});

test("the second press of a double click neither closes the dialog that the first one opened nor takes a step", async () => {
  const { page } = await signIn("aiko");
  await page.goto("/projects?state=open&part=host");
  await page.getByRole("main").getByRole("heading", { level: 2 }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Deactivate" }).hover();
  const pressMouse = async (clickCount: number) => {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  };
  await pressMouse(1);
  const dialog = page.getByRole("dialog");
  const confirmButton = dialog.getByRole("button", { name: "Deactivate" });
  await confirmButton.waitFor();
  await pressMouse(2);
  // The confirm button of the dialog lies over the button that opened it. So a quick double press would hit both.
  await confirmButton.hover();
  await pressMouse(2);
  // The dialog is still open, because it ignores a double press. A single press now confirms it.
  await confirmButton.click();
  await page.getByRole("button", { name: "Activate", exact: true }).waitFor();
});

test("Escape that cancels an input method's composition closes nothing", async () => {
  const aiko = await signIn("aiko");
  const { page } = aiko;
  await openChat(aiko);
  await page.getByRole("button", { name: "1 reply" }).click();
  await findThreadComposer(page).click();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 });
  for (const windowsVirtualKeyCode of [27, 229]) {
    const key = { key: "Escape", code: "Escape", windowsVirtualKeyCode };
    await devtools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
    await devtools.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
  }
  await devtools.send("Input.imeSetComposition", { text: "", selectionStart: 0, selectionEnd: 0 });
  expect(await findThreadPane(page).count()).toBe(1);
  // In Safari, the Escape that ends a composition arrives after the end of the composition. It has the key code of
  // input methods (229).
  const escapeAfterComposition = { key: "Escape", code: "Escape", windowsVirtualKeyCode: 229 };
  await devtools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...escapeAfterComposition });
  expect(await findThreadPane(page).count()).toBe(1);
  await page.keyboard.press("Escape");
  await findThreadPane(page).waitFor({ state: "detached" });
});

test("a menu item that opens a page, and going back from there, reopen no layer", async () => {
  const aiko = await signIn("aiko");
  const { page } = aiko;
  const id = await openChat(aiko);
  await page.locator("nav button").last().click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await page.waitForURL(`${server.address}/settings`);
  await page.goBack();
  await findMessageComposer(page).waitFor();
  await expectAddress(page, `/chat/${id}`);
  await page.goBack();
  await page.waitForURL(`${server.address}/chat`);
});
