import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { editMessage } from "@kakehashi/contract/changes";
import { outsidePlatforms } from "@kakehashi/contract/channel-states";
import { sendMessage } from "@kakehashi/contract/messages";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { startChannelTestServer } from "../../test/channel-world.ts";
import {
  addAndConnectPage,
  createBotForOutsidePlatforms,
  fetchOutsideTalk,
  sendTextAs,
  waitForOutsideTalk,
} from "../../test/channels.ts";

const { platforms, testPeople, address } = await startChannelTestServer();
const { kenji, linh } = testPeople;

for (const platform of outsidePlatforms)
  test(`${platform}: a note never reaches the platform`, async () => {
    const platformStandIn = platforms.standIns[platform];
    const botId = await createBotForOutsidePlatforms(testPeople);
    const { page, external } = await addAndConnectPage(address, kenji, {
      standIn: platformStandIn,
      platform,
      botId,
    });
    const customer = platformStandIn.addCustomer(external.id, "Hoa");
    await customer.write("Chị ơi, hôm nay còn chỗ không ạ?");
    const { conversation_id: id } = await waitForOutsideTalk(linh, { page_id: page.id });
    await linh.call(claimLivechat, { params: { id: botId, cid: id } });
    const { data: noteMessage } = await linh.call(sendMessage, {
      params: { id },
      body: { client_id: newId(), content: "Đừng nói gì với chị ấy nhé.", kind: "NOTE" },
    });
    expect(noteMessage.kind).toBe("NOTE");
    const editBody = { content: "Nhất định đừng nói gì với chị ấy nhé.", revision: 1 };
    await linh.call(editMessage, { params: { id, mid: noteMessage.id }, body: editBody });
    // The server sends messages in order. If it sent the internal note to the customer, the note would arrive before
    // this message.
    await sendTextAs(linh, id, "Dạ, em chào chị Hoa ạ.");
    const listReceivedTexts = () =>
      customer.conversationMessages.filter(({ from }) => from === "page").map(({ text }) => text);
    await expect.poll(listReceivedTexts).toContain("Dạ, em chào chị Hoa ạ.");
    expect(listReceivedTexts().join().toLowerCase()).not.toContain("đừng nói");
    const { deliveries, messages } = await fetchOutsideTalk(linh, id);
    expect(deliveries.map(({ message_id }) => message_id)).not.toContain(noteMessage.id);
    expect(messages.at(-2)).toMatchObject({ id: noteMessage.id, kind: "NOTE" });
  });

test("an answer with a placeholder that nobody filled in is refused, and nothing is sent; a note may have one", async () => {
  const platformStandIn = platforms.zalo;
  const botId = await createBotForOutsidePlatforms(testPeople);
  const { page, external } = await addAndConnectPage(address, kenji, {
    standIn: platformStandIn,
    platform: "ZALO",
    botId,
  });
  const customer = platformStandIn.addCustomer(external.id, "Hoa");
  await customer.write("Chị ơi, hôm nay còn chỗ không ạ?");
  const { conversation_id: id } = await waitForOutsideTalk(linh, { page_id: page.id });
  await linh.call(claimLivechat, { params: { id: botId, cid: id } });
  const sendInRoom = (content: string, kind?: "NOTE") =>
    linh.call(sendMessage, { params: { id }, body: { client_id: newId(), content, ...(kind && { kind }) } });
  const refusedResponse = await sendInRoom("Chào {{tên khách}}, em là Linh ạ. Chào {{ten}}!");
  expect([
    refusedResponse.status,
    refusedResponse.error?.code,
    Object.keys(refusedResponse.error?.fields ?? {}),
  ]).toEqual([422, "CHANNEL.UNFILLED", ["content"]]);
  expect((await sendInRoom("Mẫu câu: Chào {{ten}}!", "NOTE")).status).toBe(200);
  await sendTextAs(linh, id, "Chào chị Hoa, em là Linh ạ.");
  const listReceivedTexts = () =>
    customer.conversationMessages.filter(({ from }) => from === "page").map(({ text }) => text);
  await expect.poll(listReceivedTexts).toEqual(["Chào chị Hoa, em là Linh ạ."]);
});
