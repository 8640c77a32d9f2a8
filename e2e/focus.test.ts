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
import { interceptRequests } from "./intercept.ts";
import {
  chooseOption,
  findMessageByWords,
  findMessageComposer,
  findThreadComposer,
  type SignedInDevice,
} from "./people.ts";

// When an element with the focus closes or disappears, the focus returns to the control that opened it, or else moves
// to the nearest element. The focus is never lost.

const { server, browser, signIn } = await openDemo();

let aiko: SignedInDevice;
let page: Page;
beforeEach(async () => {
  aiko = await signIn("aiko");
  page = aiko.page;
});

const findDialog = () => page.getByRole("dialog");

/** Confirms the deletion in the dialog by keyboard. The dialog takes the focus a moment after it opens. */
async function confirmDeletion(): Promise<void> {
  await expectFocused(findDialog().getByRole("button", { name: "Cancel" }));
  await page.keyboard.press("Tab");
  await expectFocused(findDialog().getByRole("button", { name: "Delete" }));
  await page.keyboard.press("Enter");
}

test("after a jump to the newest message the focus is in the list", async () => {
  await openNumberedMessages(browser, server, aiko, 60);
  await findMessageText(page, 60).focus();
  for (let number = 59; number >= 15; number--) {
    // The list renders rows while it scrolls. The arrow key does nothing before the next row exists, so the test waits
    // for this row.
    await findMessageText(page, number).waitFor({ state: "attached" });
    await page.keyboard.press("ArrowUp");
    await expectFocused(findMessageText(page, number));
  }
  const jumpButton = page.getByRole("button", { name: "Jump to the newest message" });
  await jumpButton.focus();
  await page.keyboard.press("Enter");
  await waitUntilDetached(jumpButton);
  await expectFocused(page.getByLabel("Messages", { exact: true }));
});

test.each([
  { holdsScrollEvents: false, isHeld: "the next frame" },
  { holdsScrollEvents: true, isHeld: "the scroll event" },
])(
  "a message that comes before $isHeld does not move a reader who has just scrolled up",
  async ({ holdsScrollEvents }) => {
    const id = await openNumberedMessages(browser, server, aiko, 60);
    await page.evaluate(scrollAndHoldFrames(holdsScrollEvents));
    const boxBefore = await findMessageText(page, 50).boundingBox();
    await aiko.call("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content: "words number 61.",
    });
    await findMessageText(page, 61).waitFor({ state: "attached" });
    await page.evaluate("window.releaseFrames()");
    await page.getByRole("button", { name: "1 new message" }).waitFor();
    expect(await findMessageText(page, 50).boundingBox()).toEqual(boxBefore);
  },
);

test("the focus moves from a deleted message to its neighbour, and from a cancelled question back to the message", async () => {
  await openNumberedMessages(browser, server, aiko, 3);
  await findMessageText(page, 2).focus();
  await page.keyboard.press("Delete");
  await findDialog().waitFor();
  await page.keyboard.press("Escape");
  await waitUntilDetached(findDialog());
  await expectFocused(findMessageText(page, 2));

  await moveToMenuItem(page, 2, "Delete");
  await page.keyboard.press("Enter");
  await findDialog().waitFor();
  await waitUntilDetached(page.getByRole("menu"));
  await page.keyboard.press("Escape");
  await waitUntilDetached(findDialog());
  await expect
    .poll(() => findMessageByWords(page, "words number 2.").evaluate((row) => row.matches(":focus-within")))
    .toBe(true);

  await moveToMenuItem(page, 2, "Delete");
  await page.keyboard.press("Enter");
  await confirmDeletion();
  await page.locator("article", { hasText: "Message deleted" }).waitFor();
  await waitUntilDetached(findDialog());
  await expectFocused(findMessageText(page, 3));
  await page.keyboard.press("Delete");
  await confirmDeletion();
  await expect.poll(() => page.locator("article", { hasText: "Message deleted" }).count()).toBe(2);
  await expectFocused(findMessageText(page, 1));

  // The test cancels with the mouse, so the pointer is no longer over the message. The focus must return to the message
  // all the same.
  await chooseOption(page, "words number 1.", "Delete");
  await findDialog().getByRole("button", { name: "Cancel" }).click();
  await waitUntilDetached(findDialog());
  await expectFocused(findMessageText(page, 1));
  await chooseOption(page, "words number 1.", "Delete");
  await findDialog().getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => page.locator("article", { hasText: "Message deleted" }).count()).toBe(3);
  await expectFocused(page.getByLabel("Messages", { exact: true }));
});

