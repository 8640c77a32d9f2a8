import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { changeBot } from "@kakehashi/contract/bots";
import {
  deleteWaitingOutsideMessage,
  retryDelivery,
  sendUntranslated,
} from "@kakehashi/contract/channel-deliveries";
import {
  beginChannelConnection,
  disconnectChannelPage,
  finishChannelConnection,
  joinChannelPages,
  listAllChannelPages,
  setChannelPagePaused,
} from "@kakehashi/contract/channel-pages";
import {
  getOutsideTalk,
  listOutsideTalks,
  setOutsidePersonBlocked,
  setOutsidePersonTags,
} from "@kakehashi/contract/channels";
import { uploadMessageFiles } from "@kakehashi/contract/files";
import { sendMessage } from "@kakehashi/contract/messages";
import { beforeAll, expect, test, vi } from "vitest";
import { newId } from "../../kit/ids.ts";
import { startChannelTestServer } from "../../test/channel-world.ts";
import {
  addAndConnectPage,
  createBotForOutsidePlatforms,
  fetchOutsideTalks,
  sendTextAs,
} from "../../test/channels.ts";
import type { TestPerson } from "../../test/world.ts";

const { platforms, testPeople, address } = await startChannelTestServer();
/** Kenji owns the bot, Linh is an agent of the bot, and Minh does not work on it. */
const { kenji, linh, minh } = testPeople;
const standInMessenger = platforms.messenger;
const botId = await createBotForOutsidePlatforms(testPeople);
const { page, external } = await addAndConnectPage(address, kenji, {
  standIn: standInMessenger,
  platform: "MESSENGER",
  botId,
});
const customer = standInMessenger.addCustomer(external.id, "Hoa");
let talkId = "";
let messageId = "";

beforeAll(async () => {
  await customer.write("Chào shop nhé, cho tôi hỏi một chút.");
  const talk = await vi.waitUntil(
    async () => (await fetchOutsideTalks(linh, { page_id: page.id }))[0],
    15_000,
  );
  talkId = talk.conversation_id;
  await linh.call(claimLivechat, { params: { id: botId, cid: talkId } });
  messageId = (await sendTextAs(linh, talkId, "ご質問をどうぞ。")).id;
});

test("who has no part in the bot sees and changes nothing of its pages and conversations", async () => {
  expect((await minh.call(listAllChannelPages, {})).data).toEqual([]);
  for (const query of [{}, { page_id: page.id }, { search: "Hoa" }, { agent_id: linh.id }])
    expect((await minh.call(listOutsideTalks, { query })).data).toEqual([]);
  const refusedResponses = [
    await minh.call(getOutsideTalk, { params: { id: talkId } }),
    await minh.call(retryDelivery, { params: { id: talkId, message_id: messageId } }),
    await minh.call(sendUntranslated, { params: { id: talkId, message_id: messageId } }),
    await minh.call(deleteWaitingOutsideMessage, { params: { id: talkId, message_id: messageId } }),
    await minh.call(setOutsidePersonBlocked, { params: { id: talkId }, body: { is_blocked: true } }),
    await minh.call(setOutsidePersonTags, { params: { id: talkId }, body: { tags: ["x"] } }),
    await minh.call(setChannelPagePaused, { params: { id: page.id }, body: { is_paused: true } }),
    await minh.call(disconnectChannelPage, { params: { id: page.id } }),
    await minh.call(beginChannelConnection, { params: { platform: "MESSENGER" }, body: { bot_id: botId } }),
  ];
  expect(refusedResponses.map(({ status }) => status)).toEqual(refusedResponses.map(() => 404));
  const { data } = await linh.call(getOutsideTalk, { params: { id: talkId } });
  expect(data).toMatchObject({ is_blocked: false, tags: [], page: { state: "CONNECTED" } });
});

test("who answers for the bot manages none of its pages", async () => {
  expect((await linh.call(listAllChannelPages, {})).data).toMatchObject([{ id: page.id, may_manage: false }]);
  const forbiddenResponses = [
    await linh.call(setChannelPagePaused, { params: { id: page.id }, body: { is_paused: true } }),
    await linh.call(disconnectChannelPage, { params: { id: page.id } }),
    await linh.call(beginChannelConnection, { params: { platform: "MESSENGER" }, body: { bot_id: botId } }),
  ];
  expect(forbiddenResponses.map(({ status }) => status)).toEqual([403, 403, 403]);
});

