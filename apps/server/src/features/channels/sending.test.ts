import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { deleteMessage } from "@kakehashi/contract/changes";
import { retryDelivery } from "@kakehashi/contract/channel-deliveries";
import { listAllChannelPages, setChannelPagePaused } from "@kakehashi/contract/channel-pages";
import { outsidePlatforms } from "@kakehashi/contract/channel-states";
import { setOutsidePersonBlocked } from "@kakehashi/contract/channels";
import { listMessageReaders } from "@kakehashi/contract/threads";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startChannelTestServer } from "../../test/channel-world.ts";
import {
  addAndConnectPage,
  connectPage,
  createBotForOutsidePlatforms,
  fetchOutsideTalk,
  fetchOutsideTalks,
  sendTextAs,
  waitForOutsideTalk,
} from "../../test/channels.ts";

const { platforms, server, testPeople, address } = await startChannelTestServer();
const { kenji, linh } = testPeople;
const dayMs = 24 * 3_600_000;

for (const platform of outsidePlatforms) {
  const platformStandIn = platforms.standIns[platform];
  /** Opens a talk with a customer who has written, and whom Linh answers. */
  const openTalk = async () => {
    const botId = await createBotForOutsidePlatforms(testPeople);
    const { page, external } = await addAndConnectPage(address, kenji, {
      standIn: platformStandIn,
      platform,
      botId,
    });
    const customer = platformStandIn.addCustomer(external.id, "Hoa");
    await customer.write("Chào shop nhé, cho tôi hỏi một chút.");
    const { conversation_id: id } = await waitForOutsideTalk(linh, { page_id: page.id });
    await linh.call(claimLivechat, { params: { id: botId, cid: id } });
    const listReceivedTexts = () =>
      customer.conversationMessages.filter(({ from }) => from === "page").map(({ text }) => text);
    const listDeliveryStates = async () =>
      (await fetchOutsideTalk(linh, id)).deliveries.map(({ state, error }) => error?.code ?? state);
    const readPage = async () =>
      (await kenji.call(listAllChannelPages, {})).data.find((listedPage) => listedPage.id === page.id);
    return {
      botId,
      page,
      external,
      customer,
      id,
      received: listReceivedTexts,
      states: listDeliveryStates,
      readPage,
    };
  };
  const writeAnswer = (id: string, text = "Dạ shop nghe đây ạ.") => sendTextAs(linh, id, text);

  test(`${platform}: an answer after the window fails with its reason, and the window is shown`, async () => {
    const { customer, id, states, received } = await openTalk();
    expect((await fetchOutsideTalk(linh, id)).window.people_until).not.toBeNull();
    await sql`update channel_people set last_act_at = now() - interval '8 days'
      where external_id = ${customer.id}`.execute(server.db.kysely);
    expect((await fetchOutsideTalk(linh, id)).window).toEqual({ all_until: null, people_until: null });
    await writeAnswer(id);
    await expect.poll(states).toEqual(["WINDOW"]);
    expect(received()).toEqual([]);
    // The customer writes again, so the page may write to the customer for some days, and the failed message can be
    // sent.
    await customer.write("Còn đó không?");
    await expect.poll(async () => (await fetchOutsideTalk(linh, id)).window.people_until).not.toBeNull();
    const [failedDelivery] = (await fetchOutsideTalk(linh, id)).deliveries;
    // The customer has read the conversation to its end. The failed message never reached the customer, so it does not
    // count as seen.
    const seenByResponse = await linh.call(listMessageReaders, {
      params: { id, mid: failedDelivery?.message_id ?? "" },
    });
    expect(seenByResponse.data.users).toEqual([]);
    await linh.call(retryDelivery, { params: { id, message_id: failedDelivery?.message_id ?? "" } });
    await expect.poll(received).toEqual(["Dạ shop nghe đây ạ."]);
  });

  test(`${platform}: the platform's own clock may close the window first`, async () => {
    const { customer, id, states, received } = await openTalk();
    platformStandIn.clock.advance(8 * dayMs);
    const { id: message_id } = await writeAnswer(id);
    await expect.poll(states).toEqual(["WINDOW"]);
    platformStandIn.clock.advance(-8 * dayMs);
    // By our clock the page may still write to the customer, but the platform has refused a message as too late. So the
    // conversation offers no retry.
    const readWindowAndRetry = async () => {
      const { window, deliveries } = await fetchOutsideTalk(linh, id);
      return { window, can_retry: deliveries[0]?.can_retry };
    };
    const closedWindow = { all_until: null, people_until: null };
    expect(await readWindowAndRetry()).toEqual({ window: closedWindow, can_retry: false });
    await customer.write("Còn đó không?");
    const reopenedWindow = { all_until: expect.any(String), people_until: expect.any(String) };
    await expect.poll(readWindowAndRetry).toEqual({ window: reopenedWindow, can_retry: true });
    await linh.call(retryDelivery, { params: { id, message_id } });
    await expect.poll(received).toEqual(["Dạ shop nghe đây ạ."]);
  });

  test(`${platform}: a message that the platform cannot take now is sent later, once`, async () => {
    const { id, received, states } = await openTalk();
    platformStandIn.limitMessageRate({ messages: 1, periodMs: 300 });
    const texts = ["một hai ba", "bốn năm sáu", "bảy tám chín"];
    try {
      for (const text of texts) await writeAnswer(id, text);
      await expect.poll(received).toEqual(texts);
    } finally {
      platformStandIn.limitMessageRate(null);
    }
    expect(await states()).not.toContain("RATE");
  });

  test(`${platform}: a paused page sends nothing until it goes on`, async () => {
    const { page, id, received, readPage } = await openTalk();
    await kenji.call(setChannelPagePaused, { params: { id: page.id }, body: { is_paused: true } });
    await writeAnswer(id);
    await expect.poll(async () => (await readPage())?.queued_count).toBe(1);
    expect(received()).toEqual([]);
    await kenji.call(setChannelPagePaused, { params: { id: page.id }, body: { is_paused: false } });
    await expect.poll(received).toEqual(["Dạ shop nghe đây ạ."]);
  });

  test(`${platform}: a deleted message that waits is not sent`, async () => {
    const { page, id, received } = await openTalk();
    await kenji.call(setChannelPagePaused, { params: { id: page.id }, body: { is_paused: true } });
    const firstAnswer = await writeAnswer(id, "Tin này sẽ bị xoá.");
    await writeAnswer(id, "Tin này thì được gửi.");
    await expect.poll(async () => (await fetchOutsideTalk(linh, id)).deliveries).toHaveLength(2);
    await linh.call(deleteMessage, { params: { id, mid: firstAnswer.id } });
    await expect.poll(async () => (await fetchOutsideTalk(linh, id)).deliveries).toHaveLength(1);
    await kenji.call(setChannelPagePaused, { params: { id: page.id }, body: { is_paused: false } });
    await expect.poll(received).toEqual(["Tin này thì được gửi."]);
  });

  test(`${platform}: a blocked person is not heard and gets nothing`, async () => {
    const { customer, id, states } = await openTalk();
    await linh.call(setOutsidePersonBlocked, { params: { id }, body: { is_blocked: true } });
    await customer.write("nghe tôi không?");
    await writeAnswer(id);
    await expect.poll(states).toEqual(["REFUSED"]);
    expect((await fetchOutsideTalk(linh, id)).messages.map(({ content }) => content)).not.toContain(
      "nghe tôi không?",
    );
    await linh.call(setOutsidePersonBlocked, { params: { id }, body: { is_blocked: false } });
    await customer.write("bây giờ thì sao?");
    await expect
      .poll(async () => (await fetchOutsideTalk(linh, id)).messages.map(({ content }) => content))
      .toContain("bây giờ thì sao?");
  });

  test(`${platform}: a revoked token breaks the page, and what waits goes out after connecting again`, async () => {
    const { botId, page, external, id, received, readPage } = await openTalk();
    platformStandIn.revokePermission(external.id);
    await writeAnswer(id);
    await expect.poll(async () => (await readPage())?.state).toBe("BROKEN");
    expect((await readPage())?.last_error?.code).toBe("TOKEN");
    expect(received()).toEqual([]);
    await connectPage(kenji, { standIn: platformStandIn, platform, botId, externalId: external.id });
    expect((await readPage())?.id).toBe(page.id);
    await expect.poll(received).toEqual(["Dạ shop nghe đây ạ."]);
  });

  test(`${platform}: a call whose answer is lost is never made twice`, async () => {
    const { id, received, states } = await openTalk();
    platformStandIn.failNextCall({ kind: "status", status: 500, failsAfterAction: true });
    await writeAnswer(id);
    // The server stores the delivery a moment after the message. Until then, the test treats the message as QUEUED.
    await expect.poll(async () => (await states())[0] ?? "QUEUED").not.toBe("QUEUED");
    expect(received()).toEqual(["Dạ shop nghe đây ạ."]);
    // The second message is sent. The lost first message is not sent again.
    await writeAnswer(id, "Tin thứ hai đây ạ.");
    await expect.poll(received).toEqual(["Dạ shop nghe đây ạ.", "Tin thứ hai đây ạ."]);
    // The echo from the platform proves that the first message was sent, so the message does not count as LOST any
    // more.
    await expect.poll(async () => (await states()).includes("LOST")).toBe(false);
    expect((await fetchOutsideTalk(linh, id)).messages.map(({ content }) => content)).toEqual([
      "Chào shop nhé, cho tôi hỏi một chút.",
      "Dạ shop nghe đây ạ.",
      "Tin thứ hai đây ạ.",
    ]);
  });
}