test("closing the emojis, a picture, a thread or the details returns the focus to its opener", async () => {
  const id = await openNumberedMessages(browser, server, aiko, 2);
  await findMessageText(page, 2).focus();
  const reactButton = findMessageByWords(page, "words number 2.").getByLabel("Add a reaction");
  await reactButton.focus();
  await page.keyboard.press("Enter");
  await findDialog().waitFor();
  await page.keyboard.press("Escape");
  await waitUntilDetached(findDialog());
  await expectFocused(reactButton);
  await page.keyboard.press("Enter");
  await findDialog().waitFor();
  await expectFocused(findDialog().getByLabel("Search emojis"));
  await page.keyboard.type("rocket");
  await findDialog().getByLabel("rocket").first().waitFor();
  await page.keyboard.press("Enter");
  await waitUntilDetached(findDialog());
  await expectFocused(reactButton);

  await findMessageText(page, 1).focus();
  await page.keyboard.press("r");
  await expectFocused(findThreadComposer(page));
  await page.keyboard.type("a reply");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await waitUntilDetached(findThreadComposer(page));
  await expectFocused(findMessageText(page, 1));
  const repliesButton = findMessageByWords(page, "words number 1.").getByRole("button", { name: "1 reply" });
  await repliesButton.focus();
  await page.keyboard.press("Enter");
  const threadPane = page.getByLabel("Thread", { exact: true });
  await expectFocused(findThreadComposer(page));
  await threadPane.getByLabel("Close").focus();
  await page.keyboard.press("Enter");
  await waitUntilDetached(threadPane);
  await expectFocused(repliesButton);
  await repliesButton.click();
  await expectFocused(findThreadComposer(page));
  await page.evaluate("history.back()");
  await waitUntilDetached(threadPane);
  await expectFocused(repliesButton);

  const details = page.getByRole("button", { name: "Details" });
  const closeButton = page.locator("#details").getByLabel("Close");
  await details.focus();
  const tooltip = page.locator("[popover=manual]:popover-open");
  await tooltip.filter({ hasText: "Details" }).waitFor();
  await page.keyboard.press("Enter");
  // Opening the details moves the focus to their close button, and hides the tooltip of the button that opened them.
  await expectFocused(closeButton);
  await tooltip.filter({ hasText: "Details" }).waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await waitUntilDetached(page.locator("#details"));
  await expectFocused(details);
  await page.keyboard.press("Enter");
  const addButton = page.locator("#details").getByRole("button", { name: "Add people" });
  await addButton.focus();
  await page.keyboard.press("Enter");
  await findDialog().waitFor();
  await page.keyboard.press("Escape");
  await waitUntilDetached(findDialog());
  await expectFocused(addButton);

  // The URL opened the details, and no button did. So closing the details moves the focus to the composer.
  await page.goto(`/chat/${id}?details`);
  await expectFocused(findMessageComposer(page));
  await page.locator("#details").getByLabel("Close").focus();
  await page.keyboard.press("Enter");
  await waitUntilDetached(page.locator("#details"));
  await expectFocused(findMessageComposer(page));
});

test("closing a large picture in any way returns the focus", async () => {
  await openNumberedMessages(browser, server, aiko, 0);
  const pictureBuffer = await drawPicture(page, 40, 30);
  await page.setInputFiles("input[data-attach]", {
    name: "plan.png",
    mimeType: "image/png",
    buffer: pictureBuffer,
  });
  await page.locator('li[data-state="done"]').waitFor();
  await findMessageComposer(page).press("Enter");
  const picture = page.getByRole("button", { name: "Open plan.png" });
  // A message that is being sent has a temporary row. The test waits for the row of the stored message, which replaces
  // it.
  await page.locator("article[id^=message-]").getByRole("button", { name: "Open plan.png" }).focus();
  for (const closeLayer of [
    () => page.keyboard.press("Escape"),
    () => page.evaluate("history.back()"),
    () => findDialog().getByLabel("Close").click(),
  ]) {
    await page.keyboard.press("Enter");
    await findDialog().waitFor();
    await closeLayer();
    await waitUntilDetached(findDialog());
    await expectFocused(picture);
  }
});

