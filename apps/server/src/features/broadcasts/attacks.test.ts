import {
  cancelBroadcast,
  countBroadcastAudience,
  createBroadcast,
  downloadBroadcastResults,
  getBroadcast,
  getBroadcastAudienceChoices,
  listBroadcasts,
  pauseBroadcast,
  removeBroadcast,
  resumeBroadcast,
} from "@kakehashi/contract/bot-broadcasts";
import { setBotPerson } from "@kakehashi/contract/bots";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { createAskBlock, createFlow, createPublishedBot, endBlock, visitBot } from "../../test/bots.ts";
import { newsBroadcastBody } from "../../test/broadcast-body.ts";
import { setUpTestServer } from "../../test/open-world.ts";

const { server, testPeople } = await setUpTestServer({ broadcastsPerSecond: 1 });
const { kenji, an } = testPeople;
const db = server.db.kysely;
const story = createFlow({ start: [createAskBlock("name"), endBlock] });

const createTestBroadcast = (id: string, bodyFields: object = {}) =>
  kenji.call(createBroadcast, {
    params: { id },
    body: newsBroadcastBody(bodyFields),
  });
const readState = async (id: string, bid: string) =>
  (await kenji.call(getBroadcast, { params: { id, bid } })).data.state;

/**
 * Creates a bot with the given number of visitors. This test's server sends only one message of a broadcast per second,
 * so that the test can act while the broadcast is being sent.
 */
async function openSlowBot(visitorCount: number) {
  const { id } = await createPublishedBot(kenji, story);
  for (let count = 0; count < visitorCount; count++) await visitBot(server, id);
  return id;
}

test("An editor of another bot does nothing with this one's broadcasts, by any of the two ids", async () => {
  const id = await openSlowBot(3);
  const foreignBot = await createPublishedBot(kenji, story);
  const params = { id: foreignBot.id, user_id: an.id };
  await kenji.call(setBotPerson, { params, body: { part: "EDITOR" } });
  const { data } = await createTestBroadcast(id);
  for (const botId of [id, foreignBot.id]) {
    const broadcastParams = { params: { id: botId, bid: data.id } };
    for (const endpoint of [
      getBroadcast,
      downloadBroadcastResults,
      pauseBroadcast,
      resumeBroadcast,
      cancelBroadcast,
      removeBroadcast,
    ])
      expect((await an.call(endpoint, broadcastParams)).status).toBe(404);
  }
  const botParams = { params: { id } };
  expect((await an.call(listBroadcasts, botParams)).status).toBe(404);
  expect((await an.call(getBroadcastAudienceChoices, botParams)).status).toBe(404);
  expect((await an.call(countBroadcastAudience, { ...botParams, body: { audience: {} } })).status).toBe(404);
  for (const bid of ["new", "0", newId()])
    expect((await kenji.call(getBroadcast, { params: { id, bid } })).status).toBe(404);
  expect(await readState(id, data.id)).toBe("SENDING");
});

test("Of the same step from several tabs one is taken, and after a cancel nothing is", async () => {
  const id = await openSlowBot(6);
  const params = { id, bid: (await createTestBroadcast(id)).data.id };
  const statuses = async (
    endpoint: typeof pauseBroadcast | typeof resumeBroadcast | typeof cancelBroadcast,
  ) => {
    const responses = await Promise.all([1, 2, 3].map(() => kenji.call(endpoint, { params })));
    return responses.map(({ status }) => status).sort();
  };
  expect(await statuses(pauseBroadcast)).toEqual([200, 409, 409]);
  expect(await statuses(resumeBroadcast)).toEqual([200, 409, 409]);
  // The server may run the pause and the cancellation in any order. In both cases the broadcast ends as cancelled.
  const [pauseResponse, cancelResponse] = await Promise.all([
    kenji.call(pauseBroadcast, { params }),
    kenji.call(cancelBroadcast, { params }),
  ]);
  expect([200, 409]).toContain(pauseResponse.status);
  expect(cancelResponse.status).toBe(200);
  expect(await readState(id, params.bid)).toBe("CANCELLED");
  expect(await statuses(cancelBroadcast)).toEqual([409, 409, 409]);
  expect(await statuses(resumeBroadcast)).toEqual([409, 409, 409]);
  const { rows } = await sql<{ results: number; sent_count: number }>`
    select sent_count, (select count(*)::int from bot_broadcast_recipients
      where broadcast_id = c.id and result = 'SENT') as results
    from bot_broadcasts c where id = ${params.bid}`.execute(db);
  expect(rows[0]?.results).toBe(rows[0]?.sent_count);
});

test("A visitor's value that looks like a variable, and one that is very long, stay what they are", async () => {
  const { id } = await createPublishedBot(kenji, story);
  const [trickyVisitor, longNameVisitor] = [await visitBot(server, id), await visitBot(server, id)];
  await trickyVisitor.send({ content: "{{n}} {{secret}} $& <b>" });
  await longNameVisitor.send({ content: "長".repeat(1_000) });
  const { data } = await createTestBroadcast(id, {
    content: { kind: "text", text: { en: "{{n}} ".repeat(800) } },
  });
  await expect.poll(() => readState(id, data.id), { timeout: 20_000 }).toBe("DONE");
  const readLastText = async (visitor: typeof trickyVisitor) => String((await visitor.all()).at(-1)?.[1]);
  expect(await readLastText(trickyVisitor)).toMatch(/^(?:\{\{n\}\} \{\{secret\}\} \$& <b> ){10}/);
  expect((await readLastText(longNameVisitor)).length).toBeLessThanOrEqual(5_000);
});

test("Odd dates are refused by their field, and odd characters do no harm", async () => {
  const { id } = await createPublishedBot(kenji, story);
  const visitor = await visitBot(server, id);
  const readErrorFields = async (bodyFields: object) => {
    const { status, error } = await createTestBroadcast(id, bodyFields);
    return [status, ...Object.keys(error?.fields ?? {})];
  };
  for (const scheduled_at of [
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00Z",
    "-000001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "+010000-01-01T00:00:00Z",
    "2027-02-30T00:00:00Z",
    "tomorrow",
    "",
  ])
    expect(await readErrorFields({ scheduled_at }), scheduled_at).toEqual([422, "scheduled_at"]);
  for (const unstorableText of ["\u0000", "a\u0000b", "\uD800"]) {
    // The server replaces characters that PostgreSQL cannot store. A tag with such a character is refused, because no
    // visitor can have it.
    const createResponse = await createTestBroadcast(id, {
      name: `News ${unstorableText}`,
      content: { kind: "text", text: { en: `News ${unstorableText}` } },
    });
    expect(createResponse.status).toBe(200);
    expect(createResponse.data.content.text.en).toBe(`News ${unstorableText.replace(/[^ab]/, "\uFFFD")}`);
    expect(await readErrorFields({ audience: { tag: unstorableText } })).toEqual([422, "audience.tag"]);
  }
  await visitor.send({ content: "x" });
  expect(await readErrorFields({ audience: { variable: { name: "n", value: "\u0000" } } })).toEqual([
    422,
    "audience",
  ]);
  expect(await readErrorFields({ content: { kind: "article", article_id: "'; drop table bots" } })).toEqual([
    422,
    "content.article_id",
  ]);
  expect(await readErrorFields({ client_id: "1" })).toEqual([422, "client_id"]);
});
