import { updateSettings } from "@kakehashi/contract/account-settings";
import { claimLivechat, closeLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { deleteMessage } from "@kakehashi/contract/changes";
import { retryDelivery } from "@kakehashi/contract/channel-deliveries";
import { downloadChannelFigures, getChannelFigures } from "@kakehashi/contract/channel-figures";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startChannelTestServer } from "../../test/channel-world.ts";
import {
  addAndConnectPage,
  createBotForOutsidePlatforms,
  fetchOutsideTalk,
  sendTextAs,
  waitForOutsideTalk,
} from "../../test/channels.ts";
import type { TestPerson } from "../../test/world.ts";
import { toFiguresCsv } from "./figures-csv.ts";

const { platforms, server, testPeople, address } = await startChannelTestServer();
const { kenji, linh, aiko, an, emma } = testPeople;
const db = server.db.kysely;

const readFigures = (person: TestPerson, query: Record<string, string> = {}) =>
  person.call(getChannelFigures, { query });
const downloadCsv = (person: TestPerson, query: Record<string, string> = {}, language = "en") =>
  server.app.http.inject({
    url: `/api${downloadChannelFigures.path}?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${person.tokens.access_token}`, "accept-language": language },
  });

/** A bot of Kenji with an agent, and a Messenger customer who has written to its page. */
async function openTalk(agent: TestPerson) {
  const botId = await createBotForOutsidePlatforms({ kenji, linh: agent });
  const platformStandIn = platforms.messenger;
  const { page, external } = await addAndConnectPage(address, kenji, {
    standIn: platformStandIn,
    platform: "MESSENGER",
    botId,
  });
  const customer = platformStandIn.addCustomer(external.id, "Hoa");
  await customer.write("Chào shop nhé, cho tôi hỏi một chút.");
  const { conversation_id: id } = await waitForOutsideTalk(agent, { page_id: page.id });
  const params = { id: botId, cid: id };
  await agent.call(claimLivechat, { params });
  return { botId, page, customer, id, params };
}

test("a message that came too late is a window miss of its page and its author until it is sent", async () => {
  const { page, customer, id, params } = await openTalk(linh);
  const query = { page_id: page.id };
  await sql`update channel_people set last_act_at = now() - interval '8 days'
    where external_id = ${customer.id}`.execute(db);
  const lateMessage = await sendTextAs(linh, id, "Chị còn đó không ạ?");
  await expect
    .poll(async () => (await fetchOutsideTalk(linh, id)).deliveries.map(({ error }) => error?.code))
    .toEqual(["WINDOW"]);
  const { data } = await readFigures(linh, query);
  expect(data.total).toMatchObject({ talks: 1, answered: 0, closed: 0, failed: 1, window_misses: 1 });
  expect(data.pages).toMatchObject([{ page: { id: page.id }, talks: 1, failed: 1, window_misses: 1 }]);
  expect(data.agents).toMatchObject([{ user: { id: linh.id }, answered: 0, failed: 1, window_misses: 1 }]);
  expect(data.failures).toEqual([{ code: "WINDOW", people: 1, bots: 0 }]);

  await customer.write("Còn chứ.");
  await expect.poll(async () => (await fetchOutsideTalk(linh, id)).window.people_until).not.toBeNull();
  await linh.call(retryDelivery, { params: { id, message_id: lateMessage.id } });
  await expect.poll(async () => (await readFigures(linh, query)).data.failures).toEqual([]);
  await linh.call(closeLivechat, { params, body: {} });
  const figuresAfter = (await readFigures(linh, query)).data;
  expect(figuresAfter.total).toMatchObject({ answered: 1, closed: 1, failed: 0, window_misses: 0 });
});

test("the first answer is the first one that the customer could read", async () => {
  const { page, id } = await openTalk(linh);
  const waitingMessage = await sendTextAs(linh, id, "こんにちは。ご用件をお聞かせください。");
  const listDeliveryStates = async () =>
    (await fetchOutsideTalk(linh, id)).deliveries.map(({ state }) => state);
  await expect.poll(listDeliveryStates).toEqual(["UNTRANSLATED"]);
  const readAnsweredCount = async () => (await readFigures(linh, { page_id: page.id })).data.total.answered;
  expect(await readAnsweredCount()).toBe(0);
  await linh.call(deleteMessage, { params: { id, mid: waitingMessage.id } });
  await expect.poll(listDeliveryStates).toEqual([]);
  expect(await readAnsweredCount()).toBe(0);
  await sendTextAs(linh, id, "Dạ shop nghe đây ạ, chị cần gì ạ?");
  await expect.poll(listDeliveryStates).toEqual([expect.stringMatching(/^(SENT|DELIVERED)$/)]);
  expect(await readAnsweredCount()).toBe(1);
});

