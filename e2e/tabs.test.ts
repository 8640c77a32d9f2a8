import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { createSharedGroup, findStoredMessage, openDevice, phoneOptions, writeMessage } from "./people.ts";

const { browser, server, signIn } = await openDemo();

test("every tab of the chat can be reached by keyboard, and focusing one does not open it", async () => {
  const { page } = await signIn("emma");
  await page.goto("/chat");
  const tab = (name: string) => page.getByRole("tab", { name });
  await tab("All").focus();
  // Alt + left arrow is the browser's shortcut for the previous page. Arrow keys alone choose a tab, but with Alt the
  // tabs must ignore them.
  const isAltArrowHandled = await page.evaluate(`(() => {
    const press = { key: "ArrowLeft", altKey: true, bubbles: true, cancelable: true };
    return !document.activeElement.dispatchEvent(new KeyboardEvent("keydown", press));
  })()`);
  expect(isAltArrowHandled).toBe(false);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => tab("Client").getAttribute("aria-selected")).toBe("true");
  await page.getByText("No conversations with a client yet").waitFor();

  await page.keyboard.press("End");
  await expect.poll(() => tab("My chat").evaluate((element) => element.matches(":focus"))).toBe(true);
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => tab("Files").evaluate((element) => element.matches(":focus"))).toBe(true);
  expect(new URL(page.url()).pathname).toBe("/chat");
  expect(await tab("Client").getAttribute("aria-selected")).toBe("true");

  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/files");
});

test("on a phone every tab is visible with its whole name, above the conversations", async () => {
  const { page, context } = await signIn("emma", phoneOptions);
  await context.addCookies([{ name: "session_lang", value: "vi", url: server.address }]);
  await page.goto("/chat");
  const tabs = page.getByRole("tab");
  await tabs.first().waitFor();
  expect(await tabs.count()).toBe(8);
  const cutOffTabsScript = `[...document.querySelectorAll("[role=tab]")].filter((tab) => {
    const { right, bottom } = tab.getBoundingClientRect();
    const name = tab.querySelector("span");
    return right > innerWidth || bottom > innerHeight || name.scrollWidth > name.clientWidth;
  }).map((tab) => tab.textContent)`;
  await expect.poll(() => page.evaluate(cutOffTabsScript)).toEqual([]);
  const readThirdRowBottom = async () => {
    const roomRowBox = await page.locator("[data-room]").nth(2).boundingBox();
    return roomRowBox ? roomRowBox.y + roomRowBox.height : Number.NaN;
  };
  await expect.poll(readThirdRowBottom).toBeLessThan(phoneOptions.viewport.height - 56);
});

test("on a phone every tab and filter fits the screen, in the language with the longest words", async () => {
  const { page, context } = await signIn("emma", phoneOptions);
  await context.addCookies([{ name: "session_lang", value: "vi", url: server.address }]);
  const overflowingElementsScript = `[...document.querySelectorAll("main *")].filter((element) => {
    const { right } = element.getBoundingClientRect();
    const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX);
    return element.checkVisibility() && (right > innerWidth || (scrolls && element.scrollWidth > element.clientWidth));
  }).map((element) => element.outerHTML.slice(0, 120))`;
  for (const path of ["/search", "/files", "/notifications", "/settings", "/admin/users"]) {
    await page.goto(path);
    await page.locator("main").waitFor();
    await page.waitForLoadState("networkidle");
    if (path === "/search") {
      await page.getByRole("button", { name: "Bộ lọc" }).tap();
      await page.getByLabel("Đến ngày").waitFor();
      const field = page.getByRole("combobox", { name: "Tìm tin nhắn, tệp, người và cuộc trò chuyện" });
      await field.fill("cầu");
      await page.getByRole("button", { name: "Xóa từ khóa" }).tap();
      expect(await field.inputValue()).toBe("");
      await expect.poll(() => field.evaluate((element) => element.matches(":focus"))).toBe(true);
    }
    await expect.poll(() => page.evaluate(overflowingElementsScript), { message: path }).toEqual([]);
  }
});

