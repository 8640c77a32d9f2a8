import { Readable } from "node:stream";
import { getLivechat, listLivechats } from "@kakehashi/contract/bot-livechat";
import { claimLivechat, closeLivechat, releaseLivechat } from "@kakehashi/contract/bot-livechat-steps";
import {
  listVisitorTurns,
  setVisitorLanguage,
  visitorTokenHeaderName,
} from "@kakehashi/contract/bot-visitors";
import { removeBot, removeBotPerson, setBotPerson } from "@kakehashi/contract/bots";
import { deleteMessage, editMessage } from "@kakehashi/contract/changes";
import { listConversationMembers } from "@kakehashi/contract/conversation-members";
import { createConversation, getConversation, listConversations } from "@kakehashi/contract/conversations";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { listMessages, sendMessage } from "@kakehashi/contract/messages";
import { listNotifications } from "@kakehashi/contract/notifications";
import { getPublicProfile } from "@kakehashi/contract/profiles";
import { searchEverything, searchPeople } from "@kakehashi/contract/search";
import { createTranslation } from "@kakehashi/contract/translations";
import { searchUsers } from "@kakehashi/contract/users";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { callApi } from "../../test/app.ts";
import {
  createAskBlock,
  createFlow,
  createPublishedBot,
  createSayBlock,
  endBlock,
  visitBot,
} from "../../test/bots.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import type { TestPerson } from "../../test/world.ts";
import { formatBotMessage, formatVisitorMessage } from "./words.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji, linh, an, minh } = testPeople;
const db = server.db.kysely;

const handoffBlock: FlowBlock = {
  id: "h",
  type: "handoff",
  text: { en: "One moment.", ja: "お待ちください。" },
};
const story = createFlow({
  start: [
    createSayBlock("Hello"),
    createAskBlock("name"),
    handoffBlock,
    createSayBlock("Bye"),
    createAskBlock("more"),
    endBlock,
  ],
});

/** Creates a bot that hands over after one answer, with Linh as its agent, and a waiting visitor. */
async function openTalk(language = "en", visitorName = "Aiko") {
  const { id } = await createPublishedBot(kenji, story);
  await kenji.call(setBotPerson, { params: { id, user_id: linh.id }, body: { part: "AGENT" } });
  const visitor = await visitBot(server, id, language);
  await visitor.send({ content: visitorName });
  const cid = (await listInbox(linh, id, "waiting")).data[0]?.conversation_id ?? "";
  const params = { id, cid };
  const readVisit = async (seq = 0) =>
    (
      await callApi(server.app, listVisitorTurns, {
        params: { bot_id: id },
        headers: { [visitorTokenHeaderName]: visitor.token },
        query: { since: "0", seq: String(seq) },
      })
    ).data.people;
  return { id, cid, params, visitor, read: readVisit };
}
const listInbox = (person: TestPerson, id: string, state: string) =>
  person.call(listLivechats, { params: { id }, query: { state } });
const writeMessage = (person: TestPerson, id: string, content: string) =>
  person.call(sendMessage, { params: { id }, body: { client_id: newId(), content } });
const listContents = async (person: TestPerson, id: string) =>
  (await person.call(listMessages, { params: { id } })).data.map(({ content }) => content);

