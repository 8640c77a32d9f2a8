import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { StandIn, StandInPage } from "../apps/server/src/test/channel-stand-ins/stand-in.ts";
import { findAxeViolations } from "./axe.ts";
import { openDemoWithPlatforms } from "./outside-desk.ts";
import {
  findMessageByWords,
  findMessageComposer,
  findStoredMessage,
  type SignedInDevice,
  waitUntilSubscribed,
  writeMessage,
} from "./people.ts";

// People in the workspace answer customers on Messenger and Zalo. Both platforms are simulated.

const { server, signIn, signInWithOwnContext, messenger, zalo } = await openDemoWithPlatforms();
/** Eight days in milliseconds. No platform allows an answer so long after the customer's message. */
const pastAnswerDeadlineMs = 8 * 24 * 60 * 60 * 1000;

/** Creates a bot of Kenji without a story. So people, and not the bot, answer from the first message on. */
async function createBot(
  { call }: SignedInDevice,
  agentDevices: readonly SignedInDevice[],
  name: string,
): Promise<void> {
  const { id } = await call<{ id: string }>("POST", "/bots", {
    name,
    languages: ["ja", "vi"],
    platforms: ["MESSENGER", "ZALO"],
  });
  for (const device of agentDevices) {
    const agent = await device.call<{ id: string }>("GET", "/users/info");
    await call("POST", `/bots/${id}/people/${agent.id}`, { part: "AGENT" });
  }
}

/** Connects a platform page to a bot as its owner does: first on the platform's website, and then in the workspace. */
async function connectPage(
  page: Page,
  platform: string,
  bot: string,
  platformPage: StandInPage,
): Promise<void> {
  await page.goto("/schat/listpage");
  await page.getByRole("button", { name: "Connect a page" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(platform, { exact: true }).click();
  await dialog.getByLabel("Bot that answers").selectOption({ label: bot });
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: `Go on at ${platform}` }).click();
  await page.getByLabel(platformPage.name).check();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.getByLabel(platformPage.name).waitFor();
  // The workspace removes the platform's secrets from the URL, but a reload must not lose them.
  expect(new URL(page.url())).toMatchObject({ pathname: "/bots/callback", search: "" });
  await page.reload();
  await page.getByLabel(platformPage.name).check();
  await page.getByRole("button", { name: "Join 1 page" }).click();
  await page.waitForURL("**/schat/listpage");
  await page.getByRole("heading", { name: platformPage.name }).waitFor();
}

interface ListedPage {
  readonly external_id: string;
  readonly webhook_url: string;
}

/** Stores the page's webhook URL on the simulated platform. */
async function registerWebhook(
  { call }: SignedInDevice,
  platformStandIn: StandIn,
  { id }: StandInPage,
): Promise<void> {
  const pages = await call<ListedPage[]>("GET", "/schat/pages");
  const address = pages.find(({ external_id }) => external_id === id)?.webhook_url;
  if (!address) throw new Error("The page is not in the list");
  platformStandIn.webhookSender.webhookUrl = address;
}

