import {
  changeBotFlow,
  createBotFlow,
  publishBotFlow,
  removeBotFlow,
  setBotFlowEnabled,
} from "@kakehashi/contract/bot-flows";
import {
  getBotSession,
  getBotSessionFlow,
  listBotSessions,
  listBotSessionTurns,
  maximumSessionTurnsPerPage,
} from "@kakehashi/contract/bot-sessions";
import { setVisitorLanguage, visitorTokenHeaderName } from "@kakehashi/contract/bot-visitors";
import { setBotPerson } from "@kakehashi/contract/bots";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { Flow } from "@kakehashi/contract/flows/flow";
import { isSameSession, replaySession } from "@kakehashi/contract/flows/replay";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { callApi } from "../../test/app.ts";
import {
  createAskBlock,
  createFlow,
  createPublishedBot,
  createSayBlock,
  endBlock,
  visitBot,
} from "../../test/bots.ts";
import { setUpTestServer } from "../../test/open-world.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji, linh, an } = testPeople;

async function readNewestSessionId(id: string): Promise<string> {
  const { data } = await kenji.call(listBotSessions, { params: { id } });
  const [newestSession] = data;
  if (!newestSession) throw new Error("There is no session.");
  return newestSession.id;
}

test("A session that jumped is replayed from the stored turns, in the versions that it ran", async () => {
  const { id, fid } = await createPublishedBot(
    kenji,
    createFlow({ start: [createAskBlock("name"), endBlock] }),
  );
  const params = { id };
  const targetStory = (
    await kenji.call(createBotFlow, {
      params,
      body: { name: "Thanks", draft: createFlow({ start: [createSayBlock("thanks"), endBlock] }) },
    })
  ).data;
  const goalPublishResponse = await kenji.call(publishBotFlow, {
    params: { id, fid: targetStory.id },
    body: { revision: 1 },
  });
  expect(goalPublishResponse.error).toBeUndefined();
  await kenji.call(setBotFlowEnabled, { params: { id, fid: targetStory.id }, body: { is_enabled: true } });
  const jumpingStory = createFlow({
    start: [createAskBlock("name"), { id: "go", type: "jump", flow_id: targetStory.id }],
  });
  const storyParams = { id, fid };
  await kenji.call(changeBotFlow, { params: storyParams, body: { revision: 1, draft: jumpingStory } });
  expect(
    (await kenji.call(publishBotFlow, { params: storyParams, body: { revision: 2 } })).error,
  ).toBeUndefined();
  const visitor = await visitBot(server, id);
  await visitor.write("Aiko");
  // The draft has changed, a later version was published, and the story was deleted. The session nevertheless shows the
  // version that it ran.
  const laterStory = createFlow({ start: [createSayBlock("other"), endBlock] });
  await kenji.call(changeBotFlow, { params: storyParams, body: { revision: 2, draft: laterStory } });
  await kenji.call(publishBotFlow, { params: storyParams, body: { revision: 3 } });
  await kenji.call(removeBotFlow, { params: { id, fid: targetStory.id } });

  const sessionId = await readNewestSessionId(id);
  const { data: detail } = await kenji.call(getBotSession, { params: { id, sid: sessionId } });
  expect(detail).toMatchObject({
    state: "ended",
    turn_count: 2,
    last_words: "Aiko",
    story: { is_removed: true },
  });
  const { data: turns, meta } = await kenji.call(listBotSessionTurns, { params: { id, sid: sessionId } });
  expect(meta.has_more).toBe(false);
  const flows = new Map<string, Flow>();
  const versions: unknown[] = [];
  for (const { flow_id, save_number } of turns.flatMap(({ ran }) => ran)) {
    const sessionFlowResponse = await kenji.call(getBotSessionFlow, {
      params: { id, sid: sessionId, fid: flow_id, number: String(save_number) },
    });
    expect(sessionFlowResponse.status).toBe(200);
    flows.set(flow_id, sessionFlowResponse.data.flow);
    versions.push([
      sessionFlowResponse.data.version,
      sessionFlowResponse.data.is_current,
      sessionFlowResponse.data.is_removed,
    ]);
  }
  expect(versions).toEqual([
    [2, false, false],
    [2, false, false],
    [1, false, true],
  ]);
  const replayedSession = replaySession({
    turns,
    language: detail.language,
    languages: ["en", "ja"],
    flowOf: ({ flow_id }) => flows.get(flow_id) ?? null,
  });
  expect(replayedSession.turns).toEqual([
    { answerSource: "story", differsFromStored: false },
    { answerSource: "story", differsFromStored: false },
  ]);
  expect(replayedSession.steps.map(({ block_id }) => block_id)).toEqual([
    "name",
    "name",
    "go",
    "thanks",
    "end",
  ]);
  expect(replayedSession.sessionAfter && isSameSession(replayedSession.sessionAfter, detail.session)).toBe(
    true,
  );
});

