import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findAxeViolations } from "./axe.ts";
import { interceptRequests } from "./intercept.ts";
import { openDemoWithPlatforms } from "./outside-desk.ts";
import {
  findMessageByWords,
  findMessageComposer,
  phoneOptions,
  waitUntilSubscribed,
  writeMessage,
} from "./people.ts";

// In a chat with a Messenger or Zalo customer, these tests check everything around the messages, such as tags, notes
// and hints.

const { signIn, openCustomerChat } = await openDemoWithPlatforms();

const customerLanguageHint = /^The person reads your answers here/;

const takeChat = async (page: Page, id: string) => {
  await page.goto(`/schat/${id}`);
  await page.getByRole("button", { name: "Take this chat" }).click();
  await findMessageComposer(page).waitFor();
};

test("on a phone the header takes little height, and one button shows the rest about the person", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signIn("linh", phoneOptions)];
  const { id } = await openCustomerChat(kenji, [linh]);
  const { page } = linh;
  await takeChat(page, id);
  for (const language of ["en", "vi", "ja"]) {
    await page.context().addCookies([{ name: "session_lang", value: language, url: page.url() }]);
    await page.reload();
    await page.locator("form textarea").waitFor();
    const header = await page.locator("main header").boundingBox();
    const room = await page.locator("div[data-platform]").boundingBox();
    expect(header?.height).toBeLessThanOrEqual(112);
    expect((room?.y ?? 0) - (header?.y ?? 0)).toBeLessThanOrEqual(113);
    await page.goto("/schat");
    await page.locator("main nav a").first().waitFor();
    const linkRowCounts = await page
      .locator("main nav")
      .evaluateAll((navigationBars) =>
        navigationBars.map(
          (navigationBar) =>
            new Set([...navigationBar.querySelectorAll("a")].map((link) => link.getBoundingClientRect().y))
              .size,
        ),
      );
    expect(linkRowCounts.every((rows) => rows === 1)).toBe(true);
    await page.goto(`/schat/${id}`);
  }
  await page.context().addCookies([{ name: "session_lang", value: "en", url: page.url() }]);
  await page.reload();
  await page.getByRole("button", { name: "About this person" }).click();
  const sheet = page.getByRole("dialog", { name: "About this person" });
  await sheet.getByText(/^Can be answered until/).waitFor();
  await sheet.getByRole("button", { name: "Add tag" }).click();
  await sheet.getByRole("combobox", { name: "Add tag" }).fill("khách mới");
  await page.keyboard.press("Enter");
  await sheet.getByRole("button", { name: "Remove the tag khách mới" }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
});

test("a blocked person's chat cannot be taken, and says how to unblock them", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signIn("linh")];
  const { id } = await openCustomerChat(kenji, [linh], { customer: "Lê Văn Spam" });
  const { page } = linh;
  await linh.call("POST", `/schat/${id}/block`, { is_blocked: true });
  await page.goto(`/schat/${id}`);
  await page.getByText(/^This person is blocked/).waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).waitFor();
  const takeChatButton = page.getByRole("button", { name: "Take this chat" });
  expect(await takeChatButton.count()).toBe(0);
  await page.getByRole("button", { name: "Unblock" }).click();
  await takeChatButton.waitFor();
  expect(await page.getByText(/^This person is blocked/).count()).toBe(0);
});

