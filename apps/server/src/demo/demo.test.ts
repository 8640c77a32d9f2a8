import { signIn } from "@kakehashi/contract/auth";
import { listBroadcasts } from "@kakehashi/contract/bot-broadcasts";
import { type Livechat, listLivechats } from "@kakehashi/contract/bot-livechat";
import { getLivechatFigures } from "@kakehashi/contract/bot-livechat-figures";
import { testBotPhrases } from "@kakehashi/contract/bot-phrases";
import { listBotTexts, listBotTranslationJobs, listOwnBotTranslations } from "@kakehashi/contract/bot-texts";
import { startVisit } from "@kakehashi/contract/bot-visitors";
import { listBots } from "@kakehashi/contract/bots";
import { listAllChannelPages } from "@kakehashi/contract/channel-pages";
import { getOutsideTalk, listOutsideTalks } from "@kakehashi/contract/channels";
import { listCodes } from "@kakehashi/contract/codes";
import { listConversations } from "@kakehashi/contract/conversations";
import { listDriveEntries } from "@kakehashi/contract/drive";
import { listGlossary } from "@kakehashi/contract/glossary";
import { searchMemory } from "@kakehashi/contract/memory";
import { listMessages } from "@kakehashi/contract/messages";
import { listNotifications } from "@kakehashi/contract/notifications";
import { memberStatuses } from "@kakehashi/contract/project-membership";
import { getProject, listProjects } from "@kakehashi/contract/projects";
import { listTeamActivity, listTeams } from "@kakehashi/contract/teams";
import { listTranslationQueue } from "@kakehashi/contract/translation-queue";
import { findTranslationFor, translationStates } from "@kakehashi/contract/translation-states";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, createTestApp, type TestApp } from "../test/app.ts";
import { seedDemo } from "./seed.ts";

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  await seedDemo(server.db, server.app, "Bridge2026");
}, 60_000);
afterAll(() => server.close());

async function signInAs(name: string): Promise<string> {
  const body = { email: `${name}@kakehashi.example`, password: "Bridge2026", service: "kakehashi" };
  return (await callApi(server.app, signIn, { body })).data.access_token;
}

async function readFirstGroup(token: string) {
  const { data } = await callApi(server.app, listConversations, { token });
  const room = data.find(({ kind }) => kind === "GROUP");
  if (!room) throw new Error("The demo has no group");
  return callApi(server.app, listMessages, { token, params: { id: room.id } });
}

test("the demo's first room shows messages in every state of translation", async () => {
  const { data } = await readFirstGroup(await signInAs("linh"));
  const states = data.flatMap(({ translations }) => translations ?? []).map(({ state }) => state);
  expect([...new Set(states)].sort()).toEqual([...translationStates].sort());
});

test("people of the demo keep files in folders of their own", async () => {
  const token = await signInAs("aiko");
  const { data } = await callApi(server.app, listDriveEntries, { token });
  expect(data.map(({ name }) => name)).toEqual([
    "さくら予約アプリ",
    "契約書",
    "議事録 2.txt",
    "議事録 10.txt",
  ]);
});

test("empty notes are listed below the rooms with messages", async () => {
  const { data } = await callApi(server.app, listConversations, { token: await signInAs("emma") });
  expect(data.at(-1)?.kind).toBe("MY_CHAT");
});

test.each([
  ["aiko", "ja"],
  ["an", "vi"],
  ["emma", "en"],
])("%s reads most of it in %s", async (name, language) => {
  const { data } = await readFirstGroup(await signInAs(name));
  const foreignMessages = data.filter((message) => message.language !== language);
  const translatedMessages = foreignMessages.filter((message) => findTranslationFor(message, language));
  expect(translatedMessages.length).toBeGreaterThan(foreignMessages.length / 2);
});

test("a translator has a queue, and others have none", async () => {
  const readTranslationQueue = async (name: string) =>
    (await callApi(server.app, listTranslationQueue, { token: await signInAs(name) })).data;
  expect((await readTranslationQueue("linh")).length).toBeGreaterThan(1);
  expect(await readTranslationQueue("an")).toEqual([]);
});

