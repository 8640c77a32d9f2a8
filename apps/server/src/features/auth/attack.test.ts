import { confirmSignUp, requestPasswordReset, resetPassword, signIn, signUp } from "@kakehashi/contract/auth";
import { listSignInSessions, refreshTokenEndpoint, signOut } from "@kakehashi/contract/sessions";
import { getAccount } from "@kakehashi/contract/users";
import { describe, expect, test } from "vitest";
import { newId, newSecret } from "../../kit/ids.ts";
import { callApi, unknownIdParams } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { linkTokenOf } from "../../test/postbox.ts";
import { testPassword } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();

const signUpWithEmail = (email: string, fields: Record<string, unknown> = {}) =>
  callApi(server.app, signUp, {
    body: { email, password: testPassword, confirm_password: testPassword, language: "en", ...fields },
  });
const signInFrom = (email: string, typedPassword = testPassword, headers: Record<string, string> = {}) =>
  callApi(server.app, signIn, { body: { email, password: typedPassword, service: "kakehashi" }, headers });

async function addConfirmedAccount(email: string, fields: Record<string, unknown> = {}): Promise<string> {
  await signUpWithEmail(email, fields);
  const token = linkTokenOf(await server.mails.waitForMail(email));
  expect(
    (await callApi(server.app, confirmSignUp, { body: { token, password: fields.password ?? testPassword } }))
      .status,
  ).toBe(200);
  const { access_token } = (await signInFrom(email, (fields.password as string) ?? testPassword)).data;
  return access_token;
}

describe("an address that imitates another is refused at its field:", () => {
  test.each([
    ["a domain with a Cyrillic letter", "an@k\u0430kehashi.example"],
    ["a name with a Cyrillic letter", "\u0430n@kakehashi.example"],
    ["a domain in full width", "an@ｋakehashi.example"],
    ["an ideographic full stop", "an@kakehashi。example"],
    ["a full-width at sign", "an＠kakehashi.example"],
    ["a zero-width space", "a\u200bn@kakehashi.example"],
    ["a soft hyphen", "an@kake\u00adhashi.example"],
    ["a direction override", "\u202ena@kakehashi.example"],
    ["a long s", "\u017fam@kakehashi.example"],
    ["a line break and another receiver", "an@kakehashi.example\r\nBcc: all@kakehashi.example"],
    ["two receivers", "an@kakehashi.example,minh@kakehashi.example"],
    ["a display name", "An <an@kakehashi.example>"],
  ])("%s", async (_, email) => {
    for (const response of [
      await signUpWithEmail(email),
      await signInFrom(email),
      await callApi(server.app, requestPasswordReset, { body: { email } }),
    ]) {
      expect(response).toMatchObject({ status: 422, error: { code: "ERR.INPUT" } });
      expect(Object.keys(response.error?.fields ?? {})).toEqual(["email"]);
    }
  });
});

test("an xn-- domain is a different address, and is never shown decoded", async () => {
  const email = "an@xn--kkehashi-3fg.example";
  const token = await addConfirmedAccount(email);
  expect((await callApi(server.app, getAccount, { token })).data.email).toBe(email);
});

test("an address belongs to one account, whatever its case, Unicode form and spaces around it", async () => {
  const token = await addConfirmedAccount("ken@kakehashi.example");
  const { id } = (await callApi(server.app, getAccount, { token })).data;
  // The last spelling of the e-mail address begins with the Kelvin sign (U+212A), whose lower case is the letter k.
  for (const emailSpelling of [
    "KEN@Kakehashi.EXAMPLE",
    "  ken@kakehashi.example\u3000",
    "\u212Aen@kakehashi.example",
  ]) {
    const { data } = await signInFrom(emailSpelling);
    expect((await callApi(server.app, getAccount, { token: data.access_token })).data.id).toBe(id);
  }
});

test("an address with a + part is a separate account with its own mail", async () => {
  const plainAddressToken = await addConfirmedAccount("tag@kakehashi.example");
  const taggedAddressToken = await addConfirmedAccount("tag+work@kakehashi.example");
  const ids = await Promise.all(
    [plainAddressToken, taggedAddressToken].map(
      async (token) => (await callApi(server.app, getAccount, { token })).data.id,
    ),
  );
  expect(new Set(ids).size).toBe(2);
});

test("addresses with a + part share one mail limit: the sixth mail of a kind within an hour is not sent", async () => {
  const addresses = Array.from({ length: 7 }, (_, index) => `full+${index}@kakehashi.example`);
  for (const email of addresses) expect((await signUpWithEmail(email)).status).toBe(200);
  const unfinishedMailJobsQuery =
    "select count(*)::int as count from pgboss.job where name = 'sign-up' and state < 'completed'";
  await expect.poll(async () => (await server.db.pool.query(unfinishedMailJobsQuery)).rows[0].count).toBe(0);
  const mailCountQuery = "select count(*)::int as count from mails where recipient like 'full+%'";
  expect((await server.db.pool.query(mailCountQuery)).rows[0].count).toBe(5);
});

test("a password matches in every Unicode form of its letters", async () => {
  const composedPassword = "Mậtkhẩu2026".normalize("NFC");
  const decomposedPassword = composedPassword.normalize("NFD");
  expect(decomposedPassword).not.toBe(composedPassword);
  const email = "compose@kakehashi.example";
  await addConfirmedAccount(email, { password: decomposedPassword, confirm_password: decomposedPassword });
  expect((await signInFrom(email, composedPassword)).status).toBe(200);
  expect((await signInFrom(email, decomposedPassword)).status).toBe(200);
});

