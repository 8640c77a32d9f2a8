import { createBroadcast, listBroadcasts, maximumBroadcastsPerBot } from "@kakehashi/contract/bot-broadcasts";
import { expect, test } from "vitest";
import { createFlow, createPublishedBot, createSayBlock, endBlock, visitBot } from "../../test/bots.ts";
import { newsBroadcastBody } from "../../test/broadcast-body.ts";
import { setUpTestServer } from "../../test/open-world.ts";

// These tests create many broadcasts at the same moment, as programs do.

const { testPeople, server } = await setUpTestServer();
const { kenji } = testPeople;
const story = createFlow({ start: [createSayBlock("hi"), endBlock] });
const timeInOneHour = new Date(Date.now() + 3_600_000).toISOString();

async function openBotWithVisitor(): Promise<string> {
  const { id } = await createPublishedBot(kenji, story);
  await visitBot(server, id);
  return id;
}
const createTestBroadcast = (id: string, bodyFields: object = {}) =>
  kenji.call(createBroadcast, {
    params: { id },
    body: newsBroadcastBody({ scheduled_at: timeInOneHour, ...bodyFields }),
  });
const listBroadcastIds = async (id: string) =>
  (await kenji.call(listBroadcasts, { params: { id }, query: { paging: "100" } })).data.map(
    (broadcast) => broadcast.id,
  );

test("of 110 creations at once for one bot as many succeed as fit, and the others say why not", async () => {
  const id = await openBotWithVisitor();
  const responses = await Promise.all(
    Array.from({ length: maximumBroadcastsPerBot + 10 }, () => createTestBroadcast(id)),
  );
  const createdIds = responses.filter(({ error }) => !error).map(({ data }) => data.id);
  expect(responses.flatMap(({ error }) => error?.code ?? [])).toEqual(
    Array.from({ length: 10 }, () => "BOT.TOO_MANY_BROADCASTS"),
  );
  expect((await listBroadcastIds(id)).toSorted()).toEqual(createdIds.toSorted());
}, 60_000);

test("of 60 creations at once with 20 ids each id is created once, in each of three bots", async () => {
  const bots = [await openBotWithVisitor(), await openBotWithVisitor(), await openBotWithVisitor()];
  const clientIds = Array.from({ length: 20 }, () => crypto.randomUUID());
  const broadcastCalls = bots.flatMap((bot) =>
    clientIds.flatMap((client_id) => Array.from({ length: 3 }, () => ({ bot, client_id }))),
  );
  const responses = await Promise.all(
    broadcastCalls.map(async ({ bot, client_id }) => ({
      bot,
      client_id,
      answer: await createTestBroadcast(bot, { client_id }),
    })),
  );
  expect(responses.flatMap(({ answer }) => answer.error?.code ?? [])).toEqual([]);
  for (const bot of bots) {
    const responsesOfBot = responses.filter((botResponse) => botResponse.bot === bot);
    for (const client_id of clientIds)
      expect(
        new Set(
          responsesOfBot
            .filter((botResponse) => botResponse.client_id === client_id)
            .map(({ answer }) => answer.data.id),
        ).size,
      ).toBe(1);
    expect((await listBroadcastIds(bot)).toSorted()).toEqual(
      [...new Set(responsesOfBot.map(({ answer }) => answer.data.id))].toSorted(),
    );
  }
}, 60_000);

test("100 broadcasts that begin at once on ten bots reach each visitor once", async () => {
  const bots = await Promise.all(Array.from({ length: 10 }, openBotWithVisitor));
  const responses = await Promise.all(
    bots.flatMap((bot) => Array.from({ length: 10 }, () => createTestBroadcast(bot, { scheduled_at: null }))),
  );
  expect(responses.flatMap(({ error }) => error?.code ?? [])).toEqual([]);
  const listStates = async () =>
    (
      await Promise.all(
        bots.map(
          async (id) => (await kenji.call(listBroadcasts, { params: { id }, query: { paging: "100" } })).data,
        ),
      )
    )
      .flat()
      .map(({ state, sent_count }) => `${state} ${sent_count}`);
  await expect.poll(listStates, { timeout: 90_000 }).toEqual(Array.from({ length: 100 }, () => "DONE 1"));
}, 120_000);
