import {
  cancelBroadcast,
  countBroadcastAudience,
  createBroadcast,
  downloadBroadcastResults,
  getBroadcast,
  getBroadcastAudienceChoices,
  pauseBroadcast,
  removeBroadcast,
  resumeBroadcast,
} from "@kakehashi/contract/bot-broadcasts";
import { disconnectChannelPage, setChannelPagePaused } from "@kakehashi/contract/channel-pages";
import { outsidePlatforms } from "@kakehashi/contract/channel-states";
import { setOutsidePersonBlocked } from "@kakehashi/contract/channels";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { createFlow, createSayBlock, endBlock, visitBot } from "../../test/bots.ts";
import { newsBroadcastBody } from "../../test/broadcast-body.ts";
import { simulateBroadcastProcess } from "../../test/broadcast-process.ts";
import type { StandInCustomer } from "../../test/channel-stand-ins/stand-in.ts";
import { startChannelTestServer } from "../../test/channel-world.ts";
import { addAndConnectPage, createBotForOutsidePlatforms, waitForOutsideTalk } from "../../test/channels.ts";
import { insertBroadcast } from "./store.ts";

const { platforms, server, testPeople, address } = await startChannelTestServer();
const { kenji, linh } = testPeople;
const db = server.db.kysely;
const wholeAudience = {
  platform: null,
  page_id: null,
  tag: null,
  language: null,
  seen_days: null,
  variable: null,
};
const story = createFlow({ start: [createSayBlock("hi"), endBlock] });

const listBroadcastTexts = (customer: StandInCustomer) =>
  customer.conversationMessages
    .filter(({ from, text }) => from === "page" && !text.startsWith("hi"))
    .map(({ text }) => text);

/** Joins a page of the platform to a bot, with customers whom the bot's story has answered. */
async function openPage(
  platform: (typeof outsidePlatforms)[number],
  names: readonly string[],
  bodyFields?: string,
) {
  const standInPlatform = platforms.standIns[platform];
  const id = bodyFields ?? (await createBotForOutsidePlatforms(testPeople, story));
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
  return { id, page, external, customers, standIn: standInPlatform };
}
const countAudienceOf = async (id: string, audience: object = {}) =>
  (await kenji.call(countBroadcastAudience, { params: { id }, body: { audience } })).data;
const viewBroadcast = async (id: string, bid: string) =>
  (await kenji.call(getBroadcast, { params: { id, bid } })).data;
const createTestBroadcast = (id: string, bodyFields: object = {}) =>
  kenji.call(createBroadcast, { params: { id }, body: newsBroadcastBody(bodyFields) });
const isDone = (id: string, bid: string) =>
  expect.poll(async () => (await viewBroadcast(id, bid)).state, { timeout: 30_000 }).toBe("DONE");
const setLastAct = (customer: StandInCustomer | undefined, hoursAgo: number) =>
  sql`update channel_people set last_act_at = now() - make_interval(hours => ${hoursAgo})
    where external_id = ${customer?.id}
      and page_id = (select id from channel_pages where external_id = ${customer?.pageId})`.execute(db);

async function insertBroadcastRow(botId: string): Promise<string> {
  const id = newId();
  await insertBroadcast(db, {
    id,
    botId,
    clientId: newId(),
    name: "News",
    content: { kind: "text", text: { en: `News ${id}` } },
    audience: wholeAudience,
    scheduledAt: null,
    readerTime: null,
    userId: kenji.id,
  });
  return id;
}

