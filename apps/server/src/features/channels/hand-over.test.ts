import { claimLivechat, releaseLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { setBotPerson } from "@kakehashi/contract/bots";
import { deleteWaitingOutsideMessage, sendUntranslated } from "@kakehashi/contract/channel-deliveries";
import { setChannelPagePaused } from "@kakehashi/contract/channel-pages";
import { getMessage } from "@kakehashi/contract/messages";
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
import type { TestPerson } from "../../test/world.ts";

// In these tests, Aiko has answered a conversation and hands it over to An. Linh works on the bot as well.

const { platforms, testPeople, address } = await startChannelTestServer();
const { kenji, linh, aiko, an } = testPeople;

async function openTalk() {
  const platformStandIn = platforms.zalo;
  const botId = await createBotForOutsidePlatforms(testPeople);
  for (const { id: user_id } of [aiko, an])
    await kenji.call(setBotPerson, { params: { id: botId, user_id }, body: { part: "AGENT" } });
  const { page, external } = await addAndConnectPage(address, kenji, {
    standIn: platformStandIn,
    platform: "ZALO",
    botId,
  });
  const customer = platformStandIn.addCustomer(external.id, "Hoa");
  await customer.write("Chào shop nhé, cho tôi hỏi một chút.");
  const { conversation_id: id } = await waitForOutsideTalk(aiko, { page_id: page.id });
  await aiko.call(claimLivechat, { params: { id: botId, cid: id } });
  const listReceivedTexts = () =>
    customer.conversationMessages.filter(({ from }) => from === "page").map(({ text }) => text);
  const listDeliveryStates = async () =>
    (await fetchOutsideTalk(an, id)).deliveries.map(({ state }) => state);
  const handOver = () =>
    aiko.call(releaseLivechat, { params: { id: botId, cid: id }, body: { user_id: an.id } });
  const sendAsWritten = (person: TestPerson, message_id: string) =>
    person.call(sendUntranslated, { params: { id, message_id } });
  const takeBackMessage = (person: TestPerson, message_id: string) =>
    person.call(deleteWaitingOutsideMessage, { params: { id, message_id } });
  return {
    id,
    page,
    received: listReceivedTexts,
    states: listDeliveryStates,
    handOver,
    sendAsWritten,
    takeBack: takeBackMessage,
  };
}

test("what waits after a hand-over is sent or taken back by its author and by whoever answers now, nobody else", async () => {
  const { id, received, states, handOver, sendAsWritten, takeBack } = await openTalk();
  const texts = ["ご質問をどうぞ。", "お待ちしております。", "今日は休みです。", "明日は開いています。"];
  const ids: string[] = [];
  for (const text of texts) ids.push((await sendTextAs(aiko, id, text)).id);
  const [firstMessageId = "", secondMessageId = "", thirdMessageId = "", fourthMessageId = ""] = ids;
  await expect.poll(states).toEqual(texts.map(() => "UNTRANSLATED"));
  await handOver();
  for (const decideSending of [sendAsWritten, takeBack])
    expect((await decideSending(linh, firstMessageId)).status).toBe(403);
  expect((await sendAsWritten(aiko, firstMessageId)).status).toBe(200);
  expect((await sendAsWritten(an, secondMessageId)).status).toBe(200);
  expect((await takeBack(aiko, thirdMessageId)).status).toBe(200);
  expect((await takeBack(an, fourthMessageId)).status).toBe(200);
  await expect.poll(received).toEqual(texts.slice(0, 2));
  const params = { id, mid: fourthMessageId };
  expect((await an.call(getMessage, { params })).data).toMatchObject({ deleted: true, content: "" });
  // A repeated request to take a message back succeeds, because the first response may have been lost. A message that
  // was sent cannot be taken back.
  expect((await takeBack(an, fourthMessageId)).status).toBe(200);
  expect((await takeBack(an, firstMessageId)).error?.code).toBe("CHANNEL.NOT_WAITING");
  expect((await sendAsWritten(an, thirdMessageId)).status).toBe(404);
});

test("what waits because its page is paused is taken back before it is sent", async () => {
  const { id, page, received, states, takeBack } = await openTalk();
  await kenji.call(setChannelPagePaused, { params: { id: page.id }, body: { is_paused: true } });
  const message = await sendTextAs(aiko, id, "Dạ shop nghe đây ạ.");
  await expect.poll(states).toEqual(["QUEUED"]);
  expect((await takeBack(aiko, message.id)).status).toBe(200);
  expect((await aiko.call(getMessage, messagePathParamsOf(message))).data.deleted).toBe(true);
  await kenji.call(setChannelPagePaused, { params: { id: page.id }, body: { is_paused: false } });
  await sendTextAs(aiko, id, "Dạ shop trả lời đây ạ.");
  await expect.poll(received).toEqual(["Dạ shop trả lời đây ạ."]);
});
