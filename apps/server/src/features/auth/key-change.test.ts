import { createCipheriv, createHmac, randomBytes } from "node:crypto";
import { signIn } from "@kakehashi/contract/auth";
import { refreshTokenEndpoint } from "@kakehashi/contract/sessions";
import { challengeCookieName, signInTwoStep } from "@kakehashi/contract/two-step";
import { getAccount } from "@kakehashi/contract/users";
import { Secret } from "otpauth";
import { afterEach, beforeEach, expect, test } from "vitest";
import { callApi, createTestApp, type TestApp, testSecretKey } from "../../test/app.ts";
import { authenticatorCodeOf } from "../../test/authenticator.ts";
import { createTestDatabase, type TestDatabase } from "../../test/cluster.ts";
import { addSignedInPerson, type TestPerson, testPassword } from "../../test/world.ts";

const newSecretKey = "the-key-that-comes-after-the-first";

let database: TestDatabase;
let runningApp: TestApp | undefined;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await stopRunningApp();
  await database.drop();
});

async function stopRunningApp(): Promise<void> {
  const appToStop = runningApp;
  runningApp = undefined;
  await appToStop?.close();
}

/** Starts the app again with the same database and other secret keys. */
async function startAppWithKeys(...secretKeys: string[]): Promise<TestApp> {
  await stopRunningApp();
  runningApp = await createTestApp({ databaseUrl: database.url, secretKeys });
  return runningApp;
}

/**
 * Adds an account in the form that older versions stored, before the setting SECRET_KEY existed. One unencrypted key in
 * the database protects its TOTP secret and its recovery codes.
 */
async function addOlderAccount(
  { db }: TestApp,
  person: TestPerson,
): Promise<{ secret: string; codes: string[] }> {
  const key = randomBytes(32);
  await db.pool.query(
    "insert into secrets (name, value) values ('two-step', $1) on conflict (name) do update set value = $1, key_id = null",
    [key],
  );
  const secret = new Secret({ size: 20 });
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(person.id));
  const encryptedBytes = Buffer.concat([cipher.update(secret.bytes), cipher.final()]);
  await db.pool.query("insert into two_step (user_id, secret, confirmed_at) values ($1, $2, now())", [
    person.id,
    Buffer.concat([nonce, cipher.getAuthTag(), encryptedBytes]),
  ]);
  const codes = ["aaaabbbbcccc", "ddddeeeeffff"];
  for (const code of codes) {
    const hash = createHmac("sha256", key).update(`${person.id}:${code}`).digest();
    await db.pool.query("insert into recovery_codes (user_id, hash) values ($1, $2)", [person.id, hash]);
  }
  return { secret: secret.base32, codes };
}

async function signInWith(server: TestApp, email: string, code: string): Promise<number> {
  const firstSignIn = await callApi(server.app, signIn, {
    body: { email, password: testPassword, service: "kakehashi" },
  });
  expect(firstSignIn.error?.code).toBe("AUTH.TWO_STEP");
  const challenge = firstSignIn.cookies.find(({ name }) => name.endsWith(challengeCookieName));
  const headers = { cookie: `${challenge?.name}=${challenge?.value}` };
  return (await callApi(server.app, signInTwoStep, { body: { code }, headers })).status;
}

const an = { email: "an@kakehashi.example", name: "An", role: "dev", language: "vi" } as const;

test("an older installation keeps sign-ins, second steps and recovery codes, and its keys are encrypted", async () => {
  const previousServer = await startAppWithKeys(testSecretKey);
  const person = await addSignedInPerson(previousServer, an);
  const { secret, codes } = await addOlderAccount(previousServer, person);
  const { rows } = await previousServer.db.pool.query("select value from secrets where name = 'two-step'");
  const server = await startAppWithKeys(testSecretKey);
  const body = { refresh_token: person.tokens.refresh_token };
  expect((await callApi(server.app, refreshTokenEndpoint, { body })).status).toBe(200);
  expect(await signInWith(server, an.email, authenticatorCodeOf(secret))).toBe(200);
  expect(await signInWith(server, an.email, codes[0] ?? "")).toBe(200);
  const sealedSecrets = await server.db.pool.query("select value from secrets where name = 'two-step'");
  expect(sealedSecrets.rows[0].value.includes(rows[0].value)).toBe(false);
  const { rows: rowsWithoutKeyId } = await server.db.pool.query("select from two_step where key_id is null");
  expect(rowsWithoutKeyId).toEqual([]);
});

test("a new key signs nobody out, and the old one can be removed once everything is encrypted with the new one", async () => {
  const firstServer = await startAppWithKeys(testSecretKey);
  const person = await addSignedInPerson(firstServer, an);
  const { secret, codes } = await addOlderAccount(firstServer, person);
  await startAppWithKeys(testSecretKey);
  const { app } = await startAppWithKeys(newSecretKey, testSecretKey);
  expect((await callApi(app, getAccount, { token: person.tokens.access_token })).status).toBe(200);
  const lastServer = await startAppWithKeys(newSecretKey);
  const token = person.tokens.access_token;
  expect((await callApi(lastServer.app, getAccount, { token })).error?.code).toBe("ERR.TOK0101");
  const body = { refresh_token: person.tokens.refresh_token };
  expect((await callApi(lastServer.app, refreshTokenEndpoint, { body })).status).toBe(200);
  expect(await signInWith(lastServer, an.email, authenticatorCodeOf(secret))).toBe(200);
  expect(await signInWith(lastServer, an.email, codes[1] ?? "")).toBe(200);
});
