import { createBotArticle } from "@kakehashi/contract/bot-articles";
import { broadcastSkipReasons, broadcastUnsentReasonTexts } from "@kakehashi/contract/bot-broadcast-reasons";
import {
  type BroadcastAudience,
  cancelBroadcast,
  countBroadcastAudience,
  createBroadcast,
  downloadBroadcastResults,
  getBroadcast,
  getBroadcastAudienceChoices,
  listBroadcasts,
  removeBroadcast,
} from "@kakehashi/contract/bot-broadcasts";
import { getLivechat } from "@kakehashi/contract/bot-livechat";
import { claimLivechat, closeLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { removeBot, setBotPerson } from "@kakehashi/contract/bots";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { retentionPeriods } from "@kakehashi/contract/retention";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import {
  createAskBlock,
  createFlow,
  createPublishedBot,
  createSayBlock,
  endBlock,
  visitBot,
} from "../../test/bots.ts";
import { createWaitingTalk } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji, linh, an, aiko } = testPeople;
const db = server.db.kysely;
const wholeAudience: BroadcastAudience = {
  platform: null,
  page_id: null,
  tag: null,
  language: null,
  seen_days: null,
  variable: null,
};
const tagBlock: FlowBlock = { id: "t", type: "tag", tag: "customer", remove: false };
const story = createFlow({ start: [createAskBlock("name"), tagBlock, createSayBlock("thanks"), endBlock] });

const createBroadcastBody = (bodyFields: object = {}) => ({
  client_id: newId(),
  name: "News",
  content: { kind: "text", text: { en: "Hello {{n}}", ja: "{{n}}様" } },
  audience: wholeAudience,
  scheduled_at: null,
  ...bodyFields,
});
const createTestBroadcast = (person: TestPerson, id: string, bodyFields: object = {}) =>
  person.call(createBroadcast, { params: { id }, body: createBroadcastBody(bodyFields) });
const viewBroadcast = async (id: string, bid: string) =>
  (await kenji.call(getBroadcast, { params: { id, bid } })).data;
const waitUntilDone = (id: string, bid: string) =>
  expect.poll(async () => (await viewBroadcast(id, bid)).state, { timeout: 20_000 }).toBe("DONE");

/**
 * Creates a bot with two visitors. Aiko has answered in English and has a tag. The other visitor reads Japanese and has
 * written nothing.
 */
async function openBotWithAudience() {
  const { id } = await createPublishedBot(kenji, story);
  const englishVisitor = await visitBot(server, id, "en");
  await englishVisitor.send({ content: "Aiko" });
  const japaneseVisitor = await visitBot(server, id, "ja");
  return { id, englishVisitor, japaneseVisitor };
}

test("Each visitor gets it in their language, with their values, and the story stays where it is", async () => {
  const { id, englishVisitor, japaneseVisitor } = await openBotWithAudience();
  const { data } = await createTestBroadcast(kenji, id);
  await waitUntilDone(id, data.id);
  expect((await englishVisitor.all()).at(-1)).toEqual([null, "Hello Aiko"]);
  expect((await japaneseVisitor.all()).at(-1)).toEqual([null, "様"]);
  // The bot still waits for the answer to its question. So the visitor's next message answers the question, and it also
  // counts as a reply to the broadcast.
  expect(await japaneseVisitor.write("Ken")).toEqual(["thanks。"]);
  const broadcastView = await viewBroadcast(id, data.id);
  expect(broadcastView).toMatchObject({ planned_count: 2, sent_count: 2, skipped_count: 0, name: "News" });
  const zeroSkippedCounts = Object.fromEntries(broadcastSkipReasons.map((reason) => [reason, 0]));
  const zeroReceipts = { delivered: 0, read: 0, clicked: 0 };
  expect(broadcastView.results).toEqual([
    {
      platform: "WEB",
      language: "en",
      planned: 1,
      sent: 1,
      ...zeroReceipts,
      answered: 0,
      skipped: zeroSkippedCounts,
    },
    {
      platform: "WEB",
      language: "ja",
      planned: 1,
      sent: 1,
      ...zeroReceipts,
      answered: 1,
      skipped: zeroSkippedCounts,
    },
  ]);
  const broadcastList = await kenji.call(listBroadcasts, { params: { id } });
  expect(broadcastList.data.map((broadcast) => [broadcast.id, broadcast.sent_count])).toEqual([[data.id, 2]]);
  expect(broadcastList.meta.total).toBe(1);
  const csvResponse = await server.app.http.inject({
    url: `/api${downloadBroadcastResults.path.replace(":id", id).replace(":bid", data.id)}`,
    headers: { authorization: `Bearer ${kenji.tokens.access_token}`, "accept-language": "en" },
  });
  const reasonTitles = broadcastSkipReasons
    .map((reason) => `Not reached: ${broadcastUnsentReasonTexts[reason].en}`)
    .join(",");
  const zeroColumns = broadcastSkipReasons.map(() => 0).join(",");
  expect(csvResponse.body.slice(1).split("\r\n")).toEqual([
    `Platform,Language,Visitors,Sent,Delivered,Read,Clicked,Wrote afterwards,${reasonTitles},Still unsent`,
    `Website,English,1,1,0,0,0,0,${zeroColumns},0`,
    `Website,日本語,1,1,0,0,0,1,${zeroColumns},0`,
    "",
  ]);
});

