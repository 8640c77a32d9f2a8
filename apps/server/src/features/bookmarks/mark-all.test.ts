import { randomUUID } from "node:crypto";
import {
  countBookmarks,
  markSeveralForTranslation,
  maximumBookmarksPerRequest,
} from "@kakehashi/contract/bookmarks";
import { deleteMessage } from "@kakehashi/contract/changes";
import { getMessage, type Message } from "@kakehashi/contract/messages";
import { listTranslationQueue } from "@kakehashi/contract/translation-queue";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, minh, linh, emma } = testPeople;

const requestBookmarks = (
  person: TestPerson,
  id: string,
  messages: readonly Pick<Message, "id">[],
  markRequest: object = {},
) =>
  person.call(markSeveralForTranslation, {
    params: { id },
    body: { message_ids: messages.map((message) => message.id), ...markRequest },
  });
const listWaitingTranslations = async (room: string) => {
  const { data } = await linh.call(listTranslationQueue, { query: { conversation_id: room } });
  return data.map(({ message, language }) => [message.content, language]);
};

test("several messages are requested at once, with one note and urgency, and everybody sees it live", async () => {
  const room = await createGroupRoom(aiko, an, linh);
  const messages = [await sendText(aiko, room, "一つ目です。"), await sendText(aiko, room, "二つ目です。")];
  const { count_untranslated: untranslatedCountBefore } = (await an.call(countBookmarks)).data;
  const listener = await connectAndSubscribe(await server.listen(), aiko);
  const { data } = await requestBookmarks(an, room, messages, { note: "For Friday.", urgency: "HIGH" });
  expect(data.message_ids).toEqual(messages.map(({ id }) => id));
  for (const { id } of messages)
    await listener.waitForEvent(
      (event) => event.type === "MESSAGE_UPDATED" && event.message.id === id && event.message.bookmarked,
    );
  listener.socket.close();
  expect(await listWaitingTranslations(room)).toEqual([
    ["一つ目です。", "vi"],
    ["二つ目です。", "vi"],
  ]);
  const { data: queueItems } = await linh.call(listTranslationQueue, { query: { conversation_id: room } });
  expect(queueItems).toMatchObject([
    { urgency: "HIGH", note: "For Friday." },
    { urgency: "HIGH", note: "For Friday." },
  ]);
  expect((await an.call(countBookmarks)).data.count_untranslated).toBe(untranslatedCountBefore + 2);
  // Bookmarking messages that are already bookmarked changes nothing.
  expect((await requestBookmarks(an, room, messages)).status).toBe(200);
  expect((await an.call(countBookmarks)).data.count_untranslated).toBe(untranslatedCountBefore + 2);
});

test("messages without text, deleted messages and those already in the language are left out", async () => {
  const room = await createGroupRoom(aiko, an, linh, emma);
  const japaneseMessage = await sendText(aiko, room, "確認をお願いします。");
  const code = await sendText(aiko, room, "```\nconst a = 1;\n```");
  const englishMessage = await sendText(emma, room, "This is in English already.");
  const deletedMessage = await sendText(aiko, room, "消します。");
  await aiko.call(deleteMessage, messagePathParamsOf(deletedMessage));
  const { data } = await requestBookmarks(an, room, [japaneseMessage, code, englishMessage, deletedMessage], {
    languages: ["en"],
  });
  expect(data.message_ids).toEqual([japaneseMessage.id]);
  expect((await aiko.call(getMessage, messagePathParamsOf(code))).data.bookmarked).toBe(false);
  expect(await listWaitingTranslations(room)).toEqual([["確認をお願いします。", "en"]]);
});

test("all messages are marked or none: an unknown message or another room refuses the rest", async () => {
  const room = await createGroupRoom(aiko, an, linh);
  const message = await sendText(aiko, room, "お願いします。");
  expect((await requestBookmarks(an, room, [message, { id: randomUUID() }])).status).toBe(404);
  expect((await aiko.call(getMessage, messagePathParamsOf(message))).data.bookmarked).toBe(false);
  expect((await requestBookmarks(minh, room, [message])).status).toBe(404);
  const otherMessage = await sendText(aiko, await createGroupRoom(aiko, an), "別の部屋です。");
  expect((await requestBookmarks(an, room, [otherMessage])).status).toBe(404);
  const tooManyMessages = Array.from({ length: maximumBookmarksPerRequest + 1 }, () => ({
    id: randomUUID(),
  }));
  expect((await requestBookmarks(an, room, tooManyMessages)).status).toBe(422);
  expect(await listWaitingTranslations(room)).toEqual([]);
});
