import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { createBotForOutsidePlatforms } from "../../test/channels.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { deleteSomeBroadcastRows } from "./broadcast-store.ts";

const { server, testPeople } = await setUpTestServer();
const db = server.db.kysely;
const botId = await createBotForOutsidePlatforms(testPeople);

/** Stores a page with people. The page is disconnected, so that the server sends nothing. */
async function insertPageWithPeople(count: number): Promise<string> {
  const pageId = newId();
  await sql`
    insert into channel_pages (id, platform, external_id, bot_id, name, state)
    values (${pageId}, 'MESSENGER', ${pageId}, ${botId}, 'Salon Hoa', 'DISCONNECTED')`.execute(db);
  await sql`
    insert into channel_people (id, page_id, external_id)
    select gen_random_uuid(), ${pageId}, n::text from generate_series(1, ${count}::int) n`.execute(db);
  return pageId;
}

/** Stores a paused broadcast to all people of a page, with the platform API calls that it holds back. */
async function insertHeldBroadcast(pageId: string): Promise<string> {
  const broadcastId = newId();
  await sql`
    insert into channel_broadcasts (broadcast_id, person_id, session_id, page_id, state, is_held)
    select ${broadcastId}, id, gen_random_uuid(), page_id, 'QUEUED', true
    from channel_people where page_id = ${pageId}`.execute(db);
  await sql`
    insert into channel_sends (page_id, person_id, broadcast_id, payload, state)
    select page_id, person_id, broadcast_id, '{}', 'HELD'
    from channel_broadcasts where broadcast_id = ${broadcastId}`.execute(db);
  return broadcastId;
}

async function countRows(broadcastId: string) {
  const { rows } = await sql<{ messages: number; calls: number }>`
    select (select count(*)::int from channel_broadcasts where broadcast_id = ${broadcastId}) as messages,
      (select count(*)::int from channel_sends where broadcast_id = ${broadcastId}) as calls`.execute(db);
  return rows[0];
}

test("deleting rows of a broadcast returns true, and false if there were none", async () => {
  const broadcastId = await insertHeldBroadcast(await insertPageWithPeople(3));
  expect(await deleteSomeBroadcastRows(db, broadcastId)).toBe(true);
  expect(await countRows(broadcastId)).toEqual({ messages: 0, calls: 0 });
  expect(await deleteSomeBroadcastRows(db, broadcastId)).toBe(false);
});

test("a broadcast with more people than one statement deletes leaves nothing behind", async () => {
  const broadcastId = await insertHeldBroadcast(await insertPageWithPeople(10_001));
  let statementCount = 0;
  while (await deleteSomeBroadcastRows(db, broadcastId)) statementCount++;
  expect(await countRows(broadcastId)).toEqual({ messages: 0, calls: 0 });
  expect(statementCount).toBe(2);
});

test("deleting rows of a broadcast keeps its sent calls and the rows of other broadcasts", async () => {
  const pageId = await insertPageWithPeople(2);
  const broadcastId = await insertHeldBroadcast(pageId);
  const otherBroadcastId = await insertHeldBroadcast(pageId);
  await sql`
    update channel_sends set state = 'SENT' where id = (
      select min(id) from channel_sends where broadcast_id = ${broadcastId})`.execute(db);
  expect(await deleteSomeBroadcastRows(db, broadcastId)).toBe(true);
  expect(await countRows(broadcastId)).toEqual({ messages: 0, calls: 1 });
  expect(await countRows(otherBroadcastId)).toEqual({ messages: 2, calls: 2 });
});
