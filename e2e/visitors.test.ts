import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeViolations } from "./axe.ts";
import { openDemo } from "./demo.ts";
import { type Device, write } from "./people.ts";

// A visitor on another site talks to a bot in its widget.

const { server, browser, signIn } = await openDemo();
const shots = process.env.VISITORS_SHOTS;

/** Another site, with the widget of this bot. */
let botId = "";
const shop = createServer((_, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(`<!doctype html><html lang="ja"><title>サロン</title><h1>桜サロン</h1>
    <script src="${server.address}/widget.js" data-bot="${botId}"></script>`);
});
let shopAddress = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  const address = shop.address();
  shopAddress = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
});
afterAll(() => {
  shop.closeAllConnections();
  shop.close();
});

const texts = (ja: string, en: string) => ({ ja, en });
const booking = {
  start: "start",
  groups: [
    {
      id: "start",
      title: "",
      x: 0,
      y: 0,
      blocks: [
        { id: "hello", type: "text", text: texts("桜サロンへようこそ。", "Welcome to Sakura.") },
        {
          id: "menu",
          type: "choices",
          text: texts("ご希望のメニューをお選びください。", "What would you like?"),
          items: [
            { id: "cut", label: texts("カット", "Cut") },
            { id: "colour", label: texts("カラー", "Colour") },
          ],
          retry: {},
        },
        {
          id: "day",
          type: "ask",
          answer: { kind: "date", earliest: "today", latest: null },
          text: texts("ご希望の日をお選びください。", "Which day?"),
          variable_id: "d",
          retry: texts("今日以降の日をお選びください。", "Please choose a day from today on."),
        },
        { id: "booked", type: "text", text: texts("{{day}}に承りました。", "Booked for {{day}}.") },
        { id: "pause", type: "wait", seconds: 1 },
        {
          id: "card",
          type: "card",
          title: texts("ほかにご用はありますか？", "Anything else?"),
          text: {},
          image: null,
          buttons: [{ id: "person", label: texts("スタッフと話す", "Talk to a person"), address: null }],
          retry: {},
        },
        { id: "handoff", type: "handoff", text: texts("担当者におつなぎします。", "One moment, please.") },
        { id: "bye", type: "text", text: texts("ありがとうございました。", "Thank you.") },
        { id: "end", type: "end" },
      ],
    },
  ],
  edges: [{ id: "e1", from: { block_id: "card", item_id: "person" }, to: { group_id: "person" } }],
  variables: [{ id: "d", name: "day" }],
};
// The card's button goes to a group of its own.
const [first] = booking.groups;
if (first)
  booking.groups.push({
    ...first,
    id: "person",
    x: 400,
    blocks: first.blocks.splice(first.blocks.length - 3),
  });

async function createShopBot({ call }: Device): Promise<string> {
  const { id } = await call<{ id: string }>("POST", "/bots", {
    name: "桜サロン",
    languages: ["ja", "en"],
    platforms: ["WEB"],
  });
  const flow = await call<{ id: string }>("POST", `/bots/${id}/flows`, { name: "Booking", draft: booking });
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
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(shopAddress);
  const launcher = page.getByRole("button", { name: "チャットを開く" });
  await launcher.click();
  const panel = page.frameLocator("iframe");
  const log = panel.getByRole("log", { name: "メッセージ" });
  await log.getByText("桜サロンへようこそ。").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/widget.png` });
  await log.getByRole("button", { name: "カット" }).click();
  const day = panel.getByLabel("日付を選択");
  await day.fill("2000-01-01");
  await panel.getByRole("button", { name: "送信" }).click();
  await log.getByText("今日以降の日をお選びください。").waitFor();

  // The connection is lost while an answer is on its way.
  await context.setOffline(true);
  await day.fill("2099-12-24");
  await day.press("Enter");
  await log.getByText("オフラインです。").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/offline.png` });
  await context.setOffline(false);
  await log.getByRole("button", { name: "再試行" }).click();
  await log.getByText("2099-12-24に承りました。").waitFor();
  expect(await log.getByText("2099年12月24日", { exact: true }).count()).toBe(1);
  // What a timer brings comes without a reload.
  await log.getByText("ほかにご用はありますか？").waitFor();
  if (shots) await page.screenshot({ path: `${shots}/booked.png` });

  // They ask for a person, who answers. What is edited or translated comes by itself, too.
  await log.getByRole("button", { name: "スタッフと話す" }).click();
  await panel.getByText("まもなく担当者がこちらでお答えします。").waitFor();
  const inbox = kenji.page;
  await inbox.goto(`/bots/${botId}/livechat`);
  await inbox.getByRole("link", { name: /お待ちください|おつなぎします/ }).click();
  await inbox.getByText("スタッフと話す", { exact: true }).waitFor();
  expect(await axeViolations(inbox)).toEqual([]);
  if (shots) await inbox.screenshot({ path: `${shots}/waiting.png` });
  await inbox.getByRole("button", { name: "Take this chat" }).click();
  await write(inbox, "Kenjiです。ご用件をどうぞ。");
  await log.getByText("Kenjiです。ご用件をどうぞ。").waitFor();
  await panel.getByLabel("メッセージを入力…").fill("時間を変えたいです。");
  await panel.getByLabel("メッセージを入力…").press("Enter");
  await inbox.getByRole("main").getByText("時間を変えたいです。").last().waitFor();
  if (shots) await page.screenshot({ path: `${shots}/person.png` });
  if (shots) await inbox.screenshot({ path: `${shots}/inbox.png` });
  await inbox.getByRole("button", { name: "Close", exact: true }).click();
  await inbox.getByRole("menuitem", { name: /Give back to the bot/ }).click();
  await log.getByText("ありがとうございました。").waitFor();

  // The panel closes by the keyboard, and knows its past when the page is opened again.
  await panel.getByRole("log").press("Escape");
  await expect.poll(() => page.locator("iframe").isVisible()).toBe(false);
  await page.reload();
  await launcher.click();
  await log.getByText("2099-12-24に承りました。").waitFor();
  await log.getByText("Kenjiです。ご用件をどうぞ。").waitFor();
  expect(faults).toEqual([]);
});

test("a site that is not on the bot's list cannot show the chat", async () => {
  const kenji = await signIn("kenji");
  botId = await createShopBot(kenji);
  await kenji.call("PATCH", `/bots/${botId}`, { sites: [] });
  await using context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(shopAddress);
  const refused = page.waitForEvent("requestfailed", (request) => request.url().includes(`/w/${botId}`));
  await page.getByRole("button").click();
  expect((await refused).failure()?.errorText).toContain("ERR_BLOCKED_BY_RESPONSE");
  // Its own page is open to everybody.
  await page.goto(`${server.address}/w/${botId}?lang=en`);
  await page.getByText("Welcome to Sakura.").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await axeViolations(page, { rules: "colours" })).toEqual([]);
  if (shots) await page.screenshot({ path: `${shots}/phone-dark.png` });
});
