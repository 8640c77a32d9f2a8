import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { holdResponses } from "./hold-back.ts";
import { interceptRequests } from "./intercept.ts";
import {
  chooseOption,
  createSharedGroup,
  findMessageByWords,
  findMessageComposer,
  findThreadComposer,
  type SignedInDevice,
  writeMessage,
} from "./people.ts";

const { signIn } = await openDemo();

/**
 * Creates a room with messages for the second person. This person has read the first three messages. The other `count`
 * messages are unread.
 */
async function createUnreadRoom(
  writerDevice: SignedInDevice,
  reader: SignedInDevice,
  count: number,
): Promise<string> {
  const id = await createSharedGroup(writerDevice, reader);
  await reader.page.goto("/home");
  const sendNumberedMessage = (number: number) =>
    writerDevice.call("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content: `message number ${number}.`,
    });
  for (let number = 1; number <= 3; number++) await sendNumberedMessage(number);
  await reader.call("POST", `/conversations/${id}/mark_read`, {});
  for (let number = 4; number <= count + 3; number++) await sendNumberedMessage(number);
  return id;
}

const findMessageList = (page: Page) => page.getByRole("region", { name: "Messages", exact: true });
const findNewLine = (page: Page) => findMessageList(page).getByText("New", { exact: true });
/** Checks that the line "New" is directly above this message and visible. */
const expectNewLineAbove = (page: Page, messageText: string) =>
  expect
    .poll(async () => {
      const [view, newLineBox, messageBox] = await Promise.all([
        findMessageList(page).boundingBox(),
        findNewLine(page).boundingBox(),
        findMessageByWords(page, messageText).boundingBox(),
      ]);
      if (!view || !newLineBox || !messageBox) return "not drawn";
      if (newLineBox.y < view.y || newLineBox.y > view.y + view.height) return "out of sight";
      return messageBox.y >= newLineBox.y && messageBox.y < newLineBox.y + 80 ? "right" : "elsewhere";
    })
    .toBe("right");

const readCounts = (device: SignedInDevice, id: string) =>
  device.call<{ unread_count: number; read_number: number }>("GET", `/conversations/${id}`);

test("a room with many unread messages opens at the first of them, and only messages that were visible count as read", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const id = await createUnreadRoom(aiko, emma, 120);
  await emma.page.goto(`/chat/${id}`);
  await expectNewLineAbove(emma.page, "message number 4.");
  // A message counts as read after it was visible for a moment. So the visible messages become read, and the others
  // stay unread.
  await expect.poll(async () => (await readCounts(emma, id)).read_number).toBeGreaterThan(3);
  const { read_number, unread_count } = await readCounts(emma, id);
  expect(unread_count).toBe(123 - read_number);
  expect(read_number).toBeLessThan(60);

  // When the reader scrolls down, more messages become visible and count as read. The line "New" does not move.
  await findMessageList(emma.page).hover();
  await emma.page.mouse.wheel(0, 500);
  await expect.poll(async () => (await readCounts(emma, id)).read_number).toBeGreaterThan(read_number);
  await findMessageList(emma.page).hover();
  await emma.page.mouse.wheel(0, -2000);
  await expectNewLineAbove(emma.page, "message number 4.");

  // The reader leaves the room and opens it again. The line "New" is above the first message that is still unread.
  await emma.page.goto("/home");
  // Reads the read mark only now. While the room was open, more messages could become visible and move the mark.
  const { read_number: readNumber } = await readCounts(emma, id);
  await emma.page.goto(`/chat/${id}`);
  await expectNewLineAbove(emma.page, `message number ${readNumber + 1}.`);

  // A jump to the newest message leaves the messages in between unread.
  await emma.page.getByRole("button", { name: "Jump to the newest message" }).click();
  await findMessageByWords(emma.page, "message number 123.").waitFor();
  await emma.page.getByRole("button", { name: /new messages above$/ }).waitFor();
  expect((await readCounts(emma, id)).unread_count).toBeGreaterThan(60);
  await findMessageComposer(emma.page).press("Escape");
  await expect.poll(() => readCounts(emma, id)).toMatchObject({ unread_count: 0, read_number: 123 });
});

