import { expect, test } from "vitest";
import { findAxeViolations } from "../axe.ts";
import { openDemo } from "../demo.ts";
import { expectFocused } from "../focus.ts";
import {
  findMessageByWords,
  findMessageComposer,
  type SignedInDevice,
  waitUntilSubscribed,
  writeMessage,
} from "../people.ts";

// The staff of a shop answer visitors of its website. They use canned answers, snooze a chat, and see which visitors
// wait.

const { server, browser, signIn, signInWithOwnContext } = await openDemo();

const createTexts = (japaneseText: string, en: string) => ({ ja: japaneseText, en });
const botStory = {
  start: "start",
  groups: [
    {
      id: "start",
      title: "",
      x: 0,
      y: 0,
      blocks: [
        {
          id: "name",
          type: "ask",
          answer: { kind: "text", minimum: 1, maximum: 100 },
          text: createTexts("お名前をお聞かせください。", "What is your name?"),
          variable_id: "n",
          retry: {},
        },
        {
          id: "person",
          type: "handoff",
          text: createTexts("担当者におつなぎします。", "One moment, please."),
        },
        { id: "end", type: "end" },
      ],
    },
  ],
  edges: [],
  variables: [{ id: "n", name: "お名前" }],
};

/** Creates a bot of Kenji in the web widget. Linh is its agent. */
async function createShopBot({ call }: SignedInDevice, linh: SignedInDevice): Promise<string> {
  const { id } = await call<{ id: string }>("POST", "/bots", {
    name: "桜サロン",
    languages: ["ja", "en"],
    platforms: ["WEB"],
  });
  const flow = await call<{ id: string }>("POST", `/bots/${id}/flows`, { name: "Talk", draft: botStory });
  await call("POST", `/bots/${id}/flows/${flow.id}/publish`, { revision: 1 });
  await call("POST", `/bots/${id}/flows/${flow.id}/enable`, { is_enabled: true });
  const agent = await linh.call<{ id: string }>("GET", "/users/info");
  await call("POST", `/bots/${id}/people/${agent.id}`, { part: "AGENT" });
  return id;
}

