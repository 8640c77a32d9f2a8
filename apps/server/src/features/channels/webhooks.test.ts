import { createHmac } from "node:crypto";
import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { disconnectChannelPage, listAllChannelPages } from "@kakehashi/contract/channel-pages";
import { listMessages } from "@kakehashi/contract/messages";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startChannelTestServer } from "../../test/channel-world.ts";
import {
  addAndConnectPage,
  createBotForOutsidePlatforms,
  fetchOutsideTalks,
  waitForOutsideTalk,
} from "../../test/channels.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";

const { platforms, server, testPeople, address } = await startChannelTestServer();
const { kenji, linh } = testPeople;
const platformStandIn = platforms.messenger;
const botId = await createBotForOutsidePlatforms(testPeople);
const { page, external } = await addAndConnectPage(address, kenji, {
  standIn: platformStandIn,
  platform: "MESSENGER",
  botId,
});
const webhookUrl = `${address}/api/webhooks/messenger/${external.id}`;

const signBody = (body: Uint8Array | string) =>
  `sha256=${createHmac("sha256", platforms.messenger.connectionOptions.appSecret).update(body).digest("hex")}`;
const postWebhook = (
  body: Uint8Array<ArrayBuffer> | string,
  headers: Record<string, string> = {},
  to = webhookUrl,
) => fetch(to, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });
const postSigned = (body: Uint8Array<ArrayBuffer> | string, to = webhookUrl) =>
  postWebhook(body, { "x-hub-signature-256": signBody(body) }, to);
const messageEvent = (mid: string, text: string, pageId = external.id) =>
  JSON.stringify({
    object: "page",
    entry: [
      {
        id: pageId,
        time: Date.now(),
        messaging: [
          {
            sender: { id: "9001" },
            recipient: { id: pageId },
            timestamp: Date.now(),
            message: { mid, text },
          },
        ],
      },
    ],
  });
const countStoredEvents = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from channel_events`.execute(
    server.db.kysely,
  );
  return rows[0]?.count;
};

test("the platform's challenge is answered, and only with the right token", async () => {
  await platforms.messenger.verifyWebhook();
  const wrongTokenResponse = await fetch(
    `${webhookUrl}?hub.mode=subscribe&hub.verify_token=x&hub.challenge=1`,
  );
  expect(wrongTokenResponse.status).toBe(403);
});

test("a body without the platform's signature changes nothing", async () => {
  const countBefore = await countStoredEvents();
  const body = messageEvent("unsigned", "hello");
  const otherSignature = `sha256=${createHmac("sha256", "another secret").update(body).digest("hex")}`;
  for (const headers of [
    {},
    { "x-hub-signature-256": "" },
    { "x-hub-signature-256": "sha256=" },
    { "x-hub-signature-256": "sha256=zz" },
    { "x-hub-signature-256": otherSignature },
    { "x-hub-signature-256": signBody(`${body} `) },
  ] as Record<string, string>[])
    expect((await postWebhook(body, headers)).status).toBe(403);
  expect(
    (await fetch(webhookUrl, { method: "POST", headers: { "x-hub-signature-256": signBody("") } })).status,
  ).toBe(400);
  expect(await countStoredEvents()).toBe(countBefore);
});

test("a signed body that is no event of the platform is refused, and one that is too large", async () => {
  for (const body of ["", "[]", "null", "{", '"x"', "{}", new Uint8Array([0xff, 0xfe, 0x00])])
    expect([200, 400]).toContain((await postSigned(body)).status);
  expect((await postSigned("x".repeat(10_000_000))).status).toBe(413);
  const response = await postSigned("not json");
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: "ERR.MALFORMED" } });
});

test("odd text is stored whole, without what no database takes", async () => {
  const body = messageEvent("odd", "x").replace('"x"', '"a\\u0000b \\ud83d c \\u202e d"');
  expect((await postSigned(body)).status).toBe(200);
  const talk = await waitForOutsideTalk(linh, { page_id: page.id });
  await linh.call(claimLivechat, { params: { id: botId, cid: talk.conversation_id } });
  const contents = async () =>
    (await linh.call(listMessages, { params: { id: talk.conversation_id } })).data.map(
      ({ content }) => content,
    );
  await expect.poll(contents).toHaveLength(1);
  expect((await contents())[0]).toMatch(/^a.?b . c .* d$/u);
});

test("a captured event that is sent again, even to another address, is one event", async () => {
  const body = messageEvent("captured", "once");
  const eventCountBefore = await countStoredEvents();
  for (const to of [webhookUrl, webhookUrl, `${address}/api/webhooks/messenger/unknown`]) {
    const { status } = await postSigned(body, to);
    expect(status).toBe(200);
  }
  expect(await countStoredEvents()).toBe((eventCountBefore ?? 0) + 1);
});

test("events of a page that nobody has joined are answered and dropped; unknown ones are counted", async () => {
  const countBefore = await countStoredEvents();
  expect((await postSigned(messageEvent("foreign", "hello", "123")))?.status).toBe(200);
  expect(await countStoredEvents()).toBe(countBefore);
  const malformedEvent = {
    id: external.id,
    time: 1,
    messaging: [{ sender: { id: "9001" }, recipient: { id: external.id }, timestamp: 5, wonder: {} }],
  };
  expect((await postSigned(JSON.stringify({ object: "page", entry: [malformedEvent] }))).status).toBe(200);
  await expect
    .poll(async () => (await kenji.call(listAllChannelPages, {})).data[0]?.unknown_count)
    .toBeGreaterThan(0);
});

test("thousands of events in one body are all taken", async () => {
  const event = (number: number) => ({
    sender: { id: "9100" },
    recipient: { id: external.id },
    timestamp: Date.now(),
    delivery: { watermark: number },
  });
  const messaging = Array.from({ length: 1_000 }, (_, number) => event(number));
  const countBefore = (await countStoredEvents()) ?? 0;
  expect(
    (await postSigned(JSON.stringify({ object: "page", entry: [{ id: external.id, messaging }] }))).status,
  ).toBe(200);
  expect(await countStoredEvents()).toBeGreaterThan(countBefore);
  await expect
    .poll(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from channel_events where handled_at is null`.execute(server.db.kysely);
      return rows[0]?.count;
    })
    .toBe(0);
});

