import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { expectFocused } from "./focus.ts";
import { findMessageComposer, type SignedInDevice } from "./people.ts";

const { signIn } = await openDemo();

const findListbox = (page: Page) => page.getByRole("listbox", { name: /./ });

test("Japanese people are mentioned by their Latin names, and Enter takes the only match", async () => {
  const { page, call } = await signIn("an");
  const kenji = await signIn("kenji");
  const aiko = await signIn("aiko");
  const ids = await Promise.all(
    [kenji, aiko].map(async (device) => (await device.call<{ id: string }>("GET", "/users/info")).id),
  );
  const room = await call<{ id: string }>("POST", "/conversations", {
    kind: "GROUP",
    name: "Readings",
    user_ids: ids,
  });
  await page.goto(`/chat/${room.id}`);
  await findMessageComposer(page).waitFor();
  for (const typedText of ["@aik", "@tanaka", "＠あい", "よろしく@アイ"]) {
    await findMessageComposer(page).fill("");
    await findMessageComposer(page).pressSequentially(typedText);
    const mentionOptions = findListbox(page).getByRole("option");
    await expect
      .poll(() => mentionOptions.allInnerTexts(), { message: typedText })
      .toEqual(["田中 愛子 · Aiko Tanaka"]);
    expect(
      await mentionOptions.getByRole("img", { name: "日本語", includeHidden: true }).count(),
      typedText,
    ).toBe(1);
    await page.keyboard.press("Enter");
    await expect
      .poll(() => findMessageComposer(page).inputValue(), { message: typedText })
      .toMatch(/@田中 愛子 $/);
  }
});

test("the list of people opens during an input method's composition, and its Enter chooses nobody", async () => {
  const { page, context, call } = await signIn("linh");
  const [room] = await call<{ id: string }[]>("GET", "/conversations?type=GROUP");
  await page.goto(`/chat/${room?.id}`);
  await findMessageComposer(page).waitFor();
  await findMessageComposer(page).focus();
  const devToolsSession = await context.newCDPSession(page);
  await devToolsSession.send("Input.imeSetComposition", {
    text: "＠さと",
    selectionStart: 3,
    selectionEnd: 3,
  });
  await findListbox(page).getByRole("option", { name: "佐藤 健司 · Kenji Sato" }).waitFor();
  await devToolsSession.send("Input.insertText", { text: "＠さと" });
  await page.keyboard.press("Enter");
  await expect.poll(() => findMessageComposer(page).inputValue()).toBe("@佐藤 健司 ");
});

test("Enter starts a conversation with the only person found", async () => {
  const { page } = await signIn("oliver");
  await page.goto("/chat");
  await page.getByRole("button", { name: "New conversation" }).first().click();
  const field = page.getByRole("searchbox");
  await field.fill("kenji");
  const people = page.locator("[data-person]");
  await expect
    .poll(() => people.allInnerTexts())
    .toEqual([expect.stringContaining("佐藤 健司 · Kenji Sato")]);
  await people.getByRole("img", { name: "日本語", includeHidden: true }).waitFor();
  await field.press("Enter");
  await page.waitForURL("**/chat/*");
  await findMessageComposer(page).waitFor();
  // The heading, the list of conversations and the details show the other person's name together with its reading in
  // Latin letters.
  const nameWithReading = "佐藤 健司 · Kenji Sato";
  await page.getByRole("heading", { level: 1, name: nameWithReading }).waitFor();
  const row = page.locator("[data-room][aria-current=page]");
  await row.getByText(nameWithReading).waitFor();
  await row.getByRole("img", { name: "日本語", includeHidden: true }).waitFor();
  await page.getByRole("button", { name: "Details" }).click();
  await page.locator("#details").getByText("Kenji Sato", { exact: true }).waitFor();
  await page.goto("/search?q=kenji");
  await page.getByRole("region", { name: "Conversations" }).getByText(nameWithReading).waitFor();
});