test("MESSENGER: when its clock ends the 24 hours first, a person's answer goes out as one of people", async () => {
  const platformStandIn = platforms.messenger;
  const botId = await createBotForOutsidePlatforms(testPeople);
  const { page, external } = await addAndConnectPage(address, kenji, {
    standIn: platformStandIn,
    platform: "MESSENGER",
    botId,
  });
  const customer = platformStandIn.addCustomer(external.id, "Hoa");
  await customer.write("Chào shop nhé, cho tôi hỏi một chút.");
  const { conversation_id: id } = await waitForOutsideTalk(linh, { page_id: page.id });
  await linh.call(claimLivechat, { params: { id: botId, cid: id } });
  platformStandIn.clock.advance(2 * dayMs);
  await sendTextAs(linh, id, "Dạ shop nghe đây ạ.");
  await expect.poll(() => customer.conversationMessages.at(-1)?.text).toBe("Dạ shop nghe đây ạ.");
  platformStandIn.clock.advance(-2 * dayMs);
  // Bots may not write to this customer any more, because the customer's last act is too long ago. People may still
  // write.
  expect((await fetchOutsideTalk(linh, id)).window).toEqual({
    all_until: null,
    people_until: expect.any(String),
  });
});

test("ZALO: under eight sends at once an ended token is renewed once", async () => {
  const platformStandIn = platforms.zalo;
  const botId = await createBotForOutsidePlatforms(testPeople);
  const { page, external } = await addAndConnectPage(address, kenji, {
    standIn: platformStandIn,
    platform: "ZALO",
    botId,
  });
  const customers = Array.from({ length: 8 }, (_, number) =>
    platformStandIn.addCustomer(external.id, `Hoa ${number}`),
  );
  for (const customer of customers) await customer.write("Cho tôi hỏi chút được không shop?");
  const listWaitingTalks = () => fetchOutsideTalks(linh, { page_id: page.id, state: "waiting" });
  await expect.poll(listWaitingTalks).toHaveLength(8);
  const talks = await listWaitingTalks();
  for (const { conversation_id: cid } of talks)
    await linh.call(claimLivechat, { params: { id: botId, cid } });
  const countBefore = platformStandIn.refreshOutcomeCounts.acceptedCount;
  platformStandIn.expireToken(external.id);
  await Promise.all(
    talks.map((talk) => sendTextAs(linh, talk.conversation_id, "Dạ được ạ, anh chị cứ hỏi.")),
  );
  for (const customer of customers)
    await expect
      .poll(() => customer.conversationMessages.filter(({ from }) => from === "page"))
      .toHaveLength(1);
  expect(platformStandIn.refreshOutcomeCounts).toEqual({ acceptedCount: countBefore + 1, refusedCount: 0 });
});
