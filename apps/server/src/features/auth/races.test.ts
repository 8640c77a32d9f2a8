import { changePassword, resetPassword, signIn } from "@kakehashi/contract/auth";
import { requestDeletion } from "@kakehashi/contract/deletion";
import { getPendingEmailChange, requestEmailChange } from "@kakehashi/contract/email-change";
import { confirmTwoStep, setUpTwoStep, turnOffTwoStep } from "@kakehashi/contract/two-step";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { hashSecret, newSecret } from "../../kit/ids.ts";
import { callApi } from "../../test/app.ts";
import { authenticatorCodeOf } from "../../test/authenticator.ts";
import { executeSql } from "../../test/cluster.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { type TestPerson, testPassword } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();

/** The password that the owner chooses by the mailed link, and the password that a thief chooses. */
const newPassword = "Kawa2026x";
const thiefPassword = "Umibe2026x";

/**
 * The tests pause an API call at one of these two queries. The first query counts the attempt before the password or
 * code is checked. The second query removes this count after the password or code was right.
 */
const attemptCountQuery = 1;
const countRemovalQuery = 2;

beforeAll(() =>
  executeSql(
    server.ownerDatabaseUrl,
    `create function hold() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(tg_argv[0]::bigint);
      if tg_op = 'DELETE' then return old; end if;
      return new;
    end $$;
    create trigger hold_counted before insert on attempts for each row execute function hold(${attemptCountQuery});
    create trigger hold_right before delete on attempts for each row execute function hold(${countRemovalQuery})`,
  ),
);

const signInWith = ({ email }: TestPerson, password: string) =>
  callApi(server.app, signIn, { body: { email, password, service: "kakehashi" } });

async function addResetLink({ id }: TestPerson): Promise<string> {
  const token = newSecret();
  await server.db.kysely
    .insertInto("mail_links")
    .values({
      hash: hashSecret(token),
      user_id: id,
      purpose: "reset",
      expires_at: sql<Date>`now() + interval '1 hour'`,
    })
    .execute();
  return token;
}

/**
 * Pauses `runWork` at the query with this number, resets the person's password by a mailed link, and then lets `runWork`
 * continue.
 */
async function resetPasswordDuringWork<T>(
  person: TestPerson,
  pausedQueryNumber: number,
  runWork: () => Promise<T>,
): Promise<T> {
  const token = await addResetLink(person);
  const lockHolder = await server.db.pool.connect();
  const countRows = async (statement: string, values: unknown[] = []) =>
    (await lockHolder.query(statement, values)).rows.length;
  await lockHolder.query("select pg_advisory_lock($1::bigint)", [pausedQueryNumber]);
  const pausedWorkPromise = runWork();
  await expect
    .poll(() =>
      countRows(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'",
      ),
    )
    .toBe(1);
  const pendingResetPromise = callApi(server.app, resetPassword, {
    body: { token, password: newPassword, confirm_password: newPassword },
  });
  await expect
    .poll(() =>
      countRows("select 1 from mail_links where hash = $1 and used_at is not null", [hashSecret(token)]),
    )
    .toBe(1);
  await lockHolder.query("select pg_advisory_unlock($1::bigint)", [pausedQueryNumber]);
  lockHolder.release();
  expect((await pendingResetPromise).status).toBe(200);
  return pausedWorkPromise;
}

test("a sign-in with the old password that is under way during a reset opens no session", async () => {
  const signInAnswer = await resetPasswordDuringWork(testPeople.an, countRemovalQuery, () =>
    signInWith(testPeople.an, testPassword),
  );
  expect(signInAnswer).toMatchObject({ status: 401, error: { code: "AUTH.CREDENTIALS" } });
});

test("a change of the password that is under way during a reset does not overwrite what its owner chose", async () => {
  const { minh } = testPeople;
  const body = { current_password: testPassword, password: thiefPassword, confirm_password: thiefPassword };
  expect(
    (await resetPasswordDuringWork(minh, countRemovalQuery, () => minh.call(changePassword, { body })))
      .status,
  ).toBe(401);
  expect([
    (await signInWith(minh, thiefPassword)).status,
    (await signInWith(minh, newPassword)).status,
  ]).toEqual([401, 200]);
});

test("a second step that is switched on during a reset does not keep its owner out", async () => {
  const { linh } = testPeople;
  const { secret } = (await linh.call(setUpTwoStep, { body: { current_password: testPassword } })).data;
  const startEmailConfirmation = () =>
    linh.call(confirmTwoStep, { body: { code: authenticatorCodeOf(secret) } });
  expect((await resetPasswordDuringWork(linh, attemptCountQuery, startEmailConfirmation)).status).toBe(401);
  expect((await signInWith(linh, newPassword)).status).toBe(200);
});

test("a second step is not switched off by the old password while its owner resets it", async () => {
  const { aiko } = testPeople;
  const { secret } = (await aiko.call(setUpTwoStep, { body: { current_password: testPassword } })).data;
  const { data } = await aiko.call(confirmTwoStep, { body: { code: authenticatorCodeOf(secret) } });
  const body = { current_password: testPassword, code: data.recovery_codes[0] };
  expect(
    (await resetPasswordDuringWork(aiko, countRemovalQuery, () => aiko.call(turnOffTwoStep, { body })))
      .status,
  ).toBe(401);
  expect((await signInWith(aiko, newPassword)).error?.code).toBe("AUTH.TWO_STEP");
});

test("no change of address is asked for by the old password while its owner resets it", async () => {
  const { kenji } = testPeople;
  const body = { email: "thief@kakehashi.example", current_password: testPassword };
  expect(
    (await resetPasswordDuringWork(kenji, countRemovalQuery, () => kenji.call(requestEmailChange, { body })))
      .status,
  ).toBe(401);
  const token = (await signInWith(kenji, newPassword)).data.access_token;
  expect((await callApi(server.app, getPendingEmailChange, { token })).data).toBeNull();
});

test("no deletion is asked for by the old password while its owner resets it", async () => {
  const { emma } = testPeople;
  await server.db.pool.query("update users set role = 'dev' where id = $1", [emma.id]);
  const body = { current_password: testPassword, confirmation: emma.email };
  expect(
    (await resetPasswordDuringWork(emma, countRemovalQuery, () => emma.call(requestDeletion, { body })))
      .status,
  ).toBe(401);
  const { rows } = await server.db.pool.query("select deletion_due_at from users where id = $1", [emma.id]);
  expect(rows).toEqual([{ deletion_due_at: null }]);
});

test("of two reset links that are pressed at once, one works and the other is spent", async () => {
  const { an } = testPeople;
  const tokens = [await addResetLink(an), await addResetLink(an)];
  const lockHolder = await server.db.pool.connect();
  await lockHolder.query("begin");
  await lockHolder.query("select 1 from users where id = $1 for update", [an.id]);
  const responsesToReset = tokens.map((token) =>
    callApi(server.app, resetPassword, {
      body: { token, password: thiefPassword, confirm_password: thiefPassword },
    }),
  );
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
  expect((await Promise.all(responsesToReset)).map(({ status }) => status).sort()).toEqual([200, 422]);
});