test("a person who requested translations sees the finished ones", async () => {
  const { rows } = await server.db.pool.query<{ done: boolean }>(
    "select done_at is not null as done from bookmarks order by 1",
  );
  expect(new Set(rows.map(({ done }) => done))).toEqual(new Set([true, false]));
});

test("a translator finds a memory and a glossary, and what the demo itself translates is in the memory", async () => {
  const token = await signInAs("linh");
  const { meta } = await callApi(server.app, listGlossary, { token });
  expect(meta.total).toBe(40);
  const memoryResponse = await callApi(server.app, searchMemory, {
    token,
    query: { search: "見積書", from: "ja" },
  });
  expect(memoryResponse.data.map(({ target_language }) => target_language).sort()).toEqual(["en", "vi"]);
  const { rows } = await server.db.pool.query("select from memory_units where message_id is not null");
  expect(rows.length).toBeGreaterThan(0);
});

test("a project's members see its code with versions, and each sees their own", async () => {
  const readTitles = async (name: string) =>
    (await callApi(server.app, listCodes, { token: await signInAs(name) })).data.map(({ title }) => title);
  expect(await readTitles("aiko")).toEqual([
    "deploy-staging.sh",
    "明日のお知らせ.sql",
    "free-slots.ts",
    "Chuẩn hóa tên khách",
  ]);
  expect((await readTitles("linh")).length).toBe(5);
  expect(await readTitles("emma")).toEqual([]);
  const { rows } = await server.db.pool.query("select from code_snippets where version > 1");
  expect(rows.length).toBe(2);
});

test("two bots of the demo answer visitors in their own language", async () => {
  const { data: allBots } = await callApi(server.app, listBots, { token: await signInAs("linh") });
  const data = allBots.filter(({ platforms }) => platforms.includes("WEB"));
  expect(data.map(({ name, part, enabled_count }) => [name, part, enabled_count]).sort()).toEqual([
    ["Kakehashi support", "AGENT", 1],
    ["サロンさくら 予約案内", "AGENT", 1],
  ]);
  for (const { id } of data) {
    const visit = await callApi(server.app, startVisit, { params: { bot_id: id }, body: { language: "vi" } });
    expect(visit.data.messages[0]?.said[0]).toMatchObject({
      kind: "text",
      text: expect.stringMatching(/xin chào/i),
    });
  }
});

test("the salon's bot of the demo has sent a broadcast to those who talk to nobody", async () => {
  const token = await signInAs("linh");
  const { data: bots } = await callApi(server.app, listBots, { token });
  const id = bots.find(({ name }) => name.startsWith("サロン"))?.id ?? "";
  const readBroadcasts = async () => {
    const { data } = await callApi(server.app, listBroadcasts, { token, params: { id } });
    return data.map(({ state, planned_count, sent_count }) => ({ state, planned_count, sent_count }));
  };
  // The broadcast skips two of the ten visitors, because these two are waiting for an agent.
  await expect
    .poll(readBroadcasts, { timeout: 20_000 })
    .toEqual([{ state: "DONE", planned_count: 10, sent_count: 8 }]);
});

test("a bot of the demo has texts that wait for a translator, who has begun", async () => {
  const token = await signInAs("linh");
  const { data: jobs } = await callApi(server.app, listBotTranslationJobs, { token });
  expect(jobs).toMatchObject([
    { bot: { name: "Hoa Sen Nails" }, language: "ja", waiting: 3, sources: ["vi"] },
  ]);
  const { data: texts } = await callApi(server.app, listBotTexts, {
    token,
    params: { id: jobs[0]?.bot.id ?? "", language: "ja" },
  });
  expect(texts.map(({ container }) => container.kind)).toEqual(["ARTICLE", "PHRASE", "BROADCAST"]);
  const { data: ownBotTexts } = await callApi(server.app, listOwnBotTranslations, { token, query: {} });
  expect(ownBotTexts.map(({ target }) => target).sort()).toEqual(["ネイルの料金表", "地図を見る"]);
});