test("the tabs show their unread counts", async () => {
  const [emma, oliver] = [await signIn("emma"), await signIn("oliver")];
  const { page } = emma;
  const id = await createSharedGroup(oliver, emma);
  await page.goto("/chat");
  const tab = (name: string) => page.getByRole("tab", { name });
  await page.locator("[data-room]").first().waitFor();
  await writeMessage(oliver.page, "Something new");
  await page.locator(`[data-room="${id}"]`).getByText("1 unread message").waitFor();
  expect(await tab("Pinned").textContent()).toBe("Pinned");
  await emma.call("POST", `/conversations/${id}/pin`, { pinned: true });
  await tab("Pinned").getByText("1 conversation with unread messages").waitFor();
  const [sentMessage] = await emma.call<{ id: string }[]>("GET", `/conversations/${id}/messages`);
  await emma.call("POST", `/conversations/${id}/messages/${sentMessage?.id}/mark_for_translation`, {});
  await tab("To translate")
    .getByText(/message.? to translate/)
    .waitFor();
  await emma.call("POST", `/conversations/${id}/mark_read`, {});
  await tab("Pinned").getByText("1 conversation with unread messages").waitFor({ state: "detached" });
});

test("in every tab the marked row on the left is the conversation on the right", async () => {
  const [emma, oliver] = [await signIn("emma"), await signIn("oliver")];
  const { page } = emma;
  const id = await createSharedGroup(oliver, emma);
  await writeMessage(oliver.page, "A word to answer");
  const path = `/conversations/${id}/messages`;
  await expect.poll(async () => (await emma.call<object[]>("GET", path)).length).toBe(1);
  const [root] = await emma.call<{ id: string }[]>("GET", path);
  await emma.call("POST", path, { client_id: randomUUID(), content: "The answer", parent_id: root?.id });
  await emma.call("POST", `${path}/${root?.id}/mark_for_translation`, {});
  await emma.call("POST", `/conversations/${id}/pin`, { pinned: true });

  const tab = (name: string) => page.getByRole("tab", { name });
  const tabPanel = page.getByRole("tabpanel");
  const markedLinks = tabPanel.locator("[aria-current=page]");
  const expectMarkedRow = (...linkAddresses: string[]) =>
    expect
      .poll(() => markedLinks.evaluateAll((links) => links.map((link) => link.getAttribute("href"))))
      .toEqual(linkAddresses);
  const room = `/chat/${id}`;

  // The id in a URL may be in upper case. The URL opens the same conversation.
  await page.goto(`/chat/${id.toUpperCase()}`);
  await page.getByText("A word to answer").first().waitFor();
  await expectMarkedRow(room);

  // A thread is open next to its room. The list of threads marks the thread's row, even if the thread was opened from
  // elsewhere.
  await tab("Threads").click();
  const thread = tabPanel.locator('a[href*="thread="]', { hasText: "A word to answer" });
  await thread.waitFor();
  await expectMarkedRow();
  await thread.click();
  await page.getByLabel("Write a reply…").waitFor();
  await expectMarkedRow(`${room}?thread=${root?.id}`);
  await tab("All").click();
  await expectMarkedRow(room);
  await tab("Threads").click();
  await expectMarkedRow(`${room}?thread=${root?.id}`);
  await page.getByLabel("Thread", { exact: true }).getByLabel("Close").click();
  await expectMarkedRow();

  // The link of a bookmark opens its message. The list then marks the row of this bookmark.
  await tab("To translate").click();
  // The open message belongs to the thread that was open before. But only the row of the bookmark is marked, because
  // the thread is closed.
  const bookmarkLink = tabPanel.locator('a[href*="message="]', { hasText: "A word to answer" });
  await bookmarkLink.click();
  await expectMarkedRow(`${room}?message=${root?.id}`);
  await tab("Client").click();
  await expectMarkedRow();

  // The tab "My chat" opens the reader's own chat, and marks it in the list of all conversations. After the back
  // button, the previous conversation is marked again.
  await tab("Threads").click();
  await tab("My chat").click();
  await page.getByRole("heading", { level: 1, name: "My chat" }).waitFor();
  await expect.poll(() => tab("All").getAttribute("aria-selected")).toBe("true");
  await expectMarkedRow(new URL(page.url()).pathname);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: /^Room/ }).waitFor();
  await expectMarkedRow(room);

  // The reader leaves a room. The room disappears from the filtered list, and is no longer open next to the list.
  await tab("Pinned").click();
  await expectMarkedRow(room);
  const { id: ownId } = await emma.call<{ id: string }>("GET", "/users/info");
  await emma.call("DELETE", `/conversations/${id}/members?user_id=${ownId}`);
  await page.getByRole("heading", { name: /^You are no longer a member of “Room/ }).waitFor();
  await tabPanel.locator(`[data-room="${id}"]`).waitFor({ state: "detached" });
  await expectMarkedRow();

  await page.getByRole("link", { name: "Back to the list" }).click();
  await page.getByText("Choose a conversation").waitFor();
  await tab("All").click();
  await expectMarkedRow();
});

