import { randomUUID } from "node:crypto";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { expectFocused } from "./focus.ts";
import { holdResponses } from "./hold-back.ts";
import { interceptRequests } from "./intercept.ts";
import {
  createSharedGroup,
  findMessageByWords,
  findMessageComposer,
  pressTryAgain,
  type SignedInDevice,
} from "./people.ts";

const { signIn } = await openDemo();

const findFilter = ({ page }: Pick<SignedInDevice, "page">, label: string) =>
  page.getByRole("group", { name: "Filters" }).getByRole("button", { name: new RegExp(`^${label}`) });

test("a search is filtered by any person and any of the reader's rooms, by typing part of the name", async () => {
  const [kenji, oliver] = [await signIn("kenji"), await signIn("oliver")];
  const { page } = kenji;
  const { id: oliverId } = await oliver.call<{ id: string }>("GET", "/users/info");
  const createGroup = (name: string) =>
    kenji.call<{ id: string }>("POST", "/conversations", { kind: "GROUP", name, user_ids: [oliverId] });
  const sendMessageAs = (senderDevice: SignedInDevice, id: string, content: string) =>
    senderDevice.call("POST", `/conversations/${id}/messages`, { client_id: randomUUID(), content });
  const payrollRoom = await createGroup("Bảng lương ﾃｽﾄ");
  await sendMessageAs(oliver, payrollRoom.id, "the marsupial is ready");
  await sendMessageAs(kenji, payrollRoom.id, "a marsupial of mine");
  // There are 25 newer rooms, so the list of conversations does not show the payroll room at first. The filter "In"
  // must find it all the same.
  for (let number = 1; number <= 25; number++) await createGroup(`Newer room ${number}`);

  await page.goto("/search?q=marsupial");
  const searchResults = page.getByRole("link", { name: /marsupial/ });
  // The server indexes a new message for the search with a short delay. So the test repeats the search.
  await expect
    .poll(async () => {
      await page.reload();
      await page
        .getByText(/marsupial|No results/)
        .first()
        .waitFor();
      return searchResults.count();
    })
    .toBe(2);

  await findFilter(kenji, "From").click();
  const person = page.getByRole("combobox", { name: "Find a person" });
  await person.fill("nobody of this name");
  await page.getByText("No results for “nobody of this name”").waitFor();
  await person.fill("oli");
  // Presses Enter before the list of people has loaded. The person must be chosen when the list arrives.
  await person.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("from") === oliverId);
  await expect.poll(() => searchResults.count()).toBe(1);
  await searchResults.getByText("the marsupial is ready").waitFor();

  await findFilter(kenji, "In").click();
  const room = page.getByRole("combobox", { name: "Find a conversation" });
  await page.getByRole("option", { name: "Newer room 25" }).waitFor();
  await interceptRequests(page, "**/api/search?*type=conversations*", (route) => route.abort());
  await room.fill("bang luong");
  await page.getByText("This could not be loaded.").waitFor({ timeout: 60_000 });
  await pressTryAgain(
    page,
    "**/api/search?*type=conversations*",
    page.getByRole("button", { name: "Try again" }),
  );
  await page.getByRole("option", { name: "Bảng lương" }).waitFor();
  await room.fill("テスト");
  await page.getByRole("option", { name: "Bảng lương" }).click();
  await page.waitForURL((url) => url.searchParams.get("in") === payrollRoom.id);

  await page.reload();
  await findFilter(kenji, "From").getByText("Oliver").waitFor();
  await findFilter(kenji, "In").getByText("Bảng lương ﾃｽﾄ").waitFor();
  await expect.poll(() => searchResults.count()).toBe(1);

  const selectedOption = page.getByRole("listbox").getByRole("option", { selected: true });
  // The keyboard opens the filter's list and closes it again with the same choice. The focus must return to the
  // filter's button.
  await findFilter(kenji, "From").press("Enter");
  await page.getByRole("option", { name: "Anyone" }).waitFor();
  await page.getByRole("listbox").getByRole("option").nth(1).waitFor();
  await person.press("ArrowDown");
  await expect.poll(() => selectedOption.textContent()).not.toBe("Anyone");
  await person.press("ArrowUp");
  await expect.poll(() => selectedOption.textContent()).toBe("Anyone");
  await person.press("Enter");
  await page.waitForURL((url) => !url.searchParams.has("from"));
  await expect.poll(() => searchResults.count()).toBe(2);
  // The options of the closed list stay in the page while the list fades out. The test waits until they are gone.
  await person.waitFor({ state: "detached" });
  await page.locator(":focus", { hasText: "Anyone" }).waitFor();

  // A person can also be chosen by typing `from:` into the search field. The Latin reading of a name finds a Japanese
  // name, and the colon may be full-width.
  const field = page.getByRole("combobox", { name: /^Search messages/ });
  await field.fill("marsupial from：kenji");
  await page.getByRole("listbox", { name: "People" }).getByRole("option", { name: /Kenji/ }).waitFor();
  await field.press("Enter");
  await page.waitForURL((url) => url.searchParams.has("from") && url.searchParams.get("q") === "marsupial");
  await expect.poll(() => field.inputValue()).toBe("marsupial");
  await searchResults.getByText("a marsupial of mine").waitFor();
  await expect.poll(() => searchResults.count()).toBe(1);
  await page.getByRole("button", { name: "Remove the filter “From”" }).click();
  await page.waitForURL((url) => !url.searchParams.has("from"));
  await expect.poll(() => searchResults.count()).toBe(2);
  // Only one person has the typed name. So this person is chosen as soon as the next word is typed.
  await field.fill("from:oliver marsupial");
  await page.waitForURL((url) => url.searchParams.get("from") === oliverId);
  await expect.poll(() => searchResults.count()).toBe(1);

  // Nobody has the typed name. The search then ignores the filter, and leaves its text in the field.
  await page.getByRole("button", { name: "Remove the filter “From”" }).click();
  await field.fill("marsupial from:zzyzx");
  const unknownNameHint = page.getByText(/called “zzyzx”/);
  await unknownNameHint.waitFor();
  await page.waitForURL((url) => url.searchParams.get("q") === "marsupial from:zzyzx");
  await page.reload();
  await unknownNameHint.waitFor();
  expect(await field.inputValue()).toBe("marsupial from:zzyzx");
  await expect.poll(() => searchResults.count()).toBe(2);

  // The page turns typed filters, such as `has:` for the content and `on:` for the day, into chips. An invalid filter
  // stays in the field, with a note.
  const findRemoveButton = (filter: string) =>
    page.getByRole("button", { name: `Remove the filter “${filter}”` });
  await field.fill("marsupial has:feathers");
  await page.getByText("Messages are not searched for “feathers”").waitFor();
  await field.fill("marsupial has:link on:2026-02-30 ");
  await findRemoveButton("With").waitFor();
  await page.getByText("“2026-02-30” is not a day.").waitFor();
  await page.getByText("No results for “marsupial”").waitFor();
  await findRemoveButton("With").click();
  await expect.poll(() => searchResults.count()).toBe(2);
  await field.fill("marsupial on:toda");
  await page.getByRole("listbox", { name: "Days" }).getByRole("option", { name: "Today" }).waitFor();
  await field.press("Enter");
  await findRemoveButton("Until").waitFor();
  await expect.poll(() => searchResults.count()).toBe(2);
  await field.fill("marsupial before:2020-01-01 ");
  await page.getByText("The first day of these filters comes after the last one.").waitFor();
  await findRemoveButton("Since").click();
  await findRemoveButton("Until").click();
  await expect.poll(() => searchResults.count()).toBe(2);

  // In a search result, the author's name opens the author's card. The rest of the row opens the message.
  await page.getByRole("main").getByRole("button", { name: "Oliver" }).first().click();
  await page.getByRole("dialog").getByText("Oliver").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  // A room has a shortcut and a button that open the search in this room.
  await page.goto(`/chat/${payrollRoom.id}`);
  await findMessageComposer(page).focus();
  await page.keyboard.press("Control+Shift+F");
  await page.waitForURL((url) => url.pathname === "/search" && url.searchParams.get("in") === payrollRoom.id);
  await page.getByRole("button", { name: "Search this conversation" }).waitFor({ state: "detached" });
  await page.goBack();
  await page.getByRole("button", { name: "Search this conversation" }).click();
  await page.waitForURL((url) => url.pathname === "/search" && url.searchParams.get("in") === payrollRoom.id);
  await findFilter(kenji, "In").getByText("Bảng lương ﾃｽﾄ").waitFor();
  await expect.poll(() => searchResults.count()).toBe(2);
});