test("if the search finds one person, Enter moves the focus to the button that makes them a host", async () => {
  const { page, call } = await signIn("emma");
  const [project] = await call<{ id: string }[]>("GET", "/projects");
  await page.goto(`/projects/${project?.id}/members`);
  await page.getByRole("button", { name: "Add a host" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("searchbox").fill("linh");
  const hostRequestUrls: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/host")) hostRequestUrls.push(request.url());
  });
  await page.keyboard.press("Enter");
  await expectFocused(dialog.getByRole("button", { name: "Make host: Phạm Thùy Linh" }));
  // The Enter key that chose the person must not also press the button "Make host", which would send a request to the
  // server. The test sends another request and waits for it. A request of the button would have been sent before that.
  const waitForEarlierRequests = () => page.evaluate(() => fetch("/").then(({ status }) => status));
  await waitForEarlierRequests();
  expect(hostRequestUrls).toEqual([]);
  // The step from member to host cannot be undone. So the button opens a confirmation dialog.
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Make Phạm Thùy Linh a host?" });
  await question.getByRole("button", { name: "Cancel", exact: true }).click();
  await question.waitFor({ state: "detached" });
  await waitForEarlierRequests();
  expect(hostRequestUrls).toEqual([]);
  await dialog.getByRole("button", { name: "Make host: Phạm Thùy Linh" }).click();
  await question.getByRole("button", { name: "Make host", exact: true }).click();
  await page.getByText("Phạm Thùy Linh is a host now.").first().waitFor();
  expect(hostRequestUrls).toHaveLength(1);
});

test("lists also show people's names in the reader's script", async () => {
  const oliver = await signIn("oliver");
  const { page, call } = oliver;
  const aiko = await signIn("aiko");
  const { id } = await call<{ id: string }>("GET", "/users/info");
  const room = await aiko.call<{ id: string }>("POST", "/conversations", {
    kind: "GROUP",
    name: "Lists",
    user_ids: [id],
  });
  const sendMessage = (author: SignedInDevice, content: string, parent_id?: string) =>
    author.call<{ id: string }>("POST", `/conversations/${room.id}/messages`, {
      client_id: randomUUID(),
      content,
      ...(parent_id && { parent_id }),
    });
  const rootMessage = await sendMessage(aiko, `A question for @[Oliver Hart](${id})`);
  await sendMessage(oliver, "my answer", rootMessage.id);
  await sendMessage(aiko, "and another word", rootMessage.id);
  await page.goto("/threads");
  const thread = page.getByRole("article").filter({ hasText: "Lists" });
  await thread.getByText("田中 愛子 · Aiko Tanaka").waitFor();
  await page.goto("/projects");
  await page.getByText("田中 愛子 · Aiko Tanaka").first().waitFor();
});

test("the reading in a profile proposes a Latin name until the person types one", async () => {
  const { page } = await signIn("kenji");
  await page.goto("/profile");
  const readingField = page.getByLabel("Reading in kana");
  const latinField = page.getByLabel("Name in Latin letters");
  expect([await readingField.inputValue(), await latinField.inputValue()]).toEqual([
    "さとう けんじ",
    "Kenji Sato",
  ]);
  await latinField.fill("");
  await readingField.fill("さとう けんいちろう");
  await expect.poll(() => latinField.inputValue()).toBe("Kenichiro Sato");
  await latinField.fill("Ken Sato");
  await readingField.fill("佐藤");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Use hiragana or katakana only.").waitFor();
  expect(await latinField.inputValue()).toBe("Ken Sato");
  await readingField.fill("さとう けん");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Your profile is saved.").waitFor();
  await page.reload();
  expect([await readingField.inputValue(), await latinField.inputValue()]).toEqual([
    "さとう けん",
    "Ken Sato",
  ]);
});

test("a notification shows both names of a person to readers of another script", async () => {
  const { page, call } = await signIn("oliver");
  const aiko = await signIn("aiko");
  const { id } = await call<{ id: string }>("GET", "/users/info");
  const room = await aiko.call<{ id: string }>("POST", "/conversations", {
    kind: "GROUP",
    name: "Both",
    user_ids: [id],
  });
  await aiko.call("POST", `/conversations/${room.id}/messages`, {
    client_id: randomUUID(),
    content: `@[Oliver Hart](${id}) ${"please look at this again. ".repeat(12)}`,
  });
  await page.goto("/notifications");
  const mentionNotice = page.getByRole("link", { name: /田中 愛子 · Aiko Tanaka mentioned you/ }).first();
  await mentionNotice.waitFor();
  // A notification shows only one line of the message, and the time in a short form.
  const quotedQuestion = mentionNotice.getByText(/please look at this again/).last();
  const lines = await quotedQuestion.evaluate(
    (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(Math.round(lines)).toBe(1);
  expect((await mentionNotice.locator("time").textContent())?.length).toBeLessThanOrEqual(8);
  // The message in the conversation also shows its author's name with the reading.
  await mentionNotice.click();
  await page
    .getByRole("article")
    .filter({ hasText: "please look at this again" })
    .getByText("Aiko Tanaka", { exact: true })
    .waitFor();
});