test("the list shows at once that a conversation is muted", async () => {
  const { page, context, faults } = await openDevice(browser, server, "emma");
  await page.goto("/chat");
  const room = page.locator('a[href^="/chat/"]').first();
  await room.click();
  await page.getByRole("button", { name: "Details" }).click();
  const mutedIcon = room.getByRole("img", { name: "Muted" });
  expect(await mutedIcon.count()).toBe(0);
  await page.getByRole("button", { name: "Mute the conversation" }).click();
  await mutedIcon.waitFor();
  await page.getByRole("button", { name: "Unmute the conversation" }).click();
  await mutedIcon.waitFor({ state: "detached" });
  expect(faults).toEqual([]);
  await context.close();
});

test("a muted conversation calls nobody until it mentions the reader", async () => {
  const [emma, oliver] = [await signIn("emma"), await signIn("oliver")];
  const { page } = emma;
  const id = await createSharedGroup(oliver, emma);
  // Other members see a new group only after its first message, so Oliver writes one.
  await writeMessage(oliver.page, "To begin with");
  await findStoredMessage(oliver.page, "To begin with").waitFor();
  await emma.call("POST", `/conversations/${id}/mark_read`, {});
  await emma.call("POST", `/conversations/${id}/turn-off-notification`, { muted: true });
  await page.goto("/chat");
  const row = page.locator(`[data-room="${id}"]`);
  const readText = (selector: string) => page.locator(selector).textContent();
  const readTexts = async () => [
    await readText('nav a[href="/chat"]'),
    await readText("#chat-tabs-all"),
    await row.getAttribute("data-unread"),
  ];
  await row.getByRole("img", { name: "Muted" }).waitFor();
  const textsBefore = await readTexts();
  await writeMessage(oliver.page, "Just talk");
  await row.getByText("1 unread message").waitFor();
  await expect.poll(readTexts).toEqual(textsBefore);
  const { id: emmaId } = await emma.call<{ id: string }>("GET", "/users/info");
  await oliver.call("POST", `/conversations/${id}/messages`, {
    client_id: randomUUID(),
    content: `@[Emma Clarke](${emmaId}) please come`,
  });
  await row.getByText("2 unread messages").waitFor();
  await expect.poll(async () => (await readTexts())[2]).not.toBeNull();
  await expect.poll(async () => (await readTexts()).slice(0, 2)).not.toEqual(textsBefore.slice(0, 2));
});

