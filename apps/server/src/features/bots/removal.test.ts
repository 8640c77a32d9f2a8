import { listVisitorTurns, startVisit, visitorTokenHeaderName } from "@kakehashi/contract/bot-visitors";
import { createBot, getBot, listBots, removeBot } from "@kakehashi/contract/bots";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { callApi } from "../../test/app.ts";
import { createAskBlock, createFlow, createPublishedBot, endBlock, visitBot } from "../../test/bots.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { deleteSomeSessionsOfBot } from "./removal-store.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji, emma } = testPeople;
const db = server.db.kysely;
const story = createFlow({ start: [createAskBlock("q"), endBlock] });

const countRows = async (id: string) => {
  const { rows } = await sql<{ bots: number; sessions: number; flows: number }>`
    select (select count(*)::int from bots where id = ${id}) as bots,
      (select count(*)::int from bot_sessions where bot_id = ${id}) as sessions,
      (select count(*)::int from bot_flows where bot_id = ${id}) as flows`.execute(db);
  return rows[0];
};

test("Deleting a bot answers at once and hides it, while its sessions are deleted step by step", async () => {
  const { id } = await createPublishedBot(kenji, story);
  const visitor = await visitBot(server, id);
  await visitBot(server, id);
  await db.transaction().execute(async (tx) => {
    // This transaction locks a session, as the server does while it handles a visitor's message.
    await sql`select from bot_sessions where bot_id = ${id} for update`.execute(tx);
    expect((await kenji.call(removeBot, { params: { id } })).status).toBe(200);
    for (const person of [kenji, emma]) {
      expect((await person.call(getBot, { params: { id } })).status).toBe(404);
      const { data } = await person.call(listBots, { query: { paging: "100" } });
      expect(data.map((bot) => bot.id)).not.toContain(id);
    }
    expect((await kenji.call(removeBot, { params: { id } })).status).toBe(404);
    const startResponse = await callApi(server.app, startVisit, {
      params: { bot_id: id },
      body: { language: "en" },
    });
    expect(startResponse.status).toBe(404);
    const headers = { [visitorTokenHeaderName]: visitor.token };
    expect((await callApi(server.app, listVisitorTurns, { params: { bot_id: id }, headers })).status).toBe(
      404,
    );
    expect((await visitor.send({ content: "x" })).status).toBe(404);
    expect(await countRows(id)).toEqual({ bots: 1, sessions: 2, flows: 1 });
  });
  await expect.poll(() => countRows(id)).toEqual({ bots: 0, sessions: 0, flows: 0 });
});

test("One step deletes a bounded number of sessions and turns", async () => {
  const { id, fid } = await createPublishedBot(kenji, story);
  const addSessions = (count: number, turns: number) =>
    sql`
    insert into bot_sessions (id, bot_id, platform, token_hash, flow_id, save_number, state, turn_count)
    select gen_random_uuid(), ${id}, 'WEB', sha256(gen_random_uuid()::text::bytea), ${fid}, 1,
      '{"language":"en","variables":[],"tags":[],"state":{"kind":"ended"},"turn":0}'::jsonb, ${turns}
    from generate_series(1, ${count}::int)`.execute(db);
  const countSessions = async () => (await countRows(id))?.sessions;
  await addSessions(4, 3_000);
  expect(await deleteSomeSessionsOfBot(db, id)).toBe(true);
  expect(await countSessions()).toBe(2);
  await deleteSomeSessionsOfBot(db, id);
  await addSessions(600, 0);
  await deleteSomeSessionsOfBot(db, id);
  expect(await countSessions()).toBe(100);
  await kenji.call(removeBot, { params: { id } });
  await expect.poll(() => countRows(id)).toEqual({ bots: 0, sessions: 0, flows: 0 });
});

test("A deleted bot does not count towards the bots that a person may have", async () => {
  const body = { name: "x", languages: ["en" as const], platforms: ["WEB" as const] };
  const { data: bot } = await kenji.call(createBot, { body });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bots where created_by = ${kenji.id} and removed_at is null`.execute(
    db,
  );
  await sql`
    insert into bots (id, name, languages, platforms, created_by)
    select gen_random_uuid(), 'x', '{en}', '{WEB}', ${kenji.id}
    from generate_series(1, ${50 - (rows[0]?.count ?? 0)}::int)`.execute(db);
  expect((await kenji.call(createBot, { body })).error?.code).toBe("BOT.TOO_MANY");
  // Simulates a bot whose deletion has begun and not ended.
  await sql`update bots set removed_at = now() where id = ${bot.id}`.execute(db);
  expect((await kenji.call(createBot, { body: { ...body, name: newId() } })).status).toBe(200);
});
