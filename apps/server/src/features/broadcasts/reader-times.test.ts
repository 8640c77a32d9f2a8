import { createBroadcast, getBroadcast } from "@kakehashi/contract/bot-broadcasts";
import { parseLocalDateTime } from "@kakehashi/contract/local-time";
import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { createAskBlock, createFlow, createPublishedBot, endBlock, visitBot } from "../../test/bots.ts";
import { newsBroadcastBody } from "../../test/broadcast-body.ts";
import { simulateBroadcastProcess } from "../../test/broadcast-process.ts";
import { setUpTestServer } from "../../test/open-world.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji } = testPeople;
const db = server.db.kysely;
const story = createFlow({ start: [createAskBlock("name"), endBlock] });
const dayMs = 86_400_000;

/** Sets the clock of this test's process. The clock of the database and the timers of the server do not change. */
const setClock = (timeMs: number) => vi.setSystemTime(timeMs);
const installFakeClock = () => vi.useFakeTimers({ toFake: ["Date"] });
afterEach(() => vi.useRealTimers());

/** Nine o'clock in three days: so late that the server's own job does not begin the broadcast during the test. */
const nineOClockText = `${new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10)}T09:00`;
const createTimeInZone = (localTime: string, timeZone: string) =>
  parseLocalDateTime(localTime, timeZone) ?? new Date(Number.NaN);
const addMinutes = (startTime: Date, minutes: number) => new Date(startTime.getTime() + 60_000 * minutes);
const nineOClockInTokyo = createTimeInZone(nineOClockText, "Asia/Tokyo");
const nineOClockInSaigon = createTimeInZone(nineOClockText, "Asia/Ho_Chi_Minh");
const reader_time = { at: nineOClockText, time_zone: "Asia/Ho_Chi_Minh" };

const createTestBroadcast = (id: string, bodyFields: object) =>
  kenji.call(createBroadcast, {
    params: { id },
    body: newsBroadcastBody(bodyFields),
  });
const viewBroadcast = async (id: string, bid: string) =>
  (await kenji.call(getBroadcast, { params: { id, bid } })).data;

/** Returns how many times each session of the bot got the broadcast. The oldest session comes first. */
async function listReceivedCounts(botId: string, broadcastId: string): Promise<number[]> {
  const { rows } = await sql<{ times: number }>`
    select (select count(*)::int from bot_turns t
      where t.session_id = s.id and t.event ->> 'broadcast_id' = ${broadcastId}) as times
    from bot_sessions s where s.bot_id = ${botId} order by s.created_at, s.id`.execute(db);
  return rows.map(({ times }) => times);
}

/** Creates a bot with three visitors in Japan, one in Vietnam, and two whose time zone is not known. */
async function createBotWithAudience(): Promise<string> {
  const { id } = await createPublishedBot(kenji, story);
  const visitorTimeZones = [
    "Asia/Tokyo",
    "Asia/Ho_Chi_Minh",
    "Asia/Tokyo",
    undefined,
    "Mars/Olympus",
    "Asia/Tokyo",
  ];
  for (const zone of visitorTimeZones) await visitBot(server, id, "en", zone);
  return id;
}