test("figures are of the pages of one's own bots, and of all pages for admins", async () => {
  const [ownTalk, otherTalk] = [await openTalk(linh), await openTalk(aiko)];
  const listPageIds = async (person: TestPerson) =>
    (await readFigures(person)).data.pages
      .map(({ page }) => page.id)
      .filter((id) => id === ownTalk.page.id || id === otherTalk.page.id)
      .sort();
  const allPageIds = [ownTalk.page.id, otherTalk.page.id].sort();
  expect(await listPageIds(linh)).toEqual([ownTalk.page.id]);
  expect(await listPageIds(aiko)).toEqual([otherTalk.page.id]);
  expect(await listPageIds(kenji)).toEqual(allPageIds);
  expect(await listPageIds(emma)).toEqual(allPageIds);
  const figuresOfStranger = (await readFigures(an)).data;
  expect(figuresOfStranger).toMatchObject({
    pages: [],
    agents: [],
    failures: [],
    total: { talks: 0, failed: 0 },
  });
  expect((await readFigures(linh, { page_id: otherTalk.page.id })).status).toBe(404);
  expect((await downloadCsv(linh, { page_id: otherTalk.page.id })).statusCode).toBe(404);
});

test("figures of one platform are those of its pages", async () => {
  const { page } = await openTalk(linh);
  const query = { page_id: page.id };
  expect((await readFigures(linh, { ...query, platform: "MESSENGER" })).data.total).toMatchObject({
    talks: 1,
  });
  expect((await readFigures(linh, { ...query, platform: "ZALO" })).status).toBe(404);
  const listPlatforms = async (platform: string) =>
    new Set(
      (await readFigures(kenji, { platform })).data.pages.map((pageFigures) => pageFigures.page.platform),
    );
  expect(await listPlatforms("MESSENGER")).toEqual(new Set(["MESSENGER"]));
  expect(await listPlatforms("ZALO")).toEqual(new Set());
  expect((await downloadCsv(linh, { ...query, platform: "ZALO" })).statusCode).toBe(404);
});

test("who works on a page's new bot reads nothing of the talks of its old bot", async () => {
  const { page, id, botId } = await openTalk(linh);
  await sendTextAs(linh, id, "Dạ shop nghe đây ạ.");
  await expect
    .poll(async () => (await fetchOutsideTalk(linh, id)).deliveries)
    .toMatchObject([{ state: expect.stringMatching(/^(SENT|DELIVERED)$/) }]);
  await sql`update channel_deliveries set state = 'FAILED', error = '{"code": "REFUSED"}'
    where message_id in (select id from messages where conversation_id = ${id})`.execute(db);
  const newBot = await createBotForOutsidePlatforms({ kenji, linh: aiko });
  await sql`update channel_pages set bot_id = ${newBot} where id = ${page.id}`.execute(db);
  const { data } = await readFigures(aiko, { page_id: page.id });
  expect(data).toMatchObject({ agents: [], total: { talks: 0 } });
  expect((await readFigures(linh, { page_id: page.id })).status).toBe(404);
  // Kenji owns both bots.
  expect((await readFigures(kenji, { page_id: page.id })).data).toMatchObject({
    total: { talks: 1 },
    pages: [{ bot: { id: newBot } }],
    agents: [{ user: { id: linh.id }, failed: 1 }],
  });
  expect(botId).not.toBe(newBot);
});