/** Opens the chat as a visitor who gives a name and then waits for a person. */
async function openVisitorChat(botId: string, name: string) {
  const { data } = await postAsVisitor(`/w/${botId}/sessions`, "", { language: "ja" });
  const sendText = (content: string) =>
    postAsVisitor(`/w/${botId}/messages`, data.token, { client_id: crypto.randomUUID(), content });
  await sendText(name);
  return { send: sendText };
}
async function postAsVisitor(path: string, token: string, body: object) {
  const response = await fetch(`${server.address}/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { "x-visitor-token": token }) },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
}

test("an editor writes a canned answer; an agent who is told of a visitor answers with it and puts the talk aside", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signIn("linh")];
  const botId = await createShopBot(kenji, linh);
  const editor = kenji.page;
  await editor.goto(`/bots/${botId}/canned`);
  await editor.getByText("No canned answers yet").waitFor();
  await editor.getByRole("button", { name: "New canned answer" }).click();
  const dialog = editor.getByRole("dialog");
  await dialog.getByLabel("Shortcut").fill("Hello");
  await dialog.getByRole("button", { name: "Put in the name: Visitor, Japanese" }).click();
  await expectFocused(dialog.getByLabel("Answer in Japanese"));
  await editor.keyboard.type("様、担当の{{agent}}です。{{来店日}}に承ります。");
  await dialog.getByLabel("Answer in English").fill("Hello {{visitor}}");
  expect(await findAxeViolations(editor)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await editor.getByRole("heading", { name: "/hello" }).waitFor();
  // The dialog refuses a shortcut that another canned answer already has.
  await editor.getByRole("button", { name: "New canned answer" }).click();
  await dialog.getByLabel("Shortcut").fill("HELLO");
  await dialog.getByLabel("Answer in English").fill("x");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Another canned answer has this shortcut.").waitFor();
  await editor.keyboard.press("Escape");

  const agent = linh.page;
  const isListening = waitUntilSubscribed(agent);
  await agent.goto("/notifications");
  await isListening;
  const visitor = await openVisitorChat(botId, "愛子");
  await agent.getByRole("link", { name: /愛子 is waiting for a person/ }).click();
  await agent.waitForURL(/\/livechat\//);
  await agent.getByRole("button", { name: "Take this chat" }).click();
  await findMessageComposer(agent).waitFor();
  await findMessageComposer(agent).pressSequentially("/he");
  const cannedAnswerOption = agent.getByRole("option", { name: /\/hello/ });
  await cannedAnswerOption.getByText("愛子様、担当の").waitFor();
  expect(await findAxeViolations(agent)).toEqual([]);
  // Starts to wait for the notice before the key press, because the notice disappears after two seconds.
  const noticeAppears = agent.getByText("“来店日” is not known of this visitor. Fill it in.").waitFor();
  await findMessageComposer(agent).press("Enter");
  await noticeAppears;
  // The canned answer contains a variable whose value is unknown for this visitor. Its placeholder is selected, so that
  // the agent's typing replaces it.
  await agent.keyboard.type("明日");
  await findMessageComposer(agent).press("Enter");
  await findMessageByWords(agent, "です。明日に承ります。").waitFor();
  expect(await findMessageByWords(agent, "愛子様、担当の").count()).toBe(1);

  await agent.getByRole("link", { name: "Mine 1" }).click();
  await agent.getByRole("button", { name: "Snooze" }).click();
  await agent.getByRole("menuitem", { name: "Until the visitor writes" }).click();
  await agent.getByText("You answer nobody at the moment").waitFor();
  await agent.getByText("Snoozed until the visitor writes").waitFor();
  await visitor.send("明日の午後に伺います。");
  await agent.getByRole("link", { name: "Mine 1" }).waitFor();
  await agent.getByRole("link", { name: /明日の午後に伺います。/ }).waitFor();
  // The agent snoozes the chat until a time that is set in a dialog.
  await agent.getByRole("button", { name: "Snooze" }).click();
  await agent.getByRole("menuitem", { name: "Until a time…" }).click();
  await agent.getByLabel("Comes back at").fill("2020-01-01T09:00");
  await agent.getByRole("dialog").getByRole("button", { name: "Snooze" }).click();
  await agent.getByText("Choose a time from now on").waitFor();
  expect(await findAxeViolations(agent)).toEqual([]);
  await agent.keyboard.press("Escape");
  await agent.getByRole("dialog").waitFor({ state: "hidden" });
  await agent.getByRole("button", { name: "Snooze" }).click();
  await agent.getByRole("menuitem", { name: /For an hour/ }).click();
  await agent.getByRole("button", { name: "Bring back" }).click();
  await agent.getByRole("link", { name: "Mine 1" }).waitFor();
});

test("a visitor and an agent see each other write, a hand-over is undone, and the visitor's rating is in the figures", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signIn("linh")];
  const botId = await createShopBot(kenji, linh);
  await using context = await browser.newContext({ locale: "ja-JP" });
  const visitor = await context.newPage();
  const faults: string[] = [];
  visitor.on("pageerror", (error) => faults.push(error.message));
  await visitor.goto(`${server.address}/w/${botId}?lang=ja`);
  const log = visitor.getByRole("log", { name: "メッセージ" });
  await log.getByText("お名前をお聞かせください。").waitFor();
  await visitor.getByRole("textbox").fill("愛子");
  await visitor.getByRole("textbox").press("Enter");
  await visitor.getByText("まもなく担当者がこちらでお答えします。").waitFor();

  const agent = linh.page;
  await agent.goto(`/bots/${botId}/livechat`);
  await agent.getByRole("link", { name: /愛子/ }).click();
  await agent.getByRole("button", { name: "Take this chat" }).click();
  await findMessageComposer(agent).waitFor();
  const question = visitor.getByLabel("メッセージを入力…");
  await question.pressSequentially("明日は");
  await agent.getByText("愛子 is writing…").waitFor();
  await question.fill("明日は空いていますか？");
  await question.press("Enter");
  await findMessageByWords(agent, "明日は空いていますか？").waitFor();
  await agent.getByText("愛子 is writing…").waitFor({ state: "detached" });

  await findMessageComposer(agent).pressSequentially("は");
  await visitor.getByText("担当者が入力しています…").waitFor();
  await writeMessage(agent, "はい、空いています。");
  await log.getByText("はい、空いています。").waitFor();
  await visitor.getByText("担当者が入力しています…").waitFor({ state: "hidden" });
  await agent.getByRole("button", { name: "Seen by 愛子" }).waitFor();

  // The chat's history shows who handed the chat over, to whom, and that the agent undid this.
  await agent.getByRole("button", { name: "Hand over" }).click();
  await agent.getByRole("menuitem").first().click();
  await agent.getByText(/^Handed over to /).hover();
  await agent.getByText(/ handed this chat over to /).waitFor();
  await agent.getByRole("button", { name: "Undo" }).click();
  await agent.getByText(/ undid that/).waitFor();
  await agent.getByText(/^Handed over to /).waitFor({ state: "detached" });
  await findMessageComposer(agent).waitFor();

  await agent.getByRole("button", { name: "Close", exact: true }).click();
  await agent.getByRole("menuitem", { name: /^Close the chat/ }).click();
  const ratingGroup = visitor.getByRole("group", { name: "今回の対応はいかがでしたか？" });
  await ratingGroup.waitFor();
  expect(await findAxeViolations(visitor)).toEqual([]);
  await ratingGroup.getByRole("button", { name: "5段階中4" }).click();
  // The agent sees the visitor's rating as soon as it is given. The visitor can add a comment later.
  await agent.getByText("Rated 4 of 5", { exact: true }).waitFor();
  await visitor.getByLabel("良かった点や改善してほしい点（任意）").fill("早くて助かりました。");
  await visitor.locator("section.rating").getByRole("button", { name: "送信" }).click();
  await agent.getByText("早くて助かりました。").waitFor();
  await ratingGroup.waitFor({ state: "detached" });

  // The agent sees that a message comes from a broadcast. For the visitor it looks like any other message.
  const { id: broadcastId } = await kenji.call<{ id: string }>("POST", `/bots/${botId}/broadcasts`, {
    client_id: crypto.randomUUID(),
    name: "Spring offer",
    content: { kind: "text", text: { ja: "春の割引を始めました。" } },
    audience: {},
  });
  await findMessageByWords(agent, "春の割引を始めました。").waitFor();
  await agent.getByRole("link", { name: "Sent by the broadcast “Spring offer”" }).waitFor();
  await log.getByText("春の割引を始めました。").waitFor();
  expect(await visitor.getByText("Spring offer").count()).toBe(0);
  expect(await findAxeViolations(agent)).toEqual([]);
  const fetchState = async () =>
    (await kenji.call<{ state: string }>("GET", `/bots/${botId}/broadcasts/${broadcastId}`)).state;
  await expect.poll(fetchState, { timeout: 10_000 }).toBe("DONE");
  await kenji.call("DELETE", `/bots/${botId}/broadcasts/${broadcastId}`);
  await agent.reload();
  await agent.getByText("Sent by a broadcast that was deleted").waitFor();

  await agent.getByRole("link", { name: "Figures" }).click();
  await agent.getByRole("heading", { name: "Figures of the chats" }).waitFor();
  const findFigure = (name: string) =>
    agent.locator("dl div", { has: agent.getByText(name, { exact: true }) }).locator("dd");
  await expect.poll(() => findFigure("Rating, average").first().textContent()).toBe("4 (1)");
  expect(await findFigure("Answered").first().textContent()).toBe("1");
  expect(await findFigure("Closed").first().textContent()).toBe("1");
  await agent.getByRole("row", { name: /Linh/ }).getByText("4 (1)").waitFor();
  expect(await findAxeViolations(agent)).toEqual([]);
  expect(faults).toEqual([]);
});

test("the bot's inbox and the chat show the same agent for a visitor", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signIn("linh")];
  const botId = await createShopBot(kenji, linh);
  await openVisitorChat(botId, "美咲");
  const [owner, agent] = [kenji.page, linh.page];
  await agent.goto(`/bots/${botId}/livechat`);
  await agent.getByRole("link", { name: /美咲/ }).click();
  await agent.getByRole("button", { name: "Take this chat" }).click();
  await findMessageComposer(agent).waitFor();
  const chatPath = new URL(agent.url()).pathname;
  const id = chatPath.split("/").at(-1) ?? "";
  const customerLanguageHint = agent.getByText(/^The visitor reads your answers here/);
  await customerLanguageHint.waitFor();
  await agent.getByRole("button", { name: "Hand over" }).click();
  await agent.getByRole("menuitem", { name: /健司/ }).click();
  await agent.getByText(/answers this chat now\. To answer it again, ask/).waitFor();
  expect(await findMessageComposer(agent).count()).toBe(0);
  expect(await customerLanguageHint.count()).toBe(0);
  await agent.goto(`/chat/${id}`);
  await agent.getByText(/answers this chat now\. To answer it again, ask/).waitFor();
  expect(await findMessageComposer(agent).count()).toBe(0);
  expect(await findAxeViolations(agent)).toEqual([]);
  await owner.goto(`/chat/${id}`);
  await findMessageComposer(owner).waitFor();
  await kenji.call("POST", `/bots/${botId}/livechat/${id}/release`);
  // After the release, the chat has no agent. Both open pages show this, and offer a button to take the chat.
  await owner.getByText("Nobody answers this chat yet.").waitFor();
  await agent.getByText("Nobody answers this chat yet.").waitFor();
  await agent.getByRole("button", { name: "Take this chat" }).click();
  await findMessageComposer(agent).waitFor();
  await linh.call("POST", `/bots/${botId}/livechat/${id}/close`);
  await agent.getByText("This chat is closed. Open it again to write.").waitFor();
  await agent.getByRole("button", { name: "Open again" }).click();
  await findMessageComposer(agent).waitFor();
});

test("a person whom a note mentions sees it at once in the inbox where they have the chat open", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signIn("linh")];
  const botId = await createShopBot(kenji, linh);
  await openVisitorChat(botId, "直美");
  const [owner, agent] = [kenji.page, linh.page];
  await agent.goto(`/bots/${botId}/livechat`);
  await agent.getByRole("link", { name: /直美/ }).click();
  await agent.getByRole("button", { name: "Take this chat" }).click();
  await findMessageComposer(agent).waitFor();
  await owner.goto(new URL(agent.url()).pathname);
  await owner.getByText(/Linh answers this chat now\.$/).waitFor();
  // An agent answers this chat, so the owner's page has no button "Take this chat". The note above the messages must
  // not mention that button.
  await owner.getByText("The latest messages.", { exact: true }).waitFor();
  await agent.getByRole("button", { name: "Note", exact: true }).click();
  await findMessageComposer(agent).pressSequentially("@健司");
  await agent.getByRole("option", { name: /健司/ }).click();
  await findMessageComposer(agent).pressSequentially("what do we charge?");
  await findMessageComposer(agent).press("Enter");
  await findMessageByWords(owner, "what do we charge?").getByText("The customer does not see this").waitFor();
});

test("a talk that is put aside for an hour comes back an hour after the click, however long the page was open before", async () => {
  const [kenji, linh] = [await signIn("kenji"), await signInWithOwnContext("linh")];
  const botId = await createShopBot(kenji, linh);
  await openVisitorChat(botId, "和子");
  const { page } = linh;
  await page.goto(`/bots/${botId}/livechat`);
  await page.getByRole("link", { name: /和子/ }).click();
  await page.getByRole("button", { name: "Take this chat" }).click();
  await findMessageComposer(page).waitFor();
  const hourMs = 3_600_000;
  const shiftedTimeMs = Date.now() + 2 * hourMs;
  await page.clock.setSystemTime(shiftedTimeMs);
  await page.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem", { name: /hour/ }).click();
  await page.getByRole("button", { name: "Bring back" }).waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const { snoozed_until } = await linh.call<{ snoozed_until: string }>(
    "GET",
    `/bots/${botId}/livechat/${id}`,
  );
  expect(Date.parse(snoozed_until) - shiftedTimeMs).toBeGreaterThan(0.9 * hourMs);
});
