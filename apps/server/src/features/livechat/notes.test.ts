import { getLivechat, listLivechats } from "@kakehashi/contract/bot-livechat";
import { getLivechatFigures } from "@kakehashi/contract/bot-livechat-figures";
import { claimLivechat, closeLivechat, releaseLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { listVisitorTurns, visitorTokenHeaderName } from "@kakehashi/contract/bot-visitors";
import { changeBot } from "@kakehashi/contract/bots";
import { editMessage } from "@kakehashi/contract/changes";
import { listConversationMembers } from "@kakehashi/contract/conversation-members";
import { getConversation } from "@kakehashi/contract/conversations";
import { listDrafts, saveDraft } from "@kakehashi/contract/drafts";
import { listMessages, sendMessage } from "@kakehashi/contract/messages";
import { listNotifications } from "@kakehashi/contract/notifications";
import { listMessageReaders } from "@kakehashi/contract/threads";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { callApi } from "../../test/app.ts";
import { createWaitingTalk } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom } from "../../test/rooms.ts";
import type { TestPerson } from "../../test/world.ts";

// These tests check notes: internal messages in a visitor's conversation, which the visitor cannot read (decision 88).

const { server, testPeople } = await setUpTestServer();
const { kenji, linh, minh } = testPeople;

const sendText = (
  person: TestPerson,
  id: string,
  content: string,
  otherFields: Record<string, string> = {},
) => person.call(sendMessage, { params: { id }, body: { client_id: newId(), content, ...otherFields } });
const editContent = (person: TestPerson, id: string, mid: string, content: string) =>
  person.call(editMessage, { params: { id, mid }, body: { content, revision: 1 } });
const sendNote = (person: TestPerson, id: string, content: string) =>
  sendText(person, id, content, { kind: "NOTE" });

async function openAgentTalk() {
  const talk = await createWaitingTalk(server, { kenji, linh });
  await linh.call(claimLivechat, { params: talk.params });
  const readTalk = async () =>
    (
      await callApi(server.app, listVisitorTurns, {
        params: { bot_id: talk.id },
        headers: { [visitorTokenHeaderName]: talk.visitor.token },
        query: { since: "0", seq: "0" },
      })
    ).data.people;
  return { ...talk, read: readTalk };
}

test("colleagues read a note at its time, and the visitor never does", async () => {
  const { cid, params, read } = await openAgentTalk();
  await sendText(linh, cid, "Hello Aiko");
  const sentNote = await sendNote(linh, cid, "She has called twice.");
  expect(sentNote.data).toMatchObject({ kind: "NOTE", content: "She has called twice." });
  const readLastMessage = async () =>
    (await linh.call(listLivechats, { params: { id: params.id }, query: { state: "mine" } })).data.find(
      ({ conversation_id }) => conversation_id === cid,
    )?.last_message;
  expect(await readLastMessage()).toMatchObject({
    content: "She has called twice.",
    kind: "NOTE",
    deleted: false,
    files: [],
    besides: null,
    user_id: linh.id,
    user_name: linh.name,
  });
  await sendText(linh, cid, "One moment");
  expect((await readLastMessage())?.kind ?? null).toBeNull();

  const { data } = await linh.call(listMessages, { params: { id: cid } });
  expect(data.slice(-3).map(({ content, kind }) => [content, kind])).toEqual([
    ["Hello Aiko", undefined],
    ["She has called twice.", "NOTE"],
    ["One moment", undefined],
  ]);
  const readVisibleTexts = async () => (await read())?.messages.map(({ content }) => content);
  expect(await readVisibleTexts()).toEqual(["Hello Aiko", "One moment"]);
  const editResponse = await linh.call(editMessage, {
    params: { id: cid, mid: sentNote.data.id },
    body: { content: "She has called three times.", revision: 1 },
  });
  expect(editResponse.data).toMatchObject({ kind: "NOTE" });
  expect(await readVisibleTexts()).toEqual(["Hello Aiko", "One moment"]);
  // A person who works on the bot but is not the agent reads the same messages as the agent.
  const { messages } = (await kenji.call(getLivechat, { params })).data;
  expect(messages.at(-2)).toMatchObject({ kind: "NOTE", content: "She has called three times." });
});

test("a note calls the colleague whom it mentions, and nobody outside counts as having seen it", async () => {
  const { cid, params, visitor } = await openAgentTalk();
  await linh.call(releaseLivechat, { params, body: { user_id: kenji.id } });
  const { data } = await sendNote(linh, cid, `@[Kenji](${kenji.id}) can you help?`);
  const getNewestNotification = async () => (await kenji.call(listNotifications, {})).data[0];
  await expect.poll(getNewestNotification).toMatchObject({ type: "MENTION", data: { message_id: data.id } });
  await visitor.send({ content: "Are you there?" });
  const seenByData = (await linh.call(listMessageReaders, { params: { id: cid, mid: data.id } })).data;
  expect(seenByData.total).toBe(0);
});

const listMemberIds = async (person: TestPerson, id: string) =>
  (await person.call(listConversationMembers, { params: { id } })).data.map((member) => member.id);

test("a refused edit of a note and a repeated note bring in nobody", async () => {
  const { cid } = await openAgentTalk();
  const body = { client_id: newId(), content: "First", kind: "NOTE" as const };
  const { data } = await linh.call(sendMessage, { params: { id: cid }, body });
  await editContent(linh, cid, data.id, "Second");
  const mention = `@[Kenji](${kenji.id})`;
  expect(await editContent(linh, cid, data.id, mention)).toMatchObject({ error: { code: "MESSAGE.EDITED" } });
  const repeatedNote = await linh.call(sendMessage, {
    params: { id: cid },
    body: { ...body, content: mention },
  });
  expect(repeatedNote.data.id).toBe(data.id);
  expect(await listMemberIds(linh, cid)).not.toContain(kenji.id);
});

