import { requestPasswordReset, signIn, signUp } from "@kakehashi/contract/auth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId, newSecret } from "../../kit/ids.ts";
import { type ApiResponse, callApi, createTestApp, type TestApp } from "../../test/app.ts";
import { recordQueriesAndHashes } from "../../test/work.ts";
import { addTestPeople, type TestPeople, testPassword } from "../../test/world.ts";

let server: TestApp;
let testPeople: TestPeople;

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  await signUpWith("unconfirmed@kakehashi.example");
  await server.mails.waitForMail("unconfirmed@kakehashi.example");
  const account = (email: string, fields: object) => ({
    id: newId(),
    email,
    name: "Somebody",
    live_endpoint: newSecret(),
    confirmed_at: new Date(),
    ...fields,
  });
  await server.db.kysely
    .insertInto("users")
    .values([
      account("without-password@kakehashi.example", {}),
      account("deleted@kakehashi.example", { deleted_at: new Date() }),
    ])
    .execute();
});
afterAll(() => server.close());

const signUpWith = (email: string) =>
  callApi(server.app, signUp, {
    body: { email, password: testPassword, confirm_password: testPassword, language: "en", name: "Somebody" },
  });
const requestResetOf = (email: string) => callApi(server.app, requestPasswordReset, { body: { email } });
const guessPassword = (email: string) =>
  callApi(server.app, signIn, { body: { email, password: "Wrong2026", service: "kakehashi" } });

type SecurityAction = (
  email: string,
) => Promise<Pick<ApiResponse<typeof signUp>, "status" | "error" | "cookies"> & { data: unknown }>;

/**
 * Returns the response of an API call without the e-mail address in it, and the work that the server did for the call:
 * its SQL statements and password hashes.
 */
async function observeResponseAndWork(action: SecurityAction, email: string) {
  let response: unknown;
  const recordedWork = await recordQueriesAndHashes(async () => {
    const { status, data, error, cookies } = await action(email);
    const device = (name: string) => name.replace(/.+/s, "something");
    response = JSON.stringify({
      status,
      data,
      error,
      cookies: cookies.map(({ name, value }) => [name, device(value)]),
    });
  });
  return { told: String(response).replaceAll(email, "asked"), work: recordedWork };
}

const addressesByKind: readonly [string, () => string][] = [
  ["of somebody", () => testPeople.an.email],
  ["that waits for its confirmation", () => "unconfirmed@kakehashi.example"],
  ["of an account without a password", () => "without-password@kakehashi.example"],
  ["of a deleted account", () => "deleted@kakehashi.example"],
];

const expectedSecurityActions: [string, SecurityAction, string[]][] = [
  ["a sign-up", signUpWith, ["hash"]],
  ["a forgotten password", requestResetOf, []],
  ["a sign-in with a wrong password", guessPassword, ["verify"]],
];

describe.each(expectedSecurityActions)(
  "%s answers the same and does the same work as for an address nobody has:",
  (_, action, expectedHashing) => {
    test.each(addressesByKind)("an address %s", async (_, address) => {
      const knownAddressResult = await observeResponseAndWork(action, address());
      const unknownAddressResult = await observeResponseAndWork(action, `${newId()}@kakehashi.example`);
      expect(knownAddressResult).toEqual(unknownAddressResult);
      expect(knownAddressResult.work.filter((query) => query === "hash" || query === "verify")).toEqual(
        expectedHashing,
      );
      expect(knownAddressResult.work.some((query) => /^(select|insert|with)/i.test(query.trim()))).toBe(true);
    });
  },
);

test("the work that is compared would tell a known address from an unknown one if there were a difference", async () => {
  const recordDatabaseWork = (email: string) =>
    recordQueriesAndHashes(async () => {
      const { rows } = await server.db.pool.query("select id from users where email = $1", [email]);
      if (rows.length > 0) await server.db.pool.query("select 1");
    });
  expect(await recordDatabaseWork(testPeople.an.email)).toHaveLength(2);
  expect(await recordDatabaseWork("nobody@kakehashi.example")).toHaveLength(1);
});
