import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { expectFocused, openNumberedMessages, waitUntilDetached } from "./focus.ts";
import { holdResponses } from "./hold-back.ts";
import { interceptRequests } from "./intercept.ts";
import { createPdf } from "./pdf.ts";
import { createSharedGroup, findMessageByWords, findMessageComposer, findStoredMessage } from "./people.ts";

// A late response or an early key press must affect only the message, form or page that it was meant for.

const { server, browser, signIn } = await openDemo();

const waitForPaint = (page: Page) =>
  page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");

test("saving one edit slowly does not close the edit of another message", async () => {
  const aiko = await signIn("aiko");
  const { page } = aiko;
  await openNumberedMessages(browser, server, aiko, 2);
  const field = page.getByLabel("Edit the message");
  await findMessageComposer(page).press("ArrowUp");
  await expectFocused(field);
  await page.keyboard.type(" Late.");
  const releaseResponses = await holdResponses(page, /\/api\/conversations\/[^/]+\/messages\/[^/]+$/);
  const savedResponse = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await waitUntilDetached(field);
  await findMessageByWords(page, "words number 1.").locator("[data-message]").focus();
  await page.keyboard.press("e");
  await expectFocused(field);
  await page.keyboard.type(" Mine.");
  releaseResponses();
  await savedResponse;
  await findMessageByWords(page, "words number 2. Late.").waitFor();
  expect(await field.inputValue()).toBe("words number 1. Mine.");
});

test("the details of a group do not show another group's invitations", async () => {
  const aiko = await signIn("aiko");
  const { page } = aiko;
  const createGroup = async () => {
    const room = { kind: "GROUP", name: `Room ${randomUUID().slice(0, 8)}`, user_ids: [] as string[] };
    const linh = await signIn("linh");
    room.user_ids.push((await linh.call<{ id: string }>("GET", "/users/info")).id);
    return { ...room, ...(await aiko.call<{ id: string }>("POST", "/conversations", room)) };
  };
  const [firstGroup, secondGroup] = [await createGroup(), await createGroup()];
  await aiko.call("POST", "/invitations", { email: "far@kakehashi.example", conversation_id: firstGroup.id });
  await page.goto(`/chat/${firstGroup.id}?details`);
  const details = page.locator("#details");
  await details.getByText("far@kakehashi.example").waitFor();
  await details.getByRole("button", { name: "Rename" }).click();
  const releaseResponses = await holdResponses(page, `**/api/conversations/${secondGroup.id}/invitations`);
  const row = page.locator(`[data-room="${secondGroup.id}"]`);
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Details" }).click();
  await details.getByText(secondGroup.name).waitFor();
  expect(await details.getByText("far@kakehashi.example").count()).toBe(0);
  releaseResponses();
});

test("Enter after a name waits for the list of members, and then inserts the mention", async () => {
  const aiko = await signIn("aiko");
  const { page } = aiko;
  const people = /\/conversations\/[^/]+\/members/;
  const releaseResponses = await holdResponses(page, people);
  await createSharedGroup(aiko, await signIn("linh"));
  await findMessageComposer(page).pressSequentially("Hello @pham");
  await findMessageComposer(page).press("Shift+Enter");
  await findMessageComposer(page).pressSequentially("Dear @pham");
  await findMessageComposer(page).press("Enter");
  releaseResponses();
  await expect.poll(() => findMessageComposer(page).inputValue()).toBe("Hello @pham\nDear @Phạm Thùy Linh ");
  await findMessageComposer(page).press("Enter");
  await page.locator("article [data-person]", { hasText: "@Phạm Thùy Linh" }).waitFor();
});

test("Enter after an @ without a name waits for the list of members, and then sends the message", async () => {
  const aiko = await signIn("aiko");
  const { page } = aiko;
  const releaseResponses = await holdResponses(page, /\/conversations\/[^/]+\/members/);
  await createSharedGroup(aiko, await signIn("linh"));
  await findMessageComposer(page).fill("@all lunch is here");
  await findMessageComposer(page).press("Enter");
  releaseResponses();
  await findStoredMessage(page, "lunch is here").waitFor();
  expect(await findMessageComposer(page).inputValue()).toBe("");
});