test("a few unread messages open at the unread line without a jump button, and a hidden page reads nothing", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const id = await createUnreadRoom(aiko, emma, 5);
  await emma.page.addInitScript("document.hasFocus = () => window.focusedByTest === true");
  await emma.page.goto(`/chat/${id}`);
  await expectNewLineAbove(emma.page, "message number 4.");
  expect(await emma.page.getByRole("button", { name: "new messages above" }).count()).toBe(0);
  // While the window has no focus, the page marks no messages as read. When the window gets the focus, the page marks
  // the visible ones.
  const markReadUrls: string[] = [];
  emma.page.on(
    "request",
    (request) => request.url().endsWith("/mark_read") && markReadUrls.push(request.url()),
  );
  await aiko.call("POST", `/conversations/${id}/messages`, {
    client_id: randomUUID(),
    content: "message number 9.",
  });
  await findMessageByWords(emma.page, "message number 9.").waitFor();
  expect((await readCounts(emma, id)).unread_count).toBe(6);
  expect(markReadUrls).toEqual([]);
  await emma.page.evaluate("window.focusedByTest = true; dispatchEvent(new Event('focus'))");
  await expect.poll(async () => (await readCounts(emma, id)).unread_count).toBe(0);
});

test("on a phone a room opens at its first unread message too, and Escape marks all as read", async () => {
  const [aiko, linh] = [await signIn("aiko"), await signIn("linh")];
  await linh.page.setViewportSize({ width: 390, height: 780 });
  const otherRoomId = await createUnreadRoom(aiko, linh, 40);
  // Delays the script of the jump buttons, because Escape must work without it.
  const releaseJumpButtonScript = await holdResponses(linh.page, /\/assets\/jump-buttons-/);
  await linh.page.goto(`/chat/${otherRoomId}`);
  await expectNewLineAbove(linh.page, "message number 4.");
  await linh.page.keyboard.press("Escape");
  await expect
    .poll(() => linh.call("GET", `/conversations/${otherRoomId}`))
    .toMatchObject({ unread_count: 0, read_number: 43 });
  releaseJumpButtonScript();
});

test("answering after marking messages as unread marks them as read", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const id = await createSharedGroup(aiko, emma);
  await writeMessage(aiko.page, "shall we meet?");
  await findMessageByWords(emma.page, "shall we meet?").waitFor();
  await expect.poll(async () => (await readCounts(emma, id)).unread_count).toBe(0);
  await chooseOption(emma.page, "shall we meet?", "Mark unread from here");
  await expect.poll(async () => (await readCounts(emma, id)).unread_count).toBe(1);
  // The conversation is marked as unread. New messages increase its unread count in the list and on the server.
  await writeMessage(aiko.page, "at noon?");
  await emma.page.locator(`a[href="/chat/${id}"]`).getByText("2 unread messages").waitFor();
  await writeMessage(emma.page, "at noon.");
  await expect.poll(async () => (await readCounts(emma, id)).unread_count).toBe(0);
  await writeMessage(aiko.page, "good.");
  await findMessageByWords(emma.page, "good.").waitFor();
  await expect.poll(() => readCounts(emma, id)).toMatchObject({ unread_count: 0, read_number: 4 });
});