test("Enter pressed early waits for the suggestions of exactly the typed text", async () => {
  const { page } = await signIn("kenji");
  /**
   * Types `text`, presses Enter, and checks that nothing is chosen while the server's response is delayed. Then runs
   * `beforeAnswer` and lets the response through.
   */
  const pressEnterBeforeAnswer = async (
    field: Locator,
    text: string,
    address: RegExp,
    beforeAnswer?: () => Promise<void>,
  ) => {
    const releaseResponses = await holdResponses(page, address);
    const searchRequest = page.waitForRequest(address);
    await field.fill(text);
    await field.press("Enter");
    await searchRequest;
    // If Enter had chosen a suggestion, the field would have another text or would be gone.
    expect(await field.inputValue()).toBe(text);
    await beforeAnswer?.();
    releaseResponses();
  };

  await page.goto("/search?q=the");
  const field = page.getByRole("combobox", { name: /^Search messages/ });
  await pressEnterBeforeAnswer(field, "the from:oliv", /search\/people\?.*q=oliv/);
  await page.waitForURL((url) => url.searchParams.has("from") && url.searchParams.get("q") === "the");
  await findFilter({ page }, "From").getByText("Oliver").waitFor();
  // The text changes before the response arrives. So the response for the old text must not choose a person.
  await pressEnterBeforeAnswer(field, "the from:lin", /search\/people\?.*q=lin\b/, () =>
    field.fill("the from:li"),
  );
  await page.getByRole("listbox", { name: "People" }).getByRole("option", { name: /Linh/ }).waitFor();
  await page.waitForURL((url) => url.searchParams.get("q") === "the from:li");
  await findFilter({ page }, "From").getByText("Oliver").waitFor();
  await page.keyboard.press("Escape");

  await findFilter({ page }, "From").click();
  const person = page.getByRole("combobox", { name: "Find a person" });
  await pressEnterBeforeAnswer(person, "emm", /search\/people\?.*q=emm/);
  await findFilter({ page }, "From").getByText("Emma").waitFor();
  await person.waitFor({ state: "detached" });

  await page.keyboard.press("Control+k");
  const searchDialogField = page.getByRole("dialog").getByRole("combobox");
  // Escape closes the dialog while the results are loading. Nothing must open when the results arrive.
  const urlBefore = page.url();
  await pressEnterBeforeAnswer(searchDialogField, "settings", /search\?.*q=settings/, () =>
    page.keyboard.press("Escape"),
  );
  await searchDialogField.waitFor({ state: "detached" });
  expect(page.url()).toBe(urlBefore);
  await page.keyboard.press("Control+k");
  // Enter must wait for the results for this text. It must not choose the first result for an earlier text.
  await pressEnterBeforeAnswer(searchDialogField, "files", /search\?.*q=files/);
  await page.waitForURL((url) => url.pathname === "/files");
  await page.goto("/chat");

  await page.getByRole("button", { name: "New conversation" }).click();
  await pressEnterBeforeAnswer(
    page.getByRole("dialog").getByRole("searchbox"),
    "emma",
    /users\?.*search=emma/,
  );
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("heading", { name: /Emma/ }).waitFor();
});

