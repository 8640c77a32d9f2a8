import { randomUUID } from "node:crypto";
import { createConversation, listConversations } from "@kakehashi/contract/conversations";
import { sendMessage } from "@kakehashi/contract/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { DatabaseProxy } from "../../test/database-proxy.ts";
import { createDirectRoom } from "../../test/rooms.ts";
import { addTestPeople, type TestPeople } from "../../test/world.ts";
import { isTemporaryDatabaseError } from "./outage.ts";

let server: TestApp;
let testPeople: TestPeople;
let roomId: string;
const databaseGate = new DatabaseProxy();

beforeAll(async () => {
  server = await createTestApp({
    proxyDatabaseUrl: databaseGate.proxyDatabaseUrl,
    statementTimeoutMs: 1_000,
  });
  testPeople = await addTestPeople(server);
  roomId = await createDirectRoom(testPeople.aiko, testPeople.an);
});
afterAll(async () => {
  databaseGate.requiredConnectionProxy.releaseData();
  // The job queue reports errors while the database does not respond. This test expects them, so it ignores them.
  server.jobErrors.length = 0;
  await server.close();
  await databaseGate.remove();
});

const sendText = () =>
  testPeople.aiko.call(sendMessage, {
    params: { id: roomId },
    body: { client_id: randomUUID(), content: "hello" },
  });

test("a database that accepts connections without answering is an outage until it answers", async () => {
  // The client signs in and connects before the database freezes. So later only the statement of the tested request has
  // to wait.
  expect((await sendText()).status).toBe(200);
  databaseGate.requiredConnectionProxy.holdData();
  const responses = await Promise.all([
    testPeople.aiko.call(listConversations),
    testPeople.an.call(createConversation, {
      body: { kind: "GROUP", name: "Room", user_ids: [testPeople.linh.id] },
    }),
    sendText(),
  ]);
  for (const { status, error, headers } of responses) {
    expect([status, error?.code]).toEqual([503, "ERR.UNAVAILABLE"]);
    expect(headers["retry-after"]).toBe("1");
  }
  databaseGate.requiredConnectionProxy.releaseData();
  await expect.poll(async () => (await sendText()).status).toBe(200);
  expect((await testPeople.aiko.call(listConversations)).status).toBe(200);
});

test("a statement that takes too long is ended by the database, and counts as an outage", async () => {
  const { pool, kyselyForSlowStatements } = server.db;
  const error = await pool.query("select pg_sleep(60)").catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "57014" });
  expect(isTemporaryDatabaseError(error)).toBe(true);
  // The database reports the error before it marks the connection as idle.
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        "select count(*)::int as sleeping from pg_stat_activity where query like '%pg_sleep(60)' and state = 'active'",
      );
      return rows;
    })
    .toEqual([{ sleeping: 0 }]);
  expect(kyselyForSlowStatements).toBeDefined();
});
