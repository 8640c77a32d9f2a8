import { retentionPeriods } from "@kakehashi/contract/retention";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";

const { server } = await setUpTestServer();

test("the database keeps sign-ins in the log for as long as the privacy policy states", async () => {
  const { rows } = await server.db.pool.query(
    "select pg_get_functiondef('prune_audit_log'::regproc) as source",
  );
  expect(rows[0].source).toContain(`interval '${retentionPeriods.signInLogDays} days'`);
});