test("A visitor who chooses a language gets the next texts in it, and a replay says each text as it was said", async () => {
  const { id } = await createPublishedBot(
    kenji,
    createFlow({ start: [createAskBlock("name"), createAskBlock("day"), endBlock] }),
  );
  const visitor = await visitBot(server, id);
  expect(await visitor.write("Aiko")).toEqual(["day?"]);
  const chooseLanguage = async (language: string) =>
    (
      await callApi(server.app, setVisitorLanguage, {
        params: { bot_id: id },
        headers: { [visitorTokenHeaderName]: visitor.token },
        body: { language },
      })
    ).data.language;
  expect(await chooseLanguage("ja")).toBe("ja");
  // If the visitor chooses the same language again, or one that the bot does not speak, nothing changes.
  expect(await chooseLanguage("ja")).toBe("ja");
  expect(await chooseLanguage("vi")).toBe("ja");
  // The bot asks its open question again, in the new language.
  expect((await visitor.all()).slice(-2)).toEqual([
    ["Aiko", "day?"],
    [null, "day？"],
  ]);
  const sessionId = await readNewestSessionId(id);
  const { data: detail } = await kenji.call(getBotSession, { params: { id, sid: sessionId } });
  expect(detail).toMatchObject({ began_in: "en", language: "ja", turn_count: 3 });
  await visitor.write("Monday");
  const { data: turns } = await kenji.call(listBotSessionTurns, { params: { id, sid: sessionId } });
  expect(turns.map(({ event }) => event.type)).toEqual(["start", "message", "language", "message"]);
  const [ranFlow] = turns[0]?.ran ?? [];
  const sessionFlow = await kenji.call(getBotSessionFlow, {
    params: { id, sid: sessionId, fid: ranFlow?.flow_id ?? "", number: String(ranFlow?.save_number) },
  });
  const { data: lastSession } = await kenji.call(getBotSession, { params: { id, sid: sessionId } });
  const replayedSession = replaySession({
    turns,
    language: lastSession.began_in,
    languages: ["en", "ja"],
    flowOf: () => sessionFlow.data.flow,
  });
  expect(
    replayedSession.turns.map(({ answerSource, differsFromStored }) => [answerSource, differsFromStored]),
  ).toEqual([
    ["story", false],
    ["story", false],
    ["outside", false],
    ["story", false],
  ]);
  expect(
    replayedSession.sessionAfter && isSameSession(replayedSession.sessionAfter, lastSession.session),
  ).toBe(true);
});

test("Turns come in pages, and sessions in the order of their last use", async () => {
  const { id } = await createPublishedBot(kenji, createFlow({ start: [createAskBlock("name"), endBlock] }));
  const firstVisit = await visitBot(server, id);
  await visitBot(server, id, "ja");
  await firstVisit.write("Aiko");
  const { data, meta } = await kenji.call(listBotSessions, { params: { id }, query: { paging: "1" } });
  expect(data).toMatchObject([{ language: "en", last_words: "Aiko", turn_count: 2, visitor_name: null }]);
  expect(meta).toEqual({ page: 1, paging: 1, total: 2, has_more: true });
  const sessionId = await readNewestSessionId(id);
  await sql`
    insert into bot_turns (session_id, number, event, effects, ran)
    select ${sessionId}, number, '{"type": "message", "today": "2026-03-02", "text": "hm", "choice": null, "file": null}', '[]', '[]'
    from generate_series(3, ${maximumSessionTurnsPerPage + 5}::int) number`.execute(server.db.kysely);
  const page = await kenji.call(listBotSessionTurns, { params: { id, sid: sessionId } });
  expect([page.data.length, page.meta.has_more]).toEqual([maximumSessionTurnsPerPage, true]);
  const query = { since: String(maximumSessionTurnsPerPage) };
  const secondPageResponse = await kenji.call(listBotSessionTurns, { params: { id, sid: sessionId }, query });
  expect([secondPageResponse.data.length, secondPageResponse.meta.has_more]).toEqual([5, false]);
  const invalidResponse = await kenji.call(listBotSessionTurns, {
    params: { id, sid: sessionId },
    query: { since: "-1" },
  });
  expect([invalidResponse.status, Object.keys(invalidResponse.error?.fields ?? {})]).toEqual([
    422,
    ["since"],
  ]);
});

