import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAxeViolations } from "./axe.ts";
import { openDemo } from "./demo.ts";
import { phoneOptions, type SignedInDevice, writeMessage } from "./people.ts";

// A visitor of a shop's website talks to a bot in the chat widget.

const { server, browser, signIn } = await openDemo();
const shotsFolder = process.env.VISITORS_SHOTS;

/** The id of the bot in the widget of the shop's site. Each test sets it. */
let botId = "";
const shopServer = createServer((_, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(`<!doctype html><html lang="ja"><meta name="viewport" content="width=device-width"><title>サロン</title><h1>桜サロン</h1>
    <script src="${server.address}/widget.js" data-bot="${botId}"></script>`);
});
let shopAddress = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => shopServer.listen(0, "127.0.0.1", resolve));
  const address = shopServer.address();
  shopAddress = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
});
afterAll(() => {
  shopServer.closeAllConnections();
  shopServer.close();
});

const createTexts = (ja: string, en: string) => ({ ja, en });
const bookingStory = {
  start: "start",
  groups: [
    {
      id: "start",
      title: "",
      x: 0,
      y: 0,
      blocks: [
        { id: "hello", type: "text", text: createTexts("桜サロンへようこそ。", "Welcome to Sakura.") },
        {
          id: "menu",
          type: "choices",
          text: createTexts("ご希望のメニューをお選びください。", "What would you like?"),
          items: [
            { id: "cut", label: createTexts("カット", "Cut") },
            { id: "colour", label: createTexts("カラー", "Colour") },
          ],
          retry: {},
        },
        {
          id: "day",
          type: "ask",
          answer: { kind: "date", earliest: "today", latest: null },
          text: createTexts("ご希望の日をお選びください。", "Which day?"),
          variable_id: "d",
          retry: createTexts("今日以降の日をお選びください。", "Please choose a day from today on."),
        },
        { id: "booked", type: "text", text: createTexts("{{day}}に承りました。", "Booked for {{day}}.") },
        { id: "pause", type: "wait", seconds: 1 },
        {
          id: "card",
          type: "card",
          title: createTexts("ほかにご用はありますか？", "Anything else?"),
          text: {},
          image: null,
          buttons: [
            { id: "person", label: createTexts("スタッフと話す", "Talk to a person"), address: null },
          ],
          retry: {},
        },
        {
          id: "handoff",
          type: "handoff",
          text: createTexts("担当者におつなぎします。", "One moment, please."),
        },
        { id: "bye", type: "text", text: createTexts("ありがとうございました。", "Thank you.") },
        { id: "end", type: "end" },
      ],
    },
  ],
  edges: [{ id: "e1", from: { block_id: "card", item_id: "person" }, to: { group_id: "person" } }],
  variables: [{ id: "d", name: "day" }],
};
// Adds a second group of blocks, which the button of the card leads to.
const [firstGroup] = bookingStory.groups;
if (firstGroup)
  bookingStory.groups.push({
    ...firstGroup,
    id: "person",
    x: 400,
    blocks: firstGroup.blocks.splice(firstGroup.blocks.length - 3),
  });

async function createShopBot({ call }: SignedInDevice): Promise<string> {
  const { id } = await call<{ id: string }>("POST", "/bots", {
    name: "桜サロン",
    languages: ["ja", "en"],
    platforms: ["WEB"],
  });
  const flow = await call<{ id: string }>("POST", `/bots/${id}/flows`, {
    name: "Booking",
    draft: bookingStory,
  });
  await call("POST", `/bots/${id}/flows/${flow.id}/publish`, { revision: 1 });
  await call("POST", `/bots/${id}/flows/${flow.id}/enable`, { is_enabled: true });
  await call("PATCH", `/bots/${id}`, { start_flow_id: flow.id, sites: [shopAddress] });
  return id;
}

