import { randomBytes } from "node:crypto";
import { createBotArticle } from "@kakehashi/contract/bot-articles";
import {
  changeBotFlow,
  createBotFlow,
  listBotFlows,
  publishBotFlow,
  removeBotFlow,
} from "@kakehashi/contract/bot-flows";
import { createBotPhrase } from "@kakehashi/contract/bot-phrases";
import { maximumBytesPerBotSession, startVisit } from "@kakehashi/contract/bot-visitors";
import { createBot, duplicateBot } from "@kakehashi/contract/bots";
import { getStorageUse } from "@kakehashi/contract/files";
import { flowTextLimits } from "@kakehashi/contract/flows/limits";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callApi, createTestApp, type TestApp } from "../../test/app.ts";
import {
  createAskBlock,
  createFlow,
  createPublishedBot,
  createSayBlock,
  endBlock,
  visitBot,
} from "../../test/bots.ts";
import { addTestPeople, type TestPeople, type TestPerson } from "../../test/world.ts";

const bytesPerPerson = 150_000;
let server: TestApp;
let testPeople: TestPeople;
beforeAll(async () => {
  server = await createTestApp({ storageQuotas: { perPerson: bytesPerPerson } });
  testPeople = await addTestPeople(server);
});
beforeEach(() => server.db.pool.query("delete from bots"));
afterAll(() => server.close());

const readUsedBytes = async (person: TestPerson) => (await person.call(getStorageUse)).data.used;
// The text is one character below the limit, because the helper `createSayBlock` adds one character to the Japanese text.
const textOfMaximumLength = "x".repeat(flowTextLimits.text - 1);
/** A story of about 60 kB. */
const largeStory = createFlow({
  start: [
    ...Array.from({ length: 6 }, (_, index) => createSayBlock(`a${index}`, textOfMaximumLength)),
    endBlock,
  ],
});

test("what stories, articles and answers say counts towards the storage of who writes it", async () => {
  const { kenji } = testPeople;
  const { data: bot } = await kenji.call(createBot, {
    body: { name: "Salon", languages: ["en", "ja"], platforms: ["WEB"] },
  });
  const params = { id: bot.id };
  expect(await readUsedBytes(kenji)).toBe(0);
  const createStory = () => kenji.call(createBotFlow, { params, body: { name: "x", draft: largeStory } });
  const { data: story } = await createStory();
  const bytesOfOneBot = await readUsedBytes(kenji);
  expect(bytesOfOneBot).toBeGreaterThan(60_000);
  expect((await createStory()).status).toBe(200);
  expect(await readUsedBytes(kenji)).toBe(2 * bytesOfOneBot);

  const texts = { en: textOfMaximumLength, vi: textOfMaximumLength, ja: textOfMaximumLength };
  const article = { name: "A", title: texts, text: texts, image: null, buttons: [] };
  const phrase = {
    kind: "exact",
    keywords: ["a"],
    target: { kind: "answer", text: texts },
    is_enabled: true,
  };
  expect((await kenji.call(createBotPhrase, { params, body: phrase })).status).toBe(200);
  expect(await readUsedBytes(kenji)).toBeGreaterThan(2 * bytesOfOneBot + 3 * flowTextLimits.text);
  for (const refusedCall of [
    await createStory(),
    await kenji.call(createBotArticle, { params, body: { ...article, title: { en: "A" } } }),
    await kenji.call(createBotPhrase, { params, body: { ...phrase, keywords: ["b"] } }),
    await kenji.call(duplicateBot, { params, body: { name: "Copy" } }),
  ])
    expect([refusedCall.status, refusedCall.error?.code]).toEqual([413, "FILE.QUOTA"]);

  // The draft was saved less than ten minutes ago by the same person, so the next save replaces it. The new draft is
  // smaller, so it fits into the quota and frees storage space.
  const saveRequest = {
    params: { ...params, fid: story.id },
    body: { revision: 1, draft: createFlow({ start: [endBlock] }) },
  };
  expect((await kenji.call(changeBotFlow, saveRequest)).status).toBe(200);
  expect(await readUsedBytes(kenji)).toBeLessThan(bytesOfOneBot + 20_000);
  expect((await createStory()).status).toBe(200);
});