test("a note brings in the colleague of the bot whom it mentions, and they are told", async () => {
  const { cid } = await openAgentTalk();
  expect(await listMemberIds(linh, cid)).not.toContain(kenji.id);
  const { data } = await sendNote(linh, cid, `@[Kenji](${kenji.id}) what does she mean?`);
  const getNewestNotification = async () => (await kenji.call(listNotifications, {})).data[0];
  await expect.poll(getNewestNotification).toMatchObject({
    type: "MENTION",
    data: { conversation_id: cid, message_id: data.id },
  });
  // The mentioned person can read the conversation to which the notification leads, and can answer with a note.
  const messagesResponse = await kenji.call(listMessages, { params: { id: cid } });
  expect(messagesResponse.data.at(-1)).toMatchObject({ id: data.id });
  const room = (await kenji.call(getConversation, { params: { id: cid } })).data;
  expect(room).toMatchObject({ unread_count: 1, mention_count: 1 });
  expect((await sendNote(kenji, cid, "The old one.")).status).toBe(200);
});

test("a note that is edited to mention a colleague brings them in, with the note unread", async () => {
  const { cid } = await openAgentTalk();
  const sentNote = await sendNote(linh, cid, "What does she mean?");
  await editContent(linh, cid, sentNote.data.id, `@[Kenji](${kenji.id}) what does she mean?`);
  const getNewest = async () => (await kenji.call(listNotifications, {})).data[0];
  await expect.poll(getNewest).toMatchObject({ type: "MENTION", data: { message_id: sentNote.data.id } });
  const room = (await kenji.call(getConversation, { params: { id: cid } })).data;
  expect(room).toMatchObject({ unread_count: 1, mention_count: 1 });
});

test("a mention lets in nobody who does not work on the bot, and only a note of a member lets in anybody", async () => {
  const { cid } = await openAgentTalk();
  const mentionOfMinh = `@[Minh](${minh.id})`;
  const mentionOfKenji = `@[Kenji](${kenji.id})`;
  const notificationsResponse = await kenji.call(listNotifications, {});
  expect((await sendNote(linh, cid, `${mentionOfMinh} look`)).status).toBe(200);
  expect((await sendText(linh, cid, `${mentionOfKenji} will answer you`)).status).toBe(200);
  // A note by somebody who is no member of the conversation adds nobody to it. An edit that adds a mention to an answer
  // adds nobody either.
  expect((await sendNote(kenji, cid, `${mentionOfKenji} me`)).status).toBe(404);
  expect((await sendNote(minh, cid, `${mentionOfKenji} ${mentionOfMinh}`)).status).toBe(404);
  const sendResponse = await sendText(linh, cid, "Hello");
  await editContent(linh, cid, sendResponse.data.id, `Hello ${mentionOfKenji}`);
  const members = await listMemberIds(linh, cid);
  expect(members).not.toContain(minh.id);
  expect(members).not.toContain(kenji.id);
  expect((await kenji.call(listNotifications, {})).data.length).toBe(notificationsResponse.data.length);
});

test("a note is no answer: neither in figures nor for the question how it was", async () => {
  const { id, cid, params, read } = await openAgentTalk();
  await kenji.call(changeBot, { params: { id }, body: { asks_rating: true } });
  await sendNote(linh, cid, "I look at it tomorrow.");
  await linh.call(closeLivechat, { params, body: {} });
  const { total } = (await linh.call(getLivechatFigures, { params: { id } })).data;
  expect(total).toMatchObject({ talks: 1, answered: 0, median_first_answer_seconds: null });
  expect((await read())?.rating_round).toBeNull();
});

test("a note's draft is another one than the answer's", async () => {
  const { cid } = await openAgentTalk();
  const saveNoteDraft = (content: string, otherFields: { parent_id?: string } = {}) =>
    linh.call(saveDraft, { params: { id: cid }, body: { content, ...otherFields } });
  await saveNoteDraft("Dear Aiko");
  expect((await saveNoteDraft("She is angry.", { parent_id: cid })).data).toMatchObject({ parent_id: cid });
  const { data } = await linh.call(listDrafts, {});
  const drafts = data.filter(({ conversation_id }) => conversation_id === cid);
  expect(drafts.map(({ parent_id, content }) => [parent_id, content])).toEqual([
    [cid, "She is angry."],
    [null, "Dear Aiko"],
  ]);
});

test("there are no notes among colleagues and in threads", async () => {
  const room = await createGroupRoom(linh, kenji);
  const refusedResponse = await sendNote(linh, room, "psst");
  expect([
    refusedResponse.status,
    refusedResponse.error?.code,
    Object.keys(refusedResponse.error?.fields ?? {}),
  ]).toEqual([422, "ERR.INPUT", ["kind"]]);
  const { cid } = await openAgentTalk();
  const { data } = await sendText(linh, cid, "Hello");
  const reply = await sendText(linh, cid, "psst", { kind: "NOTE", parent_id: data.id });
  expect([reply.status, Object.keys(reply.error?.fields ?? {})]).toEqual([422, ["kind"]]);
  expect((await sendText(linh, cid, "psst", { kind: "OTHER" })).status).toBe(422);
});