test("a Zalo customer is answered in Vietnamese, sees it, and cannot be written to after the window", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signInWithOwnContext("linh")];
  await createBot(kenji, [linh], "Zalo shop");
  const platformPage = zalo.addPage("Tiệm tóc Hoa");
  // No page is connected yet. So the inbox offers to connect a page of Messenger or Zalo.
  await kenji.page.goto("/schat");
  await kenji.page.getByText("Connect your first page").waitFor();
  await kenji.page.getByRole("button", { name: "Connect a page" }).click();
  await kenji.page.getByRole("dialog").getByLabel("Bot that answers").waitFor();
  await connectPage(kenji.page, "Zalo", "Zalo shop", platformPage);
  await kenji.page.getByText("Connected", { exact: true }).waitFor();
  await kenji.page.getByText(/^No message has arrived yet/).waitFor();
  expect(await findAxeViolations(kenji.page)).toEqual([]);
  await registerWebhook(kenji, zalo, platformPage);
  const shownWebhookUrl = await kenji.page.getByRole("textbox", { name: "Webhook address" }).inputValue();
  expect(shownWebhookUrl).toBe(zalo.webhookSender.webhookUrl);

  const agent = linh.page;
  await agent.clock.install();
  const subscriptionReady = waitUntilSubscribed(agent);
  await agent.goto("/schat");
  await subscriptionReady;
  const customer = zalo.addCustomer(platformPage.id, "Nguyễn Thị Hoa");
  await customer.write("Chào shop, chiều nay còn chỗ không ạ?");
  await kenji.page.getByText("Messages come and go.").waitFor();
  await agent.getByRole("link", { name: /Nguyễn Thị Hoa.*Chào shop/s }).click();
  await agent.getByRole("heading", { name: "Nguyễn Thị Hoa" }).waitFor();
  await agent.getByText(/^Can be answered until/).waitFor();
  await agent
    .getByRole("region", { name: "Nguyễn Thị Hoa" })
    .getByText("chiều nay còn chỗ không ạ?")
    .waitFor();
  await agent.getByText("Nobody answers this chat yet.").waitFor();
  await agent.getByRole("button", { name: "Take this chat" }).click();
  await findMessageComposer(agent).and(agent.locator(":focus")).waitFor();

  await agent.getByRole("button", { name: "Add tag" }).click();
  await agent.getByRole("combobox", { name: "Add tag" }).fill("khách mới");
  await agent.keyboard.press("Enter");
  await agent.getByRole("button", { name: "Remove the tag khách mới" }).waitFor();

  await writeMessage(agent, "Dạ còn, ba giờ được không ạ?");
  await findMessageByWords(agent, "ba giờ")
    .getByText(/^(Sent|Delivered)$/)
    .waitFor();
  expect(customer.conversationMessages.at(-1)).toMatchObject({
    from: "page",
    text: "Dạ còn, ba giờ được không ạ?",
  });
  await customer.markAllSeen();
  await findMessageByWords(agent, "ba giờ").getByText("Seen", { exact: true }).waitFor();
  expect(await findAxeViolations(agent)).toEqual([]);

  // Zalo's token expires while eight answers are sent at the same time. The server renews the token once, and all
  // answers arrive.
  const otherCustomers = Array.from({ length: 7 }, (_, number) =>
    zalo.addCustomer(platformPage.id, `Khách ${number}`),
  );
  for (const otherCustomer of otherCustomers) await otherCustomer.write("Cho tôi hỏi chút được không shop?");
  const listWaitingTalks = () =>
    linh.call<{ conversation_id: string; bot: { id: string } }[]>("GET", "/schat?state=waiting&search=Khách");
  await expect.poll(listWaitingTalks).toHaveLength(7);
  const talks = await listWaitingTalks();
  for (const { conversation_id: id, bot } of talks)
    await linh.call("POST", `/bots/${bot.id}/livechat/${id}/claim`);
  const { acceptedCount } = zalo.refreshOutcomeCounts;
  zalo.expireToken(platformPage.id);
  await Promise.all([
    writeMessage(agent, "Chị đến lúc nào cũng được ạ."),
    ...talks.map(({ conversation_id: id }) =>
      linh.call("POST", `/conversations/${id}/messages`, {
        client_id: crypto.randomUUID(),
        content: "Dạ được ạ, anh chị cứ hỏi.",
      }),
    ),
  ]);
  await findMessageByWords(agent, "lúc nào cũng được")
    .getByText(/^(Sent|Delivered)$/)
    .waitFor();
  for (const otherCustomer of otherCustomers)
    await expect.poll(() => otherCustomer.conversationMessages.at(-1)?.from).toBe("page");
  expect(zalo.refreshOutcomeCounts).toEqual({ acceptedCount: acceptedCount + 1, refusedCount: 0 });

  await agent.clock.fastForward(pastAnswerDeadlineMs);
  await agent.getByText(/^Nobody can answer at the moment\. Zalo/).waitFor();
  await findMessageComposer(agent).waitFor({ state: "detached" });
  await agent.getByText("The time to answer is over").waitFor();

  // The bot's owner reads the statistics of the page.
  const owner = kenji.page;
  await owner.goto("/schat");
  await owner.getByRole("link", { name: "Figures", exact: true }).click();
  await owner.getByRole("combobox", { name: "Page" }).selectOption({ label: "Tiệm tóc Hoa (Zalo)" });
  await owner.waitForURL(/\/schat\/figures\?page=/);
  await owner.getByRole("row", { name: /^Zalo Tiệm tóc Hoa 8 8 / }).waitFor();
  await owner.getByRole("row", { name: /Linh .* 0 0$/ }).waitFor();
  expect(await findAxeViolations(owner)).toEqual([]);
  const [file] = await Promise.all([
    owner.waitForEvent("download"),
    owner.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^outside chats [\d-]+ [\d-]+\.csv$/);
});

