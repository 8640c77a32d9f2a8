import { randomUUID } from "node:crypto";
import {
  deleteMessage,
  editMessage,
  listMessageRevisions,
  listPins,
  maximumPinsPerRoom,
  setMessagePinned,
  toggleMessageReaction,
} from "@kakehashi/contract/changes";
import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import { getConversation } from "@kakehashi/contract/conversations";
import {
  getMessage,
  listMessages,
  maximumDifferentReactionsPerMessage,
  maximumTotalReactionsPerMessage,
} from "@kakehashi/contract/messages";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import {
  createDirectRoom,
  createGroupRoom,
  messagePathParamsOf,
  sendText,
  toggleReaction,
} from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();

test("an edit shows the new text, stores the old one, and reaches every member", async () => {
  const { aiko, an } = testPeople;
  const id = await createDirectRoom(aiko, an);
  const message = await sendText(aiko, id, "Xem thử được không ạ");
  const listener = await connectAndSubscribe(serverUrl, an);
  const { data: editedMessage } = await aiko.call(editMessage, {
    ...messagePathParamsOf(message),
    body: { content: "見てください" },
  });
  expect(editedMessage).toMatchObject({ content: "見てください", language: "ja", edited: true, revision: 2 });
  expect(editedMessage.number).toBe(message.number);
  expect(await listener.waitForEvent((event) => event.type === "MESSAGE_UPDATED")).toMatchObject({
    conversation_id: id,
    seq: editedMessage.changed_seq,
    message: editedMessage,
  });
  listener.socket.close();
  await aiko.call(editMessage, { ...messagePathParamsOf(message), body: { content: "三回目" } });
  const { data: revisions, meta } = await an.call(listMessageRevisions, messagePathParamsOf(message));
  expect(meta).toEqual({ above: false });
  const lastPage = await an.call(listMessageRevisions, {
    ...messagePathParamsOf(message),
    query: { paging: "1" },
  });
  expect([lastPage.data[0]?.revision, lastPage.data.length, lastPage.meta]).toEqual([
    revisions.at(-1)?.revision,
    1,
    { above: revisions.length > 1 },
  ]);
  const tooLarge = await an.call(listMessageRevisions, {
    ...messagePathParamsOf(message),
    query: { before: "2147483648" },
  });
  expect(tooLarge.error?.fields).toHaveProperty("before");
  const firstPage = await an.call(listMessageRevisions, {
    ...messagePathParamsOf(message),
    query: { paging: "1", before: "2" },
  });
  expect([firstPage.data, firstPage.meta]).toEqual([revisions.slice(0, 1), { above: false }]);
  expect(revisions.map(({ content, revision, language }) => [revision, content, language])).toEqual([
    [1, "Xem thử được không ạ", "vi"],
    [2, "見てください", "ja"],
  ]);
});

test("an edit that began from an older text is refused with the present one, and changes nothing", async () => {
  const { aiko, an } = testPeople;
  const message = await sendText(aiko, await createDirectRoom(aiko, an), "one");
  const editText = (content: string, revision: number) =>
    aiko.call(editMessage, { ...messagePathParamsOf(message), body: { content, revision } });
  expect((await editText("two", 1)).data).toMatchObject({ content: "two", revision: 2 });
  const refusedEdit = await editText("other", 1);
  expect([refusedEdit.status, refusedEdit.error?.code, refusedEdit.error?.current]).toEqual([
    409,
    "MESSAGE.EDITED",
    { content: "two", revision: 2 },
  ]);
  // An edit is refused if it names a revision that the message does not have yet.
  expect((await editText("other", 3)).status).toBe(409);
  expect((await aiko.call(getMessage, messagePathParamsOf(message))).data.content).toBe("two");
  // The client did not get the response to its edit and repeats it. The server accepts the second request and changes
  // nothing.
  expect((await editText("two", 1)).data.revision).toBe(2);
  expect((await editText("other", 2)).data).toMatchObject({ content: "other", revision: 3 });
  const { data: revisions } = await an.call(listMessageRevisions, messagePathParamsOf(message));
  expect(revisions.map(({ content }) => content)).toEqual(["one", "two"]);
  expect((await editText("x", 0)).error?.fields).toHaveProperty("revision");
});