test("three visitors of the demo wait for a person, and others were answered and said how it was", async () => {
  const token = await signInAs("linh");
  const { data: bots } = await callApi(server.app, listBots, { token });
  const talks: Livechat[] = [];
  for (const { id } of bots.filter(({ platforms }) => platforms.includes("WEB")))
    talks.push(
      ...(await callApi(server.app, listLivechats, { token, params: { id }, query: { state: "waiting" } }))
        .data,
    );
  expect(talks.map(({ visitor: { name, language } }) => [language, name]).sort()).toEqual([
    ["en", expect.stringMatching(/^Visitor /)],
    ["ja", "鈴木 美咲"],
    ["vi", "Nguyễn Thu Hà"],
  ]);
  for (const { waiting_since } of talks)
    expect(Date.now() - new Date(waiting_since).getTime()).toBeGreaterThan(3 * 60_000);
  const salonBotId = bots.find(({ name }) => name.startsWith("サロン"))?.id ?? "";
  const { data } = await callApi(server.app, getLivechatFigures, {
    token,
    params: { id: salonBotId },
    query: {},
  });
  expect(data.total).toMatchObject({ talks: 7, answered: 5, closed: 5, rated: 4, average_rating: 4.25 });
  // The visitor asked for an agent shortly before the visitor's last message. The agent replied five minutes after that
  // message, so the response time is a little more than five minutes.
  expect(data.total.median_first_answer_seconds).toBeGreaterThan(300);
  expect(data.total.median_first_answer_seconds).toBeLessThan(360);
  expect(data.agents).toHaveLength(3);
});

test("customers of the demo have written on Messenger and Zalo, and nothing more can be sent to their pages", async () => {
  const token = await signInAs("linh");
  const { data, meta } = await callApi(server.app, listOutsideTalks, { token, query: {} });
  expect(
    data
      .map(({ visitor, page, state, tags }) => [
        page.platform,
        visitor.name,
        visitor.language,
        state,
        tags.length,
      ])
      .sort(),
  ).toEqual([
    ["MESSENGER", "Sofia Martin", "en", "WAITING", 0],
    ["MESSENGER", "佐藤 由美", "ja", "OPEN", 1],
    ["ZALO", "Lê Quốc Bảo", "vi", "OPEN", 1],
    ["ZALO", "Trần Thị Mai", "vi", "WAITING", 1],
  ]);
  expect(meta.waiting_count).toBe(2);
  for (const { page, window } of data) {
    expect(page.state).toBe("DISCONNECTED");
    expect(window).toEqual({ all_until: null, people_until: null });
  }
  const closedTalks = await callApi(server.app, listOutsideTalks, { token, query: { state: "closed" } });
  expect(closedTalks.data).toHaveLength(2);
  const id = data.find(({ visitor }) => visitor.name === "佐藤 由美")?.conversation_id ?? "";
  const talk = await callApi(server.app, getOutsideTalk, { token, params: { id } });
  expect(talk.data.deliveries.map(({ state }) => state)).toEqual(["SEEN"]);
  const { data: pages } = await callApi(server.app, listAllChannelPages, { token });
  expect(pages.map(({ state, queued_count }) => [state, queued_count])).toEqual([
    ["DISCONNECTED", 0],
    ["DISCONNECTED", 0],
  ]);
});

test("the salon's bot of the demo answers keywords in three languages", async () => {
  const token = await signInAs("linh");
  const { data } = await callApi(server.app, listBots, { token });
  const id = data.find(({ name }) => name.startsWith("サロン"))?.id ?? "";
  for (const [text, kind] of [
    ["カットはいくらですか", "contains"],
    ["予約をキャンセルしたいです", "pattern"],
    ["Cho mình đổi lịch nhé", "pattern"],
    ["Is there a parkng place?", "fuzzy"],
  ] as const) {
    const response = await callApi(server.app, testBotPhrases, { token, params: { id }, body: { text } });
    expect([text, response.data.matches[0]?.phrase.kind]).toEqual([text, kind]);
  }
});

