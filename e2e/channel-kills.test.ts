import { setTimeout as wait } from "node:timers/promises";
import { signIn } from "@kakehashi/contract/auth";
import { createBotFlow, publishBotFlow, setBotFlowEnabled } from "@kakehashi/contract/bot-flows";
import { changeBot, createBot } from "@kakehashi/contract/bots";
import {
  beginChannelConnection,
  finishChannelConnection,
  joinChannelPages,
} from "@kakehashi/contract/channel-pages";
import { expect, test } from "vitest";
import { startMessengerStandIn } from "../apps/server/src/test/channel-stand-ins/messenger.ts";
import { ExternalDatabase } from "./kills/outside-database.ts";
import { createApiCaller } from "./live-model/ask.ts";
import { ServerProcess } from "./server.ts";

// Customers write to a platform page while the server is killed by SIGKILL again and again. The platform repeats each
// webhook event until the server responds.

const killCount = 8;
const customerCount = 6;
const messagesPerCustomer = 12;
const adminAccount = { email: "admin@kakehashi.example", password: "Bridge-of-kills-2026" };

/** A story that repeats each message of the customer. */
const botStory = {
  start: "start",
  groups: [
    {
      id: "start",
      title: "",
      x: 0,
      y: 0,
      blocks: [
        {
          id: "ask",
          type: "ask",
          answer: { kind: "text", minimum: 1, maximum: 1_000 },
          text: { en: "Next?" },
          variable_id: "n",
          retry: {},
          tries: 3,
        },
        { id: "say", type: "text", text: { en: "Got {{n}}." } },
      ],
    },
  ],
  edges: [{ id: "again", from: { block_id: "say" }, to: { group_id: "start" } }],
  variables: [{ id: "n", name: "n", initial: null }],
};

test("the server is killed again and again: each customer's message is stored once, and none is answered twice", async () => {
  const database = await ExternalDatabase.start();
  const pool = database.openPool();
  const messenger = await startMessengerStandIn();
  messenger.webhookSender.retryDelaysMs = Array.from({ length: 200 }, () => 200);
  const server = await ServerProcess.start({
    DATABASE_URL: database.url,
    SECRET_KEY: "a-key-that-outlives-each-of-the-kills",
    ADMIN_EMAIL: adminAccount.email,
    ADMIN_PASSWORD: adminAccount.password,
    ...messenger.environmentVariables,
  });
  try {
    const guest = createApiCaller(() => server.address);
    const { data: tokens } = await guest(signIn, { body: { ...adminAccount, service: "kakehashi" } });
    const callApi = createApiCaller(() => server.address, tokens.access_token);
    const { data: bot } = await callApi(createBot, {
      body: { name: "Salon", languages: ["en"], platforms: ["MESSENGER"] },
    });
    const params = { id: bot.id };
    const { data: flow } = await callApi(createBotFlow, { params, body: { name: "Again", draft: botStory } });
    const flowParams = { ...params, fid: flow.id };
    await callApi(publishBotFlow, { params: flowParams, body: { revision: 1 } });
    await callApi(setBotFlowEnabled, { params: flowParams, body: { is_enabled: true } });
    await callApi(changeBot, { params, body: { start_flow_id: flow.id } });

    const page = messenger.addPage("Salon");
    const connection = await callApi(beginChannelConnection, {
      params: { platform: "MESSENGER" },
      body: { bot_id: bot.id },
    });
    const callbackUrl = await messenger.submitConsent(connection.data.url, { pageIds: [page.id] });
    const query = Object.fromEntries(callbackUrl.searchParams);
    await callApi(finishChannelConnection, { body: { query } });
    await callApi(joinChannelPages, { body: { state: query.state ?? "", external_ids: [page.id] } });
    messenger.webhookSender.webhookUrl = `${server.address}/api/webhooks/messenger/${page.id}`;

    const customers = Array.from({ length: customerCount }, (_, number) =>
      messenger.addCustomer(page.id, `Hoa ${number}`),
    );
    const createMessageText = (customer: number, message: number) => `word ${customer}-${message}`;
    const customerWrites = Promise.all(
      customers.map(async (customer, number) => {
        for (let message = 0; message < messagesPerCustomer; message++)
          await customer.write(createMessageText(number, message));
      }),
    );
    const countHandledMessages = async () => {
      const { rows } = await pool.query<{ count: number }>(
        "select count(*)::int as count from channel_events where event ->> 'type' = 'message' and handled_at is not null",
      );
      return rows[0]?.count ?? 0;
    };
    const total = customerCount * messagesPerCustomer;
    /**
     * For each kill of the server, how many messages it had handled by then. The numbers prove that the server was
     * handling messages when it was killed.
     */
    const handledCountsAtKills: number[] = [];
    for (let kill = 0; kill < killCount; kill++) {
      while ((await countHandledMessages()) < (kill * total) / (killCount + 1)) await wait(2);
      await server.kill();
      handledCountsAtKills.push(await countHandledMessages());
      await server.start();
    }
    await customerWrites;
    await expect.poll(countHandledMessages, { timeout: 60_000 }).toBe(total);
    expect(handledCountsAtKills.filter((count) => count < total)).toHaveLength(killCount);

    const { rows } = await pool.query<{ text: string; times: number }>(
      `select event ->> 'text' as text, count(*)::int as times from bot_turns
       where event ->> 'type' = 'message' group by 1`,
    );
    expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
    expect(rows).toHaveLength(total);
    // If a kill interrupts a call to the platform, the server does not repeat the call, because the customer could
    // receive the message twice. So only calls that were not started count here.
    const countQueuedSends = async () => {
      const { rows: openSendRows } = await pool.query<{ count: number }>(
        "select count(*)::int as count from channel_sends where state = 'QUEUED'",
      );
      return openSendRows[0]?.count;
    };
    await expect.poll(countQueuedSends, { timeout: 120_000 }).toBe(0);
    for (const customer of customers) {
      const answers = customer.conversationMessages
        .filter(({ from, text }) => from === "page" && text.startsWith("Got "))
        .map(({ text }) => text);
      expect(new Set(answers).size).toBe(answers.length);
    }
  } finally {
    await server.stopAndDeleteData();
    await messenger.close();
    await pool.end();
    await database.remove();
  }
}, 600_000);
