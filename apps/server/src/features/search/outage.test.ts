import { search } from "@kakehashi/contract/search";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { DatabaseGate } from "../../test/database-gate.ts";
import { direct, send } from "../../test/rooms.ts";
import { createWorld, type World } from "../../test/world.ts";

let server: TestApp;
let world: World;
const before = new DatabaseGate();
/** A connection to the database that does not go through the blocked proxy. */
let witness: Client;

beforeAll(async () => {
  server = await createTestApp({ through: before.through });
  world = await createWorld(server);
  witness = new Client({ connectionString: server.url });
  await witness.connect();
});
afterAll(async () => {
  await witness.end();
  // The job queue reported that the database was away, as it should.
  server.jobFailures.length = 0;
  await server.close();
  await before.remove();
});

test("what could not be indexed in an outage is found soon after it, not at the next patrol", async () => {
  const room = await direct(world.aiko, world.an);
  await witness.query("begin; lock table search_texts in exclusive mode");
  await send(world.aiko, room, "a sentence about wombats");
  const held = "select 1 from pg_locks where relation = 'search_texts'::regclass and not granted";
  await expect.poll(async () => (await witness.query(held)).rowCount).toBe(1);
  await before.gate.shut();
  await witness.query("rollback");
  await before.gate.open();
  const found = async () => (await world.an.call(search, { query: { q: "wombats" } })).data?.messages;
  await expect.poll(found).toMatchObject([{ excerpt: "a sentence about wombats" }]);
});
