import {
  cancelBroadcast,
  countBroadcastAudience,
  createBroadcast,
  getBroadcast,
  pauseBroadcast,
} from "@kakehashi/contract/bot-broadcasts";
import { getLivechat } from "@kakehashi/contract/bot-livechat";
import { claimLivechat, closeLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { listBotSessionTurns } from "@kakehashi/contract/bot-sessions";
import { linkOutsidePeople } from "@kakehashi/contract/channel-links";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createFlow, createSayBlock, endBlock } from "../../test/bots.ts";
import { newsBroadcastBody } from "../../test/broadcast-body.ts";
import type { StandInCustomer } from "../../test/channel-stand-ins/stand-in.ts";
import { startChannelTestServer } from "../../test/channel-world.ts";
import { addAndConnectPage, createBotForOutsidePlatforms, waitForOutsideTalk } from "../../test/channels.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";

// These tests check how a broadcast is stored in the sessions of its recipients on Messenger and Zalo. They also check
// that a person whose accounts on both platforms are linked gets a broadcast only once.

const { platforms, server, testPeople, address } = await startChannelTestServer();
const { kenji, linh } = testPeople;
const db = server.db.kysely;
const story = createFlow({ start: [createSayBlock("hi"), endBlock] });

const countNewsMessages = (customer: StandInCustomer) =>
  customer.conversationMessages.filter(({ from, text }) => from === "page" && text === "News").length;

/** Joins a page of the platform to the bot, with customers whom the bot's story has answered. */
async function openPage(id: string, platform: OutsidePlatform, names: readonly string[]) {
  const standInPlatform = platforms.standIns[platform];
  const { page, external } = await addAndConnectPage(address, kenji, {
    standIn: standInPlatform,
    platform,
    botId: id,
  });
  const customers = names.map((name) => standInPlatform.addCustomer(external.id, name));
  for (const customer of customers) await customer.write("Good morning, are you open today?");
  for (const customer of customers)
    await expect
      .poll(() => customer.conversationMessages.filter(({ from }) => from === "page"))
      .toHaveLength(1);
  return { page, customers, standIn: standInPlatform };
}
async function createNewsBroadcast(id: string): Promise<{ id: string; bid: string }> {
  const { data } = await kenji.call(createBroadcast, { params: { id }, body: newsBroadcastBody() });
  return { id, bid: data.id };
}
const viewBroadcast = async (params: { id: string; bid: string }) =>
  (await kenji.call(getBroadcast, { params })).data;

/**
 * Returns, for each broadcast in a customer's session, why it was not sent. The reason is undefined for a broadcast
 * that was sent.
 */
async function listUnsentReasons(id: string, customer: StandInCustomer) {
  const { rows } = await sql<{ sid: string }>`
    select c.session_id as sid from channel_people c join channel_pages p on p.id = c.page_id
    where c.external_id = ${customer.id} and p.external_id = ${customer.pageId}`.execute(db);
  const params = { id, sid: rows[0]?.sid ?? "" };
  const { data } = await kenji.call(listBotSessionTurns, { params, query: {} });
  return data.flatMap(({ event }) => (event.type === "broadcast" ? [event.unsent] : []));
}
/** Returns the conversation of the only customer who waits on the page, and the texts of its messages. */
async function readTalk(id: string, pageId: string) {
  const { conversation_id: cid } = await waitForOutsideTalk(linh, { page_id: pageId, state: "waiting" });
  const { data } = await linh.call(getLivechat, { params: { id, cid } });
  return { cid, messages: data.messages.map(({ content }) => content) };
}

