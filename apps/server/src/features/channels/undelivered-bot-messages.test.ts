import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { retryDelivery } from "@kakehashi/contract/channel-deliveries";
import { disconnectChannelPage, setChannelPagePaused } from "@kakehashi/contract/channel-pages";
import { outsidePlatforms } from "@kakehashi/contract/channel-states";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { toJson } from "../../kit/db/json.ts";
import { createAskBlock, createFlow, createSayBlock, endBlock } from "../../test/bots.ts";
import { startChannelTestServer } from "../../test/channel-world.ts";
import {
  addAndConnectPage,
  createBotForOutsidePlatforms,
  fetchOutsideTalk,
  waitForOutsideTalk,
} from "../../test/channels.ts";
import { handoffBlock } from "../../test/livechat.ts";

// These tests check that the conversation shows an error below a bot's message, if a platform did not accept the
// message or if the platform's response was lost.

const { platforms, server, testPeople, address } = await startChannelTestServer();
const { kenji, linh } = testPeople;
const db = server.db.kysely;
const story = createFlow({
  start: [createSayBlock("Hello"), createAskBlock("name"), handoffBlock, endBlock],
});

for (const platform of outsidePlatforms) {
  const platformStandIn = platforms.standIns[platform];
  const openTalk = async () => {
    const botId = await createBotForOutsidePlatforms(testPeople, story);
    const { page, external } = await addAndConnectPage(address, kenji, {
      standIn: platformStandIn,
      platform,
      botId,
    });
    const customer = platformStandIn.addCustomer(external.id, "Hoa");
    const listReceivedTexts = () =>
      customer.conversationMessages.filter(({ from }) => from === "page").map(({ text }) => text);
    /** The customer answers, and Linh takes the conversation. */
    const handOver = async () => {
      await customer.write("Hoa");
      const { conversation_id: id } = await waitForOutsideTalk(linh, { page_id: page.id });
      await linh.call(claimLivechat, { params: { id: botId, cid: id } });
      return id;
    };
    const pausePage = (is_paused: boolean) =>
      kenji.call(setChannelPagePaused, { params: { id: page.id }, body: { is_paused } });
    const waitUntilSent = async () =>
      expect
        .poll(async () => {
          const { rows } = await sql`
            select from channel_sends where page_id = ${page.id} and state in ('QUEUED', 'SENDING')`.execute(
            db,
          );
          return rows.length;
        })
        .toBe(0);
    return { page, customer, received: listReceivedTexts, handOver, pause: pausePage, isSent: waitUntilSent };
  };
  /** Returns the bot's undelivered messages of a talk, each with its text. */
  const listUndeliveredTexts = async (id: string) => {
    const { said, messages } = await fetchOutsideTalk(linh, id);
    return said.map((botDelivery) => ({
      ...botDelivery,
      text: messages.find((message) => message.id === botDelivery.message_id)?.content,
    }));
  };
  const retryMessage = (id: string, message_id: string) =>
    linh.call(retryDelivery, { params: { id, message_id } });

  test(`${platform}: a bot's message that a kill has cut off may not have arrived, and is sent again once`, async () => {
    const { page, customer, received, handOver, pause, isSent } = await openTalk();
    await pause(true);
    await customer.write("hi");
    const simulateLostAnswers = () =>
      sql`
      update channel_sends set state = 'SENDING', tries = 1, called_at = now() - interval '31 seconds',
        changed_at = now() - interval '31 seconds'
      where page_id = ${page.id} and payload::text like '%Hello%' returning turn_number`.execute(db);
    // Simulates a process that marked the API call as SENDING and was killed before it stored the response.
    await expect.poll(async () => (await simulateLostAnswers()).rows.length).toBe(1);
    await pause(false);
    await expect.poll(received, { timeout: 15_000 }).toEqual(["name?"]);
    const id = await handOver();
    const [lostMessage, ...otherTexts] = await listUndeliveredTexts(id);
    expect(lostMessage).toMatchObject({
      text: "Hello",
      state: "FAILED",
      error: { code: "LOST" },
      can_retry: true,
      content: null,
    });
    expect(otherTexts).toEqual([]);
    await isSent();
    expect(received()).toEqual(["name?", "One moment."]);

    // Two people retry the message at the same time. The server accepts one of the two requests and refuses the other.
    const messageId = lostMessage?.message_id ?? "";
    await pause(true);
    const retryResponses = await Promise.all([retryMessage(id, messageId), retryMessage(id, messageId)]);
    expect(retryResponses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(retryResponses.find(({ status }) => status === 200)?.data).toMatchObject({
      state: "QUEUED",
      error: null,
    });
    expect(retryResponses.find(({ status }) => status === 409)?.error?.code).toBe("CHANNEL.NOT_FAILED");
    expect(await listUndeliveredTexts(id)).toMatchObject([
      { text: "Hello", state: "QUEUED", can_retry: false },
    ]);
    await pause(false);
    await expect.poll(received).toEqual(["name?", "One moment.", "Hello"]);
    await expect.poll(() => listUndeliveredTexts(id)).toEqual([]);
    // The retry was successful: the platform has accepted the message, so nobody can retry it again.
    expect((await retryMessage(id, messageId)).error?.code).toBe("CHANNEL.NOT_FAILED");
    expect(received()).toHaveLength(3);
  });

  test(`${platform}: a bot's message that the platform's echo tells of has arrived`, async () => {
    const { page, customer, received, handOver, isSent } = await openTalk();
    await customer.write("hi");
    await expect.poll(received).toEqual(["Hello", "name?"]);
    await isSent();
    // Wait until the server has handled the echoes of both messages. Otherwise an echo could change a message's state
    // after the test has set it.
    const echoes = sql`
      select from channel_events
      where page_id = ${page.id} and event ->> 'type' = 'echo' and handled_at is not null`;
    await expect.poll(async () => (await echoes.execute(db)).rows.length).toBe(2);
    // Simulates that the platform's response was lost. The API call counts as failed until the echo of the message
    // arrives.
    const lostAnswerError = toJson({ code: "LOST", detail: "", at: new Date().toISOString() });
    await sql`
      update channel_sends set state = 'FAILED', error = ${lostAnswerError}::jsonb, external_id = null, changed_at = now()
      where page_id = ${page.id} and payload::text like '%Hello%'`.execute(db);
    const id = await handOver();
    expect(await listUndeliveredTexts(id)).toMatchObject([{ text: "Hello", error: { code: "LOST" } }]);
    await customer.answerInPlatformApp("Hello");
    await expect.poll(() => listUndeliveredTexts(id)).toEqual([]);
  });

  test(`${platform}: a bot's message that cannot be sent has its reason, and is sent again when it can`, async () => {
    const { page, customer, received, handOver, pause, isSent } = await openTalk();
    const setLastAct = (ageInterval: string) =>
      sql`update channel_people set last_act_at = now() - ${ageInterval}::interval where page_id = ${page.id}`.execute(
        db,
      );
    await customer.write("hi");
    await expect.poll(received).toEqual(["Hello", "name?"]);
    await pause(true);
    const id = await handOver();
    await setLastAct("8 days");
    await pause(false);
    await isSent();
    await expect
      .poll(() => listUndeliveredTexts(id))
      .toMatchObject([{ text: "One moment.", state: "FAILED", error: { code: "WINDOW" }, can_retry: false }]);
    const [failedText] = await listUndeliveredTexts(id);
    // The customer's messages and the bot's sent messages cannot be retried, because they have not failed.
    const { messages } = await fetchOutsideTalk(linh, id);
    for (const { id: messageId } of messages.filter((message) => message.id !== failedText?.message_id)) {
      const { status, error } = await retryMessage(id, messageId);
      expect([status, error?.code]).toEqual([409, "CHANNEL.NOT_FAILED"]);
    }
    await setLastAct("0");
    await retryMessage(id, failedText?.message_id ?? "");
    await expect.poll(received).toEqual(["Hello", "name?", "One moment."]);
    await expect.poll(() => listUndeliveredTexts(id)).toEqual([]);
  });

  test(`${platform}: a bot's message that waits when its page is disconnected has failed`, async () => {
    const { page, customer, received, handOver, pause } = await openTalk();
    await customer.write("hi");
    await expect.poll(received).toEqual(["Hello", "name?"]);
    await pause(true);
    const id = await handOver();
    await kenji.call(disconnectChannelPage, { params: { id: page.id } });
    expect(await listUndeliveredTexts(id)).toMatchObject([
      { text: "One moment.", state: "FAILED", error: { code: "TOKEN" }, can_retry: true },
    ]);
  });
}
