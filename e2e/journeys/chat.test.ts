import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openDemo } from "../demo.ts";
import { interceptRequests } from "../intercept.ts";
import {
  chooseOption,
  createSharedGroup,
  findMessageByWords,
  findMessageComposer,
  findThreadComposer,
  type SignedInDevice,
  writeMessage,
} from "../people.ts";
import { xssTexts } from "../xss-corpus.ts";

const { signIn, signInWithOwnContext } = await openDemo();

test("three people: mention, reaction, thread, edit, pin, delete", async () => {
  const [aiko, an, linh] = [await signIn("aiko"), await signIn("an"), await signIn("linh")];
  await createSharedGroup(aiko, an, linh);

  await findMessageComposer(aiko.page).pressSequentially("@ngu");
  await aiko.page.getByRole("option", { name: "Nguyễn Văn An" }).waitFor();
  await aiko.page.keyboard.press("Enter");
  await aiko.page.keyboard.type("**please** look");
  await aiko.page.keyboard.press("Enter");
  await findMessageByWords(an.page, "look").locator("strong").waitFor();
  expect(await findMessageByWords(an.page, "look").getAttribute("data-mentioned")).toBe("true");
  expect(await findMessageByWords(linh.page, "look").getAttribute("data-mentioned")).toBeNull();

  await findMessageByWords(linh.page, "look").hover();
  await findMessageByWords(linh.page, "look").getByLabel("React with 👍").click();
  await findMessageByWords(aiko.page, "look")
    .getByRole("button", { name: /👍.*Linh/ })
    .waitFor();

  await findMessageByWords(an.page, "look").hover();
  await findMessageByWords(an.page, "look").getByLabel("Reply in a thread").click();
  await findThreadComposer(an.page).fill("Xong rồi ạ");
  await findThreadComposer(an.page).press("Enter");
  await findMessageByWords(aiko.page, "look").getByRole("button", { name: "1 reply" }).click();
  const thread = aiko.page.getByLabel("Thread", { exact: true });
  await thread.getByText("Xong rồi ạ").waitFor();
  await thread.getByLabel("Stop following the thread").click();
  await thread.getByLabel("Follow the thread", { exact: true }).click();
  await thread.getByLabel("Stop following the thread").waitFor();
  await thread.getByLabel("Close").click();

  await findMessageComposer(aiko.page).click();
  await aiko.page.keyboard.press("ArrowUp");
  await aiko.page.getByLabel("Edit the message").fill("@Nguyễn Văn An looked");
  await aiko.page.keyboard.press("Enter");
  await findMessageByWords(linh.page, "looked").getByText("edited").waitFor();
  expect(await findMessageByWords(an.page, "looked").getAttribute("data-mentioned")).toBe("true");

  await chooseOption(linh.page, "looked", "Pin for everyone");
  await findMessageByWords(an.page, "looked").getByText("pinned").waitFor();

  await chooseOption(aiko.page, "looked", "Delete");
  await aiko.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await linh.page.getByText("Message deleted").last().waitFor();
  await an.page.getByLabel("Thread", { exact: true }).getByText("Xong rồi ạ").waitFor();
  await expect.poll(() => linh.page.getByText("looked").count()).toBe(0);
});

test("messages written offline arrive once and in order", async () => {
  const [aiko, an] = [await signIn("aiko"), await signIn("an")];
  const id = await createSharedGroup(aiko, an);
  await writeMessage(an.page, "root");
  await findMessageByWords(aiko.page, "root").waitFor();
  await findMessageByWords(aiko.page, "root").hover();
  await findMessageByWords(aiko.page, "root").getByLabel("Reply in a thread").click();
  await findThreadComposer(aiko.page).waitFor();

  await aiko.context.setOffline(true);
  for (const messageWords of ["one", "two", "three"])
    await writeMessage(aiko.page, `offline ${messageWords}`);
  await findThreadComposer(aiko.page).fill("offline reply");
  await findThreadComposer(aiko.page).press("Enter");
  await findMessageByWords(aiko.page, "offline three").getByText("Waiting for a connection").waitFor();
  expect(await an.page.getByText("offline").count()).toBe(0);

  await aiko.context.setOffline(false);
  await findMessageByWords(an.page, "offline three").waitFor();
  await findMessageByWords(an.page, "root").getByRole("button", { name: "1 reply" }).waitFor();
  await aiko.page.getByText("Waiting for a connection").waitFor({ state: "detached" });
  const storedMessages = await an.call<{ content: string }[]>("GET", `/conversations/${id}/messages`);
  expect(storedMessages.map(({ content }) => content)).toEqual([
    "root",
    "offline one",
    "offline two",
    "offline three",
  ]);
});

