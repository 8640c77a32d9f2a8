import { claimLivechat, closeLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { sendMessage } from "@kakehashi/contract/messages";
import { retentionPeriods } from "@kakehashi/contract/retention";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { createWaitingTalk, readInbox } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";

const { server, testPeople } = await setUpTestServer();
const { linh } = testPeople;
const db = server.db.kysely;
const { livechat, bots } = server.app.services;

/** Makes a talk older, as if nobody had written in it for this many days. */
async function moveTalkIntoPast(cid: string, days: number): Promise<void> {
  const ageInterval = sql`make_interval(days => ${days})`;
  await sql`update messages set created_at = created_at - ${ageInterval} where conversation_id = ${cid}`.execute(
    db,
  );
  await sql`update bot_sessions set last_at = last_at - ${ageInterval} where conversation_id = ${cid}`.execute(
    db,
  );
}
async function deleteOldTalks(): Promise<void> {
  await livechat.prune();
  await bots.prune();
}
const countRows = async (cid: string, sessionId: string, visitorId: string) => {
  const { rows } = await sql`
    select (select count(*)::int from conversations where id = ${cid}) as rooms,
      (select count(*)::int from bot_sessions where id = ${sessionId}) as sessions,
      (select count(*)::int from users where id = ${visitorId}) as visitors`.execute(db);
  return rows[0];
};
const findTalkIds = async (cid: string) => {
  const { rows } = await sql<{ session: string; visitor: string }>`
    select s.id as session, l.visitor_id as visitor from livechats l
    join bot_sessions s on s.conversation_id = l.conversation_id where l.conversation_id = ${cid}`.execute(
    db,
  );
  return rows[0] ?? { session: "", visitor: "" };
};

test.each(["waiting", "open", "closed"] as const)(
  "A talk that is %s is deleted with its visitor a year after its last message",
  async (state) => {
    const { id, cid, params } = await createWaitingTalk(server, testPeople);
    const { session, visitor } = await findTalkIds(cid);
    if (state !== "waiting") await linh.call(claimLivechat, { params });
    if (state === "closed") await linh.call(closeLivechat, { params, body: {} });
    await moveTalkIntoPast(cid, retentionPeriods.botTalkDays - 1);
    await deleteOldTalks();
    expect(await countRows(cid, session, visitor)).toEqual({ rooms: 1, sessions: 1, visitors: 1 });
    await moveTalkIntoPast(cid, 2);
    await deleteOldTalks();
    expect(await countRows(cid, session, visitor)).toEqual({ rooms: 0, sessions: 0, visitors: 0 });
    expect((await readInbox(linh, id, state === "open" ? "mine" : state)).data).toEqual([]);
  },
);

test("A talk stays, and its visitor can read it, for a year after a person's last message", async () => {
  const { cid, params, visitor } = await createWaitingTalk(server, testPeople);
  await linh.call(claimLivechat, { params });
  await moveTalkIntoPast(cid, retentionPeriods.botTalkDays + 1);
  const body = { client_id: newId(), content: "Sorry for the wait." };
  await linh.call(sendMessage, { params: { id: cid }, body });
  await deleteOldTalks();
  expect((await visitor.list()).people?.messages.at(-1)?.content).toBe("Sorry for the wait.");
});