for (const platform of outsidePlatforms) {
  test(`${platform}: who can be reached gets it once, the others are counted by reason, and receipts are shown`, async () => {
    const { id, page, customers } = await openPage(platform, ["An", "Binh", "Chi", "Dung"]);
    const [an, binh, chi, dung] = customers;
    if (!an || !binh || !chi || !dung) throw new Error("Somebody is missing.");
    await visitBot(server, id);
    expect(await countAudienceOf(id)).toEqual({ count: 5, reachable: 5, left_out: [] });
    await setLastAct(binh, platform === "MESSENGER" ? 25 : 24 * 8);
    await chi.unfollow();
    await dung.write("May I talk to somebody?");
    const { conversation_id } = await waitForOutsideTalk(linh, { page_id: page.id });
    // Messenger sends no event when a person has left. It only refuses messages to that person, so the count still
    // includes them.
    const leftOutReasons = [...(platform === "ZALO" ? ["NOT_FOLLOWING"] : []), "TALKING", "WINDOW"];
    await expect.poll(async () => (await countAudienceOf(id)).left_out).toHaveLength(leftOutReasons.length);
    expect(await countAudienceOf(id, { platform })).toEqual({
      count: 4,
      reachable: 4 - leftOutReasons.length,
      left_out: leftOutReasons.map((reason) => ({ platform, reason, count: 1 })),
    });
    expect(await countAudienceOf(id, { platform: "WEB" })).toEqual({ count: 1, reachable: 1, left_out: [] });
    expect((await countAudienceOf(id, { page_id: page.id })).count).toBe(4);
    await linh.call(setOutsidePersonBlocked, { params: { id: conversation_id }, body: { is_blocked: true } });
    expect((await countAudienceOf(id)).left_out).toContainEqual({ platform, reason: "BLOCKED", count: 1 });
    const audienceChoices = await kenji.call(getBroadcastAudienceChoices, { params: { id } });
    expect(audienceChoices.data.pages.map(({ id, state }) => [id, state])).toEqual([[page.id, "CONNECTED"]]);

    const { data } = await createTestBroadcast(id);
    await isDone(id, data.id);
    expect(listBroadcastTexts(an)).toEqual(["News"]);
    for (const otherCustomer of [binh, chi, dung]) expect(listBroadcastTexts(otherCustomer)).toEqual([]);
    const broadcastView = await viewBroadcast(id, data.id);
    expect(broadcastView).toMatchObject({ planned_count: 5, sent_count: 2, skipped_count: 3 });
    const readPlatformResult = async () =>
      (await viewBroadcast(id, data.id)).results.find((row) => row.platform === platform);
    expect(await readPlatformResult()).toMatchObject({
      planned: 4,
      sent: 1,
      clicked: null,
      skipped: { WINDOW: 1, NOT_FOLLOWING: 1, BLOCKED: 1, TALKING: 0 },
    });
    await an.markAllSeen();
    await expect.poll(async () => (await readPlatformResult())?.read).toBe(1);
    expect(await readPlatformResult()).toMatchObject({ delivered: 1, read: 1, answered: 0 });
    await an.write("Thank you for telling me.");
    await expect.poll(async () => (await readPlatformResult())?.answered).toBe(1);
    const csv = await server.app.http.inject({
      url: `/api${downloadBroadcastResults.path.replace(":id", id).replace(":bid", data.id)}`,
      headers: { authorization: `Bearer ${kenji.tokens.access_token}`, "accept-language": "en" },
    });
    expect(csv.body.split("\r\n")[2]).toMatch(new RegExp(`^${platform},English,4,1,1,1,,1,0,1,1,1,`, "i"));
  }, 60_000);

  test(`${platform}: the window is looked at again when the message's turn comes`, async () => {
    const { id, customers } = await openPage(platform, ["An", "Binh"]);
    const broadcastId = await insertBroadcastRow(id);
    const broadcastProcess = simulateBroadcastProcess(server, 1);
    await broadcastProcess.run({ broadcast_id: broadcastId, step: 0 });
    await expect.poll(() => customers.flatMap(listBroadcastTexts)).toHaveLength(1);
    const lastCustomer = customers.find((customer) => listBroadcastTexts(customer).length === 0);
    await setLastAct(lastCustomer, 24 * 8);
    const [nextJob] = broadcastProcess.waiting.splice(0);
    if (nextJob) await broadcastProcess.runAll(nextJob);
    expect(await viewBroadcast(id, broadcastId)).toMatchObject({
      state: "DONE",
      sent_count: 1,
      skipped_count: 1,
    });
    expect((await viewBroadcast(id, broadcastId)).results[0]?.skipped.WINDOW).toBe(1);
    expect(customers.flatMap(listBroadcastTexts)).toHaveLength(1);
  });

  test(`${platform}: a pause and a stop take back what waits for the platform`, async () => {
    const { id, page, customers, standIn } = await openPage(platform, ["An", "Binh", "Chi"]);
    const countSent = () => customers.flatMap(listBroadcastTexts).length;
    // The platform takes one message in three seconds, so the other messages are still waiting when the test pauses the
    // broadcast.
    standIn.limitMessageRate({ messages: 1, periodMs: 3_000 });
    try {
      const { data } = await createTestBroadcast(id);
      const params = { id, bid: data.id };
      await expect.poll(countSent, { timeout: 10_000 }).toBe(1);
      expect((await kenji.call(pauseBroadcast, { params })).data.state).toBe("PAUSED");
      const sentCountAtPause = countSent();
      standIn.limitMessageRate(null);
      const listStates = async () =>
        (
          await sql<{
            state: string;
          }>`select state from channel_sends where broadcast_id = ${data.id}`.execute(db)
        ).rows.map(({ state }) => state);
      await expect.poll(listStates).not.toContain("SENDING");
      expect((await listStates()).filter((state) => state === "QUEUED")).toEqual([]);
      expect(countSent() - sentCountAtPause).toBeLessThanOrEqual(1);
      const countBefore = countSent();
      await kenji.call(resumeBroadcast, { params });
      await isDone(id, data.id);
      expect(countSent()).toBe(3);
      expect(countBefore).toBeLessThan(3);
      expect(customers.map((customer) => listBroadcastTexts(customer).length)).toEqual([1, 1, 1]);

      standIn.limitMessageRate({ messages: 1, periodMs: 3_000 });
      const secondBroadcastId = (await createTestBroadcast(id)).data.id;
      await expect.poll(countSent, { timeout: 10_000 }).toBe(4);
      const cancelledParams = { id, bid: secondBroadcastId };
      expect((await kenji.call(cancelBroadcast, { params: cancelledParams })).data.state).toBe("CANCELLED");
      standIn.limitMessageRate(null);
      const countOpenMessages = async () =>
        (
          await sql`select from channel_sends
            where broadcast_id = ${secondBroadcastId} and state in ('QUEUED', 'SENDING')`.execute(db)
        ).rows;
      await expect.poll(countOpenMessages).toEqual([]);
      const finishedBroadcast = await viewBroadcast(id, secondBroadcastId);
      expect(finishedBroadcast.sent_count).toBe(countSent() - 3);
      expect(finishedBroadcast.results[0]).toMatchObject({ planned: 3, sent: countSent() - 3 });
      expect(finishedBroadcast.sent_count).toBeLessThan(3);
      await kenji.call(removeBroadcast, { params: cancelledParams });
      const countUnsent = async () =>
        (await sql`select from channel_broadcasts where broadcast_id = ${secondBroadcastId}`.execute(db))
          .rows;
      await expect.poll(countUnsent, { timeout: 20_000 }).toEqual([]);
    } finally {
      standIn.limitMessageRate(null);
    }
    expect(page.platform).toBe(platform);
  }, 90_000);

  test(`${platform}: what waits at a page that is paused or disconnected is given up with its reason`, async () => {
    const { id, page, customers, standIn } = await openPage(platform, ["An", "Binh"]);
    const countSent = () => customers.flatMap(listBroadcastTexts).length;
    standIn.limitMessageRate({ messages: 1, periodMs: 60_000 });
    try {
      const { data } = await createTestBroadcast(id);
      await expect.poll(countSent, { timeout: 10_000 }).toBe(1);
      await kenji.call(setChannelPagePaused, { params: { id: page.id }, body: { is_paused: true } });
      await isDone(id, data.id);
      expect((await viewBroadcast(id, data.id)).results[0]).toMatchObject({
        sent: 1,
        skipped: { PAGE_PAUSED: 1 },
      });
    } finally {
      standIn.limitMessageRate(null);
    }
    expect(await countAudienceOf(id)).toMatchObject({ count: 2, reachable: 0 });
    const refusedResponse = await createTestBroadcast(id);
    expect(refusedResponse.status).toBe(422);
    expect(Object.keys(refusedResponse.error?.fields ?? {})).toEqual(["audience"]);
    await kenji.call(disconnectChannelPage, { params: { id: page.id } });
    expect((await countAudienceOf(id)).left_out).toEqual([
      { platform, reason: "PAGE_DISCONNECTED", count: 2 },
    ]);
  }, 90_000);
}