test("a visitor of a shop's site books in Japanese, by its widget", async () => {
  const kenji = await signIn("kenji");
  botId = await createShopBot(kenji);
  await using context = await browser.newContext({ locale: "ja-JP" });
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on("pageerror", (error) => pageErrors.push(error.message));
  await page.goto(shopAddress);
  const chatButton = page.getByRole("button", { name: "チャットを開く" });
  await chatButton.click();
  const chatFrame = page.frameLocator("iframe");
  const log = chatFrame.getByRole("log", { name: "メッセージ" });
  await log.getByText("桜サロンへようこそ。").waitFor();
  if (shotsFolder) await page.screenshot({ path: `${shotsFolder}/widget.png` });
  await log.getByRole("button", { name: "カット" }).click();
  const day = chatFrame.getByLabel("日付を選択");
  await day.fill("2000-01-01");
  await chatFrame.getByRole("button", { name: "送信" }).click();
  await log.getByText("今日以降の日をお選びください。").waitFor();

  // The visitor sends a message while offline. When the connection is back, a button sends the message again.
  await context.setOffline(true);
  await day.fill("2099-12-24");
  await day.press("Enter");
  await log.getByText("オフラインです。").waitFor();
  if (shotsFolder) await page.screenshot({ path: `${shotsFolder}/offline.png` });
  await context.setOffline(false);
  await log.getByRole("button", { name: "再試行" }).click();
  await log.getByText("2099年12月24日に承りました。").waitFor();
  expect(await log.getByText("2099年12月24日", { exact: true }).count()).toBe(1);
  // The story's timer sends this message. It appears without a reload.
  await log.getByText("ほかにご用はありますか？").waitFor();
  if (shotsFolder) await page.screenshot({ path: `${shotsFolder}/booked.png` });

  // The visitor asks for a person, and an agent answers. Edits and translations of the answer also appear in the widget
  // without a reload.
  await log.getByRole("button", { name: "スタッフと話す" }).click();
  await chatFrame.getByText("まもなく担当者がこちらでお答えします。").waitFor();
  const inboxPage = kenji.page;
  await inboxPage.goto(`/bots/${botId}/livechat`);
  await inboxPage.getByRole("link", { name: /お待ちください|おつなぎします/ }).click();
  await inboxPage.getByText("スタッフと話す", { exact: true }).waitFor();
  expect(await findAxeViolations(inboxPage)).toEqual([]);
  if (shotsFolder) await inboxPage.screenshot({ path: `${shotsFolder}/waiting.png` });
  await inboxPage.getByRole("button", { name: "Take this chat" }).click();
  await writeMessage(inboxPage, "Kenjiです。ご用件をどうぞ。");
  await log.getByText("Kenjiです。ご用件をどうぞ。").waitFor();
  await chatFrame.getByLabel("メッセージを入力…").fill("時間を変えたいです。");
  await chatFrame.getByLabel("メッセージを入力…").press("Enter");
  await inboxPage.getByRole("main").getByText("時間を変えたいです。").last().waitFor();
  if (shotsFolder) await page.screenshot({ path: `${shotsFolder}/person.png` });
  if (shotsFolder) await inboxPage.screenshot({ path: `${shotsFolder}/inbox.png` });
  await inboxPage.getByRole("button", { name: "Close", exact: true }).click();
  await inboxPage.getByRole("menuitem", { name: /Give back to the bot/ }).click();
  await log.getByText("ありがとうございました。").waitFor();

  // Escape closes the chat panel. After a reload, the panel still shows the earlier messages.
  await chatFrame.getByRole("log").press("Escape");
  await expect.poll(() => page.locator("iframe").isVisible()).toBe(false);
  await page.reload();
  await chatButton.click();
  await log.getByText("2099年12月24日に承りました。").waitFor();
  await log.getByText("Kenjiです。ご用件をどうぞ。").waitFor();
  expect(pageErrors).toEqual([]);
});