test("a conversation's actions open from its row by right click, by keyboard and by its menu button", async () => {
  const [emma, oliver] = await Promise.all([signIn("emma"), signIn("oliver")]);
  const { page } = emma;
  const id = await createSharedGroup(oliver, emma);
  await page.goto("/chat");
  await page.locator("[data-room]").first().waitFor();
  await writeMessage(oliver.page, "The first words");
  const row = page.locator(`[data-room="${id}"]`);
  const menu = page.getByRole("menu");
  const item = (name: string) => page.getByRole("menuitem", { name, exact: true });
  const waitUntilMenuClosed = () => menu.waitFor({ state: "detached" });

  // The menu has only actions that make sense for the row: "Mark as read" only for an unread row.
  const unreadCountText = row.getByText("1 unread message");
  await unreadCountText.waitFor();
  // A right click always opens the app's menu instead of the browser's. This must also work while the code of the app's
  // menu is still loading.
  await row.click({ button: "right" });
  await item("Pin the conversation").click();
  await row.getByRole("img", { name: "Pinned" }).waitFor();
  await waitUntilMenuClosed();

  await row.focus();
  await page.keyboard.press("Shift+F10");
  await item("Mute the conversation").press("Enter");
  await row.getByRole("img", { name: "Muted" }).waitFor();
  await waitUntilMenuClosed();
  await expect.poll(() => row.evaluate((element) => element.matches(":focus"))).toBe(true);

  // Tab moves the focus from the row to the button that opens its menu.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await item("Mark as read").click();
  await unreadCountText.waitFor({ state: "detached" });
  await waitUntilMenuClosed();
  await row.hover();
  const actionsButton = row.locator("..").getByRole("button", { name: /^Actions for Room/ });
  await actionsButton.click();
  await expect.poll(() => actionsButton.getAttribute("aria-expanded")).toBe("true");
  await item("Mark as unread").click();
  await unreadCountText.waitFor();
  await waitUntilMenuClosed();

  await row.click({ button: "right" });
  await page.getByRole("menuitemradio", { name: "Mentions only" }).click();
  await waitUntilMenuClosed();
  await row.click({ button: "right" });
  await item("Details").click();
  await page.waitForURL(`**/chat/${id}?details`);
  const notifyField = page.getByRole("combobox", { name: "Notify me about" });
  await expect.poll(() => notifyField.inputValue()).toBe("mentions");

  // An open conversation can be marked as unread. It stays unread although it is open, and shows the line "New" above
  // its first unread message.
  await unreadCountText.waitFor({ state: "detached" });
  await row.click({ button: "right" });
  await item("Mark as unread").click();
  await unreadCountText.waitFor();
  await page.getByText("New", { exact: true }).waitFor();

  await row.click({ button: "right" });
  await item("Leave the group").click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave the group" }).click();
  await page.waitForURL("**/chat");
  await row.waitFor({ state: "detached" });
  // The reader has left the group, so the back button must not open it again.
  await page.goBack();
  await page.waitForURL("**/chat");
});

test("a long press on a conversation opens the same actions in a sheet, and a tap outside only closes it", async () => {
  const { page, context } = await signIn("linh", phoneOptions);
  await page.goto("/chat");
  const row = page.locator("[data-room]").first();
  await row.waitFor();
  const rowBox = await row.boundingBox();
  const touchSession = await context.newCDPSession(page);
  const touchPoint = { x: (rowBox?.x ?? 0) + 100, y: (rowBox?.y ?? 0) + 20 };
  await touchSession.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [touchPoint] });
  const sheet = page.locator("[data-sheet]");
  await sheet.waitFor();
  await touchSession.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  expect(new URL(page.url()).pathname).toBe("/chat");
  await sheet.getByRole("button", { name: "Open", exact: true }).waitFor();
  await expect
    .poll(async () => {
      const [sheetBox, view] = [await sheet.boundingBox(), page.viewportSize()];
      return (
        sheetBox &&
        view &&
        sheetBox.y + sheetBox.height > view.height - 24 &&
        sheetBox.width > view.width - 24
      );
    })
    .toBe(true);

  await page.touchscreen.tap(195, 20);
  await sheet.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/chat");
  await expect.poll(() => row.evaluate((element) => element.matches(":focus"))).toBe(true);
});