test("moving the pointer out of the list preloads no conversation", async () => {
  const { page } = await signIn("aiko");
  const requestedUrls: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/conversations\/?$/.test(new URL(request.url()).pathname) && !request.url().includes("page="))
      requestedUrls.push(request.url());
  });
  await page.goto("/chat");
  const row = page.locator("[data-room]").first();
  const actionsButton = page.getByRole("button", { name: /^Actions for/ });
  for (let roundNumber = 0; roundNumber < 2; roundNumber++) {
    await row.hover();
    await actionsButton.waitFor({ state: "attached" });
    await page.mouse.move(1000, 400);
    await waitUntilDetached(actionsButton);
  }
  expect(requestedUrls).toEqual([]);
});

test("a link to another search changes the open search field", async () => {
  const { page } = await signIn("aiko");
  await page.goto("/search?q=bridge");
  const field = page.getByRole("combobox", { name: /^Search messages/ });
  await expectFocused(field);
  await field.fill("bridges");
  await page.waitForURL((url) => url.searchParams.get("q") === "bridges");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("kilometre");
  await page
    .getByRole("option", { name: /kilometre/ })
    .last()
    .click();
  await page.waitForURL((url) => url.searchParams.get("q") === "kilometre");
  await expect.poll(() => field.inputValue()).toBe("kilometre");
  await page.goBack();
  await page.waitForURL((url) => url.searchParams.get("q") === "bridges");
  await expect.poll(() => field.inputValue()).toBe("bridges");
});

test("a key press that cannot move an entry further does not move the focus later", async () => {
  const { page } = await signIn("emma");
  await page.goto("/admin/categories");
  await page
    .getByRole("button", { name: /^Move: / })
    .first()
    .press("ArrowUp");
  await page.getByRole("button", { name: "New category" }).click();
  await expectFocused(page.getByLabel("English"));
});

test("the announcement of a dragged entry contains that entry's name", async () => {
  const { page } = await signIn("emma");
  await page.goto("/admin/categories");
  const dragHandles = page.getByRole("button", { name: /^Move: / });
  const name = (await dragHandles.nth(1).getAttribute("aria-label"))?.replace("Move: ", "");
  const [toBox, fromBox] = [await dragHandles.nth(0).boundingBox(), await dragHandles.nth(1).boundingBox()];
  if (!toBox || !fromBox) throw new Error("Two entries have to be there");
  await page.mouse.move(fromBox.x + 10, fromBox.y + 10);
  await page.mouse.down();
  await page.mouse.move(toBox.x + 10, toBox.y + 10, { steps: 8 });
  const liveRegion = page.locator("[id^=DndLiveRegion]");
  await expect.poll(() => liveRegion.textContent()).toMatch(/: 1 of /);
  expect(await liveRegion.textContent()).toContain(`${name}: 1 of`);
  await page.mouse.up();
});

test("a name's reading can be typed and a notification opened without a server", async () => {
  const [an, linh] = [await signIn("an"), await signIn("linh")];
  const { page } = linh;
  const { id } = await linh.call<{ id: string }>("GET", "/users/info");
  const room = { kind: "GROUP", name: `Room ${randomUUID().slice(0, 8)}`, user_ids: [id] };
  const { id: roomId } = await an.call<{ id: string }>("POST", "/conversations", room);
  const messageBody = { client_id: randomUUID(), content: `@[Linh](${id}) are you there?` };
  await page.goto("/notifications");
  await an.call("POST", `/conversations/${roomId}/messages`, messageBody);
  await interceptRequests(page, "**/api/notifications/**", (route) => route.abort());
  const failedReadRequest = page.waitForEvent("requestfailed", (request) =>
    request.url().endsWith("/mark_read"),
  );
  await page
    .getByRole("link", { name: /mentioned you in Room/ })
    .first()
    .click();
  await failedReadRequest;
  await findMessageComposer(page).waitFor();
  await page.goto("/profile");
  // Blocks the check for a newer build, because the page would reload itself if it found one.
  await interceptRequests(page, "**/latest-build.json", (route) => route.abort());
  await interceptRequests(page, "**/assets/latin-proposal-*.js", (route) => route.abort());
  const buildCheckRequest = page.waitForEvent("requestfailed", (request) =>
    request.url().endsWith("/latest-build.json"),
  );
  await page.getByLabel("Reading in kana").fill("ふぁむ");
  await buildCheckRequest;
  // The test passes if the page logs no error. The end of the test checks this.
});

