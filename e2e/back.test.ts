import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { drawPicture } from "./draw.ts";
import {
  chooseOption,
  findMessageByWords,
  findMessageComposer,
  findThreadComposer,
  phoneOptions,
  type SignedInDevice,
  writeMessage,
} from "./people.ts";

// The browser's back button first closes an open dialog, and leaves the page only when pressed again. A closed dialog
// leaves no entry in the browser history.

const { server, signIn } = await openDemo();
let aiko: SignedInDevice;
let roomId: string;

beforeEach(async () => {
  aiko = await signIn("aiko", phoneOptions);
  const linh = await signIn("linh");
  const { id: otherUserId } = await linh.call<{ id: string }>("GET", "/users/info");
  const room = { kind: "GROUP", name: `Room ${randomUUID().slice(0, 8)}`, user_ids: [otherUserId] };
  roomId = (await aiko.call<{ id: string }>("POST", "/conversations", room)).id;
  await aiko.page.goto("/chat");
  await aiko.page.locator(`a[href="/chat/${roomId}"]`).tap();
  await findMessageComposer(aiko.page).waitFor();
});

const readPageAddress = (page: Page) => page.url().slice(server.address.length);
const goBack = (page: Page) => page.evaluate("history.back()");
const goForward = (page: Page) => page.evaluate("history.forward()");
test("the back button and the close button close a thread and the details; then back leaves the room", async () => {
  const { page } = aiko;
  await writeMessage(page, "about the bridge");
  await findMessageByWords(page, "about the bridge").locator("[data-message]").focus();
  await page.keyboard.press("r");
  await findThreadComposer(page).waitFor();
  await goBack(page);
  await findThreadComposer(page).waitFor({ state: "detached" });
  expect(readPageAddress(page)).toBe(`/chat/${roomId}`);
  await findMessageByWords(page, "about the bridge").locator("[data-message]").focus();
  await page.keyboard.press("r");
  await findThreadComposer(page).waitFor();
  await page.getByLabel("Thread", { exact: true }).getByLabel("Close").tap();
  await findThreadComposer(page).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Details" }).tap();
  await page.waitForURL(/\?details=$/);
  await page.locator("#details").waitFor();
  await goBack(page);
  await page.locator("#details").waitFor({ state: "detached" });
  expect(readPageAddress(page)).toBe(`/chat/${roomId}`);
  await page.getByRole("button", { name: "Details" }).tap();
  await page.locator("#details").getByLabel("Close").tap();
  await page.locator("#details").waitFor({ state: "detached" });
  await goBack(page);
  await page.waitForURL(`${server.address}/chat`);

  // The opened URL already shows the details. So the browser history has no entry for the room alone. Closing the
  // details must open the room alone all the same.
  await page.goto(`/chat/${roomId}?details`);
  await page.locator("#details").getByLabel("Close").tap();
  await page.waitForURL(`${server.address}/chat/${roomId}`);
});

test("back closes a menu, the dialog that it opened and an edit, and leaves no history entries", async () => {
  const { page } = aiko;
  await writeMessage(page, "about the bridge");
  await findMessageByWords(page, "about the bridge").locator("[data-message]").focus();
  await findMessageByWords(page, "about the bridge").getByLabel("More", { exact: true }).click();
  await goBack(page);
  await page.getByRole("menu").waitFor({ state: "detached" });
  await chooseOption(page, "about the bridge", "Delete");
  await page.getByRole("dialog").waitFor();
  await goBack(page);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await findMessageByWords(page, "about the bridge").waitFor();

  await chooseOption(page, "about the bridge", "Edit");
  await page.getByLabel("Edit the message").waitFor();
  await goBack(page);
  await page.getByLabel("Edit the message").waitFor({ state: "detached" });
  await chooseOption(page, "about the bridge", "Edit");
  await page.getByLabel("Edit the message").waitFor();
  await page.keyboard.press("Escape");
  await page.getByLabel("Edit the message").waitFor({ state: "detached" });
  expect(readPageAddress(page)).toBe(`/chat/${roomId}`);
  await goForward(page);
  await goBack(page);
  await page.waitForURL(`${server.address}/chat`);
});

test("back closes the gallery and the people picker, and a picker that opened a room leaves no history entry", async () => {
  const { page } = aiko;
  const pictureBuffer = await drawPicture(page, 40, 30);
  await page.setInputFiles("input[data-attach]", {
    name: "plan.png",
    mimeType: "image/png",
    buffer: pictureBuffer,
  });
  await page.locator('li[data-state="done"]').waitFor();
  await page.getByLabel("Send").tap();
  await page.locator("article[id^=message-]").getByRole("button", { name: "Open plan.png" }).tap();
  await page.getByRole("dialog", { name: "plan.png" }).waitFor();
  await goBack(page);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(readPageAddress(page)).toBe(`/chat/${roomId}`);
  await goBack(page);
  await page.waitForURL(`${server.address}/chat`);

  await page.getByRole("button", { name: "New conversation" }).tap();
  await page.getByRole("dialog").waitFor();
  await goBack(page);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(readPageAddress(page)).toBe("/chat");
  await page.getByRole("button", { name: "New conversation" }).tap();
  await page.getByRole("dialog").getByRole("button", { name: "Linh" }).tap();
  await findMessageComposer(page).waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(readPageAddress(page)).toMatch(/^\/chat\/./);
  await goBack(page);
  await page.waitForURL(`${server.address}/chat`);
});