test("a tag that is typed while a message waits for its file stays in its field", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signIn("linh")];
  const { id } = await openCustomerChat(kenji, [linh], { customer: "Phạm Thu Hà" });
  const { page } = linh;
  await takeChat(page, id);
  let releaseUploads = () => {};
  const uploadsReleased = new Promise<void>((resolve) => {
    releaseUploads = resolve;
  });
  await interceptRequests(page, "**/api/uploads**", async (route) => {
    await uploadsReleased;
    await route.continue();
  });
  const file = { name: "gia.txt", mimeType: "text/plain", buffer: Buffer.from("100.000") };
  await page.setInputFiles("input[data-attach]", file);
  await page.locator('li[data-state="uploading"]').waitFor();
  await findMessageComposer(page).fill("Dạ, em gửi bảng giá ạ");
  await findMessageComposer(page).press("Enter");
  await page.getByText("Waiting for 1 file, then it is sent.").waitFor();
  await page.getByRole("button", { name: "Add tag" }).click();
  await page.keyboard.type("khách");
  releaseUploads();
  await findMessageByWords(page, "bảng giá").waitFor();
  await page.keyboard.type(" mới");
  // After "Add" is pressed, the focus returns to the field, so that the next tag can be typed.
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: "Remove the tag khách mới" }).waitFor();
  await page.getByRole("combobox", { name: "Add tag" }).and(page.locator(":focus")).waitFor();
  expect(await findMessageComposer(page).inputValue()).toBe("");
});

test("on a desktop and a tablet in landscape, the filter by state with both counts fits into one row", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signIn("linh")];
  const { id } = await openCustomerChat(kenji, [linh], { customer: "Võ Thị Sáu" });
  await openCustomerChat(kenji, [linh], { customer: "Bùi Thị Tám" });
  const { page } = linh;
  await takeChat(page, id);
  for (const language of ["en", "vi", "ja"]) {
    await page.context().addCookies([{ name: "session_lang", value: language, url: page.url() }]);
    await page.goto("/schat");
    const stateTabs = page.locator("main nav").last();
    await expect.poll(() => stateTabs.locator("a").filter({ hasText: /\d/ }).count()).toBe(2);
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const rows = await stateTabs
        .locator("a")
        .evaluateAll((links) => new Set(links.map((link) => link.getBoundingClientRect().y)).size);
      expect(rows).toBe(1);
    }
  }
});

test("a chat of a disconnected page cannot be taken, and its agent is told who can connect the page again", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signIn("linh")];
  const { id, external } = await openCustomerChat(kenji, [linh], { customer: "Trương Văn Chín" });
  const pages = await kenji.call<{ id: string; external_id: string }[]>("GET", "/schat/pages");
  const connectedPage = pages.find(({ external_id }) => external_id === external.id);
  await kenji.call("DELETE", `/schat/pages/${connectedPage?.id}`);
  await linh.page.goto(`/schat/${id}`);
  await linh.page.getByText(/^This page is disconnected/).waitFor();
  await linh.page.getByText(/An owner of the bot has to connect the page again/).waitFor();
  expect(await linh.page.getByRole("button", { name: "Take this chat" }).count()).toBe(0);
  await kenji.page.goto(`/schat/${id}`);
  await kenji.page.getByRole("link", { name: "Connect the page again" }).waitFor();
});