describe("invisible characters are removed from a name:", () => {
  test.each([
    ["zero-width characters", "E\u200bm\u200dm\u2060a\ufeff Clarke", "Emma Clarke"],
    ["a direction override", "Emma\u202e ekralC", "Emma ekralC"],
    ["tags and fillers", "Emma\u3164\u{e0041} Clarke", "Emma Clarke"],
    ["line breaks", "Emma\r\n\u2028Clarke", "Emma Clarke"],
    ["a tower of marks", `Emm${"a\u0301\u0302\u0303\u0304\u0305".repeat(1)}${"\u0306".repeat(60)}`, null],
    ["composed letters apart", "Nguye\u0302\u0303n", "Nguyễn"],
    ["a kanji's own form", "葛\u{e0100}西", "葛\u{e0100}西"],
    ["an emoji's own form", "❤\ufe0f", "❤\ufe0f"],
  ])("%s", async (_, request, expectedRefusal) => {
    const token = await addConfirmedAccount(`${newId()}@kakehashi.example`, { name: request });
    const { name } = (await callApi(server.app, getAccount, { token })).data;
    if (expectedRefusal === null) expect(name.length).toBeLessThan(10);
    else expect(name).toBe(expectedRefusal);
  });

  test.each([["\u200b\u2060"], ["\u3164"], ["\u2800 \u2800"], ["\u0301"], ["\ufe0f"], ["\u202e"]])(
    "%j alone is not a valid name",
    async (name) => {
      const response = await signUpWithEmail("nameless@kakehashi.example", { name });
      expect(response.error?.fields).toEqual({ name: "This is required." });
    },
  );
});

test("signing in does not continue a session that somebody planted in the browser", async () => {
  const attacker = (await signInFrom(testPeople.minh.email)).data;
  const plantedCookies = {
    cookie: `access_token=${attacker.access_token}; refresh_token=${attacker.refresh_token}; device=${newSecret()}`,
  };
  const response = await signInFrom(testPeople.linh.email, testPassword, plantedCookies);
  const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
  expect(cookies.access_token).toBe(response.data.access_token);
  expect(cookies.refresh_token).toBe(response.data.refresh_token);
  // The attacker planted their own session in the victim's browser. The victim's sign-in ends the planted session, and
  // the attacker learns nothing about the new session.
  expect((await callApi(server.app, getAccount, { token: attacker.access_token })).status).toBe(401);
  const refreshResponse = await callApi(server.app, refreshTokenEndpoint, {
    body: { refresh_token: attacker.refresh_token },
  });
  expect(refreshResponse.error?.code).toBe("AUTH.REFRESH");
  const { data } = await callApi(server.app, listSignInSessions, { token: response.data.access_token });
  expect(data.find(({ current }) => current)).toBeDefined();
  await callApi(server.app, signOut, { token: attacker.access_token });
  expect((await callApi(server.app, getAccount, { token: response.data.access_token })).status).toBe(200);
});

test("two sign-ins of one browser are two sessions, and signing out of one leaves nothing that works", async () => {
  const [firstSignIn, secondSignIn] = [
    await signInFrom(testPeople.kenji.email),
    await signInFrom(testPeople.kenji.email),
  ];
  expect(secondSignIn.data.refresh_token).not.toBe(firstSignIn.data.refresh_token);
  await callApi(server.app, signOut, { token: firstSignIn.data.access_token });
  const { refresh_token } = firstSignIn.data;
  expect((await callApi(server.app, refreshTokenEndpoint, { body: { refresh_token } })).status).toBe(401);
  expect((await callApi(server.app, getAccount, { token: secondSignIn.data.access_token })).status).toBe(200);
});

test("no changing call can be made from another site, with any cookies", async () => {
  const { tokens } = await signInFrom(testPeople.aiko.email).then(({ data }) => ({ tokens: data }));
  const headers = {
    origin: "https://evil.example",
    cookie: `access_token=${tokens.access_token}; refresh_token=${tokens.refresh_token}`,
  };
  const unexpectedResponses: string[] = [];
  for (const endpoint of server.app.endpoints.filter(({ method }) => method !== "GET")) {
    const { error } = await callApi(server.app, endpoint, { ...unknownIdParams(endpoint), headers });
    if (error?.code !== "ERR.ORIGIN")
      unexpectedResponses.push(`${endpoint.method} ${endpoint.path}: ${error?.code}`);
  }
  expect(unexpectedResponses).toEqual([]);
  expect((await callApi(server.app, getAccount, { token: tokens.access_token })).status).toBe(200);
});

test.each(["application/x-www-form-urlencoded", "text/plain"])(
  "a form of another site (%s) changes nothing even if the browser sends no Origin",
  async (type) => {
    const { refresh_token } = (await signInFrom(testPeople.aiko.email)).data;
    const headers = { "content-type": type, cookie: `refresh_token=${refresh_token}` };
    const body = JSON.stringify({ refresh_token });
    const response = await callApi(server.app, refreshTokenEndpoint, { body, headers });
    expect(response).toMatchObject({ status: 415, error: { code: "ERR.MEDIA_TYPE" } });
    expect((await callApi(server.app, refreshTokenEndpoint, { body: { refresh_token } })).status).toBe(200);
  },
);

test("the confirmation link alone does not set a password", async () => {
  const email = "cross@kakehashi.example";
  await signUpWithEmail(email);
  const token = linkTokenOf(await server.mails.waitForMail(email));
  const body = { token, password: "Intruder2026", confirm_password: "Intruder2026" };
  expect((await callApi(server.app, resetPassword, { body })).error?.code).toBe("AUTH.LINK");
  expect((await callApi(server.app, confirmSignUp, { body: { token, password: testPassword } })).status).toBe(
    200,
  );
});