test("on a phone the open chat covers the site, and its own button closes it", async () => {
  const kenji = await signIn("kenji");
  botId = await createShopBot(kenji);
  await using context = await browser.newContext({ ...phoneOptions, locale: "ja-JP" });
  const page = await context.newPage();
  await page.goto(shopAddress);
  const chatButton = page.getByRole("button", { name: "チャットを開く" });
  await chatButton.tap();
  const chatFrame = page.frameLocator("iframe");
  await chatFrame.getByRole("log").getByRole("button", { name: "カット" }).tap();
  await chatFrame.getByLabel("日付を選択").fill("2099-12-24");
  await chatFrame.getByRole("button", { name: "送信" }).tap();
  await chatFrame.getByText("2099年12月24日に承りました。").waitFor();
  if (shotsFolder) await page.screenshot({ path: `${shotsFolder}/widget-phone.png` });
  await chatFrame.getByRole("button", { name: "チャットを閉じる" }).tap();
  await chatButton.waitFor();
  expect(await page.locator("iframe").isVisible()).toBe(false);
});

test("a visitor who starts again stays the same visitor", async () => {
  const kenji = await signIn("kenji");
  botId = await createShopBot(kenji);
  await using context = await browser.newContext({ locale: "ja-JP" });
  const page = await context.newPage();
  await page.goto(`${server.address}/w/${botId}`);
  const log = page.getByRole("log");
  await log.getByRole("button", { name: "カット" }).click();
  await log.getByText("ご希望の日をお選びください。").waitFor();
  await page.getByRole("button", { name: "最初から始める" }).click();
  await log.getByText("ご希望の日をお選びください。").waitFor({ state: "detached" });
  await log.getByRole("button", { name: "カット" }).click();
  await log.getByText("ご希望の日をお選びください。").waitFor();
  const botVisits = await kenji.call<{ id: string; visitor_id: string }[]>("GET", `/bots/${botId}/sessions`);
  expect(botVisits).toHaveLength(2);
  expect(new Set(botVisits.map(({ visitor_id }) => visitor_id)).size).toBe(1);
});

test("after a visitor chooses a language, the chat, the bot and the agents use it", async () => {
  const kenji = await signIn("kenji");
  botId = await createShopBot(kenji);
  await using context = await browser.newContext({ ...phoneOptions, locale: "ja-JP", colorScheme: "dark" });
  const page = await context.newPage();
  await page.goto(shopAddress);
  await page.getByRole("button", { name: "チャットを開く" }).tap();
  const chatFrame = page.frameLocator("iframe");
  const log = chatFrame.getByRole("log");
  await log.getByRole("button", { name: "カット" }).tap();
  await log.getByText("ご希望の日をお選びください。").waitFor();
  await chatFrame.getByLabel("日付を選択").fill("2099-12-24");
  const languageMenu = chatFrame.getByRole("combobox", { name: "言語" });
  expect(await languageMenu.locator("option").allTextContents()).toEqual(["日本語", "English"]);
  await languageMenu.selectOption("en");
  expect(
    await chatFrame.getByRole("combobox", { name: "Language" }).evaluate((node) => node.matches(":focus")),
  ).toBe(true);
  expect(await chatFrame.locator("html").getAttribute("lang")).toBe("en");
  // After the switch to English, only the open question and later messages are in English. Earlier messages stay in
  // Japanese.
  await log.getByText("ご希望の日をお選びください。").waitFor();
  await log.getByText("Which day?").waitFor();
  await chatFrame.getByLabel("A day").fill("2099-12-24");
  if (shotsFolder) await page.screenshot({ path: `${shotsFolder}/language-phone.png` });
  await chatFrame.getByRole("button", { name: "Send" }).tap();
  await log.getByText("Booked for 24 December 2099.").waitFor();
  await log.getByRole("button", { name: "Talk to a person" }).tap();
  await chatFrame.getByText("A person will answer you here soon.").waitFor();
  const talks = await kenji.call<{ visitor: { language: string } }[]>(
    "GET",
    `/bots/${botId}/livechat?state=waiting`,
  );
  expect(talks.map(({ visitor }) => visitor.language)).toEqual(["en"]);

  // The browser stores the chosen language, so the chat opens in this language after a reload.
  await page.reload();
  await page.getByRole("button", { name: "チャットを開く" }).tap();
  await chatFrame.getByText("A person will answer you here soon.").waitFor();
});