test("A broadcast keeps no session alive, and does not use up the turns of a story without its visitor", async () => {
  const { id, englishVisitor } = await openBotWithAudience();
  await sql`update bot_sessions set last_at = now() - interval '30 days', seen_at = now() - interval '30 days'
    where bot_id = ${id}`.execute(db);
  const { data } = await createTestBroadcast(kenji, id);
  await waitUntilDone(id, data.id);
  const { rows } = await sql<{ days: number }>`
    select extract(day from now() - greatest(last_at, seen_at))::int as days from bot_sessions
    where bot_id = ${id}`.execute(db);
  expect(rows.map(({ days }) => days)).toEqual([30, 30]);
  await englishVisitor.send({ content: "again" });
  const countAudienceSeenInDays = async (seenDays: number) =>
    (
      await kenji.call(countBroadcastAudience, {
        params: { id },
        body: { audience: { ...wholeAudience, seen_days: seenDays } },
      })
    ).data;
  expect(await countAudienceSeenInDays(1)).toEqual({ count: 1, reachable: 1, left_out: [] });
  expect(await countAudienceSeenInDays(31)).toEqual({ count: 2, reachable: 2, left_out: [] });
});

test("The conditions of an audience hold together", async () => {
  const { id } = await openBotWithAudience();
  const countAudienceOf = async (audience: Partial<BroadcastAudience>) =>
    (
      await kenji.call(countBroadcastAudience, {
        params: { id },
        body: { audience: { ...wholeAudience, ...audience } },
      })
    ).data.count;
  expect(await countAudienceOf({})).toBe(2);
  expect(await countAudienceOf({ tag: "customer" })).toBe(1);
  expect(await countAudienceOf({ tag: "custom" })).toBe(0);
  expect(await countAudienceOf({ language: "ja" })).toBe(1);
  expect(await countAudienceOf({ tag: "customer", language: "ja" })).toBe(0);
  expect(await countAudienceOf({ variable: { name: "n", value: null } })).toBe(1);
  expect(await countAudienceOf({ variable: { name: "n", value: "Aiko" } })).toBe(1);
  expect(await countAudienceOf({ variable: { name: "n", value: "Ken" } })).toBe(0);
  expect(
    await countAudienceOf({ variable: { name: "n", value: "Aiko" }, seen_days: 1, tag: "customer" }),
  ).toBe(1);
  const audienceChoices = await kenji.call(getBroadcastAudienceChoices, { params: { id } });
  expect(audienceChoices.data).toEqual({ pages: [], tags: ["customer"], variables: ["n"] });
});

