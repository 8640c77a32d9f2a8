import { createBroadcast, pauseBroadcast } from "@kakehashi/contract/bot-broadcasts";
import {
  claimLivechat,
  closeLivechat,
  endLivechatSnooze,
  snoozeLivechat,
} from "@kakehashi/contract/bot-livechat-steps";
import { retryDelivery } from "@kakehashi/contract/channel-deliveries";
import {
  listOutsideTalks,
  setOutsidePersonBlocked,
  setOutsidePersonTags,
} from "@kakehashi/contract/channels";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newsBroadcastBody } from "../../test/broadcast-body.ts";
import { startChannelTestServer } from "../../test/channel-world.ts";
import {
  addAndConnectPage,
  createBotForOutsidePlatforms,
  fetchOutsideTalk,
  sendTextAs,
  waitForOutsideTalk,
} from "../../test/channels.ts";

// These tests make many API calls for one conversation at the same time.

const { platforms, server, testPeople, address } = await startChannelTestServer();
const { kenji, linh, an } = testPeople;
const db = server.db.kysely;

/**
 * Opens a talk with a customer whom Linh answers. One of the talk's messages has failed, because the customer had not
 * written for too long.
 */
async function openTalk() {
  const standInMessenger = platforms.messenger;
  const botId = await createBotForOutsidePlatforms(testPeople);
  const { page, external } = await addAndConnectPage(address, kenji, {
    standIn: standInMessenger,
    platform: "MESSENGER",
    botId,
  });
  const customer = standInMessenger.addCustomer(external.id, "Hoa");
  await customer.write("Chào shop, chiều nay còn chỗ không?");
  const { conversation_id: id } = await waitForOutsideTalk(linh, { page_id: page.id });
  await linh.call(claimLivechat, { params: { id: botId, cid: id } });
  const storeLastAct = (sqlInterval: string) =>
    sql`update channel_people set last_act_at = now() - ${sqlInterval}::interval where page_id = ${page.id}`.execute(
      db,
    );
  await storeLastAct("8 days");
  const failedMessage = await sendTextAs(linh, id, "Dạ, ba giờ được ạ.");
  await expect.poll(async () => (await fetchOutsideTalk(linh, id)).deliveries[0]?.state).toBe("FAILED");
  await storeLastAct("0");
  return { botId, id, customer, messageId: failedMessage.id };
}

type ApiCalls = readonly (() => Promise<{ status: number }>)[];

/** Functions that make every API call that Linh and Kenji can make for one conversation. */
const createConversationCalls = ({ botId, id, messageId }: Awaited<ReturnType<typeof openTalk>>): ApiCalls =>
  [linh, kenji].flatMap((person) => {
    const params = { id: botId, cid: id };
    return [
      () => person.call(claimLivechat, { params }),
      () => person.call(snoozeLivechat, { params, body: { until: null } }),
      () => person.call(endLivechatSnooze, { params }),
      () => person.call(closeLivechat, { params, body: { resume: false } }),
      () => person.call(setOutsidePersonTags, { params: { id }, body: { tags: [person.id.slice(-4)] } }),
      () => person.call(setOutsidePersonBlocked, { params: { id }, body: { is_blocked: false } }),
      () => person.call(retryDelivery, { params: { id, message_id: messageId } }),
    ];
  });

/**
 * Locks a row and starts API calls, which then wait for this row. Returns the statuses of further calls, which must
 * succeed although the row is locked.
 */
async function makeCallsWhileLocked(lockQuery: ReturnType<typeof sql>, calls: ApiCalls): Promise<number[]> {
  let pendingResponses: Promise<{ status: number }[]> = Promise.resolve([]);
  const otherStatuses = await db.transaction().execute(async (tx) => {
    await lockQuery.execute(tx);
    pendingResponses = Promise.all(calls.map((apiCall) => apiCall()));
    const countWaiting = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        tx,
      );
      return rows.length;
    };
    await expect.poll(countWaiting).toBeGreaterThan(0);
    const statuses: number[] = [];
    for (let callIndex = 0; callIndex < 10; callIndex++)
      statuses.push((await an.call(listOutsideTalks, {})).status);
    return statuses;
  });
  for (const { status } of await pendingResponses) expect(status).toBeLessThan(500);
  return otherStatuses;
}

const tenOkStatuses = Array.from({ length: 10 }, () => 200);

test("calls that wait for one conversation leave connections of the database for others", async () => {
  const talk = await openTalk();
  const apiCalls = createConversationCalls(talk);
  const talkLockQuery = sql`select from livechats where conversation_id = ${talk.id} for update`;
  expect(await makeCallsWhileLocked(talkLockQuery, [...apiCalls, ...apiCalls])).toEqual(tenOkStatuses);
  const personLockQuery = sql`
    select from channel_people c join bot_sessions s on s.id = c.session_id where s.conversation_id = ${talk.id}
    for update of c`;
  expect(await makeCallsWhileLocked(personLockQuery, [...apiCalls, ...apiCalls])).toEqual(tenOkStatuses);
});

test("calls that wait for one broadcast leave connections of the database for others", async () => {
  const { botId } = await openTalk();
  const { data } = await kenji.call(createBroadcast, { params: { id: botId }, body: newsBroadcastBody() });
  const broadcastLockQuery = sql`select from bot_broadcasts where id = ${data.id} for update`;
  const pauseRunningBroadcast = () => kenji.call(pauseBroadcast, { params: { id: botId, bid: data.id } });
  expect(
    await makeCallsWhileLocked(
      broadcastLockQuery,
      Array.from({ length: 20 }, () => pauseRunningBroadcast),
    ),
  ).toEqual(tenOkStatuses);
});

test("forty calls for one conversation at once: each is done or refused, and a failed message is sent once", async () => {
  const talk = await openTalk();
  const writeAnswer = () => sendTextAs(linh, talk.id, "Để em xem ạ.").then(() => ({ status: 200 }));
  const apiCalls = createConversationCalls(talk);
  const allCalls = [
    ...apiCalls,
    ...apiCalls,
    ...apiCalls.slice(0, 8),
    writeAnswer,
    writeAnswer,
    writeAnswer,
    writeAnswer,
  ];
  const responses = await Promise.all(allCalls.map((apiCall) => apiCall()));
  expect(responses).toHaveLength(40);
  for (const { status } of responses) expect([200, 403, 409]).toContain(status);
  const listReceivedTexts = () =>
    talk.customer.conversationMessages.filter(({ from }) => from === "page").map(({ text }) => text);
  await expect.poll(() => listReceivedTexts().length).toBe(5);
  await expect
    .poll(async () => (await fetchOutsideTalk(kenji, talk.id)).deliveries.map(({ state }) => state))
    .not.toContain("QUEUED");
  expect(listReceivedTexts().filter((text) => text === "Dạ, ba giờ được ạ.")).toHaveLength(1);
  expect(listReceivedTexts().filter((text) => text === "Để em xem ạ.")).toHaveLength(4);
});
