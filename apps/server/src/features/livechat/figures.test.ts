import { updateSettings } from "@kakehashi/contract/account-settings";
import { getLivechatFigures } from "@kakehashi/contract/bot-livechat-figures";
import { claimLivechat, closeLivechat, releaseLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { changeBot } from "@kakehashi/contract/bots";
import type { Language } from "@kakehashi/contract/languages";
import { sendMessage } from "@kakehashi/contract/messages";
import { getAccount } from "@kakehashi/contract/users";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { createWaitingTalk } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import type { TestPerson } from "../../test/world.ts";
import { toLivechatCsv } from "./figures-csv.ts";

const kanjiNames = { name: "佐藤 健司", reading: "さとう けんじ", latin_name: "Kenji Sato" };

const { server, testPeople } = await setUpTestServer();
const { kenji, linh, an } = testPeople;
const db = server.db.kysely;

const getFigures = (person: TestPerson, id: string, query: Record<string, string> = {}) =>
  person.call(getLivechatFigures, { params: { id }, query });
const writeMessage = (person: TestPerson, id: string, content: string, parent_id?: string) =>
  person.call(sendMessage, {
    params: { id },
    body: { client_id: newId(), content, ...(parent_id && { parent_id }) },
  });

/** Moves all events of a talk this many seconds into the past. */
async function moveTalkIntoPast(cid: string, seconds: number): Promise<void> {
  const ageInterval = sql`make_interval(secs => ${seconds})`;
  await sql`update messages set created_at = created_at - ${ageInterval} where conversation_id = ${cid}`.execute(
    db,
  );
  await sql`
    update livechat_rounds set began_at = began_at - ${ageInterval}, closed_at = closed_at - ${ageInterval},
      answered_at = answered_at - ${ageInterval}
    where conversation_id = ${cid}`.execute(db);
}

test("The figures say how soon people answered and closed, by day, by hour and by agent", async () => {
  const { id, cid, params, visitor } = await createWaitingTalk(server, { kenji, linh });
  const figuresWhileWaiting = (await getFigures(linh, id)).data;
  expect(figuresWhileWaiting.total).toMatchObject({
    talks: 1,
    answered: 0,
    closed: 0,
    median_first_answer_seconds: null,
    p95_resolution_seconds: null,
    rated: 0,
    average_rating: null,
  });
  expect(figuresWhileWaiting.agents).toEqual([]);

  await moveTalkIntoPast(cid, 300);
  await linh.call(claimLivechat, { params });
  await writeMessage(linh, cid, "Hello");
  await writeMessage(linh, cid, "Still there?");
  await moveTalkIntoPast(cid, 600);
  await linh.call(releaseLivechat, { params, body: { user_id: kenji.id } });
  await kenji.call(closeLivechat, { params, body: {} });
  const { data } = await getFigures(linh, id);
  expect(data.total).toMatchObject({ talks: 1, answered: 1, closed: 1 });
  expect(data.total.median_first_answer_seconds).toBeCloseTo(300, -1);
  expect(data.total.p95_first_answer_seconds).toBeCloseTo(300, -1);
  expect(data.total.median_resolution_seconds).toBeCloseTo(900, -1);
  expect(data.agents).toMatchObject([
    { user: { id: linh.id }, answered: 1, closed: 0, median_resolution_seconds: null },
    { user: { id: kenji.id }, answered: 0, closed: 1, median_first_answer_seconds: null },
  ]);
  expect(data.days).toHaveLength(30);
  const sumTalks = (list: readonly { talks: number }[]) =>
    list.reduce((total, { talks }) => total + talks, 0);
  expect([sumTalks(data.days), sumTalks(data.hours), data.hours.length]).toEqual([1, 1, 24]);
  expect(toLivechatCsv(data, "vi").startsWith("\uFEFFLoại,Tên,")).toBe(true);
  expect(toLivechatCsv(data, "en")).toContain(`\nPerson,${linh.name},,1,0,`);
  // The CSV file shows a person's name in the script of its reader's language, as the page does.
  const agentsWithKanjiNames = data.agents.map((agent) => ({
    ...agent,
    user: { ...agent.user, ...kanjiNames },
  }));
  const createKanjiCsv = (language: Language) =>
    toLivechatCsv({ ...data, agents: agentsWithKanjiNames }, language);
  expect(createKanjiCsv("vi")).toContain("\nNgười trả lời,Kenji Sato,,1,0,");
  expect(createKanjiCsv("ja")).toContain("\n担当者,佐藤 健司,,1,0,");

  // A visitor's message to a closed talk begins a new round. The statistics of the first round must not change.
  await moveTalkIntoPast(cid, 60);
  await visitor.send({ content: "One more thing" });
  const figuresOfTwoRounds = (await getFigures(linh, id)).data;
  expect(figuresOfTwoRounds.total).toMatchObject({ talks: 2, answered: 1, closed: 1 });
  expect(figuresOfTwoRounds.total.median_first_answer_seconds).toBeCloseTo(300, -1);
  await moveTalkIntoPast(cid, 100);
  await linh.call(claimLivechat, { params });
  await writeMessage(linh, cid, "Yes?");
  const figuresOfReopenedTalk = (await getFigures(linh, id)).data;
  expect(figuresOfReopenedTalk.total.median_first_answer_seconds).toBeCloseTo(200, -1);
  expect(figuresOfReopenedTalk.total.p95_first_answer_seconds).toBeCloseTo(290, -1);
});

test("A thread answers nobody, and a talk that was only closed has no first answer", async () => {
  const { id, cid, params } = await createWaitingTalk(server, { kenji, linh });
  const { data: talk } = await linh.call(claimLivechat, { params });
  await writeMessage(linh, cid, "Who knows this visitor?", talk.messages.at(-1)?.id);
  await linh.call(closeLivechat, { params, body: {} });
  const { data } = await getFigures(linh, id);
  expect(data.total).toMatchObject({ talks: 1, answered: 0, closed: 1, median_first_answer_seconds: null });
  // An agent opens the talk again and writes. The visitor was not waiting, so this message does not count as a first
  // answer.
  await linh.call(claimLivechat, { params });
  await writeMessage(linh, cid, "I forgot to say");
  const { total } = (await getFigures(linh, id)).data;
  expect(total).toMatchObject({ talks: 2, answered: 1, closed: 1, median_first_answer_seconds: null });
});

test("Days and hours are those of the bot's time zone", async () => {
  const { id, cid } = await createWaitingTalk(server, { kenji, linh });
  const hours = { time_zone: "Asia/Tokyo", spans: [], holidays: [] };
  await kenji.call(changeBot, { params: { id }, body: { hours } });
  await sql`
    update livechat_rounds set began_at = '2026-03-01T15:30:00Z' where conversation_id = ${cid}`.execute(db);
  const { data } = await getFigures(linh, id, { from: "2026-03-01", to: "2026-03-02" });
  expect(data).toMatchObject({ time_zone: "Asia/Tokyo", from: "2026-03-01", to: "2026-03-02" });
  expect(data.days.map(({ day, talks }) => [day, talks])).toEqual([
    ["2026-03-01", 0],
    ["2026-03-02", 1],
  ]);
  expect(data.hours[0]).toEqual({ hour: 0, talks: 1 });
  expect((await getFigures(linh, id, { from: "2026-03-01", to: "2026-03-01" })).data.total.talks).toBe(0);
});

test("Without business hours, days and hours are those of the reader", async () => {
  const { id, cid } = await createWaitingTalk(server, { kenji, linh });
  await sql`
    update livechat_rounds set began_at = '2026-03-01T15:30:00Z' where conversation_id = ${cid}`.execute(db);
  const period = { from: "2026-03-01", to: "2026-03-02" };
  const figuresInTokyo = await getFigures(linh, id, { ...period, time_zone: "Asia/Tokyo" });
  expect(figuresInTokyo.data.time_zone).toBe("Asia/Tokyo");
  expect(figuresInTokyo.data.days.map(({ talks }) => talks)).toEqual([0, 1]);
  const settingsBefore = (await linh.call(getAccount)).data.settings;
  await linh.call(updateSettings, { body: { time_zone: "Asia/Tokyo" } });
  const figuresInOwnZone = await getFigures(linh, id, period);
  expect(figuresInOwnZone.data.time_zone).toBe("Asia/Tokyo");
  expect(figuresInOwnZone.data.days.map(({ talks }) => talks)).toEqual([0, 1]);
  await linh.call(updateSettings, { body: { time_zone: settingsBefore.time_zone } });
  expect((await getFigures(linh, id, { ...period, time_zone: "Mars/Olympus" })).status).toBe(422);
});

test.each([
  [{ from: "2026-01-01", to: "2026-12-31" }, 422],
  [{ from: "2026-02-01", to: "2026-01-01" }, 422],
  [{ from: "yesterday" }, 422],
  [{ to: "9999-12-31" }, 200],
  [{ from: "0001-01-01" }, 200],
])("the period %o is answered with %i", async (query, status) => {
  const { id } = await createWaitingTalk(server, { kenji, linh });
  const response = await getFigures(linh, id, query);
  expect(response.status).toBe(status);
  if (status === 422) expect(response.error?.fields).toHaveProperty("from");
});

test("Strangers get no figures, and the table comes as a file", async () => {
  const { id } = await createWaitingTalk(server, { kenji, linh });
  expect((await getFigures(an, id)).status).toBe(404);
  const downloadFigures = (person: TestPerson) =>
    server.app.http.inject({
      url: `/api/bots/${id}/livechat/figures/csv`,
      headers: { authorization: `Bearer ${person.tokens.access_token}` },
    });
  const file = await downloadFigures(linh);
  expect([file.statusCode, file.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(file.body.startsWith("\uFEFFKind,Name,")).toBe(true);
  expect((await downloadFigures(an)).statusCode).toBe(404);
});