for (const platform of ["MESSENGER", "ZALO"] as const) {
  test(`${platform}: what a stop takes back is not read as said`, async () => {
    const id = await createBotForOutsidePlatforms(testPeople, story);
    const { page, customers, standIn } = await openPage(id, platform, ["An", "Binh", "Chi"]);
    standIn.limitMessageRate({ messages: 1, periodMs: 60_000 });
    try {
      const params = await createNewsBroadcast(id);
      await expect.poll(() => customers.map(countNewsMessages), { timeout: 10_000 }).toContain(1);
      await kenji.call(cancelBroadcast, { params });
      standIn.limitMessageRate(null);
      // An API call to the platform may still run when the broadcast stops. Wait until the call has ended and its
      // recipient has a result.
      const queuedRecipientsQuery = sql`
        select from bot_broadcast_recipients where broadcast_id = ${params.bid} and result = 'QUEUED'`;
      await expect
        .poll(async () => (await queuedRecipientsQuery.execute(db)).rows, { timeout: 20_000 })
        .toEqual([]);
      const unreachedCustomers = customers.filter((customer) => countNewsMessages(customer) === 0);
      expect(unreachedCustomers.length).toBeGreaterThan(0);
      const unsentReasons = await Promise.all(
        unreachedCustomers.map((customer) => listUnsentReasons(id, customer)),
      );
      expect(unsentReasons.flat().length).toBeGreaterThan(0);
      expect(new Set(unsentReasons.flat())).toEqual(new Set(["STOPPED"]));
      for (const customer of customers)
        if (countNewsMessages(customer) === 1)
          expect(await listUnsentReasons(id, customer)).toEqual([undefined]);
      const [unreachedCustomer] = unreachedCustomers;
      await unreachedCustomer?.write("May I talk to somebody?");
      const { messages } = await readTalk(id, page.id);
      expect(messages).toEqual(["Good morning, are you open today?", "hi", "May I talk to somebody?"]);
    } finally {
      standIn.limitMessageRate(null);
    }
  }, 60_000);
}

test("what waits in a paused broadcast is given up for who talks to people", async () => {
  const id = await createBotForOutsidePlatforms(testPeople, story);
  const { page, customers, standIn } = await openPage(id, "ZALO", ["An", "Binh", "Chi"]);
  standIn.limitMessageRate({ messages: 1, periodMs: 60_000 });
  try {
    const params = await createNewsBroadcast(id);
    await expect.poll(() => customers.map(countNewsMessages), { timeout: 10_000 }).toContain(1);
    await kenji.call(pauseBroadcast, { params });
    standIn.limitMessageRate(null);
    const heldBackPeopleQuery = sql<{ external_id: string }>`
      select distinct c.external_id from channel_sends s join channel_people c on c.id = s.person_id
      where s.broadcast_id = ${params.bid} and s.state = 'HELD'`;
    await expect.poll(async () => (await heldBackPeopleQuery.execute(db)).rows.length).toBeGreaterThan(0);
    const waitingPersonId = (await heldBackPeopleQuery.execute(db)).rows[0]?.external_id;
    const customer = customers.find((customer) => customer.id === waitingPersonId);
    if (!customer) throw new Error("Nobody waits.");
    await customer.write("May I talk to somebody?");
    const { messages } = await readTalk(id, page.id);
    expect(messages).not.toContain("News");
    expect(await listUnsentReasons(id, customer)).toEqual(["TALKING"]);
    expect((await viewBroadcast(params)).results[0]?.skipped.TALKING).toBe(1);
    expect(countNewsMessages(customer)).toBe(0);
  } finally {
    standIn.limitMessageRate(null);
  }
}, 60_000);

