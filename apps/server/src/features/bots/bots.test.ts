import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  getBotFlowSave,
  getBotFlowVersion,
  keptPublishedVersionsPerFlow,
  keptSavesPerFlow,
  listBotFlowSaves,
  listBotFlowVersions,
  republishBotFlowVersion,
} from "@kakehashi/contract/bot-flow-history";
import {
  type BotFlow,
  changeBotFlow,
  createBotFlow,
  getBotFlow,
  listBotFlows,
  previewBotFlow,
  publishBotFlow,
  removeBotFlow,
  setBotFlowEnabled,
} from "@kakehashi/contract/bot-flows";
import {
  changeBot,
  createBot,
  duplicateBot,
  exportBot,
  getBot,
  importBot,
  listBots,
  removeBot,
  removeBotPerson,
  setBotPerson,
} from "@kakehashi/contract/bots";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { Flow } from "@kakehashi/contract/flows/flow";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, linh, kenji, emma } = testPeople;
let serverUrl: string;
beforeAll(async () => {
  serverUrl = await server.listen();
});

async function makeBot(person: TestPerson, fields: object = {}): Promise<string> {
  const { data, status } = await person.call(createBot, {
    body: { name: "Salon", languages: ["en"], platforms: ["WEB"], ...fields },
  });
  expect(status).toBe(200);
  return data.id;
}

const createTextBlock = (id: string, text = id): FlowBlock => ({ id, type: "text", text: { en: text } });
const createFlowOfBlocks = (...blocks: FlowBlock[]): Flow => ({
  start: "start",
  groups: [{ id: "start", title: "", x: 0, y: 0, blocks }],
  edges: [],
  variables: [],
});
const endBlock: FlowBlock = { id: "end", type: "end" };
const createCompleteStory = (text = "Hello") => createFlowOfBlocks(createTextBlock("a", text), endBlock);

async function createBotStory(
  person: TestPerson,
  id: string,
  draft: Flow,
  name = "Booking",
): Promise<BotFlow> {
  const { data, status } = await person.call(createBotFlow, { params: { id }, body: { name, draft } });
  expect(status).toBe(200);
  return data;
}
const saveDraft = (person: TestPerson, id: string, { id: flowId, revision }: BotFlow, draft: Flow) =>
  person.call(changeBotFlow, { params: { id, fid: flowId }, body: { revision, draft } });
const publishFlow = (person: TestPerson, id: string, { id: flowId, revision }: BotFlow) =>
  person.call(publishBotFlow, { params: { id, fid: flowId }, body: { revision } });

test("Only the newest versions of a story are kept, and older saves that a visitor's session still runs", async () => {
  const id = await makeBot(kenji);
  const story = await createBotStory(kenji, id, createCompleteStory("one"));
  const storyParams = { id, fid: story.id };
  expect((await publishFlow(kenji, id, story)).status).toBe(200);
  // Simulates a draft that was saved many times. A visitor's session runs the first saved version. The second saved
  // version was published once.
  await server.db.pool.query(
    `insert into bot_flow_saves (flow_id, number, flow, user_id, is_published)
     select flow_id, n, flow, user_id, n = 2 from bot_flow_saves, generate_series(2, $2::int) n where flow_id = $1`,
    [story.id, keptSavesPerFlow + 5],
  );
  await server.db.pool.query(
    `insert into bot_sessions (id, bot_id, platform, token_hash, flow_id, save_number, state)
     values (gen_random_uuid(), $1, 'WEB', 'x', $2, 1, '{}')`,
    [id, story.id],
  );
  await server.db.pool.query("update bot_flows set save_number = $2 where id = $1", [
    story.id,
    keptSavesPerFlow + 5,
  ]);
  expect((await publishFlow(kenji, id, story)).status).toBe(200);
  for (let number = 3; number <= keptPublishedVersionsPerFlow + 1; number++) {
    const params = { ...storyParams, number: String(number - 1) };
    expect((await kenji.call(republishBotFlowVersion, { params })).status).toBe(200);
  }
  const versions = await kenji.call(listBotFlowVersions, { params: storyParams, query: { paging: "100" } });
  expect(versions.data.map(({ number }) => number)).toEqual(
    Array.from(
      { length: keptPublishedVersionsPerFlow },
      (_, index) => keptPublishedVersionsPerFlow + 1 - index,
    ),
  );
  const params = { ...storyParams, number: "1" };
  expect((await kenji.call(republishBotFlowVersion, { params })).status).toBe(404);
  const { rows } = await server.db.pool.query<{ number: number }>(
    "select number from bot_flow_saves where flow_id = $1 and is_published order by number",
    [story.id],
  );
  expect(rows.map(({ number }) => number)).toEqual([1, keptSavesPerFlow + 5]);
});

