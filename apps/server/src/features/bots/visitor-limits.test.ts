import {
  listVisitorTurns,
  sendToBot,
  startVisit,
  visitorTokenHeaderName,
} from "@kakehashi/contract/bot-visitors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { callApi, createTestApp, type TestApp } from "../../test/app.ts";
import { createAskBlock, createFlow, createPublishedBot, endBlock } from "../../test/bots.ts";
import { addTestPeople, type TestPeople } from "../../test/world.ts";

/** All rate limits are multiplied by this factor, so that the test reaches them soon. */
const limitFactor = 0.1;
let unlimitedServer: TestApp;
let server: TestApp;
let testPeople: TestPeople;
// The people of this test sign in at a server without rate limits, so that their sign-ins do not count.
beforeAll(async () => {
  unlimitedServer = await createTestApp();
  testPeople = await addTestPeople(unlimitedServer);
  server = await createTestApp({
    bus: unlimitedServer.bus,
    databaseUrl: unlimitedServer.ownerDatabaseUrl,
    hasRateLimits: true,
    callLimitsFactor: limitFactor,
  });
});
afterAll(async () => {
  await server.close();
  await unlimitedServer.close();
});

/** Creates a visitor in a network that other visitors may share, like that of a school or an office. */
async function openVisit(bot_id: string, network: string) {
  const headers = { "x-forwarded-for": network };
  const startResponse = await callApi(server.app, startVisit, {
    params: { bot_id },
    headers,
    body: { language: "en" },
  });
  expect(startResponse.status).toBe(200);
  const ownHeaders = { ...headers, [visitorTokenHeaderName]: startResponse.data.token };
  return {
    read: async (token?: string) => {
      const sentHeaders =
        token === undefined ? ownHeaders : { ...ownHeaders, [visitorTokenHeaderName]: token };
      return (await callApi(server.app, listVisitorTurns, { params: { bot_id }, headers: sentHeaders }))
        .status;
    },
    write: async () => {
      const body = { client_id: newId(), content: "x" };
      return (await callApi(server.app, sendToBot, { params: { bot_id }, headers: ownHeaders, body })).status;
    },
  };
}
async function repeatCall(count: number, sendCall: () => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) statuses.push(await sendCall());
  return statuses;
}

test("A visitor who calls without end is slowed down, and others in the same network are not", async () => {
  const { id } = await createPublishedBot(
    testPeople.kenji,
    createFlow({ start: [createAskBlock("a"), endBlock] }),
  );
  const [frequentVisitor, otherVisitor] = [
    await openVisit(id, "198.51.100.1"),
    await openVisit(id, "198.51.100.1"),
  ];
  const statuses = await repeatCall(limitFactor * listVisitorTurns.limit.byKey.perMinute + 5, () =>
    frequentVisitor.read(),
  );
  expect(statuses.at(-1)).toBe(429);
  expect(await otherVisitor.read()).toBe(200);
  const sendStatuses = await repeatCall(limitFactor * sendToBot.limit.byKey.perMinute + 5, () =>
    frequentVisitor.write(),
  );
  expect(sendStatuses.at(-1)).toBe(429);
  expect(await otherVisitor.write()).toBe(200);
});

test("Somebody who makes up tokens is slowed down, and visitors of the same network are not", async () => {
  const { id } = await createPublishedBot(
    testPeople.kenji,
    createFlow({ start: [createAskBlock("a"), endBlock] }),
  );
  const [greedyVisitor, otherVisitor] = [
    await openVisit(id, "198.51.100.2"),
    await openVisit(id, "198.51.100.2"),
  ];
  expect(await otherVisitor.read()).toBe(200);
  const statuses = await repeatCall(limitFactor * listVisitorTurns.limit.perMinute, () =>
    greedyVisitor.read(newId()),
  );
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
  expect(statuses.at(-1)).toBe(429);
  expect(await otherVisitor.read()).toBe(200);
});

test("A visitor whose messages wait for a locked session does not delay the other visitors", async () => {
  const { id: bot_id } = await createPublishedBot(
    testPeople.kenji,
    createFlow({ start: [createAskBlock("a"), endBlock] }),
  );
  const [slowVisitor, otherVisitor] = [
    await openVisit(bot_id, "198.51.100.3"),
    await openVisit(bot_id, "198.51.100.3"),
  ];
  const statuses = await unlimitedServer.db.kysely.transaction().execute(async (tx) => {
    await tx
      .selectFrom("bot_sessions")
      .select("id")
      .where("bot_id", "=", bot_id)
      .orderBy("id")
      .limit(1)
      .forUpdate()
      .execute();
    const pendingResponses = Array.from({ length: 6 }, () => slowVisitor.write());
    expect(await otherVisitor.write()).toBe(200);
    return pendingResponses;
  });
  expect(await Promise.all(statuses)).toEqual(Array(6).fill(200));
});
