import { getBroadcast, pauseBroadcast, resumeBroadcast } from "@kakehashi/contract/bot-broadcasts";
import { changeBot } from "@kakehashi/contract/bots";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { createAskBlock, createFlow, createPublishedBot, endBlock, visitBot } from "../../test/bots.ts";
import { simulateBroadcastProcess } from "../../test/broadcast-process.ts";
import { handoffStory } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { updateBroadcastState } from "./sending-store.ts";
import { insertBroadcast } from "./store.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji } = testPeople;
const db = server.db.kysely;
const everybodyAudience = {
  platform: null,
  page_id: null,
  tag: null,
  language: null,
  seen_days: null,
  variable: null,
};
const story = createFlow({ start: [createAskBlock("name"), endBlock] });

const startSendingProcess = (messagesPerSecond: number) =>
  simulateBroadcastProcess(server, messagesPerSecond);

async function insertBroadcastRow(botId: string): Promise<string> {
  const id = newId();
  await insertBroadcast(db, {
    id,
    botId,
    clientId: newId(),
    name: "News",
    content: { kind: "text", text: { en: "News", ja: "お知らせ" } },
    audience: everybodyAudience,
    scheduledAt: null,
    readerTime: null,
    userId: kenji.id,
  });
  return id;
}
/** Returns how many times each session of the bot got the broadcast. */
async function countReceivedBySession(botId: string, broadcastId: string): Promise<number[]> {
  const { rows } = await sql<{ times: number }>`
    select (select count(*)::int from bot_turns t
      where t.session_id = s.id and t.event ->> 'broadcast_id' = ${broadcastId}) as times
    from bot_sessions s where s.bot_id = ${botId} order by s.id`.execute(db);
  return rows.map(({ times }) => times);
}
const viewBroadcast = async (id: string, bid: string) =>
  (await kenji.call(getBroadcast, { params: { id, bid } })).data;

test("Nobody gets it twice and nobody is left out, wherever the process dies", async () => {
  const { id } = await createPublishedBot(kenji, handoffStory);
  await visitBot(server, id);
  const talkingVisitor = await visitBot(server, id, "ja");
  await talkingVisitor.send({ content: "Aiko" });
  await visitBot(server, id, "ja");
  await visitBot(server, id);
  let deathCount = 0;
  for (let statement = 1; ; statement++) {
    const broadcastId = await insertBroadcastRow(id);
    const broadcastProcess = startSendingProcess(2);
    broadcastProcess.dieAt(statement);
    const hasDied = await broadcastProcess.runAll({ broadcast_id: broadcastId, step: 0 });
    expect(await countReceivedBySession(id, broadcastId)).toEqual([1, 0, 1, 1]);
    const { state, planned_count, sent_count, skipped_count, results } = await viewBroadcast(id, broadcastId);
    expect({ state, planned_count, sent_count, skipped_count }).toEqual({
      state: "DONE",
      planned_count: 4,
      sent_count: 3,
      skipped_count: 1,
    });
    expect(results.map(({ language, sent, skipped }) => [language, sent, skipped.TALKING])).toEqual([
      ["en", 2, 0],
      ["ja", 1, 1],
    ]);
    if (!hasDied) break;
    deathCount++;
  }
  expect(deathCount).toBeGreaterThan(20);
}, 240_000);

test("A job that runs twice sends nothing twice, also at the same time", async () => {
  const { id } = await createPublishedBot(kenji, story);
  for (let count = 0; count < 4; count++) await visitBot(server, id);
  const broadcastId = await insertBroadcastRow(id);
  const broadcastProcesses = [startSendingProcess(2), startSendingProcess(2)];
  const job = { broadcast_id: broadcastId, step: 0 };
  await Promise.all(broadcastProcesses.map((broadcastProcess) => broadcastProcess.runAll(job)));
  await startSendingProcess(2).runAll(job);
  expect(await countReceivedBySession(id, broadcastId)).toEqual([1, 1, 1, 1]);
  expect(await viewBroadcast(id, broadcastId)).toMatchObject({ state: "DONE", sent_count: 4 });
});