test("text typed before the Ctrl-K palette has loaded is not lost", async () => {
  const { page } = await signIn("oliver");
  await page.goto("/chat");
  await page.locator("[data-room]").first().waitFor();
  const code = /\/chooser-[^/]*\.js$/;
  const scriptRequest = page.waitForRequest(code);
  const releaseResponses = await holdResponses(page, code);
  await page.keyboard.press("Control+k");
  await scriptRequest;
  const field = page.getByRole("dialog").locator("input");
  await page.keyboard.type("fil");
  releaseResponses();
  await page.getByRole("dialog").getByRole("option", { name: "Files" }).first().waitFor();
  await expectFocused(field);
  await page.keyboard.type("es");
  expect(await field.inputValue()).toBe("files");
  // The dialog's code is loaded now, so the dialog opens immediately. The first typed letters must already arrive in
  // its field.
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await expectFocused(field);
  await page.keyboard.type("aiko", { delay: 50 });
  expect(await field.inputValue()).toBe("aiko");
  await expectFocused(field);
});

test("text typed over an open conversation before the Ctrl-K palette has loaded is not sent as a message", async () => {
  const [oliver, emma] = [await signIn("oliver"), await signIn("emma")];
  const { page } = oliver;
  const id = await createSharedGroup(oliver, emma);
  await findMessageComposer(page).focus();
  const code = /\/(?:modal|chooser)-[^/]*\.js$/;
  const scriptRequest = page.waitForRequest(code);
  const releaseResponses = await holdResponses(page, code);
  await page.keyboard.press("Control+k");
  await scriptRequest;
  await page.keyboard.type("Emmq");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("a");
  await page.keyboard.press("Enter");
  expect(await findMessageComposer(page).inputValue()).toBe("");
  releaseResponses();
  const field = page.getByRole("dialog").locator("input");
  await expectFocused(field);
  expect(await field.inputValue()).toBe("Emma");
  await page.getByRole("option", { name: "Emma Clarke" }).first().waitFor();
  expect(await oliver.call("GET", `/conversations/${id}/messages`)).toEqual([]);
});

