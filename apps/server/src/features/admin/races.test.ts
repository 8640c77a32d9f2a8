import { blockProfile } from "@kakehashi/contract/activation";
import { setUserRole } from "@kakehashi/contract/admin";
import { listProjectCategories } from "@kakehashi/contract/catalogue";
import { requestDeletion } from "@kakehashi/contract/deletion";
import { createProfile } from "@kakehashi/contract/profiles";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { type TestPerson, testPassword } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { emma, kenji } = testPeople;
const admins = [emma, kenji] as const;
const adminIds = admins.map(({ id }) => id);

beforeAll(async () => {
  const { data: categories } = await emma.call(listProjectCategories);
  for (const person of admins) {
    const profile = {
      first_name: "An",
      last_name: "Nguyễn",
      name: person.name,
      address: "Hà Nội",
      phone: "024 3825 0000",
      category_ids: categories.slice(0, 1).map(({ id }) => id),
    };
    await person.call(createProfile, { body: profile });
  }
});
beforeEach(async () => {
  await server.db.pool.query("update users set role = 'admin', blocked_at = null where id = any($1)", [
    adminIds,
  ]);
  await server.db.pool.query("update profiles set status = 'ACCEPTED'");
  for (const id of adminIds) server.bus.publish("auth.user-changed", id);
});

/**
 * Makes two API calls at once: `callForPair(emma, kenji)` and `callForPair(kenji, emma)`. Holds a lock on both people's
 * rows until both calls have passed their permission checks and wait for this lock.
 */
async function runBothAtOnce<T>(
  callForPair: (person: TestPerson, otherPerson: TestPerson) => Promise<T>,
): Promise<T[]> {
  const lockHolder = await server.db.pool.connect();
  await lockHolder.query("begin");
  await lockHolder.query("select 1 from users where id = any($1) for update", [adminIds]);
  const bothResponses = Promise.all([callForPair(emma, kenji), callForPair(kenji, emma)]);
  await expect
    .poll(async () => {
      const { rows } = await lockHolder.query(
        "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length;
    })
    .toBe(2);
  await lockHolder.query("commit");
  lockHolder.release();
  return bothResponses;
}
const countActingAdmins = async () => {
  const { rows } = await server.db.pool.query(
    "select id from users where role = 'admin' and blocked_at is null",
  );
  return rows.length;
};

test("if two admins remove each other's role at once, only one succeeds", async () => {
  const responses = await runBothAtOnce((person, otherPerson) =>
    person.call(setUserRole, { params: { id: otherPerson.id }, body: { role: "dev" } }),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect(await countActingAdmins()).toBe(1);
});

test("if two admins block each other at once, only one succeeds", async () => {
  const responses = await runBothAtOnce((person, otherPerson) =>
    person.call(blockProfile, { params: { id: otherPerson.id }, body: { reason: "Because" } }),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect(await countActingAdmins()).toBe(1);
});

test("a blocked admin does not count as another admin beside the last one", async () => {
  await emma.call(blockProfile, { params: { id: kenji.id }, body: { reason: "Because" } });
  const body = { current_password: testPassword, confirmation: emma.email };
  expect((await emma.call(requestDeletion, { body })).error?.code).toBe("DELETION.LAST_ADMIN");
});
