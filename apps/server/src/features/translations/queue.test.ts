import {
  countBookmarks,
  listBookmarks,
  markBookmarkRead,
  markForTranslation,
} from "@kakehashi/contract/bookmarks";
import { editMessage } from "@kakehashi/contract/changes";
import { getMessage, type Message } from "@kakehashi/contract/messages";
import { listTranslationQueue } from "@kakehashi/contract/translation-queue";
import { releaseTranslation, requestRetranslation } from "@kakehashi/contract/translations";
import { setKnownLanguages } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { submitTranslation } from "../../test/translations.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, minh, linh, kenji, emma } = testPeople;

const bookmarkMessage = (person: TestPerson, message: Message, body: object = { marked: true }) =>
  person.call(markForTranslation, { ...messagePathParamsOf(message), body });
const readQueue = async (person: TestPerson, query: Record<string, string> = {}) => {
  const { data } = await person.call(listTranslationQueue, { query });
  return data.map(({ message, language }) => [message.id, language]);
};
const createRoomQuery = (message: Message) => ({ conversation_id: message.conversation_id });
const getBookmarkCounts = async (person: TestPerson) => (await person.call(countBookmarks)).data;

test("a requested translation waits for the translators of its room, and nobody else", async () => {
  const message = await sendText(aiko, await createGroupRoom(aiko, an, linh, emma), "翻訳してください。");
  const { data } = await bookmarkMessage(an, message, { note: "For the build on Friday.", urgency: "HIGH" });
  expect(data.message.translations).toMatchObject([{ language: "vi", state: "NEEDS_TRANSLATION" }]);
  const { data: waitingUnits } = await linh.call(listTranslationQueue, { query: createRoomQuery(message) });
  expect(waitingUnits).toMatchObject([
    { language: "vi", urgency: "HIGH", note: "For the build on Friday.", asked_by: an.id },
  ]);
  for (const person of [an, aiko, emma, kenji])
    expect(await readQueue(person, createRoomQuery(message))).toEqual([]);
  await linh.call(setKnownLanguages, { body: { languages: ["en"] } });
  expect(await readQueue(linh, createRoomQuery(message))).toEqual([]);
  await linh.call(setKnownLanguages, { body: { languages: ["en", "ja"] } });
  expect(await readQueue(linh, createRoomQuery(message))).toEqual([[message.id, "vi"]]);
});

test("the author's own mark asks for the languages of the room; named languages are asked for alone", async () => {
  const message = await sendText(aiko, await createGroupRoom(aiko, an, linh, emma), "明日は休みます。");
  const { data } = await bookmarkMessage(aiko, message);
  expect(data.message.translations?.map(({ language }) => language)).toEqual(["en", "vi"]);
  const requestedMessage = await sendText(aiko, message.conversation_id, "よろしくお願いします。");
  await bookmarkMessage(aiko, requestedMessage, { languages: ["en"] });
  expect(
    (await aiko.call(getMessage, messagePathParamsOf(requestedMessage))).data.translations?.map(
      ({ language }) => language,
    ),
  ).toEqual(["en"]);
  const ownBookmarkResponse = await bookmarkMessage(aiko, requestedMessage, { languages: ["ja"] });
  expect([ownBookmarkResponse.status, ownBookmarkResponse.error?.code]).toEqual([
    422,
    "TRANSLATION.SAME_LANGUAGE",
  ]);
});

test("the urgent come first, then what has waited longest; the queue is narrowed by what it is asked for", async () => {
  const room = await createGroupRoom(aiko, an, linh);
  const [firstMessage, secondMessage, thirdMessage] = [
    await sendText(aiko, room, "一つ目のお願いです。"),
    await sendText(an, room, "Việc thứ hai đây ạ."),
    await sendText(aiko, room, "三つ目のお願いです。"),
  ];
  await bookmarkMessage(an, firstMessage, { languages: ["vi"], urgency: "LOW" });
  await bookmarkMessage(aiko, secondMessage, { languages: ["ja"] });
  await bookmarkMessage(an, thirdMessage, { languages: ["vi"], urgency: "HIGH" });
  await server.db.pool.query(
    "update translations set waiting_since = now() - interval '1 hour' where subject_id = $1",
    [secondMessage.id],
  );
  const roomFilter = { conversation_id: room };
  expect(await readQueue(linh, roomFilter)).toEqual([
    [thirdMessage.id, "vi"],
    [secondMessage.id, "ja"],
    [firstMessage.id, "vi"],
  ]);
  expect(await readQueue(linh, { ...roomFilter, source: "vi" })).toEqual([[secondMessage.id, "ja"]]);
  expect(await readQueue(linh, { ...roomFilter, language: "vi", urgency: "LOW" })).toEqual([
    [firstMessage.id, "vi"],
  ]);
  expect(await readQueue(linh, { ...roomFilter, minutes: "30" })).toEqual([[secondMessage.id, "ja"]]);
  const page = await linh.call(listTranslationQueue, { query: { ...roomFilter, paging: "2", page: "2" } });
  expect(page.data.map(({ message }) => message.id)).toEqual([firstMessage.id]);
  expect(page.meta).toMatchObject({ total: 3, has_more: false, next: null });
});

