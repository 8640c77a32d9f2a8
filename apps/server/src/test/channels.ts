import { changeBot, createBot, setBotPerson } from "@kakehashi/contract/bots";
import {
  beginChannelConnection,
  finishChannelConnection,
  joinChannelPages,
  listAllChannelPages,
} from "@kakehashi/contract/channel-pages";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import { getOutsideTalk, listOutsideTalks } from "@kakehashi/contract/channels";
import type { Flow } from "@kakehashi/contract/flows/flow";
import { sendMessage } from "@kakehashi/contract/messages";
import { expect } from "vitest";
import { newId } from "../kit/ids.ts";
import { createPublishedBot } from "./bots.ts";
import { startMessengerStandIn } from "./channel-stand-ins/messenger.ts";
import type { StandIn } from "./channel-stand-ins/stand-in.ts";
import { startZaloStandIn } from "./channel-stand-ins/zalo.ts";
import type { TestPeople, TestPerson } from "./world.ts";

/**
 * Starts fake servers (stand-ins) of Messenger and Zalo. Also returns the options with which a server connects to them.
 */
export async function startBothStandIns() {
  const [messenger, zalo] = await Promise.all([startMessengerStandIn(), startZaloStandIn()]);
  const standIns: Readonly<Record<OutsidePlatform, StandIn>> = { MESSENGER: messenger, ZALO: zalo };
  return {
    messenger,
    zalo,
    standIns,
    channels: { messenger: messenger.connectionOptions, zalo: zalo.connectionOptions },
    async close() {
      await Promise.all([messenger.close(), zalo.close()]);
    },
  };
}

/**
 * Creates a bot of the test person Kenji on Messenger and Zalo, with Linh as its agent. Without `story` the bot sends
 * nothing, so that agents answer every message.
 */
export async function createBotForOutsidePlatforms(
  { kenji, linh }: Pick<TestPeople, "kenji" | "linh">,
  story?: Flow,
) {
  const id = story
    ? (await createPublishedBot(kenji, story)).id
    : (
        await kenji.call(createBot, {
          body: { name: "Salon", languages: ["en", "vi", "ja"], platforms: ["WEB"] },
        })
      ).data.id;
  const params = { id };
  await kenji.call(changeBot, { params, body: { platforms: ["WEB", "MESSENGER", "ZALO"] } });
  await kenji.call(setBotPerson, { params: { id, user_id: linh.id }, body: { part: "AGENT" } });
  return id;
}

/**
 * Adds a new page to the fake platform and connects it to a bot. Sends the same requests as the browser of the bot's
 * owner.
 */
export async function addAndConnectPage(
  address: string,
  owner: TestPerson,
  {
    standIn,
    platform,
    botId,
    name = "Salon Hoa",
  }: { standIn: StandIn; platform: OutsidePlatform; botId: string; name?: string },
) {
  const externalPage = standIn.addPage(name);
  const page = await connectPage(owner, { standIn, platform, botId, externalId: externalPage.id });
  standIn.webhookSender.webhookUrl = `${address}/api/webhooks/${platform.toLowerCase()}/${externalPage.id}`;
  return { page, external: externalPage };
}

/**
 * Connects an existing page of the fake platform to a bot. Sends the same requests as the browser of the bot's owner.
 */
export async function connectPage(
  owner: TestPerson,
  {
    standIn,
    platform,
    botId,
    externalId,
  }: { standIn: StandIn; platform: OutsidePlatform; botId: string; externalId: string },
) {
  const connection = await owner.call(beginChannelConnection, {
    params: { platform },
    body: { bot_id: botId },
  });
  expect(connection.error).toBeUndefined();
  const callbackUrl = await standIn.submitConsent(connection.data.url, { pageIds: [externalId] });
  const query = Object.fromEntries(callbackUrl.searchParams);
  const foundPages = await owner.call(finishChannelConnection, { body: { query } });
  expect(foundPages.error).toBeUndefined();
  const joinAnswer = await owner.call(joinChannelPages, {
    body: { state: query.state ?? "", external_ids: [externalId] },
  });
  expect(joinAnswer.error).toBeUndefined();
  const page = (await owner.call(listAllChannelPages, {})).data.find(
    (channelPage) => channelPage.external_id === externalId,
  );
  if (!page) throw new Error("The page was not joined.");
  return page;
}

/** Lists the person's chats on Messenger and Zalo, newest first. */
export const fetchOutsideTalks = async (person: TestPerson, query: Record<string, string> = {}) =>
  (await person.call(listOutsideTalks, { query })).data;

/** Waits until the person's list of chats on Messenger and Zalo contains one that matches. Returns this chat. */
export async function waitForOutsideTalk(person: TestPerson, query: Record<string, string> = {}) {
  await expect.poll(() => fetchOutsideTalks(person, query)).not.toEqual([]);
  const [talk] = await fetchOutsideTalks(person, query);
  if (!talk) throw new Error("The conversation has gone.");
  return talk;
}

export const fetchOutsideTalk = async (person: TestPerson, talkId: string) =>
  (await person.call(getOutsideTalk, { params: { id: talkId } })).data;

export const sendTextAs = async (sender: TestPerson, conversationId: string, content: string) =>
  (await sender.call(sendMessage, { params: { id: conversationId }, body: { client_id: newId(), content } }))
    .data;