test("after leaving a group the focus is in the list of conversations", async () => {
  await openNumberedMessages(browser, server, aiko, 1);
  await page.getByRole("button", { name: "Details" }).focus();
  await page.keyboard.press("Enter");
  const leaveButton = page.locator("#details").getByRole("button", { name: "Leave the group" });
  await leaveButton.focus();
  await page.keyboard.press("Enter");
  const confirmButton = findDialog().getByRole("button", { name: "Leave the group" });
  await confirmButton.waitFor();
  await confirmButton.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${server.address}/chat`);
  await expectFocused(page.getByRole("region", { name: "Choose a conversation" }));
});

test("a page that was opened by a link has the focus at its heading, also after going back", async () => {
  await page.goto("/projects");
  await page.getByRole("link", { name: "New project" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${server.address}/projects/new`);
  const heading = page.getByRole("heading", { level: 1 });
  await expectFocused(heading.filter({ hasText: "New project" }));
  await page.keyboard.press("Tab");
  await expect
    .poll(() => page.evaluate("document.activeElement.closest('main, header') !== null"))
    .toBe(true);
  await page.goBack();
  await expectFocused(heading.filter({ hasText: "Projects" }));
});

test("the quick reactions do not move while they are used", async () => {
  await openNumberedMessages(browser, server, aiko, 1);
  await findMessageText(page, 1).focus();
  const quickReaction = findMessageByWords(page, "words number 1.")
    .getByRole("toolbar")
    .getByLabel(/^React with/);
  await quickReaction.nth(2).waitFor();
  const readButtonNames = () =>
    quickReaction.evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")));
  const namesBefore = await readButtonNames();
  await quickReaction.nth(2).focus();
  await page.keyboard.press("Enter");
  await findMessageByWords(page, "words number 1.").getByRole("list", { name: "Reactions" }).waitFor();
  expect(await readButtonNames()).toEqual(namesBefore);
  await expectFocused(quickReaction.nth(2));
});

test("a button that is disabled during its request has the focus again afterwards", async () => {
  await openNumberedMessages(browser, server, aiko, 0);
  await page.getByRole("button", { name: "Details" }).click();
  await page.locator("#details").getByRole("button", { name: "Add people" }).click();
  await findDialog().locator("[data-person]:enabled").first().click();
  const answerGate = Promise.withResolvers<void>();
  await interceptRequests(page, "**/members", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await answerGate.promise;
    await route.fulfill({ status: 500, json: {} });
  });
  const addButton = findDialog().getByRole("button", { name: "Add", exact: true });
  await addButton.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate("document.activeElement === document.body")).toBe(true);
  answerGate.resolve();
  await expectFocused(addButton);
});

test("after a menu closes, the message under the pointer shows its actions and the former one hides them", async () => {
  await openNumberedMessages(browser, server, aiko, 30);
  await chooseOption(page, "words number 20.", "Pin for everyone");
  await waitUntilDetached(page.getByRole("menu"));
  // After a menu closes, the browser needs a moment to find the element under a pointer that has not moved.
  const messageUnderPointer = page.locator("article:hover");
  await expect.poll(() => messageUnderPointer.textContent()).not.toContain("words number 20.");
  await messageUnderPointer.getByRole("toolbar").waitFor();
  await expect.poll(() => page.getByRole("toolbar").count()).toBe(1);
});

/**
 * Scrolls to 40 px above the end of the list. Then holds the page's next animation frames back, and scrolls to 300 px
 * above the end. With `holdsScrollEvents`, the scroll events are held back, too.
 */
const scrollAndHoldFrames = (holdsScrollEvents: boolean) => `(async () => {
  const list = document.querySelector("[aria-label='Messages']");
  const original = window.requestAnimationFrame;
  const nextFrame = () => new Promise((done) => original(done));
  // While the list still renders rows, it scrolls back to its end, and it learns about the scrolling in a frame that
  // is not held.
  let stillFrames = 0;
  let height = 0;
  while (stillFrames < 15 || height - list.clientHeight < 400) {
    stillFrames = list.scrollTop === -40 && list.scrollHeight === height ? stillFrames + 1 : 0;
    list.scrollTop = -40;
    height = list.scrollHeight;
    await nextFrame();
  }
  const held = [];
  window.requestAnimationFrame = (callback) => held.push(callback);
  const holdsScrollEvents = ${holdsScrollEvents};
  const holdScrollEvent = (event) => holdsScrollEvents && event.stopImmediatePropagation();
  window.addEventListener("scroll", holdScrollEvent, true);
  window.releaseFrames = () => {
    window.requestAnimationFrame = original;
    window.removeEventListener("scroll", holdScrollEvent, true);
    if (holdsScrollEvents) list.dispatchEvent(new Event("scroll"));
    for (const callback of held) original(callback);
  };
  list.scrollTop = -300;
})()`;