test("ZALO: a page that has used up its messages ends its part with that reason", async () => {
  const { id, external, customers } = await openPage("ZALO", ["An", "Binh", "Chi", "Dung"]);
  platforms.zalo.setMessageQuota(external.id, 1);
  const { data } = await createTestBroadcast(id);
  await isDone(id, data.id);
  expect(customers.flatMap(listBroadcastTexts)).toHaveLength(1);
  expect((await viewBroadcast(id, data.id)).results[0]).toMatchObject({
    planned: 4,
    sent: 1,
    skipped: { QUOTA: 3 },
  });
}, 60_000);

test("A page of another bot is refused by its field", async () => {
  const { page } = await openPage("ZALO", []);
  const id = await createBotForOutsidePlatforms(testPeople, story);
  const { error, status } = await createTestBroadcast(id, { audience: { page_id: page.id } });
  expect(status).toBe(422);
  expect(Object.keys(error?.fields ?? {})).toContain("audience.page_id");
});

test("Nobody on a platform gets it twice and nobody is left out, wherever the process dies", async () => {
  const { id, customers: messengerCustomers } = await openPage("MESSENGER", ["An", "Binh"]);
  const { customers: zaloCustomers } = await openPage("ZALO", ["Chi"], id);
  const { customers: lateCustomers } = await openPage("ZALO", ["Dung"], id);
  await setLastAct(lateCustomers[0], 24 * 8);
  let processDeathCount = 0;
  for (let statementNumber = 1; ; statementNumber++) {
    const broadcastId = await insertBroadcastRow(id);
    const broadcastProcess = simulateBroadcastProcess(server, 2);
    broadcastProcess.dieAt(statementNumber);
    const hasDied = await broadcastProcess.runAll({ broadcast_id: broadcastId, step: 0 });
    const receivedCounts = [...messengerCustomers, ...zaloCustomers, ...lateCustomers].map(
      (customer) => listBroadcastTexts(customer).filter((text) => text === `News ${broadcastId}`).length,
    );
    expect(receivedCounts).toEqual([1, 1, 1, 0]);
    const { state, planned_count, sent_count, skipped_count } = await viewBroadcast(id, broadcastId);
    expect({ state, planned_count, sent_count, skipped_count }).toEqual({
      state: "DONE",
      planned_count: 4,
      sent_count: 3,
      skipped_count: 1,
    });
    if (!hasDied) break;
    processDeathCount++;
  }
  expect(processDeathCount).toBeGreaterThan(30);
}, 400_000);