test("a thread is marked as read when its window is focused again, also after a failed request", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const { page } = emma;
  await page.addInitScript("window.focusedByTest = true; document.hasFocus = () => window.focusedByTest");
  const id = await createSharedGroup(aiko, emma);
  await writeMessage(page, "a question");
  await findMessageByWords(page, "a question").locator("[data-message]").focus();
  await page.keyboard.press("r");
  const thread = page.getByLabel("Thread", { exact: true });
  const [questionMessage] = await emma.call<{ id: string }[]>("GET", `/conversations/${id}/messages`);
  const sendAnswer = (content: string) =>
    aiko.call("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content,
      parent_id: questionMessage?.id,
    });
  const readUnreadCount = async () =>
    (await emma.call<{ count_unread: number }>("GET", "/threads/count_unread")).count_unread;
  const unreadCountBefore = await readUnreadCount();

  await page.evaluate("window.focusedByTest = false");
  await sendAnswer("an answer");
  await thread.locator("article", { hasText: "an answer" }).waitFor();
  await expect.poll(readUnreadCount).toBe(unreadCountBefore + 1);
  await page.evaluate("window.focusedByTest = true; dispatchEvent(new Event('focus'))");
  await expect.poll(readUnreadCount).toBe(unreadCountBefore);

  await interceptRequests(
    page,
    "**/messages/*/mark_read",
    (route) => route.fulfill({ status: 503, json: {} }),
    {
      times: 1,
    },
  );
  const failedResponse = page.waitForResponse((response) => response.status() === 503);
  await sendAnswer("another answer");
  await failedResponse;
  await expect.poll(readUnreadCount).toBe(unreadCountBefore);
});

test("answering after marking replies as unread marks them as read", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const id = await createSharedGroup(aiko, emma);
  await writeMessage(emma.page, "a question");
  await findMessageByWords(emma.page, "a question").locator("[data-message]").focus();
  await emma.page.keyboard.press("r");
  const thread = emma.page.getByLabel("Thread", { exact: true });
  const reply = (replyText: string) => thread.locator("article", { hasText: replyText });
  await findThreadComposer(emma.page).waitFor();
  const [questionMessage] = await emma.call<{ id: string }[]>("GET", `/conversations/${id}/messages`);
  const sendAnswer = (content: string) =>
    aiko.call("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content,
      parent_id: questionMessage?.id,
    });
  const readUnreadCount = async () =>
    (await emma.call<{ count_unread: number }>("GET", "/threads/count_unread")).count_unread;
  const unreadCountBefore = await readUnreadCount();
  await sendAnswer("an answer");
  await reply("an answer").waitFor();
  await expect.poll(readUnreadCount).toBe(unreadCountBefore);
  await reply("an answer").hover();
  await reply("an answer").getByLabel("More", { exact: true }).click();
  await emma.page.getByRole("menuitem", { name: "Mark unread from here" }).click();
  await thread.getByText("New", { exact: true }).waitFor();
  await expect.poll(readUnreadCount).toBe(unreadCountBefore + 1);
  await findThreadComposer(emma.page).fill("thank you");
  await findThreadComposer(emma.page).press("Enter");
  await expect.poll(readUnreadCount).toBe(unreadCountBefore);
  await thread.getByText("New", { exact: true }).waitFor({ state: "detached" });
  await sendAnswer("not at all");
  await reply("not at all").waitFor();
  await expect.poll(readUnreadCount).toBe(unreadCountBefore);
});

test("a room that was read does not open at the old unread line again", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const id = await createUnreadRoom(aiko, emma, 120);
  const { page } = emma;
  await page.goto(`/chat/${id}`);
  await expectNewLineAbove(page, "message number 4.");
  await findMessageComposer(page).press("Escape");
  await expect.poll(async () => (await readCounts(emma, id)).unread_count).toBe(0);
  const [newestMessage] = (
    await emma.call<{ id: string }[]>("GET", `/conversations/${id}/messages`)
  ).toReversed();
  await aiko.call("POST", `/conversations/${id}/messages/${newestMessage?.id}/pin`, { pinned: true });
  await page.getByRole("button", { name: "Details" }).click();
  await page.locator("#details").getByRole("link", { name: "message number 123." }).click();
  await page.waitForURL(/[?]message=/);
  await page.locator(`a[href="/chat/${id}"]`).first().click();
  await page.waitForURL((url) => url.search === "");
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  await findMessageByWords(page, "message number 123.").waitFor();
  expect(await findMessageByWords(page, "message number 4.").count()).toBe(0);
});