test("the dialog for a new conversation stays open when somebody else starts one", async () => {
  const [oliver, linh] = [await signIn("oliver"), await signIn("linh")];
  const { page } = oliver;
  /** Changes lists in the server's responses, so that the start page treats the person as a newcomer. */
  const changeListResponses = (
    address: string | RegExp,
    change: (one: { kind?: string; step?: string; done?: boolean }) => unknown[],
  ) =>
    interceptRequests(page, address, async (route) => {
      const serverResponse = await route.fetch();
      const json = await serverResponse.json();
      await route.fulfill({ response: serverResponse, json: { ...json, data: json.data.flatMap(change) } });
    });
  await changeListResponses(/\/api\/conversations(\?|$)/, (conversation) =>
    conversation.kind === "MY_CHAT" ? [conversation] : [],
  );
  await changeListResponses("**/api/users/checklist", (checklistStep) => [{ ...checklistStep, done: false }]);
  await page.goto("/home");
  await page.getByRole("button", { name: /Say hello/ }).click();
  const search = page.getByRole("dialog").getByRole("searchbox");
  await search.fill("Kenji");
  const { id } = await oliver.call<{ id: string }>("GET", "/users/info");
  const room = { kind: "GROUP", name: `Room ${randomUUID().slice(0, 8)}`, user_ids: [id] };
  const { id: roomId } = await linh.call<{ id: string }>("POST", "/conversations", room);
  const firstMessage = { client_id: randomUUID(), content: "welcome aboard" };
  await linh.call("POST", `/conversations/${roomId}/messages`, firstMessage);
  await page
    .locator(`a[href="/chat/${roomId}"]`, { hasText: "welcome aboard" })
    .waitFor({ state: "attached" });
  expect(await search.inputValue()).toBe("Kenji");
  // Waits for the running route handlers. They would fail if the page closed first, and make the test fail.
  await page.unrouteAll({ behavior: "wait" });
});

test("a password is checked when typing pauses, not with each letter of the name field", async () => {
  const page = await (await browser.newContext({ baseURL: server.address, locale: "en-GB" })).newPage();
  await page.goto("/register?lang=en");
  const passwordCheckBodies: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/password/check")) passwordCheckBodies.push(request.postData() ?? "");
  });
  await page
    .getByLabel(/^Password/)
    .first()
    .fill("Bridge2026 over");
  await expect.poll(() => passwordCheckBodies.length).toBe(1);
  const name = page.getByLabel(/^Name/);
  await name.focus();
  // Types the whole name in one step. With separate key presses on a slow computer, typing would pause after each
  // letter, and the page would send a request each time.
  await page.evaluate(`for (const letter of "Minh Châu") document.execCommand("insertText", false, letter)`);
  await expect.poll(() => passwordCheckBodies.at(-1)).toContain("Minh Châu");
  expect(passwordCheckBodies.length).toBeLessThan(5);
  await page.context().close();
});

test("a link to the whole table empties its search field", async () => {
  const { page } = await signIn("emma");
  await page.goto("/admin/users?search=an@");
  const field = page.getByRole("searchbox", { name: "Search" });
  await expect.poll(() => field.inputValue()).toBe("an@");
  await page.locator('a[href="/admin/users"]').first().click();
  await page.waitForURL((url) => !url.search);
  await expect.poll(() => field.inputValue()).toBe("");
  await field.pressSequentially("linh ");
  await page.waitForURL((url) => url.searchParams.get("search") === "linh");
  expect(await field.inputValue()).toBe("linh ");
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe("an@");
});

