import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { createTestLog } from "../../test/log.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createRepeatedEvents } from "./service.ts";

const { server } = await setUpTestServer();

test("reading the log does not wait long for entries of a flood that are still being written", async () => {
  const loggedFailures: unknown[] = [];
  const events = createRepeatedEvents({
    db: server.db.kysely,
    log: createTestLog((error) => loggedFailures.push(error)),
  });
  const lockHolder = await server.db.pool.connect();
  await lockHolder.query("begin");
  await lockHolder.query("lock event_counts in exclusive mode");
  const subjectId = newId();
  events.add({ author: { userId: null, ip: "203.0.113.9" }, action: "sign-in.fail", subjectId });
  // This test holds a database lock that the write needs. If `flush` waited for the write without a time limit, it
  // would never return.
  await events.flush();
  await lockHolder.query("commit");
  lockHolder.release();
  await events.close();
  const { rowCount } = await server.db.pool.query("select from audit_log where subject_id = $1", [subjectId]);
  expect(rowCount).toBe(1);
  expect(loggedFailures).toEqual([]);
});
