import { createHmac } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../../test/app.ts";
import { addAndConnectPage, createBotForOutsidePlatforms, startBothStandIns } from "../../test/channels.ts";
import { setUpTestServer } from "../../test/open-world.ts";

// A platform may repeat its events, reorder them, and send several at once to either of two processes. The resulting
// conversation must be the same as if each event had arrived once and in order.

const propertyRunCount = 20;
const maximumMessages = 12;

const platforms = await startBothStandIns();
const { server, testPeople } = await setUpTestServer({ channels: platforms.channels });
const secondServer = await createTestApp({
  channels: platforms.channels,
  databaseUrl: server.ownerDatabaseUrl,
});
afterAll(async () => {
  await secondServer.close();
  await platforms.close();
});
const serverAddresses = [await server.listen(), await secondServer.listen()];
const botId = await createBotForOutsidePlatforms(testPeople);
const { external } = await addAndConnectPage(serverAddresses[0] ?? "", testPeople.kenji, {
  standIn: platforms.messenger,
  platform: "MESSENGER",
  botId,
});

interface WebhookBody {
  /** The numbers of the messages that this webhook body contains, in their order in the body. */
  readonly messages: readonly number[];
  readonly processIndex: number;
}

/**
 * Generates webhook bodies that together carry each of `count` messages at least once, and some of them twice or more.
 */
const createWebhookBodies = (count: number): fc.Arbitrary<WebhookBody[]> =>
  fc
    .record({
      repeatedNumbers: fc.array(fc.nat(count - 1), { maxLength: count }),
      keys: fc.array(fc.integer(), { minLength: 2 * count, maxLength: 2 * count }),
      bodyBreaks: fc.array(fc.boolean(), { minLength: 2 * count, maxLength: 2 * count }),
      processes: fc.array(fc.nat(1), { minLength: 2 * count, maxLength: 2 * count }),
    })
    .map(({ repeatedNumbers, keys, bodyBreaks, processes }) => {
      const sentMessageNumbers = [...Array.from({ length: count }, (_, number) => number), ...repeatedNumbers]
        .map((number, index) => ({ number, key: keys[index] ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ number }) => number);
      const webhookBodies: { messages: number[]; processIndex: number }[] = [];
      for (const [index, number] of sentMessageNumbers.entries()) {
        if (index === 0 || bodyBreaks[index])
          webhookBodies.push({ messages: [], processIndex: processes[index] ?? 0 });
        webhookBodies.at(-1)?.messages.push(number);
      }
      return webhookBodies;
    });

let personCount = 0;

async function sendWebhook(
  { messages, processIndex }: WebhookBody,
  person: string,
  startedAtMs: number,
): Promise<void> {
  const messagingItems = messages.map((number) => ({
    sender: { id: person },
    recipient: { id: external.id },
    timestamp: startedAtMs + number,
    message: { mid: `m_${person}_${number}`, text: `message ${number}` },
  }));
  const body = JSON.stringify({
    object: "page",
    entry: [{ id: external.id, time: startedAtMs, messaging: messagingItems }],
  });
  const signature = createHmac("sha256", platforms.messenger.connectionOptions.appSecret)
    .update(body)
    .digest("hex");
  const response = await fetch(`${serverAddresses[processIndex]}/api/webhooks/messenger/app`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` },
  });
  expect(response.status).toBe(200);
}

/** The content of the messages in the person's conversation, in their order. */
async function listContents(person: string): Promise<string[]> {
  const { rows } = await sql<{ content: string }>`
    select m.content from channel_people c
    join bot_sessions s on s.id = c.session_id
    join messages m on m.conversation_id = s.conversation_id
    where c.external_id = ${person} order by m.number`.execute(server.db.kysely);
  return rows.map(({ content }) => content);
}

async function waitForAllMessages(person: string, count: number): Promise<string[]> {
  await expect.poll(() => listContents(person)).toHaveLength(count);
  const unhandledEventsQuery = sql<{ count: number }>`
    select count(*)::int as count from channel_events where person = ${person} and handled_at is null`;
  await expect
    .poll(async () => (await unhandledEventsQuery.execute(server.db.kysely)).rows[0]?.count)
    .toBe(0);
  return listContents(person);
}

const listExpectedContents = (count: number) =>
  Array.from({ length: count }, (_, number) => `message ${number}`);

test("each message is taken once, however often and in whatever order it comes", async () => {
  const anyWebhookBodies = fc
    .integer({ min: 1, max: maximumMessages })
    .chain((count) => fc.record({ count: fc.constant(count), sent: createWebhookBodies(count) }));
  await fc.assert(
    fc.asyncProperty(anyWebhookBodies, async ({ count, sent }) => {
      const person = `70${personCount++}`;
      const startedAtMs = Date.now() - 60_000;
      await Promise.all(sent.map((body) => sendWebhook(body, person, startedAtMs)));
      const messageContents = await waitForAllMessages(person, count);
      expect([...messageContents].sort()).toEqual(listExpectedContents(count).sort());
    }),
    { numRuns: propertyRunCount },
  );
}, 120_000);

test("messages that are there together are taken in the order in which they were written", async () => {
  const shuffledMessages = fc.shuffledSubarray(
    Array.from({ length: maximumMessages }, (_, number) => number),
    { minLength: maximumMessages },
  );
  await fc.assert(
    fc.asyncProperty(shuffledMessages, async (messages) => {
      const person = `80${personCount++}`;
      await sendWebhook({ messages, processIndex: 0 }, person, Date.now() - 60_000);
      expect(await waitForAllMessages(person, maximumMessages)).toEqual(
        listExpectedContents(maximumMessages),
      );
    }),
    { numRuns: propertyRunCount },
  );
}, 120_000);