test("a person whom another process holds is looked at again at once, not with the next round", async () => {
  const customer = platforms.messenger.addCustomer(external.id, "Held");
  await customer.write("the first words");
  const customerCondition = "page_id = $1 and person = $2";
  const values = [page.id, customer.id];
  const countOpenEvents = async () => {
    const { rowCount } = await server.db.pool.query(
      `select from channel_events where ${customerCondition} and handled_at is null`,
      values,
    );
    return rowCount;
  };
  await expect.poll(countOpenEvents).toBe(0);
  const otherConnection = await server.db.pool.connect();
  await otherConnection.query(
    `update channel_events set handled_at = null where ${customerCondition}`,
    values,
  );
  await otherConnection.query("begin");
  await otherConnection.query(`select from channel_events where ${customerCondition} for update`, values);
  const newCustomer = platforms.messenger.addCustomer(external.id, "Passer");
  await newCustomer.write("this wakes the intake");
  await expect
    .poll(async () => {
      const { rows } = await otherConnection.query<{ handled_at: Date | null }>(
        "select handled_at from channel_events where page_id = $1 and person = $2",
        [page.id, newCustomer.id],
      );
      return rows[0]?.handled_at;
    })
    .toBeInstanceOf(Date);
  await otherConnection.query("commit");
  otherConnection.release();
  await expect.poll(countOpenEvents, { timeout: 800 }).toBe(0);
});

test("a disconnected page takes nothing, and its conversations stay", async () => {
  const talks = await fetchOutsideTalks(linh, { page_id: page.id });
  const disconnectResponse = await kenji.call(disconnectChannelPage, { params: { id: page.id } });
  expect(disconnectResponse.data).toMatchObject({ state: "DISCONNECTED", token_expires_at: null });
  const eventCountBefore = await countStoredEvents();
  expect((await postSigned(messageEvent("late", "too late"))).status).toBe(200);
  expect(await countStoredEvents()).toBe(eventCountBefore);
  expect(await fetchOutsideTalks(linh, { page_id: page.id })).toHaveLength(talks.length);
});

test("the people of the bot are told when a page hears something for the first time", async () => {
  const bot = { standIn: platformStandIn, platform: "MESSENGER", botId } as const;
  const pageWithoutEvents = await addAndConnectPage(address, kenji, bot);
  const client = await connectAndSubscribe(address, kenji);
  const listNotifiedBotIds = () =>
    (client.listEvents() as unknown as PersonalEvent[]).filter(({ type }) => type === "CHANNEL_PAGE_CHANGED");
  const customer = platformStandIn.addCustomer(pageWithoutEvents.external.id, "Hoa");
  await customer.write("Chào shop");
  await expect.poll(listNotifiedBotIds).toHaveLength(1);
  const { data } = await kenji.call(listAllChannelPages, {});
  expect(data.find(({ id }) => id === pageWithoutEvents.page.id)?.last_event_at).not.toBeNull();
  await customer.write("Shop ơi");
  await waitForOutsideTalk(linh, { page_id: pageWithoutEvents.page.id });
  expect(listNotifiedBotIds()).toHaveLength(1);
  client.socket.close();
});