test("A BrSE, a client and an admin create bots; others do not", async () => {
  for (const person of [kenji, aiko, emma]) await makeBot(person);
  for (const person of [an, linh])
    expect((await person.call(createBot, { body: { name: "x", languages: ["vi"] } })).status).toBe(403);
});

test("A new bot is on Messenger, has no hours, and its creator is its owner", async () => {
  const { data } = await kenji.call(createBot, { body: { name: "桜サロン", languages: ["ja", "en"] } });
  expect(data).toMatchObject({
    platforms: ["MESSENGER"],
    current_platform: "MESSENGER",
    hours: null,
    start_flow_id: null,
    part: "OWNER",
    people: [{ part: "OWNER", user: { id: kenji.id } }],
  });
  const hours = {
    time_zone: "Asia/Tokyo",
    spans: [
      { day: 1, from: "09:00", until: "24:00" },
      { day: 5, from: "18:00", until: "02:00" },
    ],
    holidays: ["2026-01-01"],
  };
  const changeResponse = await kenji.call(changeBot, {
    params: { id: data.id },
    body: { hours, name: "桜" },
  });
  expect(changeResponse.data).toMatchObject({ hours, name: "桜", languages: ["ja", "en"] });
});

test.each([
  ["no name", { name: " " }, "name"],
  ["no language", { languages: [] }, "languages"],
  ["a platform twice", { platforms: ["WEB", "WEB"] }, "platforms"],
  ["an unknown time zone", { hours: { time_zone: "Mars", spans: [], holidays: [] } }, "hours.time_zone"],
  [
    "hours that go on into others",
    {
      hours: {
        time_zone: "Asia/Tokyo",
        spans: [
          { day: 1, from: "08:00", until: "17:00" },
          { day: 7, from: "18:00", until: "09:00" },
        ],
        holidays: [],
      },
    },
    "hours.spans.1.until",
  ],
])("A bot with %s gets an error that names its field", async (_, fields, field) => {
  const { status, error } = await kenji.call(createBot, {
    body: { name: "x", languages: ["en"], ...fields },
  });
  expect({ status, fields: Object.keys(error?.fields ?? {}) }).toEqual({ status: 422, fields: [field] });
});