test("an answer to a Messenger customer waits for its translation, and a blocked customer gets no answers", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signIn("linh")];
  await createBot(kenji, [linh], "Messenger shop");
  const messengerPage = messenger.addPage("Salon Hoa");
  await connectPage(kenji.page, "Messenger", "Messenger shop", messengerPage);
  await registerWebhook(kenji, messenger, messengerPage);
  const customer = messenger.addCustomer(messengerPage.id, "Trần Văn Hùng");
  await messenger.addCustomer(messengerPage.id, "Lê Thị Lan").write("Shop mở cửa mấy giờ ạ?");
  // The server may handle messages of two customers in any order. So the second customer writes only after the first
  // one appears in the inbox.
  await expect.poll(() => kenji.call<unknown[]>("GET", "/schat?state=waiting&search=Lan")).toHaveLength(1);
  await customer.write("Chào shop, tôi muốn đặt lịch cắt tóc.");

  const { page } = kenji;
  await page.goto("/schat?platform=MESSENGER&state=waiting");
  const row = page.getByRole("link", { name: /Trần Văn Hùng/ });
  const rowAbove = page.getByRole("link", { name: /Lê Thị Lan/ });
  await row.waitFor();
  // The first row is the customer who has waited longest. The arrow keys move between rows, and Enter opens a chat.
  await rowAbove.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Trần Văn Hùng" }).waitFor();
  // The inbox keeps the last filter (waiting, open or closed chats) until the tab is closed.
  await page.goto("/schat");
  await page.locator("a[aria-current=page]", { hasText: "Waiting" }).first().waitFor();
  await page.getByLabel("Search by name").fill("Hùng");
  await rowAbove.waitFor({ state: "detached" });
  await row.click();
  await page.getByRole("button", { name: "Take this chat" }).click();
  // The composer appears a moment after the agent takes the chat. It must not take the focus away from the field for
  // tags.
  await page.getByRole("button", { name: "Add tag" }).click();
  await page.keyboard.type("haircut");
  await findMessageComposer(page).waitFor();
  await page.keyboard.type("s");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove the tag haircuts" }).waitFor();
  await writeMessage(page, "ご予約ありがとうございます。");
  const untranslatedAnswer = findMessageByWords(page, "ご予約ありがとうございます。");
  await untranslatedAnswer.getByText("Waits for its translation").waitFor();
  await untranslatedAnswer.getByRole("button", { name: "Send as written" }).click();
  await untranslatedAnswer.getByText(/^(Sent|Delivered)$/).waitFor();
  expect(customer.conversationMessages.at(-1)?.text).toBe("ご予約ありがとうございます。");

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Block this person" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Block" }).click();
  await page.getByText(/^This person is blocked/).waitFor();
  await findMessageComposer(page).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Unblock" }).click();
  await findMessageComposer(page).waitFor();
});

const findTranslationField = ({ page }: SignedInDevice, language: string) =>
  page.getByRole("textbox", { name: `Translation into ${language}` });
const pressSave = ({ page }: SignedInDevice) =>
  page.getByRole("button", { name: "Save", exact: true }).click();