test("a deleted story makes room, but for what a visitor is in", async () => {
  const { kenji } = testPeople;
  const { id, fid } = await createPublishedBot(kenji, largeStory);
  const params = { id, fid };
  const bytesOfOneBot = await readUsedBytes(kenji);
  await visitBot(server, id);
  await kenji.call(changeBotFlow, { params, body: { revision: 1, draft: largeStory } });
  await kenji.call(publishBotFlow, { params, body: { revision: 2 } });
  expect(await readUsedBytes(kenji)).toBe(2 * bytesOfOneBot);
  await kenji.call(removeBotFlow, { params });
  expect((await kenji.call(listBotFlows, { params: { id } })).data).toEqual([]);
  expect(await readUsedBytes(kenji)).toBe(bytesOfOneBot);
  // The job `prune` deletes a session that was last used more than a year ago.
  await server.db.pool.query("update bot_sessions set last_at = now() - interval '2 years'");
  await server.runJob("prune");
  await expect.poll(() => readUsedBytes(kenji)).toBe(0);
});

const talkFlow = createFlow({
  start: [createAskBlock("a"), createSayBlock("b"), createAskBlock("c"), endBlock],
});

test("a session takes no more messages once its turns are too long together", async () => {
  const { id } = await createPublishedBot(testPeople.kenji, talkFlow);
  const visitor = await visitBot(server, id);
  const content = "橋".repeat(1_000);
  expect((await visitor.send({ content })).status).toBe(200);
  const { rows } = await server.db.pool.query(
    `select s.turn_bytes::int as stored, sum(octet_length(event::text) + octet_length(effects::text))::int as bytes
     from bot_sessions s join bot_turns t on t.session_id = s.id group by s.id`,
  );
  expect(rows[0].stored).toBeGreaterThan(3_000);
  expect(Math.abs(rows[0].stored - rows[0].bytes)).toBeLessThan(500);
  await server.db.pool.query("update bot_sessions set turn_bytes = $1", [maximumBytesPerBotSession]);
  const refusedResponse = await visitor.send({ content: "more" });
  expect([refusedResponse.status, refusedResponse.error?.code]).toEqual([429, "ERR.TOO_MANY"]);
});

const talkBytes = 0.1 * bytesPerPerson;
/** Adds sessions to a bot, each with its size in bytes and the number of hours since it was last used. */
async function addSessions(botId: string, ...sessions: [bytes: number, hours: number][]): Promise<void> {
  for (const [bytes, hours] of sessions)
    await server.db.pool.query(
      `insert into bot_sessions (id, bot_id, platform, token_hash, flow_id, save_number, state, turn_bytes, last_at)
       select gen_random_uuid(), bot_id, 'WEB', $2, id, save_number, '{}', $3, now() - make_interval(hours => $4)
       from bot_flows where bot_id = $1`,
      [botId, randomBytes(32), bytes, hours],
    );
}
const listHoursSinceUse = async () => {
  const { rows } = await server.db.pool.query(
    "select extract(epoch from now() - last_at)::int / 3600 as hours from bot_sessions order by last_at desc",
  );
  return rows.map(({ hours }) => hours);
};
const startSession = (bot_id: string) =>
  callApi(server.app, startVisit, { params: { bot_id }, body: { language: "en" } });

test("where the sessions with one person's bots take too much, those unused for longest make place", async () => {
  const { id } = await createPublishedBot(testPeople.aiko, talkFlow);
  await addSessions(id, [0.4 * talkBytes, 60], [0.4 * talkBytes, 50], [0.4 * talkBytes, 1]);
  expect((await startSession(id)).status).toBe(200);
  expect(await listHoursSinceUse()).toEqual([0, 1, 50]);
});

test("where all of them are in use, a new visitor is told to come later, and the bots of others go on", async () => {
  const { id } = await createPublishedBot(testPeople.emma, talkFlow);
  await addSessions(id, [talkBytes, 20], [0.1 * talkBytes, 1]);
  const refusedResponse = await startSession(id);
  expect([refusedResponse.status, refusedResponse.error?.code]).toEqual([429, "ERR.TOO_MANY"]);
  expect(Number(refusedResponse.headers["retry-after"])).toBeGreaterThan(0);
  expect(await listHoursSinceUse()).toEqual([1, 20]);
  const otherBot = await createPublishedBot(testPeople.kenji, talkFlow);
  expect((await startSession(otherBot.id)).status).toBe(200);
});