test("Who waits for a person or talks to one is skipped; once the chat is closed they get it", async () => {
  const { id, params, visitor } = await createWaitingTalk(server, testPeople);
  const countEverybody = async () =>
    (await kenji.call(countBroadcastAudience, { params: { id }, body: { audience: wholeAudience } })).data;
  expect(await countEverybody()).toEqual({
    count: 1,
    reachable: 0,
    left_out: [{ platform: "WEB", reason: "TALKING", count: 1 }],
  });
  await linh.call(claimLivechat, { params });
  const text = { kind: "text", text: { en: "News" } };
  const firstBroadcast = await createTestBroadcast(kenji, id, { content: text });
  await waitUntilDone(id, firstBroadcast.data.id);
  const unreachedReasons = [{ reason: "TALKING", count: 1 }];
  expect(await viewBroadcast(id, firstBroadcast.data.id)).toMatchObject({
    sent_count: 0,
    skipped_count: 1,
    unreached: unreachedReasons,
  });
  expect((await kenji.call(listBroadcasts, { params: { id } })).data).toMatchObject([
    { unreached: unreachedReasons },
  ]);
  await linh.call(closeLivechat, { params, body: {} });
  expect(await countEverybody()).toEqual({ count: 1, reachable: 1, left_out: [] });
  const secondBroadcast = await createTestBroadcast(kenji, id, { content: text });
  await waitUntilDone(id, secondBroadcast.data.id);
  expect((await visitor.all()).at(-1)).toEqual([null, "News"]);
  expect(await viewBroadcast(id, secondBroadcast.data.id)).toMatchObject({ sent_count: 1, unreached: null });
  // A broadcast does not reopen a closed chat. Its message appears in the conversation only when the visitor writes
  // again.
  expect((await linh.call(getLivechat, { params })).data.state).toBe("CLOSED");
  await visitor.send({ content: "thanks" });
  const { messages, state } = (await linh.call(getLivechat, { params })).data;
  expect(state).toBe("WAITING");
  expect(messages.slice(-2).map(({ content }) => content)).toEqual(["News", "thanks"]);
});

test("A visitor who starts again counts once, and gets it where they are now", async () => {
  const { id } = await createPublishedBot(kenji, story);
  const leftVisit = await visitBot(server, id);
  const currentVisit = await visitBot(server, id, "en", undefined, leftVisit.token);
  const count = await kenji.call(countBroadcastAudience, {
    params: { id },
    body: { audience: wholeAudience },
  });
  expect(count.data).toMatchObject({ count: 1, reachable: 1, left_out: [] });
  const { data } = await createTestBroadcast(kenji, id, { content: { kind: "text", text: { en: "Hello" } } });
  await waitUntilDone(id, data.id);
  expect(await viewBroadcast(id, data.id)).toMatchObject({ planned_count: 1, sent_count: 1 });
  expect((await currentVisit.all()).at(-1)).toEqual([null, "Hello"]);
  expect(await leftVisit.all()).toHaveLength(1);
});

test("An article is sent as it was when the broadcast was created", async () => {
  const { id, englishVisitor } = await openBotWithAudience();
  const body = { name: "Way", title: { en: "To us, {{n}}" }, text: { en: "Turn left." }, buttons: [] };
  const { data: article } = await kenji.call(createBotArticle, { params: { id }, body });
  const { data } = await createTestBroadcast(kenji, id, {
    content: { kind: "article", article_id: article.id },
  });
  await waitUntilDone(id, data.id);
  const lastMessage = (await englishVisitor.list()).messages.at(-1);
  expect(lastMessage?.said).toEqual([
    { kind: "card", title: "To us, Aiko", text: "Turn left.", image: null, buttons: [] },
  ]);
  expect((await viewBroadcast(id, data.id)).content).toMatchObject({ kind: "article", name: "Way" });
  const otherBroadcast = await createTestBroadcast(kenji, id, {
    content: { kind: "article", article_id: newId() },
  });
  expect(Object.keys(otherBroadcast.error?.fields ?? {})).toEqual(["content.article_id"]);
});

test("A call that comes twice makes one broadcast", async () => {
  const { id, englishVisitor } = await openBotWithAudience();
  const body = createBroadcastBody();
  const params = { id };
  const responses = await Promise.all([1, 2, 3].map(() => kenji.call(createBroadcast, { params, body })));
  expect(new Set(responses.map(({ data }) => data.id)).size).toBe(1);
  await waitUntilDone(id, responses[0]?.data.id ?? "");
  expect((await englishVisitor.all()).filter(([, saidText]) => saidText === "Hello Aiko")).toHaveLength(1);
});