test("one human on two pages gets a broadcast once, where they acted last, and is counted so before", async () => {
  const id = await createBotForOutsidePlatforms(testPeople, story);
  const messengerPage = await openPage(id, "MESSENGER", ["Mai"]);
  const zaloPage = await openPage(id, "ZALO", ["Phan Mai", "Lan"]);
  const [messengerCustomer, zaloCustomer] = [messengerPage.customers[0], zaloPage.customers[0]];
  if (!messengerCustomer || !zaloCustomer) throw new Error("Somebody is missing.");
  const talks: string[] = [];
  for (const [customer, { page }] of [
    [messengerCustomer, messengerPage],
    [zaloCustomer, zaloPage],
  ] as const) {
    await customer.write("May I talk to somebody?");
    const { cid } = await readTalk(id, page.id);
    await linh.call(claimLivechat, { params: { id, cid } });
    talks.push(cid);
  }
  const [talk = "", otherTalkId = ""] = talks;
  await linh.call(linkOutsidePeople, {
    params: { id: talk },
    body: { conversation_id: otherTalkId, name_of: talk },
  });
  for (const cid of talks) await linh.call(closeLivechat, { params: { id, cid }, body: {} });
  const readAudienceCount = async (audience: object = {}) =>
    (await kenji.call(countBroadcastAudience, { params: { id }, body: { audience } })).data;
  expect(await readAudienceCount()).toEqual({
    count: 3,
    reachable: 2,
    left_out: [{ platform: "MESSENGER", reason: "LINKED", count: 1 }],
  });
  // This audience contains only the Messenger page, and not the Zalo page where the human acted last. So the human
  // counts as reachable on Messenger. The broadcast below goes to both platforms and reaches the human only on Zalo.
  expect(await readAudienceCount({ platform: "MESSENGER" })).toMatchObject({
    count: 1,
    reachable: 1,
    left_out: [],
  });
  const params = await createNewsBroadcast(id);
  await expect.poll(async () => (await viewBroadcast(params)).state, { timeout: 20_000 }).toBe("DONE");
  expect([messengerCustomer, zaloCustomer].map(countNewsMessages)).toEqual([0, 1]);
  expect(await viewBroadcast(params)).toMatchObject({ sent_count: 2, skipped_count: 1 });

  // The bot may not write to the human on Zalo any more, because their last act there is too long ago. So the human
  // gets the broadcast on Messenger.
  await sql`update channel_people set last_act_at = now() - interval '8 days'
    where external_id = ${zaloCustomer.id} and page_id = ${zaloPage.page.id}`.execute(db);
  expect((await readAudienceCount()).left_out).toEqual([{ platform: "ZALO", reason: "WINDOW", count: 1 }]);
  const secondBroadcast = await createNewsBroadcast(id);
  await expect
    .poll(async () => (await viewBroadcast(secondBroadcast)).state, { timeout: 20_000 })
    .toBe("DONE");
  expect([messengerCustomer, zaloCustomer].map(countNewsMessages)).toEqual([1, 1]);
}, 60_000);

test("the people of the bot are told when a platform says that a broadcast was read", async () => {
  const id = await createBotForOutsidePlatforms(testPeople, story);
  const { customers } = await openPage(id, "MESSENGER", ["An"]);
  const params = await createNewsBroadcast(id);
  await expect.poll(async () => (await viewBroadcast(params)).state, { timeout: 20_000 }).toBe("DONE");
  const client = await connectAndSubscribe(address, kenji);
  const listChangeEvents = () =>
    (client.listEvents() as unknown as PersonalEvent[]).filter(
      (event) => event.type === "BOT_BROADCAST_CHANGED" && event.bot_id === id,
    );
  await customers[0]?.markAllSeen();
  await expect.poll(listChangeEvents).not.toEqual([]);
  expect((await viewBroadcast(params)).results[0]).toMatchObject({ delivered: 1, read: 1 });
  client.socket.close();
}, 60_000);

test("an answer that people gave on the platform does not count as an act of the person", async () => {
  const id = await createBotForOutsidePlatforms(testPeople, story);
  const { customers } = await openPage(id, "MESSENGER", ["An"]);
  const [an] = customers;
  if (!an) throw new Error("Nobody is there.");
  const params = await createNewsBroadcast(id);
  await expect.poll(async () => (await viewBroadcast(params)).state, { timeout: 20_000 }).toBe("DONE");
  await an.answerInPlatformApp("We are open until six.");
  const broadcastTurnsQuery = sql`select from bot_turns t join channel_people c on c.session_id = t.session_id
    where c.external_id = ${an.id} and t.event ->> 'type' = 'echo'`;
  await expect.poll(async () => (await broadcastTurnsQuery.execute(db)).rows).toHaveLength(1);
  expect((await viewBroadcast(params)).results[0]?.answered).toBe(0);
  await an.write("Thank you.");
  await expect.poll(async () => (await viewBroadcast(params)).results[0]?.answered).toBe(1);
}, 60_000);