// Readers see the date of a visitor's answer in their own language. A text that only looks like a date is shown exactly
// as the visitor wrote it.
test("The list of visits says whether a visitor's last message answers a question for a date", async () => {
  const askDayBlock = {
    ...createAskBlock("day"),
    answer: { kind: "date", earliest: "today", latest: null },
  } as FlowBlock;
  const { id } = await createPublishedBot(
    kenji,
    createFlow({ start: [createAskBlock("code"), askDayBlock, createAskBlock("more"), endBlock] }),
  );
  const visitor = await visitBot(server, id);
  const readLastMessages = async () => {
    const [{ last_words, last_words_are_date } = {}] = (await kenji.call(listBotSessions, { params: { id } }))
      .data;
    return [last_words, last_words_are_date];
  };
  expect(await readLastMessages()).toEqual([null, false]);
  for (const [text, isDate] of [
    ["2099-12-24", false],
    ["soon", false],
    // The bot refuses a date in the past, and asks again.
    ["2001-12-24", true],
    ["2099-12-25", true],
    ["2099-12-26", false],
    ["2099-12-27", false],
  ] as const) {
    await visitor.write(text);
    expect(await readLastMessages()).toEqual([text, isDate]);
  }
});

test("A visitor who tells their name has it in the list of visits, as in the inbox, and is found by it", async () => {
  const draft = createFlow({ start: [createAskBlock("name"), endBlock] });
  const { id } = await createPublishedBot(kenji, {
    ...draft,
    variables: [{ id: "n", name: "Name", initial: null }],
  });
  const visitor = await visitBot(server, id);
  await visitor.write(" Trần Văn Ba ");
  await visitBot(server, id);
  const searchByName = async (query: Record<string, string> = {}) =>
    (await kenji.call(listBotSessions, { params: { id }, query })).data.map(
      (listedSession) => listedSession.visitor_name,
    );
  expect((await searchByName()).sort()).toEqual(["Trần Văn Ba", null]);
  expect(await searchByName({ search: "tran van" })).toEqual(["Trần Văn Ba"]);
});

test("Whoever starts again is the same visitor with the same name; a token of another bot makes nobody the same", async () => {
  const draft = createFlow({ start: [createAskBlock("name"), endBlock] });
  const { id } = await createPublishedBot(kenji, {
    ...draft,
    variables: [{ id: "n", name: "Name", initial: null }],
  });
  const visitor = await visitBot(server, id);
  await visitor.write("Trần Văn Ba");
  const repeatedVisit = await visitBot(server, id, "en", undefined, visitor.token);
  await visitBot(server, id, "en", undefined, repeatedVisit.token);
  const otherBot = await createPublishedBot(kenji, draft);
  await visitBot(server, otherBot.id, "en", undefined, repeatedVisit.token);
  await visitBot(server, id, "en", undefined, "unknown");
  const { data } = await kenji.call(listBotSessions, { params: { id } });
  const [stranger, thirdSession, secondSession, firstSession] = [...data].sort((a, b) =>
    b.id.localeCompare(a.id),
  );
  expect(
    [firstSession, secondSession, thirdSession].map((listedSession) => [
      listedSession?.visitor_id,
      listedSession?.visitor_name,
    ]),
  ).toEqual(Array.from({ length: 3 }, () => [firstSession?.id, "Trần Văn Ba"]));
  expect([stranger?.visitor_id, stranger?.visitor_name]).toEqual([stranger?.id, null]);
  const [sessionOfOtherBot] = (await kenji.call(listBotSessions, { params: { id: otherBot.id } })).data;
  expect(sessionOfOtherBot?.visitor_id).toBe(sessionOfOtherBot?.id);
  const { rows } = await sql<{ is_left: boolean }>`
    select is_left from bot_sessions where bot_id = ${id} order by id`.execute(server.db.kysely);
  expect(rows.map(({ is_left }) => is_left)).toEqual([true, true, false, false]);
});

test("a visitor who comes back to the session before, because the new one's token was lost, has not left it", async () => {
  const { id } = await createPublishedBot(kenji, createFlow({ start: [createAskBlock("name"), endBlock] }));
  const visitor = await visitBot(server, id);
  await visitBot(server, id, "en", undefined, visitor.token);
  const listIsLeftFlags = async () =>
    (
      await sql<{ is_left: boolean }>`
        select is_left from bot_sessions where bot_id = ${id} order by id`.execute(server.db.kysely)
    ).rows.map(({ is_left }) => is_left);
  expect(await listIsLeftFlags()).toEqual([true, false]);
  // The visitor has left this session for a new one. A page of the visitor returns to the left session only if it
  // requests all messages, as a page does when it opens.
  await visitor.list(1);
  expect(await listIsLeftFlags()).toEqual([true, false]);
  await visitor.list();
  expect(await listIsLeftFlags()).toEqual([false, false]);
});

