import { expect, test } from "vitest";
import { runEmbeddedDatabaseKills, runExternalDatabaseKills } from "../kills/run.ts";

// To save time, these tests kill the server only a few times. `npm run bench -- kills` kills it twenty times in the
// same way.

test("a server, its other processes and its database are killed while people write: nothing is lost or doubled", async () => {
  const { killCount } = await runEmbeddedDatabaseKills(["server", "everything", "database"]);
  expect(killCount).toBe(3);
}, 240_000);

test("an external database is restarted and killed while people write: calls are refused with 503, nothing is lost or doubled", async () => {
  const { killCount } = await runExternalDatabaseKills(["database in order", "database", "server"]);
  expect(killCount).toBe(3);
}, 240_000);
