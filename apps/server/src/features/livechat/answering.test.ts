import { getBotOfLivechat, getLivechat } from "@kakehashi/contract/bot-livechat";
import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { removeBotPerson, setBotPerson } from "@kakehashi/contract/bots";
import type { Language } from "@kakehashi/contract/languages";
import { setKnownLanguages as chooseLanguages } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { createWaitingTalk } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createGroupRoom } from "../../test/rooms.ts";
import type { TestPerson } from "../../test/world.ts";

// These tests check what the people who answer a talk see: the bot, the platform, and the languages from which the
// bot's translators can translate.

const { server, testPeople } = await setUpTestServer();
const { kenji, linh, minh } = testPeople;

const setLanguages = (person: TestPerson, languages: Language[]) =>
  person.call(chooseLanguages, { body: { languages } });

test("who works on a bot finds it by the conversation, and nobody else does", async () => {
  const { id, cid, params } = await createWaitingTalk(server, { kenji, linh });
  await linh.call(claimLivechat, { params });
  const readTalkSource = (person: TestPerson, conversationId: string) =>
    person.call(getBotOfLivechat, { params: { cid: conversationId } });
  expect((await readTalkSource(linh, cid)).data).toEqual({ bot_id: id, source: "WEB" });
  expect((await readTalkSource(kenji, cid)).data).toEqual({ bot_id: id, source: "WEB" });
  expect((await readTalkSource(minh, cid)).status).toBe(404);
  expect((await readTalkSource(linh, await createGroupRoom(linh, kenji))).status).toBe(404);
  expect((await readTalkSource(linh, newId())).status).toBe(404);
});

test("a talk says from which languages people of its bot translate into the visitor's", async () => {
  const { id, params } = await createWaitingTalk(server, { kenji, linh }, { language: "ja" });
  const readTranslatedLanguages = async () =>
    (await kenji.call(getLivechat, { params })).data.translated_from;
  expect(await readTranslatedLanguages()).toEqual(["en", "vi"]);
  // A translation needs one person who knows both of its languages. Two people who know one each do not suffice.
  await setLanguages(kenji, ["ja", "en"]);
  await setLanguages(linh, ["vi", "en"]);
  expect(await readTranslatedLanguages()).toEqual(["en"]);
  await kenji.call(setBotPerson, { params: { id, user_id: minh.id }, body: { part: "OWNER" } });
  await minh.call(removeBotPerson, { params: { id, user_id: kenji.id } });
  const detailResponse = await minh.call(getLivechat, { params });
  // A developer who works on the bot does not count as a translator, even with both languages.
  await setLanguages(minh, ["vi", "ja"]);
  expect(detailResponse.data.translated_from).toEqual([]);
  expect((await minh.call(getLivechat, { params })).data.translated_from).toEqual([]);
});