const dayMs = 24 * 3600_000;
const isOlderThanOneDay = (time: string | Date) => Date.now() - new Date(time).getTime() > dayMs;

test("projects of the demo are open, running and closed, with members in every status", async () => {
  const { rows } = await server.db.pool.query<{ status: string }>(
    "select distinct status from project_members where archived_at is null",
  );
  expect(rows.map(({ status }) => status).sort()).toEqual([...memberStatuses].sort());
  const token = await signInAs("aiko");
  const { data } = await callApi(server.app, listProjects, { token });
  const states = data.map(({ status, running_since }) =>
    status === "DEACTIVE" ? "closed" : running_since ? "running" : "open",
  );
  expect([...new Set(states)].sort()).toEqual(["closed", "open", "running"]);
});

test("nothing of the demo's projects happened today, and each team's activity has a time of its own", async () => {
  const token = await signInAs("aiko");
  const { data: projectTeams } = await callApi(server.app, listTeams, { token });
  for (const { id } of projectTeams) {
    const { data } = await callApi(server.app, listTeamActivity, { token, params: { id } });
    const creationTimes = data.map(({ created_at }) => created_at);
    expect(creationTimes.every(isOlderThanOneDay)).toBe(true);
    expect(creationTimes).toEqual([...new Set(creationTimes)].sort().reverse());
  }
  const { rows } = await server.db.pool.query<{ created_at: Date }>(
    "select created_at from notifications where data -> 'project' is not null",
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.every(({ created_at }) => isOlderThanOneDay(created_at))).toBe(true);
});

test("messages in the rooms of the demo's projects are in the order of their times, and done milestones have theirs", async () => {
  const { rows } = await server.db.pool.query<{ times: Date[] }>(
    `select array_agg(m.created_at order by m.number) as times from messages m
     join projects p on m.conversation_id in (p.team_id, p.client_id) where m.parent_id is null
     group by m.conversation_id`,
  );
  expect(rows.length).toBeGreaterThan(2);
  for (const { times: creationTimes } of rows) {
    const creationTimesMs = creationTimes.map(Number);
    expect(creationTimesMs).toEqual([...creationTimesMs].sort((a, b) => a - b));
    expect(creationTimes.every(isOlderThanOneDay)).toBe(true);
  }
  const { rows: milestoneDelays } = await server.db.pool.query<{ days: number }>(
    "select abs(done_at::date - due_date) as days from project_milestones where done_at is not null",
  );
  expect(milestoneDelays.map(({ days }) => days <= 1)).toEqual([true, true, true]);
});

test.each([
  ["aiko", "DEVELOPER_JOIN_PROJECT"],
  ["linh", "INVITE_JOIN_PROJECT"],
  ["an", "ACCEPT_JOIN_PROJECT"],
])("%s has an unread notification of the step that waits for them: %s", async (name, type) => {
  const { data } = await callApi(server.app, listNotifications, {
    token: await signInAs(name),
    query: { unread: "true", paging: "100" },
  });
  expect(
    data.filter((notification) => notification.data.project).map((notification) => notification.type),
  ).toEqual([type]);
});

test("one project of the demo has a file and approved translations", async () => {
  const token = await signInAs("aiko");
  const { data } = await callApi(server.app, listProjects, { token });
  const id = data.find(({ name }) => name.startsWith("Booking page"))?.id ?? "";
  const { data: project } = await callApi(server.app, getProject, { token, params: { id } });
  expect(project.files.map(({ name }) => name)).toEqual(["Booking steps.txt"]);
  expect(project.translation).toMatchObject({
    language: "ja",
    name: { content: "海外からのお客様向け予約ページ", is_current: true },
    description: { is_current: true },
    skill: { is_current: true },
  });
});
