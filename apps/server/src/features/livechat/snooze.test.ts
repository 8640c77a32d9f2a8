import { getLivechat } from "@kakehashi/contract/bot-livechat";
import {
  claimLivechat,
  closeLivechat,
  endLivechatSnooze,
  releaseLivechat,
  snoozeLivechat,
} from "@kakehashi/contract/bot-livechat-steps";
import { setBotPerson } from "@kakehashi/contract/bots";
import { listNotifications } from "@kakehashi/contract/notifications";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createWaitingTalk, readInbox } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe, type StompClient } from "../../test/stomp.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji, linh, an } = testPeople;
const db = server.db.kysely;
const serverUrl = await server.listen();

const createFutureDate = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const waitForInboxChange = (client: StompClient, id: string) =>
  client.waitForEvent((event) => {
    const personalEvent = event as unknown as PersonalEvent;
    return personalEvent.type === "LIVECHAT_CHANGED" && personalEvent.bot_id === id;
  });

/** Creates a talk that Linh answers. `readTalkCounts` returns how many talks each list of her inbox has. */
async function openClaimedTalk() {
  const talk = await createWaitingTalk(server, testPeople);
  await linh.call(claimLivechat, { params: talk.params });
  const readTalkCounts = async () => {
    const listResponses = await Promise.all(
      ["waiting", "mine", "all", "snoozed"].map((state) => readInbox(linh, talk.id, state)),
    );
    return listResponses.map(({ data }) => data.length);
  };
  const snoozeTalk = (snoozeEnd: string | null, person = linh) =>
    person.call(snoozeLivechat, { params: talk.params, body: { until: snoozeEnd } });
  return { ...talk, readTalkCounts, snoozeTalk };
}

test("A snoozed talk leaves the lists, keeps its agent, and comes back when the visitor writes", async () => {
  const { id, params, visitor, readTalkCounts, snoozeTalk } = await openClaimedTalk();
  expect(await readTalkCounts()).toEqual([0, 1, 1, 0]);
  const { data } = await snoozeTalk(null);
  expect(data).toMatchObject({
    state: "OPEN",
    agent: { id: linh.id },
    is_snoozed: true,
    snoozed_until: null,
  });
  expect(await readTalkCounts()).toEqual([0, 0, 0, 1]);
  expect((await readInbox(linh, id, "snoozed")).meta).toMatchObject({ total: 1, mine_count: 0 });
  const client = await connectAndSubscribe(serverUrl, linh);
  await visitor.send({ content: "I am back" });
  await waitForInboxChange(client, id);
  client.socket.close();
  expect(await readTalkCounts()).toEqual([0, 1, 1, 0]);
  expect((await linh.call(getLivechat, { params })).data).toMatchObject({ is_snoozed: false });
});

test("A talk that is snoozed until a time comes back then, and its agent is told", async () => {
  const { id, cid, readTalkCounts, snoozeTalk } = await openClaimedTalk();
  const snoozedUntil = createFutureDate(2);
  expect((await snoozeTalk(snoozedUntil)).data).toMatchObject({
    is_snoozed: true,
    snoozed_until: snoozedUntil,
  });
  const client = await connectAndSubscribe(serverUrl, linh);
  await waitForInboxChange(client, id);
  client.socket.close();
  expect(await readTalkCounts()).toEqual([0, 1, 1, 0]);
  const { data } = await linh.call(listNotifications, {
    query: { type: "LIVECHAT_WAITING", unread: "true" },
  });
  expect(data.map((notification) => notification.data.conversation_id)).toContain(cid);
});

test("A talk that was snoozed again does not come back at its first time", async () => {
  const { cid, readTalkCounts, snoozeTalk } = await openClaimedTalk();
  await snoozeTalk(createFutureDate(1));
  await snoozeTalk(createFutureDate(3_600));
  const jobs = async () => {
    const { rows } = await sql<{ state: string }>`
      select state::text from pgboss.job
      where name = 'livechat.wake' and data ->> 'conversation_id' = ${cid} order by created_on`.execute(db);
    return rows.map(({ state }) => state);
  };
  await expect.poll(jobs, { timeout: 10_000 }).toEqual(["completed", "created"]);
  expect(await readTalkCounts()).toEqual([0, 0, 0, 1]);
});

test("A snooze ends when the talk is brought back, handed over or closed", async () => {
  const { params, readTalkCounts, snoozeTalk } = await openClaimedTalk();
  await snoozeTalk(null);
  expect((await linh.call(endLivechatSnooze, { params })).data.is_snoozed).toBe(false);
  expect((await linh.call(endLivechatSnooze, { params })).status).toBe(200);
  await snoozeTalk(null);
  await linh.call(releaseLivechat, { params, body: { user_id: kenji.id } });
  expect(await readTalkCounts()).toEqual([0, 0, 1, 0]);
  await snoozeTalk(null, kenji);
  await kenji.call(releaseLivechat, { params, body: {} });
  expect(await readTalkCounts()).toEqual([1, 0, 1, 0]);
  await linh.call(claimLivechat, { params });
  await snoozeTalk(null);
  expect((await linh.call(closeLivechat, { params, body: {} })).data).toMatchObject({
    state: "CLOSED",
    is_snoozed: false,
  });
});

test("Only a talk's agent and owners snooze it, only while it is open, and only until a time to come", async () => {
  const { id, params, snoozeTalk } = await openClaimedTalk();
  await kenji.call(setBotPerson, { params: { id, user_id: an.id }, body: { part: "AGENT" } });
  expect((await snoozeTalk(null, an)).status).toBe(403);
  for (const snoozeEnd of [createFutureDate(-1), createFutureDate(91 * 86_400)]) {
    const { status, error } = await snoozeTalk(snoozeEnd);
    expect({ status, fields: Object.keys(error?.fields ?? {}) }).toEqual({ status: 422, fields: ["until"] });
  }
  expect((await snoozeTalk(null, kenji)).status).toBe(200);
  expect((await an.call(endLivechatSnooze, { params })).status).toBe(403);
  await linh.call(releaseLivechat, { params, body: {} });
  expect((await snoozeTalk(null)).error?.code).toBe("BOT.TALK_NOT_OPEN");
});
