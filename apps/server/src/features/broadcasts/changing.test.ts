import { createBotArticle } from "@kakehashi/contract/bot-articles";
import {
  type BroadcastDetail,
  cancelBroadcast,
  changeBroadcast,
  createBroadcast,
  getBroadcast,
} from "@kakehashi/contract/bot-broadcasts";
import { setBotPerson } from "@kakehashi/contract/bots";
import { expect, test } from "vitest";
import {
  createAskBlock,
  createFlow,
  createPublishedBot,
  createSayBlock,
  endBlock,
  visitBot,
} from "../../test/bots.ts";
import { newsBroadcastBody } from "../../test/broadcast-body.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import type { TestPerson } from "../../test/world.ts";

// These tests change a scheduled broadcast. An editor may change it until it begins.

const { server, testPeople } = await setUpTestServer();
const { kenji, linh, an } = testPeople;
const story = createFlow({ start: [createAskBlock("name"), createSayBlock("thanks"), endBlock] });
const createTimeInHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Creates a bot with one visitor, and a broadcast that begins in an hour. */
async function openScheduledBroadcast(bodyFields: object = {}) {
  const { id } = await createPublishedBot(kenji, story);
  const visitor = await visitBot(server, id);
  const body = newsBroadcastBody({ scheduled_at: createTimeInHours(1), ...bodyFields });
  const { data } = await kenji.call(createBroadcast, { params: { id }, body });
  const params = { id, bid: data.id };
  return {
    id,
    params,
    visitor,
    view: async (): Promise<BroadcastDetail> => (await kenji.call(getBroadcast, { params })).data,
    change: (fields: object = {}, person: TestPerson = kenji) => {
      const { client_id: _, ...changedFields } = newsBroadcastBody({
        revision: 1,
        scheduled_at: createTimeInHours(2),
        ...fields,
      });
      return person.call(changeBroadcast, { params, body: changedFields });
    },
  };
}
const createTextContent = (en: string) => ({ kind: "text", text: { en } });

test("what it says, to whom and when is changed until it begins, and visitors get only the new text", async () => {
  const { change, view, visitor } = await openScheduledBroadcast();
  const laterTime = createTimeInHours(3);
  const audience = { language: "en" };
  const { data } = await change({
    name: "Sale",
    content: createTextContent("20% off"),
    audience,
    scheduled_at: laterTime,
  });
  expect(data).toMatchObject({
    name: "Sale",
    state: "SCHEDULED",
    content: createTextContent("20% off"),
    audience: { language: "en", tag: null },
    scheduled_at: laterTime,
    revision: 2,
  });
  // A broadcast whose planned time is removed begins at once.
  const now = await change({ revision: 2, content: createTextContent("30% off"), scheduled_at: null });
  expect(now.data).toMatchObject({ state: "SENDING", scheduled_at: null });
  await expect.poll(async () => (await view()).state).toBe("DONE");
  const receivedTexts = (await visitor.all()).map(([, saidText]) => String(saidText));
  expect(receivedTexts.filter((text) => /News|off/.test(text))).toEqual(["30% off"]);
});

test("the job of the former time begins nothing", async () => {
  const { change, view, params } = await openScheduledBroadcast();
  await change();
  const formerJobCondition =
    "name = 'broadcasts.send' and data ->> 'broadcast_id' = $1 and data ->> 'step' = '0'";
  await server.db.pool.query(`update pgboss.job set start_after = now() where ${formerJobCondition}`, [
    params.bid,
  ]);
  await expect
    .poll(async () => {
      const { rows } = await server.db.pool.query(
        `select state from pgboss.job where ${formerJobCondition}`,
        [params.bid],
      );
      return rows;
    })
    .toEqual([{ state: "completed" }]);
  expect(await view()).toMatchObject({ state: "SCHEDULED", started_at: null });
});

test("of two editors who began from the same revision, the later one overwrites nothing", async () => {
  const { change, view } = await openScheduledBroadcast();
  expect((await change({ name: "Mine" })).status).toBe(200);
  const outdatedResponse = await change({ name: "Theirs" });
  expect([outdatedResponse.status, outdatedResponse.error?.code]).toEqual([409, "BOT.EDITED"]);
  expect(await view()).toMatchObject({ name: "Mine", revision: 2, edited_by: { id: kenji.id } });
});

test("one that has begun or was stopped is refused with a clear text, before its past time is", async () => {
  const { change, params } = await openScheduledBroadcast();
  await kenji.call(cancelBroadcast, { params });
  const refusedResponse = await change({ scheduled_at: createTimeInHours(-1) });
  expect([refusedResponse.status, refusedResponse.error?.code]).toEqual([409, "BOT.BROADCAST_BEGUN"]);
  expect(refusedResponse.error?.message).toContain("can no longer be changed");
});

test("a change that waits while the broadcast begins is refused", async () => {
  const { change, view, params } = await openScheduledBroadcast();
  const job = await server.db.pool.connect();
  await job.query("begin");
  await job.query("update bot_broadcasts set state = 'SENDING', step = step + 1 where id = $1", [params.bid]);
  const pendingChangePromise = change({ content: createTextContent("20% off") });
  await expect
    .poll(async () => {
      const { rows } = await server.db.pool.query("select 1 from pg_locks where not granted");
      return rows.length;
    })
    .toBeGreaterThan(0);
  await job.query("commit");
  job.release();
  expect((await pendingChangePromise).error?.code).toBe("BOT.BROADCAST_BEGUN");
  expect((await view()).content).toEqual(createTextContent("News"));
});

test("a time in the past is refused at its field, and the copy of an article can be kept", async () => {
  const { id, change } = await openScheduledBroadcast();
  const pastTimeResponse = await change({ scheduled_at: createTimeInHours(-1) });
  expect([pastTimeResponse.status, Object.keys(pastTimeResponse.error?.fields ?? {})]).toEqual([
    422,
    ["scheduled_at"],
  ]);
  const pastReaderTime = { at: "2020-01-01T09:00", time_zone: "Asia/Tokyo" };
  const pastReaderTimeResponse = await change({ scheduled_at: null, reader_time: pastReaderTime });
  expect(Object.keys(pastReaderTimeResponse.error?.fields ?? {})).toEqual(["reader_time.at"]);
  const { data: article } = await kenji.call(createBotArticle, {
    params: { id },
    body: { name: "Hours", title: { en: "We are open" }, text: {}, image: null, buttons: [] },
  });
  const articleResponse = await change({ content: { kind: "article", article_id: article.id } });
  expect(articleResponse.data.content).toMatchObject({ kind: "article", title: { en: "We are open" } });
  const renameResponse = await change({ revision: 2, name: "Renamed", content: { kind: "kept" } });
  expect(renameResponse.data).toMatchObject({ name: "Renamed", content: articleResponse.data.content });
});

test("only owners and editors change it", async () => {
  const { id, change } = await openScheduledBroadcast();
  await kenji.call(setBotPerson, { params: { id, user_id: linh.id }, body: { part: "AGENT" } });
  await kenji.call(setBotPerson, { params: { id, user_id: an.id }, body: { part: "EDITOR" } });
  expect((await change({}, linh)).status).toBe(403);
  expect((await change({}, an)).data.edited_by.id).toBe(an.id);
});