test("of two edits at the same time from the same text one is kept and the other is told", async () => {
  const { aiko, an } = testPeople;
  const message = await sendText(aiko, await createDirectRoom(aiko, an), "one");
  const responses = await Promise.all(
    ["here", "there"].map((content) =>
      aiko.call(editMessage, { ...messagePathParamsOf(message), body: { content, revision: 1 } }),
    ),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const storedContent = responses.find(({ status }) => status === 200)?.data.content;
  expect(responses.find(({ status }) => status === 409)?.error?.current).toEqual({
    content: storedContent,
    revision: 2,
  });
});

test("an edit with the same text changes nothing", async () => {
  const { aiko, an } = testPeople;
  const message = await sendText(aiko, await createDirectRoom(aiko, an), "same");
  const { data } = await aiko.call(editMessage, {
    ...messagePathParamsOf(message),
    body: { content: "same" },
  });
  expect(data).toEqual(message);
});

test("each change comes once, in its current form, in the order of the last change", async () => {
  const { aiko, linh } = testPeople;
  const id = await createDirectRoom(aiko, linh);
  const [firstMessage, secondMessage, thirdMessage] = [
    await sendText(aiko, id, "1"),
    await sendText(aiko, id, "2"),
    await sendText(aiko, id, "3"),
  ];
  await aiko.call(editMessage, { ...messagePathParamsOf(secondMessage), body: { content: "2a" } });
  await toggleReaction(linh, firstMessage, "👍");
  await aiko.call(editMessage, { ...messagePathParamsOf(secondMessage), body: { content: "2b" } });
  const { data } = await linh.call(getConversationChanges, {
    params: { id },
    query: { since: String(thirdMessage.seq) },
  });
  expect(data.messages.map(({ content }) => content)).toEqual(["1", "2b"]);
  expect(data.seq).toBe(6);
  const { data: allMessages } = await linh.call(listMessages, { params: { id } });
  expect(allMessages.map(({ content }) => content)).toEqual(["1", "2b", "3"]);
});

test("a deleted message keeps its number and loses its content", async () => {
  const { aiko, kenji } = testPeople;
  const id = await createDirectRoom(aiko, kenji);
  const message = await sendText(aiko, id, "secret one");
  await aiko.call(editMessage, { ...messagePathParamsOf(message), body: { content: "secret two" } });
  await toggleReaction(kenji, message, "👀");
  await kenji.call(setMessagePinned, messagePathParamsOf(message));
  const { data: deletedMessage } = await aiko.call(deleteMessage, messagePathParamsOf(message));
  expect(deletedMessage).toMatchObject({
    content: "",
    deleted: true,
    pinned: false,
    reactions: [],
    number: message.number,
  });
  expect((await kenji.call(listMessageRevisions, messagePathParamsOf(message))).data).toEqual([]);
  expect((await kenji.call(listPins, { params: { id } })).data).toEqual([]);
  const { rows } = await server.db.pool.query(
    "select to_json(m)::text as row from messages m where id = $1",
    [message.id],
  );
  expect(rows[0].row).not.toContain("secret");
  for (const attempt of [
    await aiko.call(editMessage, { ...messagePathParamsOf(message), body: { content: "back" } }),
    await toggleReaction(kenji, message, "👍"),
    await kenji.call(setMessagePinned, messagePathParamsOf(message)),
  ]) {
    expect(attempt).toMatchObject({ status: 409, error: { code: "MESSAGE.DELETED" } });
  }
  expect((await aiko.call(deleteMessage, messagePathParamsOf(message))).data).toEqual(deletedMessage);
});

test.each([
  ["the author edits", "aiko", "edit", 200],
  ["another member edits", "an", "edit", 403],
  ["the owner edits another's", "minh", "edit", 403],
  ["the author deletes", "aiko", "delete", 200],
  ["another member deletes", "an", "delete", 403],
  ["the owner deletes another's", "minh", "delete", 200],
  ["a stranger edits", "linh", "edit", 404],
  ["a stranger deletes", "linh", "delete", 404],
] as const)("%s", async (_, memberName, action, status) => {
  const { minh, aiko, an } = testPeople;
  const message = await sendText(aiko, await createGroupRoom(minh, aiko, an), "mine");
  const response =
    action === "edit"
      ? await testPeople[memberName].call(editMessage, {
          ...messagePathParamsOf(message),
          body: { content: "theirs" },
        })
      : await testPeople[memberName].call(deleteMessage, messagePathParamsOf(message));
  expect(response.status).toBe(status);
  if (status === 200) return;
  const { data } = await aiko.call(getMessage, messagePathParamsOf(message));
  expect(data).toEqual(message);
});

test("the same call adds and removes a reaction, and the order of emoji stays", async () => {
  const { aiko, an, minh } = testPeople;
  const message = await sendText(aiko, await createGroupRoom(aiko, an, minh), "nice");
  await toggleReaction(an, message, "🎉");
  await toggleReaction(minh, message, "👍🏽");
  const { data } = await toggleReaction(aiko, message, "🎉");
  expect(data.reactions).toEqual([
    { type: "🎉", user_ids: [an.id, aiko.id] },
    { type: "👍🏽", user_ids: [minh.id] },
  ]);
  await toggleReaction(an, message, "🎉");
  expect((await toggleReaction(minh, message, "👍🏽")).data.reactions).toEqual([
    { type: "🎉", user_ids: [aiko.id] },
  ]);
});

test("many people react at once and none is lost", async () => {
  const people = [testPeople.aiko, testPeople.an, testPeople.minh, testPeople.linh];
  const message = await sendText(
    testPeople.aiko,
    await createGroupRoom(testPeople.aiko, ...people.slice(1)),
    "go",
  );
  await Promise.all(people.map((person) => toggleReaction(person, message, "👍")));
  const { data } = await testPeople.an.call(getMessage, messagePathParamsOf(message));
  expect(data.reactions).toHaveLength(1);
  expect(new Set(data.reactions[0]?.user_ids)).toEqual(new Set(people.map(({ id }) => id)));
});

test("a message has a limit of reactions, and one can always be removed", async () => {
  const { aiko, an } = testPeople;
  const id = await createDirectRoom(aiko, an);
  const message = await sendText(an, id, "popular");
  const otherReactors = Array.from({ length: maximumTotalReactionsPerMessage - 1 }, () => randomUUID());
  await server.db.pool.query("update messages set reactions = $2 where id = $1", [
    message.id,
    JSON.stringify([{ type: "👍", user_ids: otherReactors }]),
  ]);
  const sendReaction = (type: string) =>
    aiko.call(toggleMessageReaction, { ...messagePathParamsOf(message), query: { type } });
  expect((await sendReaction("👍")).status).toBe(200);
  expect((await sendReaction("🎉")).error?.code).toBe("MESSAGE.REACTIONS");
  expect((await sendReaction("👍")).status).toBe(200);
  expect((await sendReaction("🎉")).status).toBe(200);
});

test("a reaction is a single emoji, and a message has a limit of them", async () => {
  const { aiko, an } = testPeople;
  const message = await sendText(aiko, await createDirectRoom(aiko, an), "?");
  for (const type of ["", "a", "👍👍", "<b>", "😀 "])
    expect((await toggleReaction(an, message, type)).status, type).toBe(422);
  const emojis = Array.from({ length: maximumDifferentReactionsPerMessage }, (_, index) =>
    String.fromCodePoint(0x1f600 + index),
  );
  for (const type of emojis) expect((await toggleReaction(an, message, type)).status, type).toBe(200);
  expect(await toggleReaction(an, message, "🎉")).toMatchObject({
    status: 409,
    error: { code: "MESSAGE.REACTIONS" },
  });
});

test("pinned messages are listed with the latest pin first, up to the room's limit", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const [firstMessage, secondMessage] = [await sendText(aiko, id, "one"), await sendText(aiko, id, "two")];
  await an.call(setMessagePinned, messagePathParamsOf(secondMessage));
  const { data: pinnedMessage } = await aiko.call(setMessagePinned, messagePathParamsOf(firstMessage));
  expect(pinnedMessage.pinned).toBe(true);
  const pinnedMessages = await an.call(listPins, { params: { id } });
  expect(pinnedMessages.data.map(({ content }) => content)).toEqual(["one", "two"]);
  expect(
    (await an.call(setMessagePinned, { ...messagePathParamsOf(firstMessage), body: { pinned: true } })).data,
  ).toEqual(pinnedMessage);
  expect((await an.call(setMessagePinned, messagePathParamsOf(firstMessage))).data.pinned).toBe(false);
  await server.db.pool.query(
    `insert into messages (conversation_id, id, seq, changed_seq, number, user_id, client_id, content, language, pinned_at)
     select $1, gen_random_uuid(), 1000 + n, 1000 + n, 1000 + n, $2, gen_random_uuid(), 'x', 'en', now()
     from generate_series(1, $3) n`,
    [id, aiko.id, maximumPinsPerRoom - 1],
  );
  expect(await an.call(setMessagePinned, messagePathParamsOf(firstMessage))).toMatchObject({
    status: 409,
    error: { code: "MESSAGE.PINS" },
  });
});

test("every change takes the next number, whatever happens at once", async () => {
  const { aiko, an } = testPeople;
  const id = await createGroupRoom(aiko, an);
  const message = await sendText(aiko, id, "0");
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      index % 3 === 0
        ? sendText(an, id, `m${index}`)
        : index % 3 === 1
          ? aiko.call(editMessage, { ...messagePathParamsOf(message), body: { content: `e${index}` } })
          : toggleReaction(an, message, String.fromCodePoint(0x1f600 + index)),
    ),
  );
  const { data: room } = await an.call(getConversation, { params: { id } });
  expect(room).toMatchObject({ seq: 31, last_number: 11 });
  const { data } = await an.call(listMessages, { params: { id } });
  expect(new Set(data.map(({ changed_seq }) => changed_seq)).size).toBe(11);
});