test("an attempt to connect belongs to the person who began it", async () => {
  const connectResponse = await kenji.call(beginChannelConnection, {
    params: { platform: "MESSENGER" },
    body: { bot_id: botId },
  });
  const consentReturnUrl = await standInMessenger.submitConsent(connectResponse.data.url, {
    pageIds: [external.id],
  });
  const query = Object.fromEntries(consentReturnUrl.searchParams);
  const state = query.state ?? "";
  const joinPages = (person: TestPerson, externalId: string) =>
    person.call(joinChannelPages, { body: { state, external_ids: [externalId] } });
  expect((await linh.call(finishChannelConnection, { body: { query } })).error?.code).toBe(
    "CHANNEL.CONNECT_ENDED",
  );
  expect((await joinPages(kenji, external.id)).error?.code).toBe("CHANNEL.CONNECT_ENDED");
  const foundPages = await kenji.call(finishChannelConnection, { body: { query } });
  expect((await kenji.call(finishChannelConnection, { body: { query } })).data).toEqual(foundPages.data);
  expect((await joinPages(linh, external.id)).error?.code).toBe("CHANNEL.CONNECT_ENDED");
  expect(Object.keys((await joinPages(kenji, "not offered")).error?.fields ?? {})).toEqual(["external_ids"]);
  expect((await joinPages(kenji, external.id)).data).toMatchObject([{ id: page.id }]);
  expect((await joinPages(kenji, external.id)).error?.code).toBe("CHANNEL.CONNECT_ENDED");
});

test("a page that is joined to one bot is not joined to another", async () => {
  const otherBotId = await createBotForOutsidePlatforms(testPeople);
  const connectStart = await kenji.call(beginChannelConnection, {
    params: { platform: "MESSENGER" },
    body: { bot_id: otherBotId },
  });
  const returnUrl = await standInMessenger.submitConsent(connectStart.data.url, { pageIds: [external.id] });
  const query = Object.fromEntries(returnUrl.searchParams);
  const foundPages = await kenji.call(finishChannelConnection, { body: { query } });
  expect(foundPages.data.pages).toMatchObject([{ external_id: external.id, joined_to: { id: botId } }]);
  const joinResponse = await kenji.call(joinChannelPages, {
    body: { state: query.state ?? "", external_ids: [external.id] },
  });
  expect(joinResponse.error?.code).toBe("CHANNEL.PAGE_TAKEN");
});

test("a file for the person has an address that its signature opens, and that opens no other file", async () => {
  const fileFormData = new FormData();
  fileFormData.append("files", new Blob(["our prices"]), "prices.txt");
  const uploadResponse = await fetch(`${address}/api/conversations/${talkId}/files`, {
    method: "POST",
    body: fileFormData,
    headers: { authorization: `Bearer ${linh.tokens.access_token}` },
  });
  const [file] = uploadMessageFiles.data.parse(((await uploadResponse.json()) as { data: unknown }).data);
  const file_ids = [file?.id ?? ""];
  await linh.call(sendMessage, {
    params: { id: talkId },
    body: { client_id: newId(), content: "", file_ids },
  });
  const listAttachments = () => customer.conversationMessages.flatMap((message) => message.attachments);
  await expect.poll(listAttachments).toHaveLength(1);

  const sentFileUrl = new URL(listAttachments()[0]?.url ?? "");
  const fetchFile = async (pathname: string, search: string) => fetch(`${address}${pathname}${search}`);
  expect(await (await fetchFile(sentFileUrl.pathname, sentFileUrl.search)).text()).toBe("our prices");
  const expiryTime = Number(sentFileUrl.searchParams.get("until"));
  const queryWithLaterTime = sentFileUrl.search.replace(String(expiryTime), String(expiryTime + 1));
  const otherPathname = sentFileUrl.pathname.replace(file?.id ?? "", newId());
  for (const [pathname, search] of [
    [sentFileUrl.pathname, queryWithLaterTime],
    [sentFileUrl.pathname, sentFileUrl.search.replace(/signature=.{4}/, "signature=AAAA")],
    [otherPathname, sentFileUrl.search],
  ] as const)
    expect((await fetchFile(pathname, search)).status).toBe(404);
});

test("a page says whether its bot's settings name the platform", async () => {
  const botId = await createBotForOutsidePlatforms(testPeople);
  const { page } = await addAndConnectPage(address, kenji, {
    standIn: standInMessenger,
    platform: "MESSENGER",
    botId,
    name: "Salon Sen",
  });
  const readBotAnswers = async () =>
    (await kenji.call(listAllChannelPages, {})).data.find((channelPage) => channelPage.id === page.id)
      ?.bot_answers;
  expect(await readBotAnswers()).toBe(true);
  await kenji.call(changeBot, { params: { id: botId }, body: { platforms: ["WEB", "ZALO"] } });
  expect(await readBotAnswers()).toBe(false);
});
