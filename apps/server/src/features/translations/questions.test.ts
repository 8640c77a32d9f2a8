import { deleteMessage } from "@kakehashi/contract/changes";
import type { Message } from "@kakehashi/contract/messages";
import { listNotifications } from "@kakehashi/contract/notifications";
import { listTranslationQuestions } from "@kakehashi/contract/translation-questions";
import {
  askAuthor,
  getTranslation,
  rejectTranslation,
  requestRetranslation,
} from "@kakehashi/contract/translations";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom, messagePathParamsOf, sendText } from "../../test/rooms.ts";
import { submitTranslation, translationPathParamsOf } from "../../test/translations.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, linh, kenji } = testPeople;

const sendMessage = async () =>
  sendText(aiko, await createGroupRoom(aiko, an, linh, kenji), "三時に打ち合わせをお願いします。");
const askQuestion = (
  person: TestPerson,
  message: Message,
  content: string,
  client_id: string = crypto.randomUUID(),
) => person.call(askAuthor, { ...translationPathParamsOf(message, "en"), body: { client_id, content } });
const sendReplyTo = (person: TestPerson, message: Message, content: string) =>
  sendText(person, message.conversation_id, content, { parent_id: message.id });
const readQuestions = async (person: TestPerson, message: Message, beforeId?: string) => {
  const { data, meta } = await person.call(listTranslationQuestions, {
    ...translationPathParamsOf(message, "en"),
    query: beforeId ? { before: beforeId } : {},
  });
  return {
    below: meta.below,
    list: data.map(({ question, answers, more }) => [
      question.content,
      answers.map((answerMessage) => answerMessage.content),
      more,
    ]),
    last: data.at(-1)?.question.id,
  };
};

test("a question to the author stands in the thread, once, and is listed with its answers", async () => {
  const message = await sendMessage();
  const [client_id, content] = [crypto.randomUUID(), "Ba giờ theo giờ Nhật phải không ạ?"];
  expect((await askQuestion(an, message, content, client_id)).status).toBe(403);
  const { data: question } = await askQuestion(linh, message, content, client_id);
  expect(question).toMatchObject({ parent_id: message.id, user_id: linh.id, language: "vi" });
  expect((await askQuestion(linh, message, content, client_id)).data.id).toBe(question.id);
  await sendReplyTo(aiko, message, "はい、日本時間です。");
  expect((await readQuestions(kenji, message)).list).toEqual([[content, ["はい、日本時間です。"], false]]);
  const { data } = await kenji.call(getTranslation, translationPathParamsOf(message, "en"));
  expect(data.unit.translation).toBeNull();
  expect(data.replies).toHaveLength(2);
  await linh.call(deleteMessage, messagePathParamsOf(question));
  expect((await readQuestions(kenji, message)).list).toEqual([]);
});

test("a question in another language than the author's waits for its translation, and says that it is a question", async () => {
  const message = await sendMessage();
  const { data: question } = await askQuestion(linh, message, "Ba giờ theo giờ Nhật phải không ạ?");
  expect(question.translations).toMatchObject([{ language: "ja", state: "NEEDS_TRANSLATION", version: 0 }]);
  const { data: questionInOwnLanguage } = await askQuestion(kenji, message, "日本時間の三時でしょうか。");
  expect(questionInOwnLanguage.translations ?? []).toEqual([]);
  const listQuestionNotices = async (person: TestPerson) =>
    (await person.call(listNotifications, { query: {} })).data
      .filter(({ data }) => data.message_id === question.id)
      .map(({ type, data }) => [type, data.asks_author]);
  await expect.poll(() => listQuestionNotices(aiko)).toEqual([["REPLY", true]]);
});

test("nobody asks themselves, or an author whose account is gone", async () => {
  const room = await createGroupRoom(aiko, linh, kenji);
  const ownMessage = await sendText(linh, room, "Mai mình nghỉ nhé.");
  expect((await askQuestion(linh, ownMessage, "?")).error?.code).toBe("TRANSLATION.NOBODY_TO_ASK");
  expect((await askQuestion(kenji, ownMessage, "午前だけですか。")).status).toBe(200);
  await server.db.pool.query("update users set deleted_at = now() where id = $1", [linh.id]);
  expect((await askQuestion(kenji, ownMessage, "午前だけですか。")).error?.code).toBe(
    "TRANSLATION.NOBODY_TO_ASK",
  );
  await server.db.pool.query("update users set deleted_at = null where id = $1", [linh.id]);
});

test("all questions stay, each with the replies until the next one, page by page", async () => {
  const message = await sendMessage();
  await askQuestion(linh, message, "Câu hỏi một là gì ạ?");
  for (let count = 1; count <= 6; count++) await sendReplyTo(aiko, message, `返事 ${count}`);
  await askQuestion(kenji, message, "質問その二です。");
  await sendReplyTo(aiko, message, "返事 7");
  await askQuestion(linh, message, "Câu hỏi ba là gì ạ?");
  await askQuestion(linh, message, "Câu hỏi bốn là gì ạ?");
  await sendReplyTo(aiko, message, "返事 8");
  const newestQuestions = await readQuestions(kenji, message);
  expect(newestQuestions).toMatchObject({
    below: true,
    list: [
      ["Câu hỏi bốn là gì ạ?", ["返事 8"], false],
      ["Câu hỏi ba là gì ạ?", [], false],
      ["質問その二です。", ["返事 7"], false],
    ],
  });
  expect(await readQuestions(kenji, message, newestQuestions.last)).toMatchObject({
    below: false,
    list: [["Câu hỏi một là gì ạ?", [1, 2, 3, 4, 5].map((count) => `返事 ${count}`), true]],
  });
});

test("who is not in the conversation gets no questions", async () => {
  const message = await sendMessage();
  await askQuestion(linh, message, "Ba giờ ạ?");
  const { status } = await testPeople.minh.call(
    listTranslationQuestions,
    translationPathParamsOf(message, "en"),
  );
  expect(status).toBe(404);
});

test("whoever wrote a translation is told when it is sent back, by whom and why", async () => {
  const message = await sendMessage();
  await submitTranslation(linh, message, "vi", "Ba giờ chiều nay họp nhé.");
  const listRejectionNotices = async () =>
    (await linh.call(listNotifications, { query: { type: "TRANSLATION_SENT_BACK" } })).data.map(
      ({ actor, data }) => [actor?.id, data.message_id, data.language, data.note],
    );
  const complaintBody = { revision: 1, reason: "Không nói là hôm nay." };
  await an.call(requestRetranslation, { ...translationPathParamsOf(message, "vi"), body: complaintBody });
  expect(await listRejectionNotices()).toEqual([[an.id, message.id, "vi", complaintBody.reason]]);
  await submitTranslation(linh, message, "vi", "Ba giờ họp nhé.", { version: 1 });
  const rejectionBody = { revision: 1, reason: "Thiếu “chiều nay”." };
  await kenji.call(rejectTranslation, { ...translationPathParamsOf(message, "vi"), body: rejectionBody });
  expect((await listRejectionNotices())[0]).toEqual([kenji.id, message.id, "vi", rejectionBody.reason]);
  await submitTranslation(linh, message, "vi", "Ba giờ chiều nay họp.", { version: 2 });
  // A person who rejects their own translation gets no notification.
  await linh.call(rejectTranslation, {
    ...translationPathParamsOf(message, "vi"),
    body: { revision: 1, reason: "Thiếu kính ngữ." },
  });
  expect(await listRejectionNotices()).toHaveLength(2);
});