/**
 * Makes the page's storage throw errors. Chrome does this in frames of other sites if third-party cookies are blocked.
 */
const blockBrowserStorage = (blockedIn: string) => {
  if (blockedIn === "frames" && window.parent === window) return;
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
};

test("if the browser refuses storage to the chat, the site keeps the chat until its tab is closed", async () => {
  const kenji = await signIn("kenji");
  botId = await createShopBot(kenji);
  await using context = await browser.newContext({ locale: "ja-JP" });
  await context.addInitScript(blockBrowserStorage, "frames");
  const page = await context.newPage();
  const chatButton = page.getByRole("button", { name: "チャットを開く" });
  const log = page.frameLocator("iframe").getByRole("log");
  const notSavedNote = page.frameLocator("iframe").getByText("このチャットは保存されません");
  await page.goto(shopAddress);
  await chatButton.click();
  await log.getByRole("button", { name: "カット" }).click();
  await log.getByText("ご希望の日をお選びください。").waitFor();
  expect(await notSavedNote.isVisible()).toBe(false);
  await page.goto(`${shopAddress}/another-page`);
  await chatButton.click();
  await log.getByText("ご希望の日をお選びください。").waitFor();
  // "Start again" creates a new chat. Its token replaces the old one in the storage of the surrounding site, so a
  // reload shows the new chat.
  await page.frameLocator("iframe").getByRole("button", { name: "最初から始める" }).click();
  await log.getByText("ご希望の日をお選びください。").waitFor({ state: "detached" });
  await log.getByRole("button", { name: "カット" }).waitFor();
  await page.reload();
  await chatButton.click();
  await log.getByRole("button", { name: "カット" }).waitFor();
  expect(await log.getByText("ご希望の日をお選びください。").count()).toBe(0);
  expect(await kenji.call<object[]>("GET", `/bots/${botId}/sessions`)).toHaveLength(2);
  // The surrounding site stores the token per tab. So a second tab gets a separate chat.
  const otherTab = await context.newPage();
  await otherTab.goto(shopAddress);
  expect(await otherTab.evaluate(() => sessionStorage.length)).toBe(0);
});

test("if neither the chat nor the site can store the chat, a line says so", async () => {
  const kenji = await signIn("kenji");
  botId = await createShopBot(kenji);
  await using context = await browser.newContext({ ...phoneOptions, locale: "ja-JP" });
  await context.addInitScript(blockBrowserStorage, "everywhere");
  const page = await context.newPage();
  await page.goto(shopAddress);
  await page.getByRole("button", { name: "チャットを開く" }).tap();
  const notSavedNote = page.frameLocator("iframe").getByText("このチャットは保存されません");
  await notSavedNote.waitFor();
  if (shotsFolder) await page.screenshot({ path: `${shotsFolder}/unkept-phone.png` });
  await page.goto(`${server.address}/w/${botId}`);
  await page.getByText("このチャットは保存されません").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
});

/**
 * Creates a bot whose story sends many messages, waits at a card with buttons, and then hands the chat over to a
 * person.
 */
