import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { outsidePlatforms } from "@kakehashi/contract/channel-states";
import { setOutsidePersonBlocked } from "@kakehashi/contract/channels";
import { retentionPeriods } from "@kakehashi/contract/retention";
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

const { platforms, server, testPeople, address } = await startChannelTestServer();
const { kenji, linh } = testPeople;
const db = server.db.kysely;

for (const platform of outsidePlatforms) {
  const platformStandIn = platforms.standIns[platform];
  /** Creates a customer whom Linh has answered. */
  const openTalk = async () => {
    const botId = await createBotForOutsidePlatforms(testPeople);
    const { page, external } = await addAndConnectPage(address, kenji, {
      standIn: platformStandIn,
      platform,
      botId,
    });
    const customer = platformStandIn.addCustomer(external.id, "Hoa");
    const listReceivedTexts = () =>
      customer.conversationMessages.filter(({ from }) => from === "page").map(({ text }) => text);
    const beginTalk = async (text: string) => {
      await customer.write(text);
      const { conversation_id: id } = await waitForOutsideTalk(linh, { page_id: page.id });
      await linh.call(claimLivechat, { params: { id: botId, cid: id } });
      return id;
    };
    const id = await beginTalk("Chào shop, chiều nay còn chỗ không?");
    await sendTextAs(linh, id, "Dạ, ba giờ được ạ.");
    await expect
      .poll(async () => (await fetchOutsideTalk(linh, id)).deliveries[0]?.state)
      .toMatch(/^(SENT|DELIVERED)$/);
    return { page, customer, received: listReceivedTexts, begin: beginTalk, id };
  };
  /** Moves a talk's times into the past, so that the talk is old enough to be deleted. */
  const makeOldEnoughToDelete = async (id: string, pageId: string) => {
    const ageInterval = sql`make_interval(days => ${retentionPeriods.botTalkDays + 1})`;
    await sql`update messages set created_at = created_at - ${ageInterval} where conversation_id = ${id}`.execute(
      db,
    );
    await sql`update livechats set changed_at = changed_at - ${ageInterval} where conversation_id = ${id}`.execute(
      db,
    );
    await sql`update bot_sessions set last_at = last_at - ${ageInterval} where conversation_id = ${id}`.execute(
      db,
    );
    await sql`update channel_people set last_act_at = last_act_at - ${ageInterval} where page_id = ${pageId}`.execute(
      db,
    );
    const { livechat, bots, channels } = server.app.services;
    for (const { prune } of [livechat, bots, channels]) await prune();
  };
  const countRowsOfPage = async (pageId: string) => {
    const { rows } = await sql`
      select (select count(*)::int from channel_people where page_id = ${pageId}) as people,
        (select count(*)::int from channel_sends where page_id = ${pageId}) as sends,
        (select count(*)::int from channel_deliveries d join channel_people p on p.id = d.person_id
          where p.page_id = ${pageId}) as deliveries`.execute(db);
    return rows[0];
  };
  const countUnhandledEvents = async (pageId: string) => {
    const { rows } = await sql`
      select from channel_events where page_id = ${pageId} and handled_at is null`.execute(db);
    return rows.length;
  };

  test(`${platform}: with a talk goes what was sent, and whoever comes back begins anew`, async () => {
    const { page, customer, received, begin, id } = await openTalk();
    expect(await countRowsOfPage(page.id)).toEqual({ people: 1, sends: 1, deliveries: 1 });
    await makeOldEnoughToDelete(id, page.id);
    expect(await countRowsOfPage(page.id)).toEqual({ people: 0, sends: 0, deliveries: 0 });
    // The platform's event that the person has read the old message arrives after the server has deleted the message.
    // This must cause no error.
    await customer.markAllSeen();
    await expect.poll(() => countUnhandledEvents(page.id)).toBe(0);
    const newConversationId = await begin("Em quay lại đây ạ.");
    expect(newConversationId).not.toBe(id);
    const { messages, deliveries } = await fetchOutsideTalk(linh, newConversationId);
    expect(messages.map(({ content }) => content)).toEqual(["Em quay lại đây ạ."]);
    expect(deliveries).toEqual([]);
    await sendTextAs(linh, newConversationId, "Dạ shop chào chị ạ.");
    await expect.poll(received).toEqual(["Dạ, ba giờ được ạ.", "Dạ shop chào chị ạ."]);
  });

  test(`${platform}: somebody who is blocked stays blocked, without what was sent to them`, async () => {
    const { page, customer, id } = await openTalk();
    await linh.call(setOutsidePersonBlocked, { params: { id }, body: { is_blocked: true } });
    await makeOldEnoughToDelete(id, page.id);
    expect(await countRowsOfPage(page.id)).toEqual({ people: 1, sends: 0, deliveries: 0 });
    await customer.write("nghe tôi không?");
    await expect.poll(() => countUnhandledEvents(page.id)).toBe(0);
    expect(await countRowsOfPage(page.id)).toEqual({ people: 1, sends: 0, deliveries: 0 });
    const { rows } = await sql`select from livechats where page_id = ${page.id}`.execute(db);
    expect(rows).toEqual([]);
  });
}