test("after ten minutes offline a person gets what they missed, sends what they wrote, and loses rooms they were removed from", async () => {
  const [aiko, an] = [await signIn("aiko"), await signInWithOwnContext("an")];
  await an.page.clock.install();
  const otherGroupId = await createSharedGroup(aiko, an);
  // Other members see a new room only after its first message, so Aiko writes one.
  await writeMessage(aiko.page, "in the other room");
  await findMessageByWords(an.page, "in the other room").waitFor();
  const id = await createSharedGroup(aiko, an);
  const { id: anId } = await an.call<{ id: string }>("GET", "/users/info");
  await writeMessage(aiko.page, "before the tunnel");
  await findMessageByWords(an.page, "before the tunnel").waitFor();
  await an.page.locator(`a[href="/chat/${otherGroupId}"]`).waitFor();

  await an.context.setOffline(true);
  await writeMessage(an.page, "from the tunnel");
  await findMessageByWords(an.page, "from the tunnel").getByText("Waiting for a connection").waitFor();
  const sendMessage = (content: string) =>
    aiko.call<{ id: string }>("POST", `/conversations/${id}/messages`, { client_id: randomUUID(), content });
  for (let number = 1; number <= 40; number++) await sendMessage(`news ${number}.`);
  const { id: deletedId } = await sendMessage("taken back");
  await aiko.call("DELETE", `/conversations/${id}/messages/${deletedId}`);
  const { id: editedMessageId } = await sendMessage("worded badly");
  await aiko.call("PATCH", `/conversations/${id}/messages/${editedMessageId}`, { content: "worded well" });
  await aiko.call(
    "POST",
    `/conversations/${id}/messages/${editedMessageId}/react?type=${encodeURIComponent("🎉")}`,
  );
  await aiko.call("DELETE", `/conversations/${otherGroupId}/members?user_id=${anId}`);
  await an.page.clock.fastForward(10 * 60_000);

  await an.context.setOffline(false);
  await findMessageByWords(an.page, "worded well").getByText("edited").waitFor();
  await findMessageByWords(an.page, "worded well").getByRole("button", { name: /🎉/ }).waitFor();
  await an.page.getByText("Message deleted").last().waitFor();
  await findMessageByWords(an.page, "news 40.").waitFor();
  await an.page.locator(`a[href="/chat/${otherGroupId}"]`).waitFor({ state: "detached" });
  await findMessageByWords(aiko.page, "from the tunnel").waitFor();
  await an.page.getByText("Waiting for a connection").waitFor({ state: "detached" });
  const storedMessages = await an.call<{ content: string }[]>(
    "GET",
    `/conversations/${id}/messages?paging=100`,
  );
  expect(storedMessages.map(({ content }) => content)).toEqual([
    "before the tunnel",
    ...Array.from({ length: 40 }, (_, index) => `news ${index + 1}.`),
    "",
    "worded well",
    "from the tunnel",
  ]);
});