test("a Japanese agent answers a Zalo customer in Japanese, a translator corrects the answer once, and the customer reads Vietnamese", async () => {
  const [kenji, aiko, linh] = [await signIn("kenji"), await signIn("aiko"), await signIn("linh")];
  await createBot(kenji, [aiko, linh], "Zalo salon");
  const platformPage = zalo.addPage("Salon Sakura");
  await connectPage(kenji.page, "Zalo", "Zalo salon", platformPage);
  await registerWebhook(kenji, zalo, platformPage);
  const customer = zalo.addCustomer(platformPage.id, "Đỗ Minh Châu");
  const question = "Chào shop, chiều nay còn chỗ không ạ?";
  await customer.write(question);
  const listReceivedTexts = () =>
    customer.conversationMessages.flatMap(({ from, text }) => (from === "page" ? [text] : []));

  // Linh takes the chat and then hands it over to Aiko. After this, both are members of the conversation.
  await linh.page.goto("/schat");
  await linh.page.getByRole("link", { name: /Đỗ Minh Châu/ }).click();
  await linh.page.getByRole("button", { name: "Take this chat" }).click();
  await findMessageComposer(linh.page).waitFor();
  await findMessageComposer(linh.page).fill("Dạ chị chờ em chút");
  await linh.page.getByRole("button", { name: "Hand over" }).click();
  await linh.page.getByRole("menuitem", { name: /田中 愛子|Aiko Tanaka/ }).click();
  // Now Aiko answers the chat, so Linh's composer disappears. Her unsent text stays on the page.
  await linh.page.getByText(/answers this chat now\. To answer it again, ask /).waitFor();
  await findMessageComposer(linh.page).waitFor({ state: "detached" });
  await linh.page.getByText("Dạ chị chờ em chút").waitFor();

  await aiko.page.goto("/schat?state=mine");
  await aiko.page.getByRole("link", { name: /Đỗ Minh Châu/ }).click();
  await findMessageByWords(aiko.page, question)
    .getByRole("button", { name: "Ask for a translation" })
    .click();
  await linh.page.goto("/translations");
  await linh.page.getByRole("link", { name: question }).click();
  await findTranslationField(linh, "Japanese").fill("こんにちは。今日の午後は空いていますか。");
  await pressSave(linh);
  await findMessageByWords(aiko.page, "今日の午後は空いていますか。").waitFor();

  const japaneseAnswer = "はい、15時が空いています。";
  await findMessageComposer(aiko.page).fill(japaneseAnswer);
  await aiko.page.getByText(/Nothing is sent until somebody has translated it into Vietnamese/).waitFor();
  await writeMessage(aiko.page, japaneseAnswer);
  await findMessageByWords(aiko.page, japaneseAnswer).getByText("Waits for its translation").waitFor();
  expect(listReceivedTexts()).toEqual([]);
  // As long as an answer waits for its translation, the agent can take it back into the composer. The customer does not
  // get it.
  await writeMessage(aiko.page, "少々お待ちください。");
  await findMessageByWords(aiko.page, "少々お待ちください。")
    .getByRole("button", { name: "Take back" })
    .click();
  await aiko.page.waitForFunction(
    (text) => document.querySelector("textarea")?.value.includes(text),
    "少々お待ちください。",
  );
  await findMessageComposer(aiko.page).fill("");

  // The answer waits for its translation. Before the translator sends it to the customer, a check warns that a number
  // differs.
  await linh.page.goto("/translations");
  await linh.page.getByRole("link", { name: japaneseAnswer }).click();
  await findTranslationField(linh, "Vietnamese").fill("Dạ còn, 5 giờ ạ.");
  const translationChecksList = linh.page.getByRole("list", { name: "Checks" });
  await translationChecksList.getByText("15").waitFor();
  await findTranslationField(linh, "Vietnamese").fill("Dạ còn, 15 giờ ạ.");
  await translationChecksList.waitFor({ state: "detached" });
  // The translator sees that the text is urgent and goes to a customer: the page shows the customer's name, and the
  // save button says "Send to customer".
  const openMessageRegion = linh.page.getByRole("region", { name: "Open message" });
  await openMessageRegion.getByText("Đỗ Minh Châu").first().waitFor();
  await openMessageRegion.getByText("Urgent").waitFor();
  await openMessageRegion.getByRole("button", { name: "Send to customer" }).click();
  await linh.page.getByText("On its way to the customer").waitFor();
  await findMessageByWords(aiko.page, japaneseAnswer)
    .getByText(/^(Sent|Delivered)$/)
    .waitFor();
  expect(listReceivedTexts()).toEqual(["Dạ còn, 15 giờ ạ."]);

  // After the translation is approved, the translation memory has it. So the same answer to a customer is translated at
  // once.
  const id = (await findStoredMessage(aiko.page, japaneseAnswer).getAttribute("id"))?.replace("message-", "");
  await linh.call("POST", `/messages/${id}/translations/vi/approve`, { revision: 1 });
  await writeMessage(aiko.page, japaneseAnswer);
  await expect.poll(listReceivedTexts).toEqual(["Dạ còn, 15 giờ ạ.", "Dạ còn, 15 giờ ạ."]);
});

