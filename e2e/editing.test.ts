import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { drawPicture } from "./draw.ts";
import {
  expectFocused,
  findMessageText,
  moveToMenuItem,
  openNumberedMessages,
  waitUntilDetached,
} from "./focus.ts";
import {
  chooseOption,
  findActionSheet,
  findMessageByWords,
  findMessageComposer,
  findThreadComposer,
  longPress,
  phoneOptions,
  type SignedInDevice,
} from "./people.ts";

const { server, browser, signIn } = await openDemo();

let aiko: SignedInDevice;
let page: Page;
beforeEach(async () => {
  aiko = await signIn("aiko");
  page = aiko.page;
});

test("after an edit the focus returns to where it began", async () => {
  await openNumberedMessages(browser, server, aiko, 2);
  const field = page.getByLabel("Edit the message");
  await findMessageComposer(page).press("ArrowUp");
  await expectFocused(field);
  await page.keyboard.press("Escape");
  await waitUntilDetached(field);
  await expectFocused(findMessageComposer(page));
  await findMessageText(page, 1).focus();
  await page.keyboard.press("e");
  await expectFocused(field);
  await page.keyboard.press("Escape");
  await waitUntilDetached(field);
  await expectFocused(findMessageText(page, 1));
  await moveToMenuItem(page, 1, "Edit");
  await page.keyboard.press("Enter");
  await expectFocused(field);
  await waitUntilDetached(page.getByRole("menu"));
  await page.keyboard.type(" And more.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await waitUntilDetached(field);
  await expectFocused(findMessageText(page, 1));
  expect(await findMessageText(page, 1).textContent()).toContain("And more.");
});

test("Escape, back and links ask before they discard an unsaved edit", async () => {
  const id = await openNumberedMessages(browser, server, aiko, 2);
  const field = page.getByLabel("Edit the message");
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  await findMessageComposer(page).press("ArrowUp");
  await expectFocused(field);
  await page.keyboard.type(" Unsaved.");
  await page.keyboard.press("Escape");
  await question.waitFor();
  await page.keyboard.press("Escape");
  await waitUntilDetached(question);
  await expectFocused(field);
  await page.evaluate("history.back()");
  await question.getByRole("button", { name: "Cancel" }).click();
  await waitUntilDetached(question);
  await expectFocused(field);
  await page.locator(`a[href^="/chat/"]:not([href="/chat/${id}"])`).first().click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await waitUntilDetached(question);
  await expect.poll(() => field.inputValue()).toBe("words number 2. Unsaved.");
  await findMessageText(page, 1).focus();
  await page.keyboard.press("e");
  await question.getByRole("button", { name: "Cancel" }).click();
  await waitUntilDetached(question);
  expect(await field.inputValue()).toBe("words number 2. Unsaved.");
  await page.evaluate("history.back()");
  await question.getByRole("button", { name: "Discard" }).click();
  await waitUntilDetached(field);
  expect(await findMessageText(page, 2).textContent()).toBe("words number 2.");
});

test("an edit in two tabs shows what the other tab saved, before saving and when it is refused", async () => {
  const id = await openNumberedMessages(browser, server, aiko, 1);
  const field = (tab: Page) => tab.getByLabel("Edit the message");
  const findChangedElsewhereNote = (tab: Page) =>
    tab.getByRole("status").filter({ hasText: "Changed elsewhere in the meantime" });
  const pressSave = (tab: Page) => tab.getByRole("button", { name: "Save", exact: true }).click();
  const startEditing = async (tab: Page, text: string) => {
    await findMessageComposer(tab).press("ArrowUp");
    await expectFocused(field(tab));
    await field(tab).fill(text);
  };
  const secondTab = await aiko.context.newPage();
  const disconnectedPage = await aiko.context.newPage();
  // The WebSocket of this tab is blocked. So the tab gets no live events, and learns of changes in the other tab only
  // by API requests.
  await disconnectedPage.routeWebSocket(/./, () => {});
  for (const tab of [secondTab, disconnectedPage]) {
    await tab.goto(`/chat/${id}`);
    await findMessageText(tab, 1).waitFor();
  }
  await startEditing(secondTab, "from the second tab");
  await startEditing(disconnectedPage, "from the third tab");
  await page.bringToFront();
  await startEditing(page, "from the first tab");
  await pressSave(page);
  await waitUntilDetached(field(page));

  await findChangedElsewhereNote(secondTab).getByText("from the first tab").waitFor();
  expect(await field(secondTab).inputValue()).toBe("from the second tab");
  await pressSave(secondTab);
  await waitUntilDetached(field(secondTab));

  await pressSave(disconnectedPage);
  await findChangedElsewhereNote(disconnectedPage).getByText("from the second tab").waitFor();
  expect(await field(disconnectedPage).inputValue()).toBe("from the third tab");
  await pressSave(disconnectedPage);
  await waitUntilDetached(field(disconnectedPage));
  await findMessageByWords(page, "from the third tab").waitFor();
  const [editedMessage] = await aiko.call<{ id: string }[]>("GET", `/conversations/${id}/messages`);
  const revisionsBefore = await aiko.call<{ content: string }[]>(
    "GET",
    `/conversations/${id}/messages/${editedMessage?.id}/revisions`,
  );
  expect(revisionsBefore.slice(1).map(({ content }) => content)).toEqual([
    "from the first tab",
    "from the second tab",
  ]);
});

test("leaving one edit for another continues in the other", async () => {
  await openNumberedMessages(browser, server, aiko, 2);
  const field = page.getByLabel("Edit the message");
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  await findMessageText(page, 1).focus();
  await page.keyboard.press("e");
  await expectFocused(field);
  await page.keyboard.type(" Unsaved.");
  await findMessageComposer(page).press("ArrowUp");
  await question.getByRole("button", { name: "Discard" }).click();
  await waitUntilDetached(question);
  expect(await field.inputValue()).toBe("words number 2.");
  await expectFocused(field);
});

test("an edit in the room asks before it is left, even while a reply is edited beside it", async () => {
  const id = await openNumberedMessages(browser, server, aiko, 2);
  const field = page.getByLabel("Edit the message");
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  await findMessageText(page, 2).focus();
  await page.keyboard.press("r");
  await expectFocused(findThreadComposer(page));
  await page.keyboard.type("a reply");
  await page.keyboard.press("Enter");
  await page.getByLabel("Thread", { exact: true }).locator("article[id]", { hasText: "a reply" }).waitFor();
  await findMessageText(page, 1).focus();
  await page.keyboard.press("e");
  await expectFocused(field);
  await page.keyboard.type(" Unsaved.");
  await findThreadComposer(page).press("ArrowUp");
  await expect.poll(() => field.count()).toBe(2);
  await page.locator(`a[href^="/chat/"]:not([href="/chat/${id}"])`).first().click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await waitUntilDetached(question);
  expect(await field.first().inputValue()).toBe("words number 1. Unsaved.");
});

test("an edit stays while the list shows another part of the room, and still asks before it is left", async () => {
  const id = await openNumberedMessages(browser, server, aiko, 60);
  const field = page.getByLabel("Edit the message");
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  const [oldestMessage] = await aiko.call<{ id: string }[]>("GET", `/conversations/${id}/messages?after=0`);
  await aiko.call("POST", `/conversations/${id}/messages/${oldestMessage?.id}/pin`, { pinned: true });
  await findMessageComposer(page).press("ArrowUp");
  await expectFocused(field);
  await page.keyboard.type(" Unsaved.");
  await page.getByRole("button", { name: "Details" }).click();
  await page.locator(`#details a[href*="message=${oldestMessage?.id}"]`).click();
  await findMessageText(page, 1).waitFor();
  await waitUntilDetached(field);
  await page.locator(`a[href^="/chat/"]:not([href="/chat/${id}"])`).first().click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await waitUntilDetached(question);
  await page.getByRole("button", { name: "Jump to the newest message" }).click();
  await expect.poll(() => field.inputValue()).toBe("words number 60. Unsaved.");
});

test("closing a thread's pane in any way asks before it discards an edit", async () => {
  const room = await openNumberedMessages(browser, server, aiko, 2);
  const [firstMessage, secondMessage] = await aiko.call<{ id: string }[]>(
    "GET",
    `/conversations/${room}/messages`,
  );
  for (const parent_id of [firstMessage?.id, secondMessage?.id])
    await aiko.call("POST", `/conversations/${room}/messages`, {
      client_id: randomUUID(),
      content: "a reply",
      parent_id,
    });
  const field = page.getByLabel("Edit the message");
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  const threadPane = page.getByRole("complementary", { name: "Thread" });
  const closeButton = threadPane.getByRole("button", { name: "Close" });
  const readPath = () => page.url().slice(server.address.length);
  const findRepliesButton = (number: number) =>
    findMessageByWords(page, `words number ${number}.`).getByRole("button", { name: "1 reply" });
  const openThreadOfMessage = async (number: number) => {
    await findRepliesButton(number).click();
    await expectFocused(findThreadComposer(page));
  };
  const changeText = async (messageText: string) => {
    await chooseOption(page, messageText, "Edit");
    await expectFocused(field);
    await page.keyboard.type(" Unsaved.");
  };
  const cancelDiscardQuestion = async (messageText: string) => {
    await question.getByRole("button", { name: "Cancel" }).click();
    await waitUntilDetached(question);
    expect(await field.inputValue()).toBe(`${messageText} Unsaved.`);
    // The writer has chosen to keep the edit, so the page must not have changed.
    await expect.poll(readPath).toBe(`/chat/${room}?thread=${firstMessage?.id}`);
  };

  await openThreadOfMessage(1);
  await changeText("a reply");
  await closeButton.click();
  await cancelDiscardQuestion("a reply");
  await closeButton.focus();
  await page.keyboard.press("Escape");
  await cancelDiscardQuestion("a reply");
  await page.evaluate("history.go(-2)");
  await cancelDiscardQuestion("a reply");
  await findRepliesButton(2).click();
  await cancelDiscardQuestion("a reply");
  await page.getByRole("button", { name: "Details" }).click();
  await cancelDiscardQuestion("a reply");
  await closeButton.click();
  await question.getByRole("button", { name: "Discard" }).click();
  await waitUntilDetached(threadPane);
  expect(readPath()).toBe(`/chat/${room}`);

  // If nothing was changed, closing the editor opens no question.
  await openThreadOfMessage(1);
  await chooseOption(page, "a reply", "Edit");
  await expectFocused(field);
  await closeButton.click();
  await waitUntilDetached(threadPane);
  expect(await question.count()).toBe(0);
  expect(readPath()).toBe(`/chat/${room}`);

  // The thread's pane shows the root message above the replies. The root message can be edited there, too.
  await openThreadOfMessage(1);
  await changeText("words number 1.");
  await closeButton.click();
  await cancelDiscardQuestion("words number 1.");
  await findRepliesButton(2).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await threadPane.locator("article", { hasText: "words number 2." }).waitFor();
  await waitUntilDetached(field);
});

test("on a phone an edit among many pictures stays visible above the keyboard, and its buttons are large enough", async () => {
  const phone = await signIn("aiko", phoneOptions);
  const { page: phonePage } = phone;
  await openNumberedMessages(browser, server, phone, 2);
  const pictureBuffer = await drawPicture(phonePage, 300, 400);
  await phonePage.setInputFiles(
    "input[data-attach]",
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({
      name: `${number}.png`,
      mimeType: "image/png",
      buffer: pictureBuffer,
    })),
  );
  await expect.poll(() => phonePage.locator('li[data-state="done"]').count()).toBe(8);
  await findMessageComposer(phonePage).fill("eight plans");
  await phonePage.getByLabel("Send").tap();
  const row = phonePage.locator("article[id^=message-]", { hasText: "eight plans" });
  await row.waitFor();
  const bottomPicture = row.getByRole("button", { name: "Open 8.png" });
  await bottomPicture.waitFor();
  await longPress(phonePage, bottomPicture, 20);
  await findActionSheet(phonePage).getByRole("button", { name: "Edit", exact: true }).tap();
  const field = phonePage.getByLabel("Edit the message");
  await field.waitFor();
  const isInSight = () =>
    field.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2));
    });
  await expect.poll(isInSight).toBe(true);
  await phonePage.setViewportSize({ width: 390, height: 460 });
  await expect.poll(isInSight).toBe(true);
  for (const name of ["Cancel", "Save"]) {
    const buttonBox = await row.getByRole("button", { name, exact: true }).boundingBox();
    expect(buttonBox?.height).toBeGreaterThanOrEqual(44);
  }
});