test("a message that waits to be sent survives a closed page", async () => {
  const [linh, an] = [await signIn("linh"), await signIn("an")];
  const id = await createSharedGroup(linh, an);
  const messagesUrlPattern = `**/api/conversations/${id}/messages`;
  await interceptRequests(linh.page, messagesUrlPattern, (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await writeMessage(linh.page, "I wait");
  await findMessageByWords(linh.page, "I wait").getByText("Waiting for a connection").waitFor();
  await linh.page.reload();
  await findMessageByWords(linh.page, "I wait").getByText("Waiting for a connection").waitFor();
  await linh.page.unroute(messagesUrlPattern);
  await findMessageByWords(an.page, "I wait").waitFor();
  const storedMessages = await an.call<{ content: string }[]>("GET", `/conversations/${id}/messages`);
  expect(storedMessages.map(({ content }) => content)).toEqual(["I wait"]);
});

test("a refused message shows the reason, and can be sent again or discarded", async () => {
  const [kenji, emma] = [await signIn("kenji"), await signIn("emma")];
  const id = await createSharedGroup(emma, kenji);
  const sendUrlPattern = `**/api/conversations/${id}/messages`;
  const error = { code: "ERR.BLOCKED", message: "Your account is blocked: you can read, but not write." };
  await interceptRequests(kenji.page, sendUrlPattern, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 403, json: { error } }) : route.fallback(),
  );
  await writeMessage(kenji.page, "first try");
  await writeMessage(kenji.page, "never mind");
  await findMessageByWords(kenji.page, "first try").getByText(`Not sent. ${error.message}`).waitFor();
  await findMessageByWords(kenji.page, "never mind").getByText("Not sent.").waitFor();
  await kenji.page.unroute(sendUrlPattern);
  await findMessageByWords(kenji.page, "never mind").getByRole("button", { name: "Discard" }).click();
  await findMessageByWords(kenji.page, "first try").getByRole("button", { name: "Send again" }).click();
  await findMessageByWords(emma.page, "first try").waitFor();
  await expect.poll(() => kenji.page.getByText("never mind").count()).toBe(0);
  const storedMessages = await emma.call<{ content: string }[]>("GET", `/conversations/${id}/messages`);
  expect(storedMessages.map(({ content }) => content)).toEqual(["first try"]);
});

test("two devices of one person share read marks and drafts", async () => {
  const [desktop, phone, an] = [await signIn("oliver"), await signIn("oliver"), await signIn("an")];
  const id = await createSharedGroup(an, desktop);
  await writeMessage(an.page, "a room with something in it");
  await findMessageByWords(desktop.page, "a room with something in it").waitFor();
  // A message counts as read only after it was visible for a moment. So the unread count is fetched again and again
  // until it is zero.
  const readUnreadCount = async () =>
    (await desktop.call<{ unread_count: number }>("GET", `/conversations/${id}`)).unread_count;
  await expect.poll(readUnreadCount).toBe(0);
  await phone.page.goto("/chat");
  const draftSaveResponse = desktop.page.waitForResponse(
    (response) => response.url().endsWith("/draft") && response.ok(),
  );
  await findMessageComposer(desktop.page).fill("half a thought");
  const room = phone.page.locator(`a[href="/chat/${id}"]`);
  await room.waitFor();
  await draftSaveResponse;
  const draft = { name: "Draft" };
  await room.getByRole("img", draft).waitFor();
  await desktop.page.goto("/home");
  await writeMessage(an.page, "news for Oliver");
  await room.getByText("1 unread message").waitFor();
  await room.click();
  await expect.poll(() => findMessageComposer(phone.page).inputValue()).toBe("half a thought");
  await desktop.page.goto("/chat");
  const roomLink = desktop.page.locator(`a[href="/chat/${id}"]`);
  await roomLink.getByText("news for Oliver").waitFor();
  await roomLink.getByText("1 unread message").waitFor({ state: "detached" });

  // The row in the list of conversations shows an icon while the conversation has a draft. The icon disappears when the
  // draft is sent or emptied.
  await roomLink.getByRole("img", draft).waitFor();
  await findMessageComposer(phone.page).press("Enter");
  await roomLink.getByRole("img", draft).waitFor({ state: "detached" });
  await roomLink.click();
  await findMessageComposer(desktop.page).fill("another thought");
  await roomLink.getByRole("img", draft).waitFor();
  await findMessageComposer(desktop.page).fill("");
  await roomLink.getByRole("img", draft).waitFor({ state: "detached" });
});