test("Each visitor gets it when their own clock shows the time, and others do not wait meanwhile", async () => {
  const id = await createBotWithAudience();
  const { data } = await createTestBroadcast(id, { reader_time });
  expect(data).toMatchObject({
    state: "SCHEDULED",
    reader_time,
    scheduled_at: nineOClockInSaigon.toISOString(),
  });
  installFakeClock();
  const broadcastProcess = simulateBroadcastProcess(server, 2);
  // The test's clock shows the moment at which it is nine o'clock in the first time zone of the world. No visitor of
  // this bot lives there.
  setClock(createTimeInZone(nineOClockText, "Pacific/Kiritimati").getTime());
  await broadcastProcess.run({ broadcast_id: data.id, step: 0 });
  await broadcastProcess.runUntil(addMinutes(nineOClockInTokyo, -1), setClock);
  expect(await viewBroadcast(id, data.id)).toMatchObject({
    state: "SCHEDULED",
    started_at: null,
    planned_count: 0,
  });
  // This visitor comes after the broadcast was planned and before the first visitors get it. So this visitor gets it
  // too.
  await visitBot(server, id, "en", "Asia/Tokyo");

  await broadcastProcess.runUntil(addMinutes(nineOClockInTokyo, 1), setClock);
  expect(await listReceivedCounts(id, data.id)).toEqual([1, 0, 1, 0, 0, 1, 1]);
  expect(await viewBroadcast(id, data.id)).toMatchObject({
    state: "SENDING",
    planned_count: 7,
    sent_count: 4,
    next_at: nineOClockInSaigon.toISOString(),
  });
  const otherBroadcast = await createTestBroadcast(id, {});
  const newProcess = simulateBroadcastProcess(server, 20);
  await newProcess.runAll({ broadcast_id: otherBroadcast.data.id, step: 0 });
  expect((await viewBroadcast(id, otherBroadcast.data.id)).state).toBe("DONE");

  // A new process takes over and sends the broadcast to the visitors of the next time zone when it is nine o'clock
  // there.
  const nextProcess = simulateBroadcastProcess(server, 2);
  await nextProcess.goOn();
  await nextProcess.runUntil(addMinutes(nineOClockInSaigon, -1), setClock);
  await broadcastProcess.runUntil(addMinutes(nineOClockInSaigon, 1), setClock);
  expect(await listReceivedCounts(id, data.id)).toEqual([1, 0, 1, 0, 0, 1, 1]);
  await nextProcess.runUntil(addMinutes(nineOClockInSaigon, 2), setClock);
  expect(await listReceivedCounts(id, data.id)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  expect(await viewBroadcast(id, data.id)).toMatchObject({ state: "DONE", sent_count: 7, next_at: null });
});

test("Nobody gets it twice and nobody is left out, wherever the process dies between two time zones", async () => {
  const { id } = await createPublishedBot(kenji, story);
  for (const zone of ["Asia/Tokyo", undefined]) await visitBot(server, id, "en", zone);
  installFakeClock();
  let deathCount = 0;
  // To save time, this test kills the process only at every third SQL statement. The same statements run in
  // `sending.test.ts`, which kills the process at each of them.
  for (let statement = 1; ; statement += 3) {
    setClock(Date.parse(nineOClockText) - 2 * dayMs);
    const { data } = await createTestBroadcast(id, { reader_time });
    const broadcastProcess = simulateBroadcastProcess(server, 2);
    setClock(createTimeInZone(nineOClockText, "Pacific/Kiritimati").getTime());
    broadcastProcess.add({ broadcast_id: data.id, step: 0 });
    broadcastProcess.dieAt(statement);
    const hasDied = await broadcastProcess.runUntil(addMinutes(nineOClockInSaigon, 5), setClock);
    expect(await listReceivedCounts(id, data.id)).toEqual([1, 1]);
    expect(await viewBroadcast(id, data.id)).toMatchObject({
      state: "DONE",
      planned_count: 2,
      sent_count: 2,
    });
    if (!hasDied) break;
    deathCount++;
  }
  expect(deathCount).toBeGreaterThan(10);
}, 240_000);

test("The visitor's zone is the one that their browser said last, and a strange one changes nothing", async () => {
  const { id } = await createPublishedBot(kenji, story);
  const visitor = await visitBot(server, id, "en", "Asia/Tokyo");
  const readTimeZone = async () => {
    const { rows } = await sql<{ time_zone: string | null }>`
      select time_zone from bot_sessions where bot_id = ${id}`.execute(db);
    return rows[0]?.time_zone;
  };
  expect(await readTimeZone()).toBe("Asia/Tokyo");
  await visitor.send({ content: "a", time_zone: "Europe/Paris" });
  expect(await readTimeZone()).toBe("Europe/Paris");
  // The server stores each time zone under its usual name, so that an audience has few different zones. It ignores
  // offsets such as `+23:59`, because an offset could be ahead of all real time zones.
  await visitor.send({ content: "a", time_zone: "aSia/tOKYO" });
  expect(await readTimeZone()).toBe("Asia/Tokyo");
  await visitor.send({ content: "a", time_zone: "Europe/Paris" });
  for (const time_zone of [undefined, "", "'; drop", "Etc/Unknown", "+23:59"])
    expect((await visitor.send({ content: "a", ...(time_zone !== undefined && { time_zone }) })).status).toBe(
      200,
    );
  expect(await readTimeZone()).toBe("Europe/Paris");
  expect((await visitor.send({ content: "a", time_zone: "x".repeat(65) })).status).toBe(422);
});

test.each([
  [{ at: "2020-01-01T09:00", time_zone: "UTC" }, "reader_time.at"],
  [{ at: "9999-12-31T09:00", time_zone: "UTC" }, "reader_time.at"],
  [{ at: "2026-02-30T09:00", time_zone: "UTC" }, "reader_time.at"],
  [{ at: `${nineOClockText}Z`, time_zone: "UTC" }, "reader_time.at"],
  [{ at: "", time_zone: "UTC" }, "reader_time.at"],
  [{ at: nineOClockText, time_zone: "Mars/Olympus" }, "reader_time.time_zone"],
])("the time %o is refused by its field", async (reader_time, field) => {
  const id = await createBotWithAudience();
  const { status, error } = await createTestBroadcast(id, { reader_time });
  expect([status, Object.keys(error?.fields ?? {})]).toEqual([422, [field]]);
});

test("A broadcast has one time, not two", async () => {
  const id = await createBotWithAudience();
  const { error } = await createTestBroadcast(id, {
    reader_time,
    scheduled_at: nineOClockInTokyo.toISOString(),
  });
  expect(Object.keys(error?.fields ?? {})).toEqual(["reader_time"]);
});