test("an agent who has handed a chat over sees in every place who answers it, and can call a colleague by a note", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signIn("linh")];
  const { id, botId } = await openCustomerChat(kenji, [linh], { customer: "Đặng Thị Mười" });
  const [owner, agent] = [kenji.page, linh.page];
  await takeChat(agent, id);
  // Kenji has opened the chat, but is not a member of its conversation. A note that mentions him makes him a member,
  // and appears on his open page.
  await owner.goto(`/schat/${id}`);
  await owner.getByText(/Linh answers this chat now\.$/).waitFor();
  await agent.getByRole("button", { name: "Note", exact: true }).click();
  await findMessageComposer(agent).pressSequentially("@健司");
  await agent.getByRole("option", { name: /健司/ }).click();
  await findMessageComposer(agent).pressSequentially("can you take her?");
  expect(await findAxeViolations(agent)).toEqual([]);
  await findMessageComposer(agent).press("Enter");
  await findMessageByWords(agent, "can you take her?").waitFor();
  await findMessageByWords(owner, "can you take her?").waitFor();
  await owner.goto("/notifications");
  await owner
    .getByRole("link", { name: /can you take her|Đặng Thị Mười/ })
    .first()
    .click();
  await owner.waitForURL(new RegExp(`/chat/${id}`));
  await findMessageByWords(owner, "can you take her?").waitFor();
  await owner.getByText(/Linh answers this chat now\.$/).waitFor();
  expect(await findAxeViolations(owner)).toEqual([]);
  await owner.getByRole("button", { name: "Take it over" }).click();
  await findMessageComposer(owner).waitFor();
  await owner.getByText(customerLanguageHint).waitFor();
  for (const [number, path] of [`/schat/${id}`, `/bots/${botId}/livechat/${id}`, `/chat/${id}`].entries()) {
    await agent.goto(path);
    await agent.getByText(/answers this chat now\. To answer it again, ask/).waitFor();
    // The agent has begun a note, so the page shows the field for notes. The agent switches to answers.
    await agent.getByRole("button", { name: "Answer", exact: true }).click();
    expect(await findMessageComposer(agent).count()).toBe(0);
    // Another agent is answering this chat, so this agent has no field for answers. The page must not give a hint about
    // the customer's language.
    expect(await agent.getByText(customerLanguageHint).count()).toBe(0);
    await agent.getByRole("button", { name: "Note", exact: true }).click();
    await writeMessage(agent, `Note ${number}`);
    await findMessageByWords(owner, `Note ${number}`).waitFor();
  }
});

test("an agent is told beforehand that nobody can translate the answer, and the answer is marked as sent without a translation", async () => {
  const emma = await signIn("emma");
  const { id, customer } = await openCustomerChat(emma, [], { customer: "Mai Văn Mốt" });
  const { page } = emma;
  await takeChat(page, id);
  const noteText = page.getByText(
    /^Nobody who works on this bot translates English into Vietnamese\. Your answer waits/,
  );
  await noteText.waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await writeMessage(page, "Yes, there is a free chair at three.");
  const answerMessage = findMessageByWords(page, "free chair");
  const untranslatedLabel = "As written, without a translation";
  await answerMessage.getByText("Waits for its translation").waitFor();
  expect(await answerMessage.getByText(untranslatedLabel).count()).toBe(0);
  await answerMessage.getByRole("button", { name: "Send as written" }).click();
  await answerMessage.getByText(untranslatedLabel).waitFor();
  await expect
    .poll(() => customer.conversationMessages.at(-1)?.text)
    .toBe("Yes, there is a free chair at three.");
  // The answer is in the customer's own language. So the hint that it will be translated is missing, before and after
  // sending.
  await findMessageComposer(page).fill("Dạ ba giờ chiều còn chỗ ạ.");
  await noteText.waitFor({ state: "detached" });
  await findMessageComposer(page).press("Enter");
  await findMessageByWords(page, "ba giờ chiều")
    .getByText(/^(Sent|Delivered)$/)
    .waitFor();
  expect(await findMessageByWords(page, "ba giờ chiều").getByText(untranslatedLabel).count()).toBe(0);
});

test("the rows of the list show the last message in the reader's language as soon as it is translated", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signIn("linh")];
  const { id, botId } = await openCustomerChat(kenji, [linh], { customer: "Cao Thị Hai" });
  await linh.call("POST", `/bots/${botId}/livechat/${id}/claim`);
  const { page } = kenji;
  const subscriptionReady = waitUntilSubscribed(page);
  await page.goto("/schat");
  await subscriptionReady;
  const row = page.getByRole("link", { name: /Cao Thị Hai/ });
  await row.getByText("Chào shop, chiều nay còn chỗ không ạ?").waitFor();
  const talk = await linh.call<{ messages: { id: string }[] }>("GET", `/schat/${id}`);
  await linh.call("POST", `/messages/${talk.messages.at(-1)?.id}/translations/ja`, {
    content: "こんにちは。今日の午後は空いていますか？",
    revision: 1,
    confirmed: true,
  });
  await row.getByText("こんにちは。今日の午後は空いていますか？").waitFor();
  expect(await row.getByText("Chào shop").count()).toBe(0);
});