test("the same person on Messenger and Zalo is linked, then has one name and the same tags, and is separated again", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signIn("linh")];
  await createBot(kenji, [linh], "Both pages");
  const messengerPlatformPage = messenger.addPage("Salon Ba");
  await connectPage(kenji.page, "Messenger", "Both pages", messengerPlatformPage);
  await registerWebhook(kenji, messenger, messengerPlatformPage);
  const zaloPlatformPage = zalo.addPage("Tiệm Ba");
  await connectPage(kenji.page, "Zalo", "Both pages", zaloPlatformPage);
  await registerWebhook(kenji, zalo, zaloPlatformPage);
  await messenger.addCustomer(messengerPlatformPage.id, "Mai Phan").write("Chào shop, tôi là Mai ạ.");
  await zalo.addCustomer(zaloPlatformPage.id, "Phan Thị Mai").write("Shop ơi, tôi nhắn lại ở đây nhé.");

  // An agent has given a tag to one customer. When an agent types a tag for another customer, the page suggests it.
  await messenger.addCustomer(messengerPlatformPage.id, "Lý Thu").write("Chào shop.");
  const { page } = linh;
  await page.goto("/schat?search=Thu");
  await page.getByRole("link", { name: /Lý Thu/ }).click();
  await page.getByRole("button", { name: "Add tag" }).click();
  await page.getByRole("combobox", { name: "Add tag" }).fill("regular");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove the tag regular" }).waitFor();

  await page.goto("/schat?search=Mai");
  await page.getByRole("link", { name: /Phan Thị Mai.*Tiệm Ba/s }).waitFor();
  await page.getByRole("link", { name: /Mai Phan.*Salon Ba/s }).click();
  await page.getByRole("button", { name: "Add tag" }).click();
  await page.getByRole("combobox", { name: "Add tag" }).fill("REG");
  await page.getByRole("option", { name: "regular" }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove the tag regular" }).waitFor();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Same person elsewhere…" }).click();
  const dialog = page.getByRole("dialog");
  // The dialog suggests a customer of another page at once, because the names consist of the same words.
  await dialog.getByRole("button", { name: /Phan Thị Mai/ }).click();
  await dialog.getByText("Phan Thị Mai", { exact: true }).click();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "It is the same person" }).click();
  await page.getByRole("heading", { name: "Phan Thị Mai" }).waitFor();
  const linkedPeopleSection = page.getByRole("region", { name: "Also writes here" });
  await linkedPeopleSection.getByRole("button", { name: "What was said" }).click();
  await linkedPeopleSection.getByText("Shop ơi, tôi nhắn lại ở đây nhé.").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  // The linked conversation on the other platform has the same tags. It links back to this one.
  await linkedPeopleSection.getByRole("link", { name: /Tiệm Ba/ }).click();
  await page.getByRole("button", { name: "Remove the tag regular" }).waitFor();
  await linkedPeopleSection.getByRole("link", { name: /Mai Phan.*Salon Ba/ }).waitFor();
  await linkedPeopleSection.getByRole("button", { name: "Separate" }).click();
  await dialog.getByRole("button", { name: "Separate" }).click();
  await linkedPeopleSection.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Remove the tag regular" }).waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Phan Thị Mai" }).waitFor();
  await page.getByRole("link", { name: /Mai Phan.*Salon Ba/s }).waitFor();
});

test("the tabs of the workspace fit into one row on a phone, in every language", async () => {
  const { page } = await signIn("oliver");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const language of ["vi", "ja", "en"]) {
    await page.context().addCookies([{ name: "session_lang", value: language, url: server.address }]);
    await page.goto("/schat");
    const tab = page.locator('a[href="/schat"][aria-current="page"]');
    const row = page.locator("nav", { has: tab }).last();
    await tab.last().waitFor();
    const rowTops = await row
      .locator("a")
      .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().top)));
    expect(new Set(rowTops).size, language).toBe(1);
  }
});