test("Strangers cannot see a bot; agents read it, editors change its stories, owners manage its people", async () => {
  const id = await makeBot(kenji);
  const story = await createBotStory(kenji, id, createCompleteStory());
  const params = { id, fid: story.id };
  expect((await linh.call(getBot, { params: { id } })).status).toBe(404);
  expect((await linh.call(getBotFlow, { params })).status).toBe(404);
  const addPersonToBot = (inviter: TestPerson, to: TestPerson, botRole: string) =>
    inviter.call(setBotPerson, { params: { id, user_id: to.id }, body: { part: botRole } });
  expect((await addPersonToBot(linh, linh, "OWNER")).status).toBe(404);
  expect((await addPersonToBot(kenji, linh, "AGENT")).status).toBe(200);
  expect((await linh.call(getBotFlow, { params })).data).toMatchObject({ can_edit: false });
  expect((await saveDraft(linh, id, story, createCompleteStory("x"))).status).toBe(403);
  expect((await publishFlow(linh, id, story)).status).toBe(403);
  expect((await addPersonToBot(kenji, linh, "EDITOR")).status).toBe(200);
  expect((await saveDraft(linh, id, story, createCompleteStory("x"))).status).toBe(200);
  expect((await addPersonToBot(linh, an, "AGENT")).status).toBe(403);
  expect((await linh.call(removeBot, { params: { id } })).status).toBe(403);
  // An admin is treated as an owner of every bot.
  expect((await emma.call(getBot, { params: { id } })).data.part).toBe("OWNER");
  // A person who was removed from a bot cannot see the bot any more.
  expect((await linh.call(removeBotPerson, { params: { id, user_id: linh.id } })).status).toBe(200);
  expect((await linh.call(getBotFlow, { params })).status).toBe(404);
  expect((await addPersonToBot(kenji, { ...an, id: newId() }, "AGENT")).status).toBe(404);
});