test("A scheduled one begins at its time, and one that was cancelled never does", async () => {
  const { id, englishVisitor } = await openBotWithAudience();
  const createTimeInTwoSeconds = () => new Date(Date.now() + 2_000).toISOString();
  const cancelledBroadcast = await createTestBroadcast(kenji, id, { scheduled_at: createTimeInTwoSeconds() });
  expect(cancelledBroadcast.data).toMatchObject({ state: "SCHEDULED", planned_count: 0, started_at: null });
  const bid = cancelledBroadcast.data.id;
  expect((await kenji.call(cancelBroadcast, { params: { id, bid } })).data.state).toBe("CANCELLED");
  const laterBroadcast = await createTestBroadcast(kenji, id, {
    scheduled_at: createTimeInTwoSeconds(),
    name: "Later",
  });
  await waitUntilDone(id, laterBroadcast.data.id);
  const { started_at, scheduled_at } = await viewBroadcast(id, laterBroadcast.data.id);
  expect(Date.parse(started_at ?? "")).toBeGreaterThanOrEqual(Date.parse(scheduled_at ?? ""));
  expect((await englishVisitor.all()).filter(([, saidText]) => saidText === "Hello Aiko")).toHaveLength(1);
  expect(await viewBroadcast(id, bid)).toMatchObject({ state: "CANCELLED", sent_count: 0, planned_count: 0 });
});

test("A scheduled one that nobody fits when it begins has reached nobody, for no visitor's reason", async () => {
  const { id } = await createPublishedBot(kenji, story);
  const { data } = await createTestBroadcast(kenji, id, {
    content: { kind: "text", text: { en: "News" } },
    scheduled_at: new Date(Date.now() + 2_000).toISOString(),
  });
  expect(data.unreached).toBeNull();
  await waitUntilDone(id, data.id);
  expect(await viewBroadcast(id, data.id)).toMatchObject({ planned_count: 0, sent_count: 0, unreached: [] });
});

test("Editors send, agents only look, and nobody else sees anything", async () => {
  const { id } = await openBotWithAudience();
  await kenji.call(setBotPerson, { params: { id, user_id: linh.id }, body: { part: "AGENT" } });
  await kenji.call(setBotPerson, { params: { id, user_id: an.id }, body: { part: "EDITOR" } });
  expect((await createTestBroadcast(linh, id)).status).toBe(403);
  expect((await createTestBroadcast(aiko, id)).status).toBe(404);
  const { data } = await createTestBroadcast(an, id);
  await waitUntilDone(id, data.id);
  const params = { id, bid: data.id };
  expect((await linh.call(getBroadcast, { params })).data.sent_count).toBe(2);
  expect((await linh.call(listBroadcasts, { params: { id } })).data).toHaveLength(1);
  expect((await aiko.call(getBroadcast, { params })).status).toBe(404);
  expect((await linh.call(removeBroadcast, { params })).status).toBe(403);
  const countResponse = await linh.call(countBroadcastAudience, {
    params: { id },
    body: { audience: wholeAudience },
  });
  expect(countResponse.status).toBe(403);
  // A broadcast is not found by its id if the URL names another bot.
  const otherBot = await createPublishedBot(kenji, story);
  const paramsOfOtherBot = { id: otherBot.id, bid: data.id };
  for (const endpoint of [getBroadcast, cancelBroadcast, removeBroadcast])
    expect((await kenji.call(endpoint, { params: paramsOfOtherBot })).status).toBe(404);
  const { rows } = await sql<{ details: { step: string } }>`
    select details from audit_log where action = 'bot.broadcast' and subject_id = ${id}`.execute(db);
  expect(rows.map(({ details }) => details.step)).toEqual(["create"]);
});

