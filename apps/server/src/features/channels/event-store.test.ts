import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { createBotForOutsidePlatforms } from "../../test/channels.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { postponeEvent } from "./event-store.ts";

const { server, testPeople } = await setUpTestServer();
const db = server.db.kysely;
const botId = await createBotForOutsidePlatforms(testPeople);

test("an event that only waits has no failed try, and one that failed has", async () => {
  const pageId = newId();
  await sql`
    insert into channel_pages (id, platform, external_id, bot_id, name, state)
    values (${pageId}, 'MESSENGER', ${pageId}, ${botId}, 'Salon Hoa', 'DISCONNECTED')`.execute(db);
  // The server does not handle this event, because its next attempt is a day away.
  const { rows } = await sql<{ id: string }>`
    insert into channel_events (page_id, person, key, event, try_at)
    values (${pageId}, '1', 'one', '{"type": "echo"}', now() + interval '1 day') returning id::text as id`.execute(
    db,
  );
  const id = rows[0]?.id ?? "";
  const readTries = async () =>
    (await sql<{ tries: number }>`select tries from channel_events where id = ${id}`.execute(db)).rows[0]
      ?.tries;

  for (let wait = 0; wait < 12; wait++) await postponeEvent(db, id, { seconds: 86_400, hasFailed: false });
  expect(await readTries()).toBe(0);
  await postponeEvent(db, id, { seconds: 86_400, hasFailed: true });
  expect(await readTries()).toBe(1);
});
