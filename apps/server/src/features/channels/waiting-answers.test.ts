import { markForTranslation } from "@kakehashi/contract/bookmarks";
import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { sendUntranslated } from "@kakehashi/contract/channel-deliveries";
import { listTranslationQueue } from "@kakehashi/contract/translation-queue";
import { getTranslation } from "@kakehashi/contract/translations";
import { expect, test } from "vitest";
import { startChannelTestServer } from "../../test/channel-world.ts";
import {
  addAndConnectPage,
  createBotForOutsidePlatforms,
  fetchOutsideTalk,
  sendTextAs,
  waitForOutsideTalk,
} from "../../test/channels.ts";
import { messagePathParamsOf } from "../../test/rooms.ts";
import { submitTranslation } from "../../test/translations.ts";
import type { TestPerson } from "../../test/world.ts";

// A person answers in Japanese to a customer who reads Vietnamese. Machine translation is off.

const { platforms, server, testPeople, address } = await startChannelTestServer();
/** Kenji owns the bot. Linh is a translator and works on it. Minh and An do not. */
const { kenji, linh, minh, an } = testPeople;

async function openTalk() {
  const platformStandIn = platforms.zalo;
  const botId = await createBotForOutsidePlatforms(testPeople);
  const { page, external } = await addAndConnectPage(address, kenji, {
    standIn: platformStandIn,
    platform: "ZALO",
    botId,
  });
  const customer = platformStandIn.addCustomer(external.id, "Hoa");
  await customer.write("Chào shop nhé, cho tôi hỏi một chút.");
  const { conversation_id: id } = await waitForOutsideTalk(kenji, { page_id: page.id });
  await kenji.call(claimLivechat, { params: { id: botId, cid: id } });
  const listReceivedTexts = () =>
    customer.conversationMessages.filter(({ from }) => from === "page").map(({ text }) => text);
  const listQueue = async (person: TestPerson) =>
    (await person.call(listTranslationQueue, { query: { conversation_id: id } })).data.map(
      ({ message, language, urgency, asked_by }) => ({ id: message.id, language, urgency, asked_by }),
    );
  return { id, received: listReceivedTexts, queueOf: listQueue, queue: () => listQueue(linh) };
}
const answerText = "はい、15時が空いています。";

test("an answer that waits stands on the desk of the bot's translators as urgent, and is sent with its translation", async () => {
  const { id, received, queue, queueOf } = await openTalk();
  const message = await sendTextAs(kenji, id, answerText);
  const expectedRequest = { id: message.id, language: "vi", urgency: "HIGH", asked_by: kenji.id };
  await expect.poll(queue).toEqual([expectedRequest]);
  // Translators who do not work on the bot do not see the answer in their queue.
  expect([await queueOf(minh), await queueOf(an)]).toEqual([[], []]);
  expect(received()).toEqual([]);
  // If `is_sent_with_it` is true, saving this translation sends the answer. It is true for the Vietnamese translation
  // and false for the English one.
  const isAnswerSentWith = async (language: "vi" | "en") =>
    (await linh.call(getTranslation, { params: { mid: message.id, language } })).data.unit.is_sent_with_it;
  expect([await isAnswerSentWith("vi"), await isAnswerSentWith("en")]).toEqual([true, false]);
  expect((await submitTranslation(linh, message, "vi", "Dạ còn, 15 giờ ạ.")).status).toBe(200);
  await expect.poll(received).toEqual(["Dạ còn, 15 giờ ạ."]);
  expect(await queue()).toEqual([]);
  expect(await isAnswerSentWith("vi")).toBe(false);
});

test("an answer that is sent as written needs no translator any more, unless somebody has marked it", async () => {
  const { id, received, queue } = await openTalk();
  const [unmarkedMessage, markedMessage] = [
    await sendTextAs(kenji, id, answerText),
    await sendTextAs(kenji, id, "お待ちしております。"),
  ];
  await expect.poll(queue).toHaveLength(2);
  await kenji.call(markForTranslation, {
    ...messagePathParamsOf(markedMessage),
    body: { marked: true, languages: ["vi"] },
  });
  for (const { id: message_id } of [unmarkedMessage, markedMessage])
    expect((await kenji.call(sendUntranslated, { params: { id, message_id } })).status).toBe(200);
  await expect.poll(received).toHaveLength(2);
  await expect.poll(async () => (await queue()).map((unit) => unit.id)).toEqual([markedMessage.id]);
});

test("a mark that is taken back leaves the request for an answer that waits", async () => {
  const { id, queue } = await openTalk();
  const message = await sendTextAs(kenji, id, answerText);
  await expect.poll(queue).toHaveLength(1);
  for (const shouldMark of [true, false])
    await kenji.call(markForTranslation, {
      ...messagePathParamsOf(message),
      body: { marked: shouldMark, ...(shouldMark && { languages: ["vi"] }) },
    });
  expect((await queue()).map((unit) => unit.id)).toEqual([message.id]);
});

test("an answer for which nobody was asked is found by the job", async () => {
  const { id, queue } = await openTalk();
  const message = await sendTextAs(kenji, id, answerText);
  await expect.poll(queue).toHaveLength(1);
  await server.db.pool.query("delete from translations where subject_id = $1", [message.id]);
  expect(await queue()).toEqual([]);
  await server.db.pool.query(
    "update channel_deliveries set changed_at = now() - interval '2 minutes' where message_id = $1",
    [message.id],
  );
  await server.runJob("channels.unread");
  await expect.poll(queue).toHaveLength(1);
});

test("who is asked reads the conversation from then on", async () => {
  const { id, queue } = await openTalk();
  expect((await fetchOutsideTalk(linh, id)).is_member).toBe(false);
  await sendTextAs(kenji, id, answerText);
  await expect.poll(queue).toHaveLength(1);
  expect((await fetchOutsideTalk(linh, id)).is_member).toBe(true);
});