async function createBotWithManyMessages({ call }: SignedInDevice): Promise<string> {
  const createTextBlock = (id: string) => ({
    id,
    type: "text",
    text: { en: `Message ${id}.\n\n${"More words. ".repeat(12)}` },
  });
  const { id } = await call<{ id: string }>("POST", "/bots", {
    name: "Salon",
    languages: ["en"],
    platforms: ["WEB"],
  });
  const blocks = [
    ...["one", "two", "three", "four"].map(createTextBlock),
    {
      id: "card",
      type: "card",
      title: { en: "Our salon" },
      text: {},
      image: "https://pictures.example/salon.svg",
      buttons: [{ id: "photo", label: { en: "Send a photo" }, address: null }],
      retry: {},
    },
    {
      id: "photo",
      type: "ask",
      answer: { kind: "file", categories: ["image"], maximum_bytes: 1_000_000 },
      text: { en: "A photo of your hair, please." },
      variable_id: "p",
      retry: {},
    },
    { id: "handoff", type: "handoff", text: { en: "One moment, please." } },
    { id: "end", type: "end" },
  ];
  const draft = {
    start: "start",
    groups: [{ id: "start", title: "", x: 0, y: 0, blocks }],
    edges: [],
    variables: [{ id: "p", name: "photo" }],
  };
  const flow = await call<{ id: string }>("POST", `/bots/${id}/flows`, { name: "Photo", draft });
  await call("POST", `/bots/${id}/flows/${flow.id}/publish`, { revision: 1 });
  await call("POST", `/bots/${id}/flows/${flow.id}/enable`, { is_enabled: true });
  await call("PATCH", `/bots/${id}`, { start_flow_id: flow.id });
  return id;
}
const photoSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="260"><rect width="300" height="260" fill="#3d4eac"/></svg>`;

test("the end of a visitor's chat stays in sight, a broadcast leaves its question open, and files reach the story and people", async () => {
  const kenji = await signIn("kenji");
  const id = await createBotWithManyMessages(kenji);
  await using context = await browser.newContext({ locale: "en-GB", viewport: { width: 390, height: 620 } });
  const page = await context.newPage();
  let releasePicture = () => {};
  const picture = { contentType: "image/svg+xml", body: photoSvg };
  const pictureRequest = new Promise<void>((resolve) => {
    let isFirstRequest = true;
    void page.route("https://pictures.example/**", (route) => {
      if (!isFirstRequest) return route.fulfill(picture);
      isFirstRequest = false;
      releasePicture = () => void route.fulfill(picture);
      resolve();
    });
  });
  await page.goto(`${server.address}/w/${id}?lang=en`);
  const scrollArea = page.locator(".scroller");
  const readPixelsBelowView = () =>
    scrollArea.evaluate(
      (scrollAreaElement) =>
        scrollAreaElement.scrollHeight - scrollAreaElement.scrollTop - scrollAreaElement.clientHeight,
    );
  const button = page.getByRole("button", { name: "Send a photo" });
  await button.waitFor();
  await pictureRequest;
  releasePicture();
  await expect
    .poll(() => page.locator(".card img").evaluate((imageElement) => imageElement.clientHeight))
    .toBeGreaterThan(100);
  await expect.poll(readPixelsBelowView).toBeLessThan(2);

  // A broadcast arrives while the visitor has scrolled up. The list does not scroll, and a button leads to the new
  // message.
  await scrollArea.evaluate((scrollAreaElement) => {
    scrollAreaElement.scrollTop = 0;
  });
  const newMessagesButton = page.getByRole("button", { name: "New messages" });
  expect(await newMessagesButton.isVisible()).toBe(false);
  await kenji.call("POST", `/bots/${id}/broadcasts`, {
    client_id: crypto.randomUUID(),
    name: "Spring",
    content: { kind: "text", text: { en: "We open at nine." } },
    audience: {},
  });
  await newMessagesButton.waitFor();
  expect(await scrollArea.evaluate((scrollAreaElement) => scrollAreaElement.scrollTop)).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);
  if (shotsFolder) await page.screenshot({ path: `${shotsFolder}/new-messages.png` });
  await newMessagesButton.click();
  await expect.poll(readPixelsBelowView).toBeLessThan(2);
  expect(await newMessagesButton.isVisible()).toBe(false);

  // A broadcast does not replace the open question. So the buttons of the card still work, even after a reload.
  await page.reload();
  await page.getByText("We open at nine.").waitFor();
  await button.click();
  await page.getByText("A photo of your hair, please.").waitFor();
  const attachButton = page.getByRole("button", { name: "Attach a file" });
  const chooseFile = async (name: string, mimeType: string, buffer: Buffer) => {
    const fileChooser = page.waitForEvent("filechooser");
    await attachButton.click();
    await (await fileChooser).setFiles({ name, mimeType, buffer });
  };
  await chooseFile("words.txt", "text/plain", Buffer.from("words"));
  await page.getByText("A file of this kind cannot be sent here.").waitFor();
  await chooseFile("large.png", "image/png", Buffer.alloc(1_000_001));
  await page.getByText("This file is too large. It can have at most 0.9 MB.").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  if (shotsFolder) await page.screenshot({ path: `${shotsFolder}/file-refused.png` });
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
    "base64",
  );
  await chooseFile("hair.png", "image/png", png);
  await page.getByText("hair.png", { exact: true }).waitFor();
  // The notice takes some of the list's height. The last message must stay visible above the notice.
  await page.getByText("A person will answer you here soon.").waitFor();
  await expect.poll(readPixelsBelowView).toBeLessThan(2);
  await chooseFile("more.pdf", "application/pdf", Buffer.from("%PDF-1.4"));
  await page.getByText("more.pdf", { exact: true }).waitFor();
  if (shotsFolder) await page.screenshot({ path: `${shotsFolder}/files-sent.png` });

  const inboxPage = kenji.page;
  await inboxPage.goto(`/bots/${id}/livechat`);
  await inboxPage
    .getByRole("link", { name: /One moment|more.pdf/ })
    .first()
    .click();
  await inboxPage.getByText("more.pdf").first().waitFor();
  if (shotsFolder) await inboxPage.screenshot({ path: `${shotsFolder}/files-inbox.png` });
});

test("a site that is not on the bot's list cannot show the chat", async () => {
  const kenji = await signIn("kenji");
  botId = await createShopBot(kenji);
  await kenji.call("PATCH", `/bots/${botId}`, { sites: [] });
  await using context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(shopAddress);
  const refusedRequest = page.waitForEvent("requestfailed", (request) =>
    request.url().includes(`/w/${botId}`),
  );
  await page.getByRole("button").click();
  expect((await refusedRequest).failure()?.errorText).toContain("ERR_BLOCKED_BY_RESPONSE");
  // The server has refused to be shown in this site's frame. The browser would show its own error page there, so the
  // widget hides the frame and shows a note.
  const failureNote = page.getByText("このページではチャットを開けませんでした。");
  await failureNote.waitFor();
  expect(await page.locator("iframe").isVisible()).toBe(false);
  if (shotsFolder) await page.screenshot({ path: `${shotsFolder}/refused.png` });
  // On a phone, the visitor can close this note.
  await page.setViewportSize({ width: 390, height: 844 });
  if (shotsFolder) await page.screenshot({ path: `${shotsFolder}/refused-phone.png` });
  await page.getByRole("button", { name: "チャットを閉じる" }).click();
  expect(await failureNote.isVisible()).toBe(false);
  // The bot's settings now allow this site. The next press on the round button opens the chat.
  await kenji.call("PATCH", `/bots/${botId}`, { sites: [shopAddress] });
  await page.getByRole("button", { name: "チャットを開く" }).click();
  await page.frameLocator("iframe").getByText("桜サロンへようこそ。").waitFor();
  expect(await failureNote.isVisible()).toBe(false);
  // Everybody can open the bot's own chat page, whatever sites the settings allow.
  await using otherContext = await browser.newContext();
  const botPage = await otherContext.newPage();
  await botPage.goto(`${server.address}/w/${botId}?lang=en`);
  await botPage.getByText("Welcome to Sakura.").waitFor();
  expect(await findAxeViolations(botPage)).toEqual([]);
  await botPage.emulateMedia({ colorScheme: "dark" });
  await botPage.setViewportSize({ width: 390, height: 844 });
  expect(await findAxeViolations(botPage, { rules: "colours" })).toEqual([]);
  if (shotsFolder) await botPage.screenshot({ path: `${shotsFolder}/phone-dark.png` });
});