test("A new process goes on at once with what another one was sending, and that one stops", async () => {
  const { id } = await createPublishedBot(kenji, story);
  for (let count = 0; count < 3; count++) await visitBot(server, id);
  const broadcastId = await insertBroadcastRow(id);
  const oldProcess = startSendingProcess(1);
  await oldProcess.run({ broadcast_id: broadcastId, step: 0 });
  const nextProcess = startSendingProcess(1);
  await nextProcess.goOn();
  for (const job of oldProcess.waiting.splice(0)) await oldProcess.run(job);
  expect(await countReceivedBySession(id, broadcastId)).toEqual([1, 0, 0]);
  const job = nextProcess.waiting.splice(0).find((sendingJob) => sendingJob.broadcast_id === broadcastId);
  if (!job) throw new Error("The new process has nothing to do.");
  await nextProcess.runAll(job);
  expect(await countReceivedBySession(id, broadcastId)).toEqual([1, 1, 1]);
  expect(await viewBroadcast(id, broadcastId)).toMatchObject({ state: "DONE", sent_count: 3 });
  await nextProcess.goOn();
  expect(nextProcess.waiting.filter((sendingJob) => sendingJob.broadcast_id === broadcastId)).toEqual([]);
});

test("After a pause nobody gets it, after resuming everybody else does", async () => {
  const { id } = await createPublishedBot(kenji, story);
  for (let count = 0; count < 3; count++) await visitBot(server, id);
  const broadcastId = await insertBroadcastRow(id);
  const params = { id, bid: broadcastId };
  const broadcastProcess = startSendingProcess(1);
  await broadcastProcess.run({ broadcast_id: broadcastId, step: 0 });
  const pauseResponse = await kenji.call(pauseBroadcast, { params });
  expect(pauseResponse.data).toMatchObject({ state: "PAUSED", pause_reason: "PERSON", sent_count: 1 });
  for (const job of broadcastProcess.waiting.splice(0)) await broadcastProcess.run(job);
  expect(broadcastProcess.waiting).toEqual([]);
  expect(await countReceivedBySession(id, broadcastId)).toEqual([1, 0, 0]);
  expect((await kenji.call(pauseBroadcast, { params })).error?.code).toBe("BOT.BROADCAST_STATE");
  expect((await kenji.call(resumeBroadcast, { params })).data.state).toBe("SENDING");
  await expect
    .poll(async () => (await viewBroadcast(id, broadcastId)).state, { timeout: 20_000 })
    .toBe("DONE");
  expect(await countReceivedBySession(id, broadcastId)).toEqual([1, 1, 1]);
});

test("A pause in the middle of a step: after it is stored nobody gets it", async () => {
  const { id } = await createPublishedBot(kenji, story);
  for (let count = 0; count < 8; count++) await visitBot(server, id);
  const broadcastId = await insertBroadcastRow(id);
  const broadcastProcess = startSendingProcess(20);
  const { rows } = await sql<{ id: string }>`
    select id from bot_sessions where bot_id = ${id} order by id`.execute(db);
  let runningStepPromise: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    // Locks the second visitor's session, as the server does while it handles a visitor's message. The job that sends
    // the broadcast must wait until the lock is released.
    await sql`select from bot_sessions where id = ${rows[1]?.id} for update`.execute(tx);
    runningStepPromise = broadcastProcess.run({ broadcast_id: broadcastId, step: 0 });
    await expect.poll(() => countReceivedBySession(id, broadcastId)).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
  });
  await updateBroadcastState(db, broadcastId, "PAUSED", "PERSON");
  const receivedCountsAtPause = await countReceivedBySession(id, broadcastId);
  await runningStepPromise;
  expect(await countReceivedBySession(id, broadcastId)).toEqual(receivedCountsAtPause);
  expect(broadcastProcess.waiting).toEqual([]);
  expect((await viewBroadcast(id, broadcastId)).sent_count).toBe(
    receivedCountsAtPause.reduce((sum, receivedCount) => sum + receivedCount, 0),
  );
});