test("a mention shows in the list, the tab and the notifications, and its writer sees who has read it", async () => {
  const [aiko, an] = [await signIn("aiko"), await signIn("an")];
  const id = await createSharedGroup(aiko, an);
  await an.page.goto("/home");
  const fetchUnreadCounts = () => an.call<{ count_attention: number }>("GET", "/conversations/count_unread");
  const { count_attention: countBefore } = await fetchUnreadCounts();

  await findMessageComposer(aiko.page).pressSequentially("@ngu");
  await aiko.page.getByRole("option", { name: "Nguyễn Văn An" }).waitFor();
  await aiko.page.keyboard.press("Enter");
  await aiko.page.keyboard.type("are you there");
  await aiko.page.keyboard.press("Enter");
  await expect.poll(() => an.page.title()).toContain(`(${countBefore + 1}) `);
  const faviconLink = an.page.locator("link[rel=icon]").first();
  await expect.poll(() => faviconLink.getAttribute("href")).toContain("data:image/svg+xml");
  await an.page.goto("/chat");
  const room = an.page.locator(`a[href="/chat/${id}"]`);
  await room.getByText("1 mention of you").waitFor({ state: "attached" });

  await aiko.page.getByRole("button", { name: "Details" }).first().click();
  await aiko.page.locator("#details li", { hasText: "Nguyễn Văn An" }).getByLabel("Online").waitFor();

  await an.page.getByRole("link", { name: "Notifications" }).click();
  const notice = an.page.locator(`a[href^="/chat/${id}?message="]`);
  await notice.getByText("@Nguyễn Văn An are you there", { exact: true }).waitFor();
  expect(await notice.locator("time").textContent()).toMatch(/^(now|\dm)$/);
  await notice.click();
  await findMessageByWords(an.page, "are you there").waitFor();
  await aiko.page.getByLabel("Seen by Nguyễn Văn An").waitFor();
  await expect.poll(async () => (await fetchUnreadCounts()).count_attention).toBe(countBefore);
  await expect.poll(() => an.page.title()).not.toContain(`(${countBefore + 1}) `);
});

test("a reaction is notified and opens its thread; one that its author sees arrive counts as read", async () => {
  const [aiko, an] = [await signIn("aiko"), await signIn("an")];
  const id = await createSharedGroup(aiko, an);
  const sendMessageAs = (sender: SignedInDevice, content: string, parent_id?: string) =>
    sender.call<{ id: string }>("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content,
      parent_id,
    });
  const addReaction = (mid: string, emoji: string) =>
    aiko.call("POST", `/conversations/${id}/messages/${mid}/react?type=${encodeURIComponent(emoji)}`);
  const countUnread = async () =>
    (await an.call<{ count_unread: number }>("GET", "/notifications/count_unread")).count_unread;
  const root = await sendMessageAs(aiko, "who can look at this");
  const reply = await sendMessageAs(an, "I can", root.id);
  await an.page.goto("/home");
  const countBefore = await countUnread();
  const notificationsLink = an.page.locator('a[href="/notifications"]');
  await addReaction(reply.id, "🎉");
  const label = countBefore === 0 ? "1 unread notification" : `${countBefore + 1} unread notifications`;
  await notificationsLink.getByText(label).waitFor({ state: "attached" });

  await notificationsLink.click();
  await an.page.getByText("reacted to your message: 🎉").click();
  await an.page.getByLabel("Thread", { exact: true }).getByText("I can").waitFor();
  expect(new URL(an.page.url()).search).toBe(`?thread=${root.id}&message=${reply.id}`);
  await expect.poll(countUnread).toBe(countBefore);

  const messageByAn = await sendMessageAs(an, "and it is done");
  await findMessageByWords(an.page, "and it is done").waitFor();
  const markReadResponse = an.page.waitForResponse(/\/notifications\/[^/]+\/mark_read$/);
  await addReaction(messageByAn.id, "👏");
  expect((await markReadResponse).status()).toBe(200);
  await findMessageByWords(an.page, "and it is done").getByRole("button", { name: /👏/ }).waitFor();
  expect(await countUnread()).toBe(countBefore);
});

