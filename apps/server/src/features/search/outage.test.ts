import { searchEverything } from "@kakehashi/contract/search";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { DatabaseProxy } from "../../test/database-proxy.ts";
import { createDirectRoom, sendText } from "../../test/rooms.ts";
import { addTestPeople, type TestPeople } from "../../test/world.ts";

let server: TestApp;
let testPeople: TestPeople;
const proxiedDatabase = new DatabaseProxy();
/** A database connection that bypasses the blocked proxy. */
let lockClient: Client;

beforeAll(async () => {
  server = await createTestApp({ proxyDatabaseUrl: proxiedDatabase.proxyDatabaseUrl });
  testPeople = await addTestPeople(server);
  lockClient = new Client({ connectionString: server.ownerDatabaseUrl });
  await lockClient.connect();
});
afterAll(async () => {
  await lockClient.end();
  // The database was unreachable, so the job queue has reported failures. The test expects and ignores them.
  server.jobErrors.length = 0;
  await server.close();
  await proxiedDatabase.remove();
});

test("messages that could not be indexed in an outage are found soon after it", async () => {
  const room = await createDirectRoom(testPeople.aiko, testPeople.an);
  await lockClient.query("begin; lock table search_texts in exclusive mode");
  await sendText(testPeople.aiko, room, "a sentence about wombats");
  const lockWaitQuery = "select 1 from pg_locks where relation = 'search_texts'::regclass and not granted";
  await expect.poll(async () => (await lockClient.query(lockWaitQuery)).rowCount).toBe(1);
  await proxiedDatabase.requiredConnectionProxy.close();
  await lockClient.query("rollback");
  await proxiedDatabase.requiredConnectionProxy.open();
  const searchSentMessages = async () =>
    (await testPeople.an.call(searchEverything, { query: { q: "wombats" } })).data?.messages;
  await expect.poll(searchSentMessages).toMatchObject([{ excerpt: "a sentence about wombats" }]);
});
