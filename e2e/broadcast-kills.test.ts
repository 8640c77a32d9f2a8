import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { signIn } from "@kakehashi/contract/auth";
import { createBroadcast, getBroadcast } from "@kakehashi/contract/bot-broadcasts";
import { createBotFlow, publishBotFlow, setBotFlowEnabled } from "@kakehashi/contract/bot-flows";
import { startVisit } from "@kakehashi/contract/bot-visitors";
import { changeBot, createBot } from "@kakehashi/contract/bots";
import { expect, test } from "vitest";
import { ExternalDatabase } from "./kills/outside-database.ts";
import { createApiCaller } from "./live-model/ask.ts";
import { ServerProcess } from "./server.ts";

// The server is killed by SIGKILL again and again while it sends a broadcast. The database is external and keeps
// running, so that the server restarts quickly.

const killCount = 20;
const visitorCount = 420;
/** How many visitors open the chat in parallel. */
const parallelVisitors = 4;
const adminAccount = { email: "admin@kakehashi.example", password: "Bridge-of-kills-2026" };
const broadcastText = "We open at nine.";

const storyBlocks = [
  { id: "hi", type: "text", text: { en: "Hello" } },
  { id: "end", type: "end" },
];
const botStory = {
  start: "start",
  groups: [{ id: "start", title: "", x: 0, y: 0, blocks: storyBlocks }],
  edges: [],
  variables: [],
};

test("the server is killed twenty times during a broadcast: nobody gets it twice, nobody is left out", async () => {
  const database = await ExternalDatabase.start();
  const pool = database.openPool();
  const server = await ServerProcess.start({
    DATABASE_URL: database.url,
    SECRET_KEY: "a-key-that-outlives-each-of-the-kills",
    ADMIN_EMAIL: adminAccount.email,
    ADMIN_PASSWORD: adminAccount.password,
  });
  try {
    const callAsGuest = createApiCaller(() => server.address);
    const { data: tokens } = await callAsGuest(signIn, { body: { ...adminAccount, service: "kakehashi" } });
    const callApi = createApiCaller(() => server.address, tokens.access_token);
    const { data: bot } = await callApi(createBot, {
      body: { name: "Salon", languages: ["en"], platforms: ["WEB"] },
    });
    const params = { id: bot.id };
    const { data: flow } = await callApi(createBotFlow, { params, body: { name: "Hello", draft: botStory } });
    const flowParams = { ...params, fid: flow.id };
    await callApi(publishBotFlow, { params: flowParams, body: { revision: 1 } });
    await callApi(setBotFlowEnabled, { params: flowParams, body: { is_enabled: true } });
    await callApi(changeBot, { params, body: { start_flow_id: flow.id } });
    const startedVisits = Array.from({ length: parallelVisitors }, async () => {
      for (let count = 0; count < visitorCount / parallelVisitors; count++)
        await callAsGuest(startVisit, { params: { bot_id: bot.id }, body: { language: "en" } });
    });
    await Promise.all(startedVisits);

    const { data: broadcast } = await callApi(createBroadcast, {
      params,
      body: {
        client_id: randomUUID(),
        name: "News",
        content: { kind: "text", text: { en: broadcastText } },
        audience: {},
      },
    });
    const countFinishedRecipients = async () => {
      const { rows } = await pool.query<{ done: number }>(
        "select count(*)::int as done from bot_broadcast_recipients where broadcast_id = $1 and result is not null",
        [broadcast.id],
      );
      return rows[0]?.done ?? 0;
    };
    /**
     * For each kill of the server, how many visitors had received the broadcast by then. The numbers prove that the
     * server was sending when it was killed.
     */
    const finishedCountsAtKills: number[] = [];
    for (let killIndex = 0; killIndex < killCount; killIndex++) {
      while ((await countFinishedRecipients()) < (killIndex * visitorCount) / (killCount + 1)) await wait(2);
      await server.kill();
      finishedCountsAtKills.push(await countFinishedRecipients());
      await server.start();
    }
    const broadcastParams = { ...params, bid: broadcast.id };
    await expect
      .poll(async () => (await callApi(getBroadcast, { params: broadcastParams })).data.state, {
        timeout: 60_000,
      })
      .toBe("DONE");

    expect(finishedCountsAtKills.filter((finishedCount) => finishedCount < visitorCount)).toHaveLength(
      killCount,
    );
    const { data: shownBroadcast } = await callApi(getBroadcast, { params: broadcastParams });
    expect(shownBroadcast).toMatchObject({
      planned_count: visitorCount,
      sent_count: visitorCount,
      skipped_count: 0,
    });
    const { rows } = await pool.query<{ times: number; visitors: number }>(
      `select times, count(*)::int as visitors from (
        select (select count(*)::int from bot_turns t where t.session_id = s.id
          and t.event ->> 'broadcast_id' = $2 and t.effects::text like '%' || $3 || '%') as times
        from bot_sessions s where s.bot_id = $1) each group by times`,
      [bot.id, broadcast.id, broadcastText],
    );
    expect(rows).toEqual([{ times: 1, visitors: visitorCount }]);
  } finally {
    await server.stopAndDeleteData();
    await pool.end();
    await database.remove();
  }
}, 600_000);