test("An archived bot sends nothing: the broadcast is paused and says why", async () => {
  const { id } = await createPublishedBot(kenji, story);
  await visitBot(server, id);
  const broadcastId = await insertBroadcastRow(id);
  const params = { id, bid: broadcastId };
  await kenji.call(changeBot, { params: { id }, body: { archived: true } });
  await startSendingProcess(5).runAll({ broadcast_id: broadcastId, step: 0 });
  expect(await viewBroadcast(id, broadcastId)).toMatchObject({ state: "PAUSED", pause_reason: "ARCHIVED" });
  expect((await kenji.call(resumeBroadcast, { params })).error?.code).toBe("BOT.ARCHIVED");
  await kenji.call(changeBot, { params: { id }, body: { archived: false } });
  expect((await kenji.call(resumeBroadcast, { params })).status).toBe(200);
  await expect
    .poll(async () => (await viewBroadcast(id, broadcastId)).state, { timeout: 20_000 })
    .toBe("DONE");
  expect(await countReceivedBySession(id, broadcastId)).toEqual([1]);
});

test("Of two broadcasts of a bot the second one waits for the first", async () => {
  const { id } = await createPublishedBot(kenji, story);
  for (let count = 0; count < 2; count++) await visitBot(server, id);
  const [firstBroadcastId, secondBroadcastId] = [await insertBroadcastRow(id), await insertBroadcastRow(id)];
  const broadcastProcess = startSendingProcess(1);
  await broadcastProcess.run({ broadcast_id: firstBroadcastId, step: 0 });
  const [nextJobOfFirstBroadcast] = broadcastProcess.waiting.splice(0);
  await broadcastProcess.run({ broadcast_id: secondBroadcastId, step: 0 });
  expect(await countReceivedBySession(id, secondBroadcastId)).toEqual([0, 0]);
  const [nextJobOfSecondBroadcast] = broadcastProcess.waiting.splice(0);
  if (!nextJobOfFirstBroadcast || !nextJobOfSecondBroadcast) throw new Error("A step has no next one.");
  await broadcastProcess.runAll(nextJobOfFirstBroadcast);
  await broadcastProcess.runAll(nextJobOfSecondBroadcast);
  expect(await countReceivedBySession(id, firstBroadcastId)).toEqual([1, 1]);
  expect(await countReceivedBySession(id, secondBroadcastId)).toEqual([1, 1]);
});

test("Planning 10,000 visitors is one statement, and a session that is gone or full is skipped", async () => {
  const { id, fid } = await createPublishedBot(kenji, story);
  await sql`
    insert into bot_sessions (id, bot_id, platform, token_hash, flow_id, save_number, state, turn_count)
    select gen_random_uuid(), ${id}, 'WEB', sha256(gen_random_uuid()::text::bytea), ${fid}, 1,
      '{"language":"en","variables":[],"tags":[],"state":{"kind":"ended"},"turn":0}'::jsonb, 10000
    from generate_series(1, 10000)`.execute(db);
  const broadcastId = await insertBroadcastRow(id);
  const broadcastProcess = startSendingProcess(2);
  await broadcastProcess.run({ broadcast_id: broadcastId, step: 0 });
  expect(await viewBroadcast(id, broadcastId)).toMatchObject({
    planned_count: 10_000,
    skipped_count: 2,
    sent_count: 0,
  });
  await sql`delete from bot_sessions where bot_id = ${id}`.execute(db);
  const [nextJob] = broadcastProcess.waiting.splice(0);
  if (nextJob) await broadcastProcess.run(nextJob);
  expect((await viewBroadcast(id, broadcastId)).results).toMatchObject([
    { language: "en", planned: 10_000, sent: 0, skipped: { FULL: 2, GONE: 2, TALKING: 0 } },
  ]);
}, 60_000);
