import { createBroadcast, getBroadcast } from "@kakehashi/contract/bot-broadcasts";
import { type BroadcastReceiptKind, sendBroadcastReceipts } from "@kakehashi/contract/bot-visitor-broadcasts";
import { visitorTokenHeaderName } from "@kakehashi/contract/bot-visitors";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import { beforeAll, expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { createFlow, createPublishedBot, createSayBlock, endBlock, visitBot } from "../../test/bots.ts";
import { newsBroadcastBody } from "../../test/broadcast-body.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { storeReadsAndClicks } from "./recipient-store.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji } = testPeople;
let serverUrl: string;
beforeAll(async () => {
  serverUrl = await server.listen();
});
const story = createFlow({ start: [createSayBlock("hi"), endBlock] });

type BotVisitor = Awaited<ReturnType<typeof visitBot>>;
type ReportedActs = { number: number; act: BroadcastReceiptKind }[];

const reportActs = (bot_id: string, { token }: Pick<BotVisitor, "token">, reactions: ReportedActs) =>
  callApi(server.app, sendBroadcastReceipts, {
    params: { bot_id },
    headers: { [visitorTokenHeaderName]: token },
    body: { acts: reactions },
  });

/** Sends a broadcast to the visitors of a bot. */
async function sendBroadcast(id: string): Promise<string> {
  const { data } = await kenji.call(createBroadcast, {
    params: { id },
    body: newsBroadcastBody(),
  });
  const state = async () => (await kenji.call(getBroadcast, { params: { id, bid: data.id } })).data.state;
  await expect.poll(state, { timeout: 20_000 }).toBe("DONE");
  return data.id;
}

async function readFigures(id: string, bid: string): Promise<(number | null)[]> {
  const [row] = (await kenji.call(getBroadcast, { params: { id, bid } })).data.results;
  return row ? [row.sent, row.delivered, row.read, row.clicked] : [];
}

const findBroadcastNumber = async (visitor: BotVisitor): Promise<number> =>
  (await visitor.list()).messages.find(({ is_broadcast }) => is_broadcast)?.number ?? 0;

test("Each visitor counts once as reached, as reader and as having clicked, whatever is reported how often", async () => {
  const { id } = await createPublishedBot(kenji, story);
  const [firstVisitor, secondVisitor] = [await visitBot(server, id), await visitBot(server, id)];
  const bid = await sendBroadcast(id);
  expect(await readFigures(id, bid)).toEqual([2, 0, 0, 0]);
  const number = await findBroadcastNumber(firstVisitor);
  await reportActs(id, firstVisitor, [{ number, act: "DELIVERED" }]);
  expect(await readFigures(id, bid)).toEqual([2, 1, 0, 0]);
  // Simulates two tabs of one visitor that send the same read and delivery marks at the same time.
  const reactions: ReportedActs = [
    { number, act: "READ" },
    { number, act: "DELIVERED" },
  ];
  await Promise.all([reportActs(id, firstVisitor, reactions), reportActs(id, firstVisitor, reactions)]);
  expect(await readFigures(id, bid)).toEqual([2, 1, 1, 0]);
  // A click also marks the broadcast as delivered and read.
  await reportActs(id, secondVisitor, [{ number: await findBroadcastNumber(secondVisitor), act: "CLICKED" }]);
  expect(await readFigures(id, bid)).toEqual([2, 2, 2, 1]);
  await reportActs(id, firstVisitor, [{ number, act: "DELIVERED" }]);
  expect(await readFigures(id, bid)).toEqual([2, 2, 2, 1]);
});

test("The people of a bot get an event when its visitors read a broadcast, and none for what is known", async () => {
  const { id } = await createPublishedBot(kenji, story);
  const visitor = await visitBot(server, id);
  const client = await connectAndSubscribe(serverUrl, kenji);
  const countChangeEvents = () =>
    (client.listEvents() as unknown as PersonalEvent[]).filter(
      (event) => event.type === "BOT_BROADCAST_CHANGED" && event.bot_id === id,
    ).length;
  await sendBroadcast(id);
  // The people who work on the bot get one event when the broadcast is created, and one for its only step.
  await expect.poll(countChangeEvents).toBe(2);
  const number = await findBroadcastNumber(visitor);
  await reportActs(id, visitor, [{ number, act: "DELIVERED" }]);
  await expect.poll(countChangeEvents).toBe(3);
  await reportActs(id, visitor, [{ number, act: "READ" }]);
  await expect.poll(countChangeEvents).toBe(4);
  client.socket.close();
  const db = server.db.kysely;
  const { id: session } = await db
    .selectFrom("bot_sessions")
    .select("id")
    .where("bot_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(await storeReadsAndClicks(db, session, [{ number, act: "READ" }])).toBe(false);
  expect(await storeReadsAndClicks(db, session, [{ number, act: "CLICKED" }])).toBe(true);
});

test("A visitor reports nothing about other turns, other broadcasts or other bots", async () => {
  const { id } = await createPublishedBot(kenji, story);
  const visitor = await visitBot(server, id);
  const bid = await sendBroadcast(id);
  const lateVisitor = await visitBot(server, id);
  const number = await findBroadcastNumber(visitor);
  const clickReactions = [{ number, act: "CLICKED" as const }];
  // Read marks for other turns change nothing. The late visitor's session has no turn with this number, and turn 1 of
  // the first visitor's session is a greeting and not a broadcast.
  expect((await reportActs(id, lateVisitor, clickReactions)).status).toBe(200);
  expect((await reportActs(id, visitor, [{ number: 1, act: "CLICKED" }])).status).toBe(200);
  expect(await readFigures(id, bid)).toEqual([1, 0, 0, 0]);
  const otherBot = await createPublishedBot(kenji, story);
  expect((await reportActs(otherBot.id, visitor, clickReactions)).status).toBe(404);
  expect((await reportActs(id, { token: "unknown" }, clickReactions)).status).toBe(404);
  expect(await readFigures(id, bid)).toEqual([1, 0, 0, 0]);
  for (const reactions of [
    [],
    Array(51).fill(clickReactions[0]),
    [{ number: 0, act: "READ" }],
    [{ number, act: "SEEN" }],
  ])
    expect((await reportActs(id, visitor, reactions)).status).toBe(422);
});