test("the arrow keys move from the search field to the results and back", async () => {
  const kenji = await signIn("kenji");
  const { page } = kenji;
  const { id } = await kenji.call<{ id: string }>("POST", "/conversations", { kind: "MY_CHAT" });
  for (const content of ["a wombat digs", "the wombat sleeps"])
    await kenji.call("POST", `/conversations/${id}/messages`, { client_id: randomUUID(), content });
  const messageHitLinks = page.getByRole("region", { name: "Messages" }).getByRole("link");
  await page.goto("/search?q=wombat");
  // The server indexes a new message for the search with a short delay. So the test repeats the search.
  await expect
    .poll(async () => {
      await page.reload();
      await page
        .getByText(/wombat|No results/)
        .first()
        .waitFor();
      return messageHitLinks.count();
    })
    .toBe(2);
  const field = page.getByRole("combobox", { name: /^Search messages/ });
  await field.focus();
  await page.keyboard.press("ArrowDown");
  await expectFocused(messageHitLinks.nth(0));
  await page.keyboard.press("ArrowDown");
  await expectFocused(messageHitLinks.nth(1));
  await page.keyboard.press("ArrowDown");
  await expectFocused(messageHitLinks.nth(1));
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expectFocused(field);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname === `/chat/${id}` && url.searchParams.has("message"));
});

test("Ctrl-K tells the rooms of one project apart, also by a search", async () => {
  const { page } = await signIn("linh");
  await page.goto("/chat");
  await page.locator("[data-room]").first().waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("さくら");
  await page.getByRole("option", { name: "さくら予約アプリ · Client side" }).waitFor();
});

test("Ctrl-K opens a message in its conversation", async () => {
  const [kenji, oliver] = [await signIn("kenji"), await signIn("oliver")];
  const { page } = kenji;
  const { id: oliverId } = await oliver.call<{ id: string }>("GET", "/users/info");
  const room = await kenji.call<{ id: string }>("POST", "/conversations", {
    kind: "GROUP",
    name: "Long ago",
    user_ids: [oliverId],
  });
  let oldMessageId = "";
  for (let number = 1; number <= 60; number++) {
    const content = number === 5 ? "the platypus swims" : `line ${number}.`;
    const createdMessage = await kenji.call<{ id: string }>("POST", `/conversations/${room.id}/messages`, {
      client_id: randomUUID(),
      content,
    });
    if (number === 5) oldMessageId = createdMessage.id;
  }
  await page.goto(`/chat/${room.id}`);
  await findMessageByWords(page, "line 60.").waitFor();
  // Marks the page with a variable. A reload would remove the variable, but the search result must open without a
  // reload.
  await page.evaluate("window.__stayed = true");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox");
  await field.fill("platypus");
  await page.getByRole("option", { name: /the platypus swims/ }).waitFor();
  while (!(await page.getByRole("option", { selected: true }).textContent())?.includes("swims"))
    await field.press("ArrowDown");
  await field.press("Enter");
  await page.waitForURL(`**/chat/${room.id}?message=${oldMessageId}`);
  const oldMessageRow = page.locator(`#message-${oldMessageId}`);
  await oldMessageRow.waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const height = page.viewportSize()?.height ?? 0;
  await expect
    .poll(async () => {
      const rowBox = await oldMessageRow.boundingBox();
      return rowBox !== null && rowBox.y > 0 && rowBox.y + rowBox.height < height;
    })
    .toBe(true);
  expect(await page.evaluate("window.__stayed")).toBe(true);
  // The focus is on the found message, so the shortcuts for messages work immediately.
  await expectFocused(oldMessageRow.locator("[data-message]"));
  await page.keyboard.press("p");
  await oldMessageRow.getByText("pinned").waitFor();
  // The shortcuts must also work when the message's URL is opened directly.
  await page.goto(page.url());
  await expectFocused(oldMessageRow.locator("[data-message]"));
  await page.keyboard.press("p");
  await oldMessageRow.getByText("pinned").waitFor({ state: "detached" });
});