test("After a hand-over an agent takes the visitor, and each reads the other's messages", async () => {
  const { id, cid, params, visitor, read } = await openTalk();
  const waitingTalks = await listInbox(linh, id, "waiting");
  expect(waitingTalks.meta).toMatchObject({ total: 1, waiting_count: 1, mine_count: 0 });
  expect(waitingTalks.data[0]).toMatchObject({
    state: "WAITING",
    source: "WEB",
    agent: null,
    is_member: false,
    visitor: { language: "en" },
    last_message: { content: "One moment." },
  });
  // No agent is a member of the conversation yet. But everybody who works on the bot can read the talk in the inbox.
  expect((await linh.call(getConversation, { params: { id: cid } })).status).toBe(404);
  const talkBefore = (await linh.call(getLivechat, { params })).data;
  expect(talkBefore.messages.map(({ content }) => content)).toEqual([
    "Hello",
    "name?",
    "Aiko",
    "One moment.",
  ]);
  expect(talkBefore.can_resume).toBe(true);

  const claimResponse = await linh.call(claimLivechat, { params });
  expect(claimResponse.data).toMatchObject({ state: "OPEN", agent: { id: linh.id }, is_member: true });
  const room = (await linh.call(getConversation, { params: { id: cid } })).data;
  expect(room).toMatchObject({ kind: "OUTSIDE", member_count: 3, role: "MEMBER" });
  expect((await linh.call(listConversations, {})).data.map((conversation) => conversation.id)).toContain(cid);
  expect(await listContents(linh, cid)).toEqual(["Hello", "name?", "Aiko", "One moment."]);

  await writeMessage(linh, cid, `Hello @[Kenji](${kenji.id})`);
  const visitorTurns = await read();
  expect(visitorTurns).toMatchObject({
    state: "OPEN",
    messages: [{ name: linh.name, content: "Hello @Kenji", deleted: false }],
  });
  // While a person answers the talk, the bot's story is paused.
  expect((await visitor.send({ content: "thanks" })).data.messages[0]?.said).toEqual([]);
  expect((await listContents(linh, cid)).at(-1)).toBe("thanks");

  const closeResponse = await linh.call(closeLivechat, { params, body: { resume: true } });
  expect(closeResponse.data).toMatchObject({ state: "CLOSED", is_with_bot: true });
  expect((await visitor.list()).messages.at(-1)?.said).toMatchObject([{ text: "Bye" }, { text: "more?" }]);
  expect((await read())?.state).toBe("CLOSED");
  expect((await listInbox(linh, id, "closed")).data).toMatchObject([{ is_with_bot: true }]);
  // Linh takes the talk again and closes it without giving the visitor back to the bot. After that, neither a person
  // nor the bot answers.
  const secondClaimResponse = await linh.call(claimLivechat, { params });
  expect(secondClaimResponse.data).toMatchObject({ state: "OPEN", is_with_bot: false });
  const secondCloseResponse = await linh.call(closeLivechat, { params, body: { resume: false } });
  expect(secondCloseResponse.data).toMatchObject({ state: "CLOSED", is_with_bot: false });
});

