import { auditActions } from "@kakehashi/contract/audit-actions";
import { notificationTypes } from "@kakehashi/contract/notifications";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";

const { server } = await setUpTestServer();

async function listNamesInConstraint(constraintName: string): Promise<string[]> {
  const { rows } = await server.db.pool.query<{ text: string }>(
    "select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1",
    [constraintName],
  );
  return [...(rows[0]?.text ?? "").matchAll(/'([^']+)'/g)].map(([, name = ""]) => name).sort();
}

test.each([
  ["audit_log_action_check", auditActions],
  ["notifications_type_check", notificationTypes],
] as const)("%s allows the names of the contract, and no others", async (constraint, names) => {
  expect(await listNamesInConstraint(constraint)).toEqual([...names].sort());
});

test("an entry with another name is refused", async () => {
  const insertOfUnknownAction = server.db.pool.query(
    "insert into audit_log (id, action) values (gen_random_uuid(), 'page.paint')",
  );
  await expect(insertOfUnknownAction).rejects.toThrow(/audit_log_action_check/);
});
