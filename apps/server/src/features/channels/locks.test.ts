import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { joinPage, openOutsideBot, startPlatforms, waitForTalk } from "../../test/channels.ts";
import { openWorld } from "../../test/open-world.ts";
import { lockPerson } from "./person-store.ts";
import { insertSaid } from "./send-store.ts";

const platforms = await startPlatforms();
afterAll(() => platforms.close());
const { server, world } = await openWorld({ channels: platforms.channels });
const address = await server.listen();

test("a turn that stores what the bot says does not wait for whoever has locked the person", async () => {
  const botId = await openOutsideBot(world);
  const standIn = platforms.messenger;
  const { page, external } = await joinPage(address, world.kenji, { standIn, platform: "MESSENGER", botId });
  await standIn.addCustomer(external.id, "Hoa").write("Good morning");
  await waitForTalk(world.linh, { page_id: page.id });
  const db = server.db.kysely;
  const { rows } = await sql<{ id: string; external_id: string; session_id: string }>`
    select id, external_id, session_id from channel_people where page_id = ${page.id}`.execute(db);
  const [person] = rows;
  if (!person) throw new Error("Nobody has written.");
  const { sessions } = server.app.services.bots;
  await db.transaction().execute(async (tx) => {
    await lockPerson(tx, { pageId: page.id, externalId: person.external_id });
    // A timer of the story ends meanwhile.
    await db.transaction().execute(async (turn) => {
      await sessions.lock(turn, person.session_id);
      const place = { sessionId: person.session_id, turnNumber: 2, effectNumber: 0 };
      const payloads = [{ message: { text: "Are you still there?" } }];
      await insertSaid(turn, { pageId: page.id, personId: person.id, broadcastId: null }, [
        { place, payloads },
      ]);
    });
    expect(await sessions.lock(tx, person.session_id)).toBeDefined();
  });
});
