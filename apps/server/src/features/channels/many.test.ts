import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openChannelWorld } from "../../test/channel-world.ts";
import { fetchOutsideTalks, joinPage, openOutsideBot } from "../../test/channels.ts";

// These tests send webhooks with a very large number of events.

const { platforms, server, world, address } = await openChannelWorld();
const { kenji, linh } = world;
const standIn = platforms.messenger;
const botId = await openOutsideBot(world);
const joinNewPage = () => joinPage(address, kenji, { standIn, platform: "MESSENGER", botId });
const { page, external } = await joinNewPage();

const messageEvent = (sender: string, pageId: string, mid: string, at: number) => ({
  sender: { id: sender },
  recipient: { id: pageId },
  timestamp: at,
  message: { mid, text: `Word ${mid}` },
});
async function postWebhook(entry: readonly object[]): Promise<number> {
  const body = JSON.stringify({ object: "page", entry });
  const signature = createHmac("sha256", standIn.options.appSecret).update(body).digest("hex");
  const headers = { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` };
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
    messageEvent("8001", external.id, `m${number}`, firstEventMs + number),
  );
  // A platform may send events in any order, so the test shuffles the events.
  const shuffledEvents = messagingEvents.map((one, index) => messagingEvents[(index * 7) % count] ?? one);
  expect(await postWebhook([{ id: external.id, time: firstEventMs, messaging: shuffledEvents }])).toBe(200);
  expect(
    await postWebhook([
      { id: external.id, messaging: [messageEvent("8002", external.id, "other", Date.now())] },
    ]),
  ).toBe(200);
  await expect.poll(() => listTextsOfSender("8002", page.id)).toEqual(["Word other"]);
  expect((await listTextsOfSender("8001", page.id)).length).toBeLessThan(count);
  await waitUntilHandled();
  expect(await listTextsOfSender("8001", page.id)).toEqual(messagingEvents.map((one) => one.message.text));
}, 90_000);

test("one event a thousand times, in one body and in many, is one message", async () => {
  const repeatedEvent = messageEvent("8003", external.id, "same", Date.now());
  const entry = [{ id: external.id, messaging: Array.from({ length: 1_000 }, () => repeatedEvent) }];
  const statuses = await Promise.all(Array.from({ length: 20 }, () => postWebhook(entry)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await waitUntilHandled();
  expect(await listTextsOfSender("8003", page.id)).toEqual(["Word same"]);
});

test("one body with the entries of fifty pages reaches the pages that are joined", async () => {
  const { page: secondPage, external: otherExternal } = await joinNewPage();
  const unknownPageIds = Array.from({ length: 48 }, (_, number) => `70${number}`);
  const entry = [external.id, ...unknownPageIds, otherExternal.id].map((id) => ({
    id,
    messaging: [messageEvent("8004", id, `to-${id}`, Date.now())],
  }));
  expect(await postWebhook(entry)).toBe(200);
  await waitUntilHandled();
  expect(await listTextsOfSender("8004", page.id)).toEqual([`Word to-${external.id}`]);
  expect(await listTextsOfSender("8004", secondPage.id)).toEqual([`Word to-${otherExternal.id}`]);
  expect(await fetchOutsideTalks(linh, { page_id: secondPage.id })).toHaveLength(1);
});