test("Sessions are found by state, platform, name, story and version", async () => {
  const { id, fid } = await createPublishedBot(
    kenji,
    createFlow({ start: [createAskBlock("name"), endBlock] }),
  );
  const storyParams = { id, fid };
  const firstVisit = await visitBot(server, id);
  await firstVisit.write("Aiko");
  await kenji.call(changeBotFlow, {
    params: storyParams,
    body: { revision: 1, draft: createFlow({ start: [createAskBlock("day"), endBlock] }) },
  });
  await kenji.call(publishBotFlow, { params: storyParams, body: { revision: 2 } });
  await visitBot(server, id);
  const [newerSession, olderSession] = (await kenji.call(listBotSessions, { params: { id } })).data;
  if (!newerSession || !olderSession) throw new Error("There are not two sessions.");
  await sql`update bot_sessions set platform = 'ZALO', visitor_name = 'Nguyễn Văn An' where id = ${olderSession.id}`.execute(
    server.db.kysely,
  );
  const listFoundSessions = async (query: Record<string, string>) => {
    const { data, meta } = await kenji.call(listBotSessions, { params: { id }, query });
    expect(meta.total).toBe(data.length);
    return data.map((session) => session.id);
  };
  expect(await listFoundSessions({ state: "asking" })).toEqual([newerSession.id]);
  expect(await listFoundSessions({ state: "ended" })).toEqual([olderSession.id]);
  expect(await listFoundSessions({ state: "handed_over" })).toEqual([]);
  expect(await listFoundSessions({ platform: "WEB" })).toEqual([newerSession.id]);
  // The search ignores accents and capitals, and it takes `%` literally.
  expect(await listFoundSessions({ search: " nguyen VAN " })).toEqual([olderSession.id]);
  expect(await listFoundSessions({ search: "%" })).toEqual([]);
  expect(await listFoundSessions({ flow_id: fid })).toEqual([newerSession.id, olderSession.id]);
  expect(await listFoundSessions({ flow_id: fid, version: "1" })).toEqual([olderSession.id]);
  expect(await listFoundSessions({ flow_id: fid, version: "2" })).toEqual([newerSession.id]);
  expect(await listFoundSessions({ flow_id: fid, version: "3" })).toEqual([]);
  expect(await listFoundSessions({ flow_id: newId() })).toEqual([]);
  expect(
    await listFoundSessions({ flow_id: fid, version: "1", state: "ended", platform: "ZALO", search: "an" }),
  ).toEqual([olderSession.id]);
  const listRefusedFields = async (query: Record<string, string>) =>
    Object.keys((await kenji.call(listBotSessions, { params: { id }, query })).error?.fields ?? {});
  expect(await listRefusedFields({ version: "1" })).toEqual(["flow_id"]);
  expect(await listRefusedFields({ state: "asleep" })).toEqual(["state"]);
  expect(await listRefusedFields({ platform: "TELEGRAM" })).toEqual(["platform"]);
});

test("Everybody who works on the bot sees its sessions, and nobody else does", async () => {
  const { id } = await createPublishedBot(kenji, createFlow({ start: [createSayBlock("a"), endBlock] }));
  const otherBot = await createPublishedBot(kenji, createFlow({ start: [createSayBlock("b"), endBlock] }));
  await visitBot(server, id);
  const sessionId = await readNewestSessionId(id);
  const params = { id, sid: sessionId };
  await kenji.call(setBotPerson, { params: { id, user_id: an.id }, body: { part: "AGENT" } });
  expect((await an.call(listBotSessions, { params: { id } })).status).toBe(200);
  expect((await an.call(getBotSession, { params })).status).toBe(200);
  expect((await linh.call(listBotSessions, { params: { id } })).status).toBe(404);
  expect((await linh.call(getBotSession, { params })).status).toBe(404);
  expect((await linh.call(listBotSessionTurns, { params })).status).toBe(404);
  // A session is not found if the URL names another bot. A saved version of a story is not found if the session did not
  // run it.
  expect((await kenji.call(getBotSession, { params: { id: otherBot.id, sid: sessionId } })).status).toBe(404);
  const sessionFlowParams = { ...params, fid: otherBot.fid, number: "1" };
  expect((await kenji.call(getBotSessionFlow, { params: sessionFlowParams })).status).toBe(404);
  expect((await kenji.call(getBotSession, { params: { id, sid: newId() } })).status).toBe(404);
});