test("a conversation that opens late does not take a person away from the page they went to meanwhile", async () => {
  const emma = await signIn("emma");
  const { page } = emma;
  const id = await createSharedGroup(emma, await signIn("linh"));
  const conversationsUrlPattern = "**/api/conversations";
  /**
   * Sends a request, and leaves the page before the response arrives. The late response must not open anything on the
   * next page.
   */
  async function leaveBeforeAnswer(request: () => Promise<void>, nextPath = "/files"): Promise<void> {
    const sentRequest = page.waitForRequest(
      (request) => request.method() === "POST" && /conversations$/.test(request.url()),
    );
    const releaseResponses = await holdResponses(page, conversationsUrlPattern);
    await request();
    await sentRequest;
    if (nextPath === "Escape") {
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    } else {
      await page.getByRole("link", { name: "Files", exact: true }).first().click();
      await page.waitForURL("**/files");
    }
    const { pathname } = new URL(page.url());
    const creationResponse = page.waitForResponse((response) =>
      /conversations$/.test(new URL(response.url()).pathname),
    );
    releaseResponses();
    await (await creationResponse).finished();
    await page.unroute(conversationsUrlPattern);
    for (let paintIndex = 0; paintIndex < 10; paintIndex++) await waitForPaint(page);
    expect(new URL(page.url()).pathname).toBe(pathname);
  }
  await leaveBeforeAnswer(() => page.getByRole("tab", { name: "My chat" }).click());
  await page.goto(`/chat/${id}?details`);
  await page.locator("#details").getByRole("button", { name: "Phạm Thùy Linh", exact: true }).click();
  await leaveBeforeAnswer(() => page.getByRole("dialog").getByRole("button", { name: "Message" }).click());

  await page.goto("/chat");
  await page.getByRole("button", { name: "New conversation" }).first().click();
  await leaveBeforeAnswer(() => page.locator("[data-person]", { hasText: "Linh" }).click(), "Escape");
  await page.getByRole("button", { name: "New conversation" }).first().click();
  await page.getByRole("button", { name: "New group" }).click();
  await page.getByLabel("Group name").fill("Too late");
  await page.getByRole("dialog").getByRole("searchbox").fill("Linh");
  // The search result moves the rows. So the test waits for the result before it clicks a row.
  await expect.poll(() => page.locator("[data-person]").count()).toBe(1);
  await page.locator("[data-person]", { hasText: "Linh" }).click();
  await leaveBeforeAnswer(() => page.getByRole("button", { name: "Create group" }).click(), "Escape");
  await page.getByRole("link", { name: "Too late" }).waitFor();
});

test("a card or PDF viewer whose code loads late does not open over another page", async () => {
  const emma = await signIn("emma");
  const { page } = emma;
  const id = await createSharedGroup(emma, await signIn("linh"));
  const pdfFile = { name: "plan.pdf", mimeType: "application/pdf", buffer: createPdf(["One"]) };
  await page.goto(`/chat/${id}?details`);
  await page.setInputFiles("input[data-attach]", [pdfFile]);
  await page.locator('li[data-state="done"]', { hasText: "plan.pdf" }).waitFor();
  await findMessageComposer(page).press("Enter");
  const personButton = page.locator("#details").getByRole("button", { name: "Phạm Thùy Linh", exact: true });
  const pdfButton = page.getByRole("button", { name: "Open plan.pdf" });
  for (const [openButton, code] of [
    [personButton, /person-card-[^/]*\.js$/],
    [pdfButton, /pdf-viewer-[^/]*\.js$/],
  ] as const) {
    const scriptRequest = page.waitForRequest(code);
    const releaseScript = await holdResponses(page, code);
    await openButton.click();
    await scriptRequest;
    await page.getByRole("link", { name: "Files", exact: true }).first().click();
    await page.waitForURL("**/files");
    const scriptResponse = page.waitForResponse(code);
    releaseScript();
    await (await scriptResponse).finished();
    for (let paintIndex = 0; paintIndex < 10; paintIndex++) await waitForPaint(page);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.goBack();
    await openButton.click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
  }
});