test("no script in a message runs", async () => {
  // The page contains only the rows that are visible. The tall window makes many messages visible at the same time.
  const tallViewport = { viewport: { width: 1280, height: 4_000 } };
  const [linh, kenji] = [await signIn("linh"), await signIn("kenji", tallViewport)];
  const id = await createSharedGroup(linh, kenji);
  const policyViolations: string[] = [];
  kenji.page.on("console", (line) => {
    if (/Content Security Policy/.test(line.text())) policyViolations.push(line.text());
  });
  for (const content of xssTexts)
    await linh.call("POST", `/conversations/${id}/messages`, { client_id: randomUUID(), content });
  const messages = await linh.call<{ id: string }[]>("GET", `/conversations/${id}/messages?paging=100`);
  expect(messages).toHaveLength(xssTexts.length);
  for (let remainingIds = messages.map((message) => message.id); remainingIds[0]; ) {
    await kenji.page.goto(`/chat/${id}?message=${remainingIds[0]}`);
    await kenji.page.locator(`#message-${remainingIds[0]}`).waitFor();
    // Reads all rows in one browser call, because the list adds and removes rows while it scrolls.
    const { shown, found, addresses } = await kenji.page.locator("article").evaluateAll((rows) => ({
      shown: rows.map((row) => row.id.slice("message-".length)),
      found: rows.flatMap((row) =>
        [...row.querySelectorAll("*")].flatMap((element) => [
          ...(/^(script|iframe|object|embed|link|meta|base|form|style|img|video|audio|math|template)$/i.test(
            element.tagName,
          )
            ? [element.outerHTML]
            : []),
          ...[...element.attributes]
            .filter(
              ({ name, value }) => /^on/i.test(name) || /^\s*(javascript|data|vbscript|file):/i.test(value),
            )
            .map(({ name, value }) => `${name}=${value}`),
        ]),
      ),
      addresses: rows.flatMap((row) =>
        [...row.querySelectorAll("a")].map((link) => link.getAttribute("href")),
      ),
    }));
    expect(found).toEqual([]);
    for (const address of addresses) expect(address).toMatch(/^https?:\/\//);
    expect(await kenji.page.evaluate("window.__ran")).toBeUndefined();
    remainingIds = remainingIds.filter((id) => !shown.includes(id));
  }
  expect(policyViolations).toEqual([]);
});

test("every action on a message works by keyboard", async () => {
  const [aiko, an] = [await signIn("aiko"), await signIn("an")];
  await createSharedGroup(aiko, an);
  await writeMessage(aiko.page, "first");
  await writeMessage(aiko.page, "second");
  await findMessageByWords(an.page, "second").waitFor();
  await findMessageByWords(an.page, "second").locator("[data-message]").focus();
  await an.page.keyboard.press("ArrowUp");
  await an.page.keyboard.press("p");
  await findMessageByWords(aiko.page, "first").getByText("pinned").waitFor();
  await an.page.keyboard.press("?");
  await an.page.getByRole("dialog").getByText("Previous conversation").waitFor();
  await an.page.keyboard.press("Escape");
  await an.page.getByRole("dialog").waitFor({ state: "detached" });
  await findMessageByWords(an.page, "first").locator("[data-message]").focus();
  await an.page.keyboard.press("r");
  await findThreadComposer(an.page).fill("by hand");
  await an.page.keyboard.press("Enter");
  await findMessageByWords(aiko.page, "first").getByText("1 reply").waitFor();
  await findThreadComposer(an.page).press("Escape");
  await findThreadComposer(an.page).waitFor({ state: "detached" });
});
