import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startChannelTestServer } from "../../test/channel-world.ts";
import { addAndConnectPage, createBotForOutsidePlatforms, fetchOutsideTalks } from "../../test/channels.ts";

// These tests send webhooks with a very large number of events.

const { platforms, server, testPeople, address } = await startChannelTestServer();
const { kenji, linh } = testPeople;
const platformStandIn = platforms.messenger;
const botId = await createBotForOutsidePlatforms(testPeople);
const joinNewPage = () =>
  addAndConnectPage(address, kenji, { standIn: platformStandIn, platform: "MESSENGER", botId });
const { page, external } = await joinNewPage();

const createMessageEvent = (sender: string, pageId: string, mid: string, timestampMs: number) => ({
  sender: { id: sender },
  recipient: { id: pageId },
  timestamp: timestampMs,
  message: { mid, text: `Word ${mid}` },
});
async function postWebhook(entry: readonly object[]): Promise<number> {
  const body = JSON.stringify({ object: "page", entry });
  const bodySignature = createHmac("sha256", platformStandIn.connectionOptions.appSecret)
    .update(body)
    .digest("hex");
  const headers = { "content-type": "application/json", "x-hub-signature-256": `sha256=${bodySignature}` };
  const url = `${address}/api/webhooks/messenger/${external.id}`;
  return (await fetch(url, { method: "POST", body, headers })).status;
}
const waitUntilHandled = () =>
  expect
    .poll(
      async () => {
        const { rows } = await sql`select from channel_events where handled_at is null`.execute(
          server.db.kysely,
        );
        return rows.length;
      },
      { timeout: 60_000 },
    )
    .toBe(0);
/** Returns the texts that a person has written, in the order of the conversation's messages. */
const listTextsOfSender = async (sender: string, pageId: string) => {
  const { rows } = await sql<{ content: string }>`
    select m.content from channel_people p
    join bot_sessions s on s.id = p.session_id
    join livechats l on l.conversation_id = s.conversation_id
    join messages m on m.conversation_id = l.conversation_id and m.user_id = l.visitor_id
    where p.external_id = ${sender} and p.page_id = ${pageId} order by m.number`.execute(server.db.kysely);
  return rows.map(({ content }) => content);
};

test("a thousand messages of one person in one body come in their order, and nobody else waits for them", async () => {
  const count = 1_000;
  const firstEventMs = Date.now() - count;
  const messagingEvents = Array.from({ length: count }, (_, number) =>
    createMessageEvent("8001", external.id, `m${number}`, firstEventMs + number),
  );
  // A platform may send events in any order, so the test shuffles the events.
  const shuffledEvents = messagingEvents.map(
    (originalEvent, index) => messagingEvents[(index * 7) % count] ?? originalEvent,
  );
  expect(await postWebhook([{ id: external.id, time: firstEventMs, messaging: shuffledEvents }])).toBe(200);
  expect(
    await postWebhook([
      { id: external.id, messaging: [createMessageEvent("8002", external.id, "other", Date.now())] },
    ]),
  ).toBe(200);
  await expect.poll(() => listTextsOfSender("8002", page.id)).toEqual(["Word other"]);
  expect((await listTextsOfSender("8001", page.id)).length).toBeLessThan(count);
  await waitUntilHandled();
  expect(await listTextsOfSender("8001", page.id)).toEqual(
    messagingEvents.map((messagingEvent) => messagingEvent.message.text),
  );
}, 90_000);

test("one event a thousand times, in one body and in many, is one message", async () => {
  const repeatedEvent = createMessageEvent("8003", external.id, "same", Date.now());
  const entry = [{ id: external.id, messaging: Array.from({ length: 1_000 }, () => repeatedEvent) }];
  const statuses = await Promise.all(Array.from({ length: 20 }, () => postWebhook(entry)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await waitUntilHandled();
  expect(await listTextsOfSender("8003", page.id)).toEqual(["Word same"]);
});

test("one body with the entries of fifty pages reaches the pages that are joined", async () => {
  const { page: secondPage, external: otherExternalPage } = await joinNewPage();
  const unknownPageIds = Array.from({ length: 48 }, (_, number) => `70${number}`);
  const entry = [external.id, ...unknownPageIds, otherExternalPage.id].map((id) => ({
    id,
    messaging: [createMessageEvent("8004", id, `to-${id}`, Date.now())],
  }));
  expect(await postWebhook(entry)).toBe(200);
  await waitUntilHandled();
  expect(await listTextsOfSender("8004", page.id)).toEqual([`Word to-${external.id}`]);
  expect(await listTextsOfSender("8004", secondPage.id)).toEqual([`Word to-${otherExternalPage.id}`]);
  expect(await fetchOutsideTalks(linh, { page_id: secondPage.id })).toHaveLength(1);
});