test("the table has rows for pages, people, days, hours and reasons, and comes as a file", async () => {
  const { page, id, params } = await openTalk(linh);
  await sendTextAs(linh, id, "Dạ shop nghe đây ạ.");
  await linh.call(closeLivechat, { params, body: {} });
  await sql`update channel_pages set name = '=Salon, "Hoa"' where id = ${page.id}`.execute(db);
  const query = { page_id: page.id };
  const { data } = await readFigures(linh, query);
  const file = await downloadCsv(linh, query);
  expect([file.statusCode, file.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(file.headers["content-disposition"]).toContain(`outside chats ${data.from} ${data.to}.csv`);
  const figuresInReadersLanguage = await downloadCsv(linh, query, "ja");
  expect(decodeURIComponent(String(figuresInReadersLanguage.headers["content-disposition"]))).toContain(
    `外部チャット ${data.from} ${data.to}.csv`,
  );
  const vietnameseDownload = await downloadCsv(linh, query, "vi");
  expect(decodeURIComponent(String(vietnameseDownload.headers["content-disposition"]))).toContain(
    `kênh ngoài ${data.from} ${data.to}.csv`,
  );
  expect(file.body.startsWith("\uFEFFKind,Name,Platform,Chats begun,")).toBe(true);
  const rows = file.body.trim().split("\r\n").slice(1);
  expect(rows).toHaveLength(1 + 1 + 1 + 30 + 24);
  expect(rows[1]).toMatch(/^Page,"'=Salon, ""Hoa""",Messenger,1,1,1,\d+,\d+,\d+,\d+,0,0$/);
  expect(rows[2]).toMatch(new RegExp(`^Person,${linh.name},,,1,1,.*,0,0$`));
  // The CSV file holds whole seconds: fractions are rounded.
  const seconds = { ...data.total, median_first_answer_seconds: 12.123456789 };
  expect(toFiguresCsv({ ...data, total: seconds }, "en").split("\r\n")[1]).toMatch(
    /^All,[^,]*,,1,1,1,12,\d+,/,
  );
  const failures = [{ code: "WINDOW", people: 2, bots: 1 }] as const;
  const vietnameseCsv = toFiguresCsv({ ...data, failures: [...failures] }, "vi");
  expect(vietnameseCsv).toContain("\r\nLý do,Hết thời gian trả lời,,,,,,,,,3,\r\n");
});

test.each([
  ["Asia/Tokyo", 0],
  ["+09:00", 0],
  ["America/New_York", 10],
])("hours are those of the reader's time zone %s", async (time_zone, hour) => {
  const { page, id } = await openTalk(linh);
  await linh.call(updateSettings, { body: { time_zone } });
  await sql`
    update livechat_rounds set began_at = '2026-03-01T15:30:00Z' where conversation_id = ${id}`.execute(db);
  const { data } = await readFigures(linh, { from: "2026-03-01", to: "2026-03-02", page_id: page.id });
  expect(data.time_zone).toBe(time_zone);
  expect(data.hours.filter(({ talks }) => talks > 0)).toEqual([{ hour, talks: 1 }]);
  expect(data.days.map(({ talks }) => talks)).toEqual(hour === 0 ? [0, 1] : [1, 0]);
  // A browser asks for the report in the reader's own time zone, in which it also shows all other times.
  const timeZoneQuery = {
    from: "2026-03-01",
    to: "2026-03-02",
    page_id: page.id,
    time_zone: "Asia/Ho_Chi_Minh",
  };
  const { data: figuresInVietnam } = await readFigures(linh, timeZoneQuery);
  expect(figuresInVietnam.time_zone).toBe("Asia/Ho_Chi_Minh");
  expect(figuresInVietnam.hours.filter(({ talks }) => talks > 0)).toEqual([{ hour: 22, talks: 1 }]);
});

test("the database knows every time zone that a person can choose", async () => {
  const zones = Intl.supportedValuesOf("timeZone");
  const { rows } = await sql<{ zone: string }>`
    select zone from unnest(${zones}::text[]) as zone
    where not exists (select from pg_timezone_names where lower(name) = lower(zone))`.execute(db);
  expect(rows).toEqual([]);
});

test.each([
  [{ from: "2026-01-01", to: "2026-12-31" }, "from"],
  [{ from: "2026-02-01", to: "2026-01-01" }, "from"],
  [{ to: "tomorrow" }, "to"],
  [{ page_id: "1" }, "page_id"],
  [{ platform: "LINE" }, "platform"],
  [{ time_zone: "Mars/Olympus" }, "time_zone"],
])("the query %o is refused, and the answer names the field", async (query, field) => {
  const { status, error } = await readFigures(linh, query);
  expect(status).toBe(422);
  expect(error?.fields).toHaveProperty(field);
});
