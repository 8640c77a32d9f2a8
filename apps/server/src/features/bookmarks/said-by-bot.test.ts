import { markForTranslation, markSeveralForTranslation } from "@kakehashi/contract/bookmarks";
import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { listMessages } from "@kakehashi/contract/messages";
import { requestRetranslation } from "@kakehashi/contract/translations";
import { expect, test } from "vitest";
import { createWaitingTalk } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { messagePathParamsOf } from "../../test/rooms.ts";
import { submitTranslation, translationPathParamsOf } from "../../test/translations.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji, linh } = testPeople;

// A bot's texts are translated once, in the bot's settings. So only the visitor's messages can be bookmarked for
// translation.
test("nobody can ask for a translation of what a bot said", async () => {
  const { cid, params } = await createWaitingTalk(
    server,
    { kenji, linh },
    { answer: "I need a room for two." },
  );
  await linh.call(claimLivechat, { params });
  const messages = (await linh.call(listMessages, { params: { id: cid } })).data;
  const botMessages = messages.filter(({ outside }) => outside?.said_by_bot);
  const visitorMessages = messages.filter(({ outside }) => !outside?.said_by_bot);
  expect(botMessages.map(({ content }) => content)).toContain("One moment.");
  expect(visitorMessages.map(({ content }) => content)).toEqual(["I need a room for two."]);
  const [botMessage] = botMessages;
  if (!botMessage) throw new Error("The bot said nothing");

  const markResponse = await linh.call(markForTranslation, {
    ...messagePathParamsOf(botMessage),
    body: { languages: ["vi"] },
  });
  expect([markResponse.status, markResponse.error?.code]).toEqual([409, "TRANSLATION.BY_BOT"]);
  const markAllResponse = await linh.call(markSeveralForTranslation, {
    params: { id: cid },
    body: { message_ids: messages.map(({ id }) => id), languages: ["vi"] },
  });
  expect(markAllResponse.data.message_ids).toEqual(visitorMessages.map(({ id }) => id));

  await submitTranslation(linh, botMessage, "vi", "Xin chào");
  const requestResponse = await linh.call(requestRetranslation, {
    ...translationPathParamsOf(botMessage, "vi"),
    body: { reason: "Too short.", version: 1, revision: 1 },
  });
  expect([requestResponse.status, requestResponse.error?.code]).toEqual([409, "TRANSLATION.BY_BOT"]);
});