test("A bot keeps one owner when its two owners leave at the same time", async () => {
  const id = await makeBot(kenji);
  await kenji.call(setBotPerson, { params: { id, user_id: aiko.id }, body: { part: "OWNER" } });
  const removeResponses = await Promise.all(
    [kenji, aiko].map((person) => person.call(removeBotPerson, { params: { id, user_id: person.id } })),
  );
  expect(removeResponses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(removeResponses.map(({ error }) => error?.code)).toContain("BOT.LAST_OWNER");
});

test("A draft that began from an older revision is refused without its base, and nothing is saved", async () => {
  const id = await makeBot(kenji);
  const story = await createBotStory(kenji, id, createFlowOfBlocks());
  const { data: secondSaveResponse } = await saveDraft(kenji, id, story, createCompleteStory("one"));
  expect(secondSaveResponse).toMatchObject({ revision: 2, draft: createCompleteStory("one"), problems: [] });
  const refusedResponse = await saveDraft(kenji, id, story, createCompleteStory("other"));
  expect(refusedResponse).toMatchObject({ status: 409, error: { code: "BOT.EDITED" } });
  const saveResponses = await Promise.all(
    ["a", "b"].map((text) => saveDraft(kenji, id, secondSaveResponse, createCompleteStory(text))),
  );
  expect(saveResponses.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("A draft with its base is merged with what was saved meanwhile, and nothing is lost", async () => {
  const id = await makeBot(kenji);
  await kenji.call(setBotPerson, { params: { id, user_id: aiko.id }, body: { part: "EDITOR" } });
  const firstStory = await createBotStory(
    kenji,
    id,
    createFlowOfBlocks(createTextBlock("a"), createTextBlock("b"), endBlock),
  );
  const params = { id, fid: firstStory.id };
  const saveDraftBasedOn = (person: TestPerson, draft: Flow, revision = firstStory.revision) =>
    person.call(changeBotFlow, { params, body: { revision, draft, base: firstStory.draft } });
  const listeningClient = await connectAndSubscribe(serverUrl, aiko);
  const kenjisSaveResponse = await saveDraft(
    kenji,
    id,
    firstStory,
    createFlowOfBlocks(createTextBlock("a", "of Kenji"), createTextBlock("b"), endBlock),
  );
  expect(kenjisSaveResponse.data.overwritten).toEqual([]);
  await listeningClient.waitForEvent((event) => (event.type as string) === "BOT_STORY_CHANGED");
  listeningClient.socket.close();
  const mergeResponse = await saveDraftBasedOn(
    aiko,
    createFlowOfBlocks(createTextBlock("a"), createTextBlock("b", "of Aiko"), endBlock),
  );
  expect(mergeResponse.data).toMatchObject({
    draft: createFlowOfBlocks(createTextBlock("a", "of Kenji"), createTextBlock("b", "of Aiko"), endBlock),
    overwritten: [],
    revision: 3,
  });
  // Two people change the same block. The later draft wins, and the history keeps the earlier draft.
  const overwriteResponse = await saveDraftBasedOn(
    kenji,
    createFlowOfBlocks(createTextBlock("a"), createTextBlock("b", "of Kenji"), endBlock),
  );
  expect(overwriteResponse.data).toMatchObject({
    draft: createFlowOfBlocks(createTextBlock("a", "of Kenji"), createTextBlock("b", "of Kenji"), endBlock),
    overwritten: ["b"],
  });
  // If the same person saves an old draft again from another window, the response says that the person's own newer text
  // was overwritten.
  const secondOverwriteResponse = await saveDraftBasedOn(
    kenji,
    createFlowOfBlocks(createTextBlock("a"), createTextBlock("b", "of Kenji again"), endBlock),
  );
  expect(secondOverwriteResponse.data.overwritten).toEqual(["b"]);
  const { data: savedDrafts } = await kenji.call(listBotFlowSaves, { params });
  const texts = await Promise.all(
    savedDrafts.map(async ({ number }) => {
      const { data } = await kenji.call(getBotFlowSave, { params: { ...params, number: String(number) } });
      return data.flow.groups[0]?.blocks[1];
    }),
  );
  expect(texts).toEqual([
    createTextBlock("b", "of Kenji again"),
    createTextBlock("b", "of Kenji"),
    createTextBlock("b", "of Aiko"),
    createTextBlock("b"),
  ]);
  // Each of the two drafts is small enough, but merged they are too large. So the second save is refused.
  const createStoryOfSixtyBlocks = (name: string) =>
    createFlowOfBlocks(
      ...Array.from({ length: 60 }, (_, blockIndex) => createTextBlock(`${name}${blockIndex}`)),
    );
  const fullStory = (await saveDraft(kenji, id, secondOverwriteResponse.data, createStoryOfSixtyBlocks("k")))
    .data;
  const tooLargeResponse = await saveDraftBasedOn(
    aiko,
    createStoryOfSixtyBlocks("a"),
    fullStory.revision - 1,
  );
  expect(tooLargeResponse).toMatchObject({ status: 409, error: { code: "BOT.EDITED" } });
});

test("Saves of one person within ten minutes become one save, and a published save never changes", async () => {
  const id = await makeBot(kenji);
  let story = await createBotStory(kenji, id, createCompleteStory("first"));
  const params = { id, fid: story.id };
  const listSaveNumbers = async () =>
    (await kenji.call(listBotFlowSaves, { params })).data.map(({ number }) => number);
  story = (await saveDraft(kenji, id, story, createCompleteStory("second"))).data;
  expect(await listSaveNumbers()).toEqual([1]);
  story = (await publishFlow(kenji, id, story)).data;
  expect(story.published).toMatchObject({ number: 1, is_draft: true });
  story = (await saveDraft(kenji, id, story, createCompleteStory("third"))).data;
  expect(story.published).toMatchObject({ number: 1, is_draft: false });
  expect(await listSaveNumbers()).toEqual([2, 1]);
  story = (await saveDraft(emma, id, story, createCompleteStory("fourth"))).data;
  expect(await listSaveNumbers()).toEqual([3, 2, 1]);
  await sql`update bot_flow_saves set created_at = now() - interval '11 minutes' where flow_id = ${story.id}`.execute(
    server.db.kysely,
  );
  await saveDraft(emma, id, story, createCompleteStory("fifth"));
  expect(await listSaveNumbers()).toEqual([4, 3, 2, 1]);
  const firstSavedDraft = await kenji.call(getBotFlowSave, { params: { ...params, number: "1" } });
  expect(firstSavedDraft.data).toMatchObject({ flow: createCompleteStory("second"), is_published: true });
  const version = await kenji.call(getBotFlowVersion, { params: { ...params, number: "1" } });
  expect(version.data).toMatchObject({ flow: createCompleteStory("second"), is_current: true });
});

test("Publishing a story with problems is refused, and the error names each problem and its block", async () => {
  const id = await makeBot(kenji, { languages: ["en", "ja"] });
  const story = await createBotStory(
    kenji,
    id,
    createFlowOfBlocks(createTextBlock("hello"), { id: "jump", type: "jump", flow_id: newId() }),
  );
  const { status, error } = await publishFlow(kenji, id, story);
  expect({ status, error }).toMatchObject({
    status: 422,
    error: {
      code: "BOT.PROBLEMS",
      fields: {
        "hello.text.ja": "The text in Japanese is missing.",
        "jump.flow_id": "It leads to something that is not there.",
      },
    },
  });
  const { data } = await kenji.call(getBotFlow, { params: { id, fid: story.id } });
  expect(data.published).toBeNull();
  expect(data.problems).toHaveLength(2);
});

test("A story can be switched on once it is published, and an older version can be published again", async () => {
  const id = await makeBot(kenji);
  let story = await createBotStory(kenji, id, createCompleteStory("one"));
  const params = { id, fid: story.id };
  const setStoryEnabled = (is_enabled: boolean) =>
    kenji.call(setBotFlowEnabled, { params, body: { is_enabled } });
  expect(await setStoryEnabled(true)).toMatchObject({ status: 409, error: { code: "BOT.NOT_PUBLISHED" } });
  story = (await publishFlow(kenji, id, story)).data;
  expect((await setStoryEnabled(true)).data.is_enabled).toBe(true);
  story = (await saveDraft(kenji, id, story, createCompleteStory("two"))).data;
  await publishFlow(kenji, id, story);
  const restoreResponse = await kenji.call(republishBotFlowVersion, { params: { ...params, number: "1" } });
  expect(restoreResponse.data).toMatchObject({
    published: { number: 3, is_draft: false },
    draft: createCompleteStory("two"),
  });
  const { data: versions } = await kenji.call(listBotFlowVersions, { params });
  expect(versions.map(({ number, is_current }) => [number, is_current])).toEqual([
    [3, true],
    [2, false],
    [1, false],
  ]);
  const newestVersion = await kenji.call(getBotFlowVersion, { params: { ...params, number: "3" } });
  expect(newestVersion.data.flow).toEqual(createCompleteStory("one"));
  expect((await kenji.call(listBots, { query: { search: "ＳＡＬＯＮ" } })).data).toContainEqual(
    expect.objectContaining({ id, flow_count: 1, enabled_count: 1 }),
  );
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject_id = ${id} order by id`.execute(server.db.kysely);
  expect(rows.map(({ action }) => action)).toEqual([
    "bot.create",
    "bot.publish",
    "bot.switch",
    "bot.publish",
    "bot.publish",
  ]);
});

test("Publishing the same draft again, also at once, makes no other version", async () => {
  const id = await makeBot(kenji);
  const firstStory = await createBotStory(kenji, id, createCompleteStory("one"));
  const params = { id, fid: firstStory.id };
  const listVersionNumbers = async () =>
    (await kenji.call(listBotFlowVersions, { params })).data.map(({ number }) => number);
  const publishResponses = await Promise.all(
    Array.from({ length: 5 }, () => publishFlow(kenji, id, firstStory)),
  );
  expect(publishResponses.map(({ data }) => data.published?.number)).toEqual([1, 1, 1, 1, 1]);
  expect(await listVersionNumbers()).toEqual([1]);
  const secondSave = (await saveDraft(kenji, id, firstStory, createCompleteStory("two"))).data;
  await publishFlow(kenji, id, secondSave);
  await kenji.call(republishBotFlowVersion, { params: { ...params, number: "1" } });
  expect(await listVersionNumbers()).toEqual([3, 2, 1]);
  // Visitors get the restored version now. The draft differs from it, so the draft can be published.
  expect((await publishFlow(kenji, id, secondSave)).data.published).toMatchObject({
    number: 4,
    is_draft: true,
  });
});

test("An archived bot is only in the list of archived bots, and its stories cannot be switched on", async () => {
  const id = await makeBot(kenji, { name: "Old" });
  const story = await createBotStory(kenji, id, createCompleteStory());
  await publishFlow(kenji, id, story);
  await kenji.call(changeBot, { params: { id }, body: { archived: true } });
  const listNames = async (isArchived: boolean) =>
    (await kenji.call(listBots, { query: { archived: String(isArchived) } })).data.map(({ name }) => name);
  expect(await listNames(true)).toEqual(["Old"]);
  expect(await listNames(false)).not.toContain("Old");
  const enableResponse = await kenji.call(setBotFlowEnabled, {
    params: { id, fid: story.id },
    body: { is_enabled: true },
  });
  expect(enableResponse.error?.code).toBe("BOT.ARCHIVED");
  await kenji.call(changeBot, { params: { id }, body: { archived: false } });
  expect(await listNames(true)).toEqual([]);
});

test("Visitors begin with the bot's first story until it is deleted, and never with another bot's story", async () => {
  const id = await makeBot(kenji);
  const story = await createBotStory(kenji, id, createCompleteStory());
  const readStartFlowId = async () => (await kenji.call(getBot, { params: { id } })).data.start_flow_id;
  expect(await readStartFlowId()).toBe(story.id);
  const otherStory = await createBotStory(kenji, await makeBot(kenji), createCompleteStory());
  const refusedResponse = await kenji.call(changeBot, {
    params: { id },
    body: { start_flow_id: otherStory.id },
  });
  expect(refusedResponse.error?.fields).toHaveProperty("start_flow_id");
  await kenji.call(removeBotFlow, { params: { id, fid: story.id } });
  expect(await readStartFlowId()).toBeNull();
  expect((await kenji.call(getBotFlow, { params: { id, fid: story.id } })).status).toBe(404);
});

test("An exported bot can be imported as a new bot, whose jumps lead to its own stories", async () => {
  const id = await makeBot(kenji, { name: "予約" });
  const secondStory = await createBotStory(kenji, id, createCompleteStory(), "Second");
  await createBotStory(
    kenji,
    id,
    createFlowOfBlocks(createTextBlock("a"), { id: "j", type: "jump", flow_id: secondStory.id }),
    "First",
  );
  const response = await fetch(`${serverUrl}/api${fillPath(exportBot.path, { id })}`, {
    headers: { authorization: `Bearer ${kenji.tokens.access_token}` },
  });
  expect(response.headers.get("content-disposition")).toContain("attachment");
  const file = await response.json();
  const { data: copiedBot } = await aiko.call(importBot, { body: file });
  expect(copiedBot).toMatchObject({
    name: "予約",
    flow_count: 2,
    enabled_count: 0,
    people: [{ part: "OWNER" }],
  });
  const { data: stories } = await aiko.call(listBotFlows, { params: { id: copiedBot.id } });
  const firstStory = stories.find(({ name }) => name === "First");
  const { data } = await aiko.call(getBotFlow, { params: { id: copiedBot.id, fid: firstStory?.id ?? "" } });
  const secondStoryId = stories.find(({ name }) => name === "Second")?.id;
  expect(secondStoryId).not.toBe(secondStory.id);
  expect(data.draft.groups[0]?.blocks[1]).toMatchObject({ flow_id: secondStoryId });
  expect(data.problems).toEqual([]);
  const duplicateResponse = await kenji.call(duplicateBot, { params: { id }, body: { name: "Twin" } });
  expect(duplicateResponse.data).toMatchObject({ name: "Twin", flow_count: 2 });
});

test("A file with a loop and a missing target is imported as a draft that has these problems", async () => {
  const loopingStory: Flow = {
    ...createFlowOfBlocks(createTextBlock("a")),
    edges: [
      { id: "e", from: { block_id: "a" }, to: { group_id: "start" } },
      { id: "f", from: { block_id: "a" }, to: { group_id: "gone" } },
    ],
  };
  const { data } = await kenji.call(importBot, {
    body: {
      format: "kakehashi-bot",
      version: 1,
      bot: { name: "x", languages: ["en"], platforms: ["WEB"], hours: null },
      flows: [{ id: newId(), name: "Loop", flow: loopingStory }],
    },
  });
  const { data: stories } = await kenji.call(listBotFlows, { params: { id: data.id } });
  const storyResponse = await kenji.call(getBotFlow, { params: { id: data.id, fid: stories[0]?.id ?? "" } });
  expect(storyResponse.data.draft).toEqual(loopingStory);
  expect(storyResponse.data.problems.map(({ code }) => code)).toEqual([
    "loop",
    "missing_target",
    "many_edges",
  ]);
});

test("A file that is too large, of another version, or has 100,000 blocks is refused with a reason", async () => {
  const sendImport = (body: string) =>
    fetch(`${serverUrl}/api${importBot.path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${kenji.tokens.access_token}`,
        "content-type": "application/json",
      },
      body,
    });
  const reason = async (response: Response) => ({
    status: response.status,
    ...(await response.json()).error,
  });
  const file = (fields: object) =>
    JSON.stringify({
      format: "kakehashi-bot",
      version: 1,
      bot: { name: "x", languages: ["en"], platforms: ["WEB"], hours: null },
      flows: [],
      ...fields,
    });
  expect(await reason(await sendImport("x".repeat(50_000_000)))).toMatchObject({
    status: 413,
    code: "ERR.TOO_LARGE",
  });
  expect(await reason(await sendImport(file({ version: 2 })))).toMatchObject({
    status: 422,
    fields: { version: expect.anything() },
  });
  const blocks = Array.from({ length: 100_000 }, (_, index) => ({ id: `b${index}`, type: "end" }));
  const storyWithManyBlocks = {
    ...createFlowOfBlocks(),
    groups: [{ id: "start", title: "", x: 0, y: 0, blocks }],
  };
  expect(
    await reason(await sendImport(file({ flows: [{ id: newId(), name: "x", flow: storyWithManyBlocks }] }))),
  ).toMatchObject({
    status: 422,
    fields: { "flows.0.flow.groups.0.blocks": "Choose at most 100." },
  });
  expect(await reason(await sendImport("{"))).toMatchObject({ status: 400 });
});

test("A preview plays the draft of a story and of the story that it jumps to", async () => {
  const id = await makeBot(kenji);
  const secondStory = await createBotStory(
    kenji,
    id,
    createFlowOfBlocks(createTextBlock("b", "Bye {{name}}"), endBlock),
  );
  const askingStory: Flow = {
    ...createFlowOfBlocks(
      {
        id: "q",
        type: "ask",
        answer: { kind: "text", minimum: 1, maximum: 100 },
        text: { en: "Name?" },
        variable_id: "n",
        retry: {},
        tries: 3,
      },
      { id: "j", type: "jump", flow_id: secondStory.id },
    ),
    variables: [{ id: "n", name: "name", initial: null }],
  };
  const firstStory = await createBotStory(kenji, id, askingStory);
  const today = "2026-11-25";
  const previewEvents = (events: object[]) =>
    kenji.call(previewBotFlow, { params: { id, fid: firstStory.id }, body: { language: "vi", events } });
  const { data } = await previewEvents([
    { type: "start", today },
    { type: "message", today, text: "An {{name}}" },
  ]);
  expect(data.turns.map(({ effects }) => effects.map(({ type }) => type))).toEqual([
    ["say"],
    ["jump", "say", "end"],
  ]);
  expect(data.turns[1]?.effects[1]).toMatchObject({ message: { text: "Bye An {{name}}" } });
  expect(data.session).toMatchObject({ language: "vi", turn: 3, state: { kind: "ended" } });
  expect(
    (await previewEvents([{ type: "message", today, text: "x".repeat(10_001) }])).error?.fields,
  ).toHaveProperty(["events.0.text"]);
  expect((await previewEvents([{ type: "start", today: "0000-13-01" }])).status).toBe(422);
});

test("A story is not found through another bot, and a deleted bot is not found any more", async () => {
  const [id, otherBotId] = [await makeBot(kenji), await makeBot(kenji)];
  const story = await createBotStory(kenji, otherBotId, createCompleteStory());
  for (const endpoint of [getBotFlow, listBotFlowVersions, listBotFlowSaves])
    expect((await kenji.call(endpoint, { params: { id, fid: story.id } })).status).toBe(404);
  expect((await publishFlow(kenji, id, story)).status).toBe(404);
  await publishFlow(kenji, otherBotId, story);
  expect((await kenji.call(removeBot, { params: { id: otherBotId } })).status).toBe(200);
  expect((await kenji.call(getBot, { params: { id: otherBotId } })).status).toBe(404);
});

test("When a person is deleted, their own bots are deleted and shared ones get another owner", async () => {
  const leavingPerson = await addSignedInPerson(server, {
    email: "mai@kakehashi.example",
    name: "Mai",
    role: "brse",
    language: "vi",
  });
  const [unsharedBotId, sharedBotId] = [await makeBot(leavingPerson), await makeBot(leavingPerson)];
  await leavingPerson.call(setBotPerson, {
    params: { id: sharedBotId, user_id: linh.id },
    body: { part: "AGENT" },
  });
  await leavingPerson.call(setBotPerson, {
    params: { id: sharedBotId, user_id: an.id },
    body: { part: "EDITOR" },
  });
  await server.app.services.bots.removeDeletedPerson(leavingPerson.id);
  expect((await emma.call(getBot, { params: { id: unsharedBotId } })).status).toBe(404);
  expect((await an.call(getBot, { params: { id: sharedBotId } })).data).toMatchObject({ part: "OWNER" });
  expect((await linh.call(getBot, { params: { id: sharedBotId } })).data).toMatchObject({ part: "AGENT" });
});

test("Hours of one day that overlap from earlier days are joined; all others stay", async () => {
  const botWithOverlappingHours = await makeBot(kenji);
  const otherBotId = await makeBot(kenji);
  const storeBusinessHours = (id: string, ...hourSpans: [number, string, string][]) => {
    const hours = {
      time_zone: "UTC",
      spans: hourSpans.map(([day, from, untilTime]) => ({ day, from, until: untilTime })),
      holidays: ["2026-12-24"],
    };
    return server.db.pool.query("update bots set hours = $2 where id = $1", [id, hours]);
  };
  const adjacentHourSpans: [number, string, string][] = [
    [2, "13:00", "18:00"],
    [2, "09:00", "13:00"],
  ];
  await storeBusinessHours(otherBotId, ...adjacentHourSpans);
  await storeBusinessHours(
    botWithOverlappingHours,
    [1, "12:30", "24:00"],
    [1, "09:00", "13:00"],
    [2, "08:05", "09:00"],
  );
  const migrationPath = join(import.meta.dirname, "../../migrations/0543_hours_that_overlap.sql");
  await server.db.pool.query(await readFile(migrationPath, "utf8"));
  const readBusinessHours = async (id: string) => (await kenji.call(getBot, { params: { id } })).data.hours;
  expect(await readBusinessHours(botWithOverlappingHours)).toEqual({
    time_zone: "UTC",
    spans: [
      { day: 1, from: "09:00", until: "24:00" },
      { day: 2, from: "08:05", until: "09:00" },
    ],
    holidays: ["2026-12-24"],
  });
  expect((await readBusinessHours(otherBotId))?.spans).toEqual(
    adjacentHourSpans.map(([day, from, untilTime]) => ({ day, from, until: untilTime })),
  );
});