test("What cannot be sent is refused with its field, and nothing is stored", async () => {
  const { id } = await openBotWithAudience();
  const readErrorFields = async (bodyFields: object) => {
    const { status, error } = await createTestBroadcast(kenji, id, bodyFields);
    expect(status).toBe(422);
    return Object.keys(error?.fields ?? {});
  };
  const text = (en: string) => ({ content: { kind: "text", text: { en } } });
  const createAudienceFields = (audienceFields: object) => ({
    audience: { ...wholeAudience, ...audienceFields },
  });
  expect(await readErrorFields(text(" "))).toEqual(["content.text"]);
  expect(await readErrorFields(text("x".repeat(10_000)))).toEqual(["content.text.en"]);
  expect(await readErrorFields(text("Hello {{nmae}}"))).toEqual(["content.text.en"]);
  expect(await readErrorFields({ name: " " })).toEqual(["name"]);
  expect(await readErrorFields({ scheduled_at: "2020-01-01T00:00:00Z" })).toEqual(["scheduled_at"]);
  expect(await readErrorFields({ scheduled_at: "9999-12-31T00:00:00Z" })).toEqual(["scheduled_at"]);
  expect(await readErrorFields({ scheduled_at: "10000-01-01T00:00:00Z" })).toEqual(["scheduled_at"]);
  expect(await readErrorFields(createAudienceFields({ tag: "unknown\u0000" }))).toEqual(["audience.tag"]);
  expect(await readErrorFields(createAudienceFields({ variable: { name: "unknown" } }))).toEqual([
    "audience.variable.name",
  ]);
  expect(await readErrorFields(createAudienceFields({ variable: { name: "n", value: "nobody" } }))).toEqual([
    "audience",
  ]);
  expect(await readErrorFields(createAudienceFields({ seen_days: 0 }))).toEqual(["audience.seen_days"]);
  expect((await createTestBroadcast(kenji, newId())).status).toBe(404);
  expect((await kenji.call(listBroadcasts, { params: { id } })).data).toEqual([]);
});

test("A broadcast is deleted with its recipients: by hand, with its bot, and a year after its end", async () => {
  const { id } = await openBotWithAudience();
  const ids: string[] = [];
  const countRecipients = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from bot_broadcast_recipients where broadcast_id = any(${ids}::uuid[])`.execute(
      db,
    );
    return rows[0]?.count;
  };
  const countBroadcastRows = async () => {
    const { rows } = await sql`select from bot_broadcasts where bot_id = ${id}`.execute(db);
    return rows.length;
  };
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const scheduledBroadcast = await createTestBroadcast(kenji, id, { scheduled_at });
  const refusedResponse = await kenji.call(removeBroadcast, {
    params: { id, bid: scheduledBroadcast.data.id },
  });
  expect(refusedResponse.error?.code).toBe("BOT.BROADCAST_STATE");
  await kenji.call(cancelBroadcast, { params: { id, bid: scheduledBroadcast.data.id } });
  const [firstBroadcast, secondBroadcast] = [
    await createTestBroadcast(kenji, id),
    await createTestBroadcast(kenji, id),
  ];
  ids.push(firstBroadcast.data.id, secondBroadcast.data.id);
  for (const bid of ids) await waitUntilDone(id, bid);
  expect(await countRecipients()).toBe(4);
  expect((await kenji.call(removeBroadcast, { params: { id, bid: firstBroadcast.data.id } })).status).toBe(
    200,
  );
  expect((await kenji.call(getBroadcast, { params: { id, bid: firstBroadcast.data.id } })).status).toBe(404);
  await expect.poll(countRecipients).toBe(2);
  await sql`update bot_broadcasts set ended_at = ended_at - make_interval(days => ${retentionPeriods.botTalkDays})
    where id = ${secondBroadcast.data.id}`.execute(db);
  expect(await server.app.services.broadcasts.prune()).toBe(1);
  await expect.poll(countBroadcastRows).toBe(1);
  expect(await countRecipients()).toBe(0);
  const lastBroadcast = await createTestBroadcast(kenji, id);
  ids.push(lastBroadcast.data.id);
  await waitUntilDone(id, lastBroadcast.data.id);
  expect(await countRecipients()).toBe(2);
  await kenji.call(removeBot, { params: { id } });
  await expect.poll(countBroadcastRows, { timeout: 10_000 }).toBe(0);
  expect(await countRecipients()).toBe(0);
});
