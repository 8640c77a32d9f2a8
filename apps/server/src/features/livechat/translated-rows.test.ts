import { getLivechat } from "@kakehashi/contract/bot-livechat";
import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { editMessage } from "@kakehashi/contract/changes";
import { sendMessage } from "@kakehashi/contract/messages";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import { claimTranslation } from "@kakehashi/contract/translations";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { createWaitingTalk, readInbox } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { submitTranslation, translationPathParamsOf } from "../../test/translations.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji, linh } = testPeople;
const serverUrl = await server.listen();

test("a row carries the translations of its last message, cut, and people hear of a new one", async () => {
  const { id, cid, params, visitor } = await createWaitingTalk(server, { kenji, linh }, { language: "ja" });
  await linh.call(claimLivechat, { params });
  await visitor.send({ content: "明日は空いていますか？" });
  const { messages } = (await linh.call(getLivechat, { params })).data;
  const lastMessage = messages.at(-1);
  if (!lastMessage) throw new Error("The talk has no messages");
  const row = async () => (await readInbox(linh, id, "mine")).data[0]?.last_message;
  expect(await row()).toMatchObject({ language: "ja", translations: [] });

  const changes = async (performAction: () => Promise<unknown>) => {
    const client = await connectAndSubscribe(serverUrl, kenji);
    const changedEvent = client.waitForEvent((event) => {
      const personalEvent = event as unknown as PersonalEvent;
      return personalEvent.type === "LIVECHAT_CHANGED" && personalEvent.bot_id === id;
    });
    await performAction();
    await changedEvent;
    client.socket.close();
  };
  const longText = `Ngày mai còn chỗ không ạ? ${"Cảm ơn. ".repeat(40)}`;
  await changes(() => submitTranslation(linh, lastMessage, "vi", longText));
  expect((await row())?.translations).toEqual([{ language: "vi", content: longText.slice(0, 200) }]);
  await changes(() => linh.call(claimTranslation, translationPathParamsOf(lastMessage, "en")));
  // Only current translations with a text are shown.
  expect((await row())?.translations).toHaveLength(1);
  const sentMessage = await linh.call(sendMessage, {
    params: { id: cid },
    body: { client_id: newId(), content: "はい、空いています。" },
  });
  await changes(() => submitTranslation(linh, sentMessage.data, "vi", "Dạ còn ạ."));
  const messageEdit = { content: "はい、午後は空いています。", revision: 1 };
  await linh.call(editMessage, { params: { id: cid, mid: sentMessage.data.id }, body: messageEdit });
  expect(await row()).toMatchObject({ content: messageEdit.content, translations: [] });
});