test("If two people take a visitor at the same time one wins, and taking them again changes nothing", async () => {
  const { id, params } = await openTalk();
  const claimResponses = await Promise.all(
    [kenji, linh].map((person) => person.call(claimLivechat, { params })),
  );
  expect(claimResponses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(claimResponses.find(({ status }) => status === 409)?.error?.code).toBe("BOT.CLAIMED");
  const claimingPerson = claimResponses[0]?.status === 200 ? kenji : linh;
  expect((await claimingPerson.call(claimLivechat, { params })).status).toBe(200);
  expect((await listInbox(claimingPerson, id, "mine")).data).toHaveLength(1);
});

test("An agent hands a talk over to another person of the bot, or lets it wait again", async () => {
  const { id, params } = await openTalk();
  await linh.call(claimLivechat, { params });
  const handOverToOutsiderResponse = await linh.call(releaseLivechat, { params, body: { user_id: an.id } });
  expect(handOverToOutsiderResponse.error?.fields).toEqual({ user_id: expect.any(String) });
  await linh.call(releaseLivechat, { params, body: { user_id: kenji.id } });
  const { data: handOverNotifications } = await kenji.call(listNotifications, {
    query: { type: "LIVECHAT_HANDED_OVER" },
  });
  expect(handOverNotifications).toMatchObject([
    { actor: { id: linh.id }, data: { conversation_id: params.cid }, read: false },
  ]);
  expect((await listInbox(kenji, id, "mine")).data).toHaveLength(1);
  // An agent cannot release or close another agent's talk. An owner can.
  expect((await linh.call(releaseLivechat, { params, body: {} })).status).toBe(403);
  expect((await linh.call(closeLivechat, { params, body: {} })).status).toBe(403);
  await kenji.call(releaseLivechat, { params, body: {} });
  expect((await listInbox(kenji, id, "waiting")).data).toHaveLength(1);
  await kenji.call(closeLivechat, { params, body: {} });
  expect((await kenji.call(releaseLivechat, { params, body: {} })).error?.code).toBe("BOT.TALK_CLOSED");
});

test("A visitor who writes after their talk was closed waits again in the same conversation", async () => {
  const { id, cid, params, visitor } = await openTalk();
  await linh.call(claimLivechat, { params });
  await linh.call(closeLivechat, { params, body: {} });
  await visitor.send({ content: "One more thing" });
  expect((await listInbox(linh, id, "waiting")).data).toMatchObject([{ conversation_id: cid, agent: null }]);
  expect((await listContents(linh, cid)).at(-1)).toBe("One more thing");
  // When an agent gives the visitor back, the bot answers the visitor again.
  await linh.call(closeLivechat, { params, body: { resume: true } });
  await visitor.send({ content: "to the bot" });
  expect(await listContents(linh, cid)).not.toContain("to the bot");
  // When an agent takes the visitor over again, people answer and the bot's story is paused.
  await linh.call(claimLivechat, { params });
  await visitor.send({ content: "to a person" });
  const messageTexts = await listContents(linh, cid);
  expect(messageTexts.slice(-4)).toEqual(["Bye", "more?", "to the bot", "to a person"]);
});

test("A visitor who starts again after a talk is the same person in the next one", async () => {
  const { id, params, visitor } = await openTalk();
  await linh.call(claimLivechat, { params });
  await linh.call(closeLivechat, { params, body: {} });
  const repeatedVisit = await visitBot(server, id, "ja", undefined, visitor.token);
  await repeatedVisit.write("Aiko");
  const [nextTalk] = (await listInbox(linh, id, "waiting")).data;
  const [closedTalk] = (await listInbox(linh, id, "closed")).data;
  expect(nextTalk?.conversation_id).not.toBe(closedTalk?.conversation_id);
  expect(nextTalk?.visitor.name).toMatch(/^Visitor /);
  expect([nextTalk?.visitor.id, nextTalk?.visitor.name]).toEqual([
    closedTalk?.visitor.id,
    closedTalk?.visitor.name,
  ]);
  const { rows } = await server.db.pool.query("select working_language from users where id = $1", [
    nextTalk?.visitor.id,
  ]);
  expect(rows).toEqual([{ working_language: "ja" }]);
});

test("A visitor who chooses a language before a talk: each text has the language in which it was said", async () => {
  const draft = createFlow({
    start: [createSayBlock("Hello"), createAskBlock("name"), handoffBlock, endBlock],
  });
  const { id } = await createPublishedBot(kenji, draft);
  const visitor = await visitBot(server, id);
  const chooseVisitorLanguage = (language: string) =>
    callApi(server.app, setVisitorLanguage, {
      params: { bot_id: id },
      headers: { [visitorTokenHeaderName]: visitor.token },
      body: { language },
    });
  await chooseVisitorLanguage("ja");
  await visitor.write("12345");
  const [talk] = (await listInbox(kenji, id, "waiting")).data;
  expect(talk?.visitor.language).toBe("ja");
  const cid = talk?.conversation_id ?? "";
  await kenji.call(claimLivechat, { params: { id, cid } });
  const readContents = async () =>
    (await kenji.call(listMessages, { params: { id: cid } })).data.map((message) => [
      message.content,
      message.language,
    ]);
  const saidTexts = [
    ["Hello", "en"],
    ["name?", "en"],
    ["name？", "ja"],
    ["12345", "ja"],
    ["お待ちください。", "ja"],
  ];
  expect(await readContents()).toEqual(saidTexts);
  // While a person answers, the visitor chooses a language. The inbox shows the new language at once, and the bot
  // writes nothing.
  await chooseVisitorLanguage("en");
  expect((await listInbox(kenji, id, "mine")).data[0]?.visitor.language).toBe("en");
  expect(await readContents()).toEqual(saidTexts);
});

test("After the story has ended and people have closed the talk again, the visitor's words still reach people", async () => {
  const { id, cid, params, visitor } = await openTalk();
  await linh.call(claimLivechat, { params });
  await linh.call(closeLivechat, { params, body: { resume: true } });
  await visitor.send({ content: "the last answer" });
  await linh.call(claimLivechat, { params });
  await linh.call(closeLivechat, { params, body: {} });
  await visitor.send({ content: "Is anybody there?" });
  expect((await listInbox(linh, id, "waiting")).data).toMatchObject([{ conversation_id: cid }]);
  expect((await listContents(linh, cid)).at(-1)).toBe("Is anybody there?");
});

test("What is translated for a visitor stays in the memory of that talk, and goes with it", async () => {
  const { id, cid, params, visitor } = await openTalk("ja");
  await linh.call(claimLivechat, { params });
  await visitor.send({ content: "私の電話番号は内緒です。" });
  const message = (await linh.call(listMessages, { params: { id: cid } })).data.at(-1);
  const { status } = await linh.call(createTranslation, {
    params: { mid: message?.id ?? "", language: "vi" },
    body: { content: "Số điện thoại của tôi là bí mật.", revision: 1, confirmed: true },
  });
  expect(status).toBe(200);
  const listMemoryScopes = async () =>
    (
      await sql<{ scope: string }>`
        select scope from memory_units where source = '私の電話番号は内緒です。'`.execute(db)
    ).rows.map(({ scope }) => scope);
  expect(await listMemoryScopes()).toEqual([cid]);
  await kenji.call(removeBot, { params: { id } });
  await expect.poll(listMemoryScopes).toEqual([]);
});

test("A visitor reads a translation once it exists, sees edits, and does not see deleted text", async () => {
  const { cid, params, read } = await openTalk("ja");
  await linh.call(claimLivechat, { params });
  const { data: message } = await writeMessage(linh, cid, "Xin chào");
  const firstRead = await read();
  expect(firstRead?.messages).toMatchObject([{ content: "Xin chào", language: "vi", is_translated: false }]);
  await sql`
    update messages set translations = ${JSON.stringify([
      { language: "ja", content: "こんにちは", revision: 1, state: "TRANSLATED" },
    ])}::jsonb, changed_seq = changed_seq + 1 where id = ${message.id}`.execute(db);
  const translatedMessages = await read(firstRead?.seq);
  expect(translatedMessages?.messages).toMatchObject([
    { content: "こんにちは", language: "ja", is_translated: true },
  ]);
  await linh.call(editMessage, { params: { id: cid, mid: message.id }, body: { content: "Chào bạn" } });
  expect((await read())?.messages).toMatchObject([{ content: "Chào bạn", is_translated: false }]);
  await linh.call(deleteMessage, { params: { id: cid, mid: message.id } });
  expect((await read())?.messages).toMatchObject([{ content: "", deleted: true }]);
});

test("A hand-over that fails before its commit leaves nothing, and sending again makes it once", async () => {
  const { id } = await createPublishedBot(kenji, story);
  const visitor = await visitBot(server, id);
  const message = { client_id: newId(), content: "Aiko" };
  let sendPromise: ReturnType<typeof visitor.send> | undefined;
  await db.transaction().execute(async (tx) => {
    await sql`lock table livechats in share mode`.execute(tx);
    sendPromise = visitor.send(message);
    // Breaks the database connection of the visitor's request. The request has already written the turn, the authors
    // and the conversation, but has not committed them.
    const terminateConnection = async () => {
      const { rows } = await sql<{ done: boolean }>`
        select pg_terminate_backend(pid) as done from pg_stat_activity
        where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx);
      return rows.length;
    };
    await expect.poll(terminateConnection).toBe(1);
    expect((await sendPromise).status).toBeGreaterThanOrEqual(500);
  });
  expect((await listInbox(kenji, id, "all")).data).toEqual([]);
  expect((await visitor.list()).messages).toHaveLength(1);
  await Promise.all([1, 2, 3].map(() => visitor.send(message)));
  const [waitingTalk, ...otherTalks] = (await listInbox(kenji, id, "all")).data;
  expect(otherTalks).toEqual([]);
  const params = { id, cid: waitingTalk?.conversation_id ?? "" };
  const { messages } = (await kenji.call(getLivechat, { params })).data;
  expect(messages.map(({ content }) => content)).toEqual(["Hello", "name?", "Aiko", "One moment."]);
});

test("Only the visitor of the conversation can load a file that an agent sent", async () => {
  const { id, cid, params, visitor, read } = await openTalk();
  await linh.call(claimLivechat, { params });
  const sendFile = async (name: string, parentId?: string) => {
    const file = await server.app.services.files.upload(linh.id, cid, name, Readable.from(["menu"]));
    const { data } = await linh.call(sendMessage, {
      params: { id: cid },
      body: {
        client_id: newId(),
        content: "",
        file_ids: [file.id],
        ...(parentId && { parent_id: parentId }),
      },
    });
    return { file, messageId: data.id };
  };
  const { file, messageId } = await sendFile("menu.png");
  const threadMessage = await sendFile("among-us.png", messageId);
  expect((await read())?.messages).toMatchObject([
    { content: "", files: [{ id: file.id, name: "menu.png" }] },
  ]);
  const downloadFile = (token: string, fileId = file.id) =>
    server.app.http.inject({
      url: `/api/w/${id}/files/${fileId}`,
      headers: { [visitorTokenHeaderName]: token },
    });
  const response = await downloadFile(visitor.token);
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-disposition"]).toMatch(/^attachment/);
  expect((await downloadFile((await visitBot(server, id)).token)).statusCode).toBe(404);
  expect((await downloadFile("other")).statusCode).toBe(404);
  expect((await downloadFile(visitor.token, threadMessage.file.id)).statusCode).toBe(404);
});

test("Strangers cannot see the inbox, and an agent who leaves the bot loses its conversations", async () => {
  const { id, cid, params } = await openTalk();
  for (const person of [an, minh]) {
    expect((await listInbox(person, id, "all")).status).toBe(404);
    expect((await person.call(getLivechat, { params })).status).toBe(404);
    for (const endpoint of [claimLivechat, releaseLivechat, closeLivechat])
      expect((await person.call(endpoint, { params, body: {} })).status).toBe(404);
  }
  // If the URL contains the id of another bot, the server does not find the talk, even with the right conversation id.
  const otherBot = await createPublishedBot(kenji, story);
  expect((await kenji.call(claimLivechat, { params: { id: otherBot.id, cid } })).status).toBe(404);

  await linh.call(claimLivechat, { params });
  await kenji.call(removeBotPerson, { params: { id, user_id: linh.id } });
  expect((await listInbox(kenji, id, "waiting")).data).toHaveLength(1);
  await expect.poll(async () => (await linh.call(getConversation, { params: { id: cid } })).status).toBe(404);
});

test("A visitor is not an account: nobody can find them, invite them or sign in as them", async () => {
  const { cid, params } = await openTalk("en", "Zebulon Visitor");
  await linh.call(claimLivechat, { params });
  const members = (await linh.call(listConversationMembers, { params: { id: cid } })).data;
  const { rows } = await sql<{ id: string; email: string; name: string }>`
    select u.id, u.email, u.name from livechats l join users u on u.id = l.visitor_id
    where l.conversation_id = ${cid}`.execute(db);
  const [visitor] = rows;
  if (!visitor) throw new Error("There is no visitor.");
  expect(members.map((member) => member.id)).toContain(visitor.id);
  await sql`update users set name = 'Zebulon Outside' where id = ${visitor.id}`.execute(db);

  expect((await linh.call(searchUsers, { query: { search: "Zebulon" } })).data).toEqual([]);
  const everythingResponse = await linh.call(searchEverything, { query: { q: "Zebulon" } });
  expect(everythingResponse.data.people).toEqual([]);
  const searchResponse = await linh.call(searchPeople, { query: { q: "Zebulon" } });
  expect(searchResponse.data).toEqual([]);
  expect((await linh.call(getPublicProfile, { params: { id: visitor.id } })).status).toBe(404);
  for (const kind of ["DIRECT", "GROUP"] as const) {
    const body = { kind, user_ids: [visitor.id], ...(kind === "GROUP" && { name: "x" }) };
    expect((await linh.call(createConversation, { body: body as never })).error?.code).toBe(
      "CONVERSATION.PEOPLE",
    );
  }
  const bot = { id: params.id, user_id: visitor.id };
  expect((await kenji.call(setBotPerson, { params: bot, body: { part: "AGENT" } })).status).toBe(404);
  // A database constraint ensures that a visitor's row never becomes an account.
  for (const change of [
    sql`confirmed_at = now()`,
    sql`password_hash = 'x'`,
    sql`role = 'admin'`,
    sql`email = 'a@b.example'`,
  ])
    await expect(sql`update users set ${change} where id = ${visitor.id}`.execute(db)).rejects.toThrow(
      "users_outside",
    );
});

test("Deleting a bot deletes the conversations of its visitors", async () => {
  const { id, cid, params } = await openTalk();
  await linh.call(claimLivechat, { params });
  await kenji.call(removeBot, { params: { id } });
  await expect.poll(async () => (await linh.call(getConversation, { params: { id: cid } })).status).toBe(404);
  const readRemainingRows = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from conversations where id = ${cid}`.execute(db);
    return rows[0]?.count;
  };
  await expect.poll(readRemainingRows).toBe(0);
});

test("Text from visitors mentions nobody and is cut to the length of a message", () => {
  expect(formatVisitorMessage("Hi @all")).toBe("Hi @\u2060all");
  expect(formatVisitorMessage(`@[x](${newId()})`)).toContain("@\u2060[x]");
  expect(formatVisitorMessage("a@b.example")).toBe("a@b.example");
  expect(formatVisitorMessage("x".repeat(20_000))).toHaveLength(10_000);
  expect(
    formatBotMessage({
      kind: "text",
      text: "Which?",
      replies: [
        { id: "a", label: "Cut" },
        { id: "b", label: "Colour" },
      ],
    }),
  ).toBe("Which?\n- Cut\n- Colour");
});
