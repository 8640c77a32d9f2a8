import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { toJson } from "../../kit/db/json.ts";
import { startChannelTestServer } from "../../test/channel-world.ts";
import {
  addAndConnectPage,
  createBotForOutsidePlatforms,
  fetchOutsideTalk,
  sendTextAs,
  waitForOutsideTalk,
} from "../../test/channels.ts";
import { insertEvents } from "./event-store.ts";
import { lockOrCreatePerson } from "./person-store.ts";
import type { ChannelEvent } from "./platforms/platform.ts";
import { insertCallsForBotMessages } from "./send-store.ts";

const { platforms, server, testPeople, address } = await startChannelTestServer();

test("a turn that stores what the bot says does not wait for whoever has locked the person", async () => {
  const botId = await createBotForOutsidePlatforms(testPeople);
  const platformStandIn = platforms.messenger;
  const { page, external } = await addAndConnectPage(address, testPeople.kenji, {
    standIn: platformStandIn,
    platform: "MESSENGER",
    botId,
  });
  await platformStandIn.addCustomer(external.id, "Hoa").write("Good morning");
  await waitForOutsideTalk(testPeople.linh, { page_id: page.id });
  const db = server.db.kysely;
  const { rows } = await sql<{ id: string; external_id: string; session_id: string }>`
    select id, external_id, session_id from channel_people where page_id = ${page.id}`.execute(db);
  const [person] = rows;
  if (!person) throw new Error("Nobody has written.");
  const { sessions } = server.app.services.bots;
  await db.transaction().execute(async (tx) => {
    await lockOrCreatePerson(tx, { pageId: page.id, externalId: person.external_id });
    // While this test locks the person, another transaction stores a bot's message, as a timer of the bot's story does.
    await db.transaction().execute(async (turnTransaction) => {
      await sessions.lock(turnTransaction, person.session_id);
      const botMessagePlace = { sessionId: person.session_id, turnNumber: 2, effectIndex: 0 };
      const payloads = [{ message: { text: "Are you still there?" } }];
      await insertCallsForBotMessages(
        turnTransaction,
        { pageId: page.id, personId: person.id, broadcastId: null },
        [{ messageKey: botMessagePlace, outgoingPayloads: payloads }],
      );
    });
    expect(await sessions.lock(tx, person.session_id)).toBeDefined();
  });
});

test("an echo that waits for somebody who sends the message again holds none of its calls", async () => {
  const botId = await createBotForOutsidePlatforms(testPeople);
  const platformStandIn = platforms.zalo;
  const { page, external } = await addAndConnectPage(address, testPeople.kenji, {
    standIn: platformStandIn,
    platform: "ZALO",
    botId,
  });
  const customer = platformStandIn.addCustomer(external.id, "Hoa");
  await customer.write("Chào shop, chiều nay còn chỗ không?");
  const { conversation_id: id } = await waitForOutsideTalk(testPeople.linh, { page_id: page.id });
  await testPeople.linh.call(claimLivechat, { params: { id: botId, cid: id } });
  const text = "Dạ, ba giờ được ạ.";
  const { id: messageId } = await sendTextAs(testPeople.linh, id, text);
  const readDeliveryState = async () => (await fetchOutsideTalk(testPeople.linh, id)).deliveries[0]?.state;
  await expect.poll(readDeliveryState).toMatch(/^(SENT|DELIVERED)$/);
  const db = server.db.kysely;
  // Simulates that the response to our API call was lost. The call counts as failed until the late echo of the message
  // arrives.
  const lostAnswerError = toJson({ code: "LOST", detail: "", at: new Date().toISOString() });
  await sql`update channel_sends set state = 'FAILED', error = ${lostAnswerError}::jsonb, external_id = null, changed_at = now()
    where message_id = ${messageId}`.execute(db);
  await sql`update channel_deliveries set state = 'FAILED', error = ${lostAnswerError}::jsonb where message_id = ${messageId}`.execute(
    db,
  );
  await db.transaction().execute(async (tx) => {
    await lockOrCreatePerson(tx, { pageId: page.id, externalId: customer.id });
    await customer.answerInPlatformApp(text);
    const countWaiting = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        tx,
      );
      return rows.length;
    };
    await expect.poll(countWaiting).toBeGreaterThan(0);
    const { rows } = await sql`
      select from channel_sends where message_id = ${messageId} for update nowait`.execute(tx);
    expect(rows).toHaveLength(1);
  });
  await expect.poll(readDeliveryState).toMatch(/^(SENT|DELIVERED)$/);
});

test("two processes store the same events, each in its own order, and none of them fails", async () => {
  const botId = await createBotForOutsidePlatforms(testPeople);
  const platformStandIn = platforms.messenger;
  const firstJoinedPage = await addAndConnectPage(address, testPeople.kenji, {
    standIn: platformStandIn,
    platform: "MESSENGER",
    botId,
  });
  const secondJoinedPage = await addAndConnectPage(address, testPeople.kenji, {
    standIn: platformStandIn,
    platform: "MESSENGER",
    botId,
  });
  const db = server.db.kysely;
  const count = 2_000;
  for (let round = 0; round < 4; round++) {
    const events = Array.from({ length: count }, (_, number): ChannelEvent => {
      const pageId = (number % 2 === 0 ? firstJoinedPage : secondJoinedPage).external.id;
      return {
        type: "unknown",
        pageId,
        personId: "1",
        key: `${round}-${number}`,
        at: new Date(),
        name: "like",
      };
    });
    await Promise.all([
      insertEvents(db, "MESSENGER", events),
      insertEvents(db, "MESSENGER", events.toReversed()),
    ]);
  }
  const { rows } = await sql<{ unknown_count: number }>`
    select unknown_count::int from channel_pages where id in (${firstJoinedPage.page.id}, ${secondJoinedPage.page.id})`.execute(
    db,
  );
  expect(rows.map((page) => page.unknown_count)).toEqual([2 * count, 2 * count]);
});
