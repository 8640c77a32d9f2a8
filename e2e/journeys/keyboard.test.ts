import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { openDemo } from "../demo.ts";
import { expectFocused, findMessageText, openNumberedMessages, waitUntilDetached } from "../focus.ts";
import { findMessageByWords, findMessageComposer, type SignedInDevice } from "../people.ts";

// A person at a desk uses the chat only with the keyboard.

const { server, browser, signIn } = await openDemo();

let aiko: SignedInDevice;
let page: Page;
beforeEach(async () => {
  aiko = await signIn("aiko");
  page = aiko.page;
});

test("an emoji is inserted at the caret, and typing continues after it", async () => {
  await openNumberedMessages(browser, server, aiko, 0);
  await page.keyboard.type("go !");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  await expectFocused(page.getByRole("button", { name: "Emojis" }));
  await page.keyboard.press("Enter");
  const emojiPicker = page.getByRole("dialog");
  const search = emojiPicker.getByLabel("Search emojis");
  await expectFocused(search);
  // In the emoji picker, arrow down moves from the search field to the emojis, arrow right moves along a row, and arrow
  // up returns to the field.
  await emojiPicker.locator("[data-emoji]").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await expectFocused(emojiPicker.locator("[data-emoji]").first());
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await expectFocused(search);
  await page.keyboard.type("rocket");
  await emojiPicker.getByRole("button", { name: "rocket", exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await waitUntilDetached(emojiPicker);
  await expectFocused(findMessageComposer(page));
  await page.keyboard.type(" now");
  expect(await findMessageComposer(page).inputValue()).toBe("go 🚀 now!");
  await page.getByRole("button", { name: "Emojis" }).click();
  await emojiPicker.getByRole("button", { name: "rocket", exact: true }).first().click();
  await waitUntilDetached(emojiPicker);
  await expectFocused(findMessageComposer(page));
  await findMessageComposer(page).fill("");
});

test("undo and redo work for text that was inserted from a list", async () => {
  await openNumberedMessages(browser, server, aiko, 1);
  const pressUndo = () => page.keyboard.press("Control+z");
  const expectComposerText = (text: string) =>
    expect.poll(() => findMessageComposer(page).inputValue()).toBe(text);
  await page.keyboard.type("Dear @pham");
  await page.getByRole("option", { name: "Phạm Thùy Linh" }).waitFor();
  await page.keyboard.press("Enter");
  await expectComposerText("Dear @Phạm Thùy Linh ");
  await pressUndo();
  await expectComposerText("Dear @pham");
  await page.keyboard.press("Control+Shift+z");
  await expectComposerText("Dear @Phạm Thùy Linh ");
  await page.keyboard.type(":tada");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await expectComposerText("Dear @Phạm Thùy Linh 🎉 ");
  await pressUndo();
  await expectComposerText("Dear @Phạm Thùy Linh :tada");
  // Undo and further typing did not destroy the mention: the sent message has a mention and not only its text.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await expectComposerText("");
  await page.locator("article [data-person]", { hasText: "@Phạm Thùy Linh" }).waitFor();
});

test("Tab moves to the newest visible message without scrolling", async () => {
  await openNumberedMessages(browser, server, aiko, 60);
  const list = page.getByLabel("Messages", { exact: true });
  // Compares positions on the screen. The scroll position cannot be compared, because it changes when the list measures
  // rows out of sight.
  const readMessageTop = async () => Math.round((await findMessageText(page, 60).boundingBox())?.y ?? 0);
  await page.evaluate("document.fonts.ready.then(() => null)");
  const topBefore = await readMessageTop();
  await page.getByRole("button", { name: "Details" }).focus();
  await page.keyboard.press("Tab");
  await expectFocused(findMessageText(page, 60));
  expect(await readMessageTop()).toBe(topBefore);
  await page.keyboard.press("Shift+Tab");
  await expectFocused(findMessageText(page, 59));
  // When the list has the focus, Shift+Tab moves to the control before the list, and not to a message.
  await list.focus();
  await page.keyboard.press("Shift+Tab");
  await expectFocused(page.getByRole("button", { name: "Details" }));
});

test("a message edited by keyboard hides its actions afterwards", async () => {
  await openNumberedMessages(browser, server, aiko, 2);
  // An earlier test has loaded the code of the message actions into this page, so the toolbar appears immediately.
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expectFocused(findMessageText(page, 2));
  await page.getByRole("toolbar").waitFor();
  await findMessageComposer(page).focus();
  await waitUntilDetached(page.getByRole("toolbar"));
  await page.keyboard.press("ArrowUp");
  await expectFocused(page.getByLabel("Edit the message"));
  await page.keyboard.type(" And more.");
  await page.keyboard.press("Enter");
  await findMessageByWords(page, "And more.").getByText("edited").waitFor();
  await expectFocused(findMessageComposer(page));
  expect(await page.getByRole("toolbar").count()).toBe(0);
});