test("the queue of a project has what waits in its conversations alone", async () => {
  await addAcceptedProfiles(server, aiko);
  const project = await createTestProject(aiko);
  const team = await createGroupRoom(aiko, an, linh);
  await server.db.pool.query("update projects set team_id = $2 where id = $1", [project, team]);
  const [teamMessage, otherRoomMessage] = [
    await sendText(aiko, team, "チームへのお願いです。"),
    await sendText(aiko, await createGroupRoom(aiko, an, linh), "別の部屋のお願いです。"),
  ];
  for (const message of [teamMessage, otherRoomMessage])
    await bookmarkMessage(an, message, { languages: ["vi"] });
  expect(await readQueue(linh, { project_id: project })).toEqual([[teamMessage.id, "vi"]]);
  expect(await readQueue(linh, { project_id: newId() })).toEqual([]);
  expect(
    await readQueue(linh, { project_id: project, conversation_id: otherRoomMessage.conversation_id }),
  ).toEqual([]);
});

test("a mark is done with its translation, undone by an edit, and unread each time it is done", async () => {
  const message = await sendText(aiko, await createGroupRoom(aiko, minh, linh), "明日は休みます。");
  await bookmarkMessage(minh, message);
  expect(await getBookmarkCounts(minh)).toEqual({ count_done: 0, count_untranslated: 1 });
  await submitTranslation(linh, message, "vi", "Mai mình nghỉ.");
  expect(await getBookmarkCounts(minh)).toEqual({ count_done: 1, count_untranslated: 0 });
  expect((await minh.call(listBookmarks)).data).toMatchObject([
    { done: true, unread: true, languages: ["vi"] },
  ]);
  expect((await minh.call(markBookmarkRead, messagePathParamsOf(message))).data.unread).toBe(false);
  await aiko.call(editMessage, { ...messagePathParamsOf(message), body: { content: "明後日は休みます。" } });
  expect(await getBookmarkCounts(minh)).toEqual({ count_done: 0, count_untranslated: 1 });
  expect(await readQueue(linh, createRoomQuery(message))).toEqual([[message.id, "vi"]]);
  await submitTranslation(linh, message, "vi", "Ngày kia mình nghỉ.", { revision: 2 });
  expect((await minh.call(listBookmarks)).data).toMatchObject([{ done: true, unread: true }]);
  expect(await readQueue(linh, createRoomQuery(message))).toEqual([]);
});

test("who marks what is translated already has it at once", async () => {
  const message = await sendText(aiko, await createGroupRoom(aiko, emma, linh), "ありがとうございます。");
  await submitTranslation(linh, message, "en", "Thank you.");
  await bookmarkMessage(emma, message);
  expect(await getBookmarkCounts(emma)).toEqual({ count_done: 1, count_untranslated: 0 });
  expect(await readQueue(linh, createRoomQuery(message))).toEqual([]);
});

test("a mark that is taken back asks for nothing more, unless somebody else still does", async () => {
  const message = await sendText(aiko, await createGroupRoom(aiko, an, minh, linh), "確認しました。");
  await bookmarkMessage(an, message);
  await bookmarkMessage(minh, message);
  await bookmarkMessage(an, message, { marked: false });
  expect(await readQueue(linh, createRoomQuery(message))).toEqual([[message.id, "vi"]]);
  await bookmarkMessage(minh, message, { marked: false });
  expect(await readQueue(linh, createRoomQuery(message))).toEqual([]);
  expect((await aiko.call(getMessage, messagePathParamsOf(message))).data).not.toHaveProperty("translations");
  const { status } = await linh.call(releaseTranslation, { params: { mid: message.id, language: "vi" } });
  expect(status).toBe(200);
});

test("a rejected translation keeps waiting, whoever removes a mark", async () => {
  const message = await sendText(aiko, await createGroupRoom(aiko, an, linh), "確認しました。");
  await bookmarkMessage(an, message);
  await submitTranslation(linh, message, "vi", "Tôi đã kiểm tra.");
  await aiko.call(requestRetranslation, {
    params: { mid: message.id, language: "vi" },
    body: { revision: 1, reason: "もう少し丁寧に。" },
  });
  await bookmarkMessage(an, message, { marked: false });
  expect(await readQueue(linh, createRoomQuery(message))).toEqual([[message.id, "vi"]]);
});
