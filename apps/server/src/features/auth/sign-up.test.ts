import {
  checkConfirmationOrResetLink,
  confirmSignUp,
  requestPasswordReset,
  resendConfirmationMail,
  resetPassword,
  signIn,
  signUp,
} from "@kakehashi/contract/auth";
import { refreshTokenEndpoint, signOut } from "@kakehashi/contract/sessions";
import { termsVersion } from "@kakehashi/contract/site";
import { getAccount } from "@kakehashi/contract/users";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashSecret } from "../../kit/ids.ts";
import { callApi, createTestApp, type TestApp } from "../../test/app.ts";
import { linkTokenOf } from "../../test/postbox.ts";

let server: TestApp;

beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

const newPassword = "Bridge2026";

function signUpWith(email: string, fields: Record<string, unknown> = {}) {
  const body = { email, password: newPassword, confirm_password: newPassword, language: "en", ...fields };
  return callApi(server.app, signUp, { body });
}

const confirmByToken = (token: string, typedPassword = newPassword) =>
  callApi(server.app, confirmSignUp, { body: { token, password: typedPassword } });
const signInWith = (email: string, typedPassword = newPassword) =>
  callApi(server.app, signIn, { body: { email, password: typedPassword, service: "kakehashi" } });

/** Signs up with an e-mail address and returns the token from the confirmation mail. */
async function signUpAndReadMailedToken(
  email: string,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const mailCountBefore = server.mails.sentMails.filter(({ recipient }) => recipient === email).length;
  expect((await signUpWith(email, fields)).status).toBe(200);
  return linkTokenOf(await server.mails.waitForMail(email, mailCountBefore));
}

/** Resolves when no sign-up mail is pending any more. */
async function waitForSignUpMails(): Promise<void> {
  const pendingMails =
    "select count(*)::int as count from pgboss.job where name = 'sign-up' and state < 'completed'";
  await expect.poll(async () => (await server.db.pool.query(pendingMails)).rows[0].count).toBe(0);
}

test("a person signs up, confirms by mail, signs in, stays in by refreshing, and signs out", async () => {
  const email = "hoa@kakehashi.example";
  const signUpResponse = await signUpWith(email, { name: "Lê Thị Hoa", language: "vi" });
  expect(signUpResponse).toMatchObject({ status: 200, data: { email } });

  const mail = await server.mails.waitForMail(email);
  expect(mail.subject).toBe("Xác nhận địa chỉ e-mail của bạn");
  expect(mail.text).toContain("http://localhost:3000/register/confirm?token=");
  expect(mail.html).toContain(`token=${linkTokenOf(mail)}`);
  expect(await confirmByToken(linkTokenOf(mail))).toMatchObject({ status: 200, data: { email } });

  const { data: tokens } = await signInWith(email);
  expect(tokens.expires_in).toBe(15 * 60);
  const getAccountResponse = await callApi(server.app, getAccount, { token: tokens.access_token });
  expect(getAccountResponse.data).toMatchObject({
    email,
    name: "Lê Thị Hoa",
    role: "user",
    account_type: null,
    working_language: null,
    interface_language: "vi",
  });

  const refreshAnswer = await callApi(server.app, refreshTokenEndpoint, {
    body: { refresh_token: tokens.refresh_token },
  });
  expect(refreshAnswer.status).toBe(200);
  const token = refreshAnswer.data.access_token;
  expect((await callApi(server.app, signOut, { token })).status).toBe(200);
  expect((await callApi(server.app, getAccount, { token })).status).toBe(401);
});

test("an address is one address however it is written", async () => {
  const email = "mai.tran@kakehashi.example";
  expect((await signUpWith("  Mai.TRAN@Kakehashi.Example ")).data.email).toBe(email);
  await confirmByToken(linkTokenOf(await server.mails.waitForMail(email)));
  expect((await signInWith("MAI.tran@kakehashi.example")).status).toBe(200);
});

test("the answer to a sign-up is the same for a known address, and its owner is told by mail", async () => {
  const email = "known@kakehashi.example";
  await confirmByToken(await signUpAndReadMailedToken(email));
  const [repeatedSignUp, firstSignUp] = await Promise.all([
    signUpWith(email, { password: "Other2026", confirm_password: "Other2026", name: "Somebody else" }),
    signUpWith("fresh@kakehashi.example"),
  ]);
  expect([repeatedSignUp.status, Object.keys(repeatedSignUp.data)]).toEqual([
    firstSignUp.status,
    Object.keys(firstSignUp.data),
  ]);
  expect(repeatedSignUp.data.email).toBe(email);
  expect(repeatedSignUp.cookies).toEqual(firstSignUp.cookies);

  const mail = await server.mails.waitForMail(email, 1);
  expect(mail.subject).toBe("You already have an account");
  expect(mail.text).not.toContain("token=");
  expect((await signInWith(email, "Other2026")).status).toBe(401);
  const { data } = await signInWith(email);
  expect((await callApi(server.app, getAccount, { token: data.access_token })).data.name).toBe("known");
});

test("an unknown address and a wrong password are refused in the same words", async () => {
  const email = "careful@kakehashi.example";
  await confirmByToken(await signUpAndReadMailedToken(email));
  const [wrongPassword, unknownAddressResponse] = [
    await signInWith(email, "Wrong2026"),
    await signInWith("nobody@kakehashi.example"),
  ];
  expect(wrongPassword).toMatchObject({ status: 401, error: { code: "AUTH.CREDENTIALS" } });
  expect([unknownAddressResponse.status, unknownAddressResponse.error]).toEqual([
    wrongPassword.status,
    wrongPassword.error,
  ]);
});

test("a link works once, also for two who press it at the same time", async () => {
  const token = await signUpAndReadMailedToken("twice@kakehashi.example");
  const responses = await Promise.all([confirmByToken(token), confirmByToken(token)]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await confirmByToken(token)).toMatchObject({ status: 409, error: { code: "AUTH.CONFIRMED" } });
});

test("a link expires after 24 hours", async () => {
  const email = "late@kakehashi.example";
  const token = await signUpAndReadMailedToken(email);
  const { rows } = await server.db.pool.query<{ hours: number }>(
    `update mail_links set expires_at = expires_at - interval '24 hours' where hash = $1
     returning extract(epoch from expires_at + interval '24 hours' - created_at) / 3600 as hours`,
    [hashSecret(token)],
  );
  expect(Number(rows[0]?.hours)).toBeCloseTo(24, 1);
  expect(await confirmByToken(token)).toMatchObject({ status: 422, error: { code: "AUTH.LINK_EXPIRED" } });
  // The confirmation link has expired. A sign-in with the right password sends a new link.
  expect(await signInWith(email)).toMatchObject({ status: 403, error: { code: "AUTH.UNCONFIRMED" } });
  expect((await confirmByToken(linkTokenOf(await server.mails.waitForMail(email, 1)))).status).toBe(200);
});

test("another's link confirms another's address, and an invented one confirms nothing", async () => {
  const tokenOfOtherSignUp = await signUpAndReadMailedToken("mine@kakehashi.example");
  await signUpAndReadMailedToken("theirs@kakehashi.example");
  expect((await confirmByToken(tokenOfOtherSignUp)).data.email).toBe("mine@kakehashi.example");
  expect((await signInWith("theirs@kakehashi.example")).error?.code).toBe("AUTH.UNCONFIRMED");
  expect((await confirmByToken("x".repeat(43))).error?.code).toBe("AUTH.LINK");
});

test("confirming signs in", async () => {
  const email = "arrives@kakehashi.example";
  const { data, cookies } = await confirmByToken(await signUpAndReadMailedToken(email));
  expect((await callApi(server.app, getAccount, { token: data.access_token })).data.email).toBe(email);
  expect(cookies.map(({ name }) => name).sort()).toEqual(["access_token", "device", "refresh_token"]);
});

test("a stranger's sign-up gives them no way in: the mailbox's owner confirms with a password of their own", async () => {
  const email = "pressed@kakehashi.example";
  const strangerPassword = { password: "Stranger2026", confirm_password: "Stranger2026" };
  const token = await signUpAndReadMailedToken(email, strangerPassword);
  // Without a password, the mailbox's owner cannot confirm the stranger's sign-up. A password that differs from the
  // stranger's is refused too, unless the owner types it twice as a new password.
  expect((await callApi(server.app, confirmSignUp, { body: { token } })).error?.fields).toHaveProperty(
    "password",
  );
  const refusedConfirmResponse = await confirmByToken(token, newPassword);
  expect(refusedConfirmResponse).toMatchObject({ status: 422, error: { code: "AUTH.SIGN_UP_PASSWORD" } });
  expect(refusedConfirmResponse.error?.fields).toHaveProperty("password");
  const ownPasswordBody = { token, password: newPassword, confirm_password: newPassword };
  expect((await callApi(server.app, confirmSignUp, { body: ownPasswordBody })).status).toBe(200);
  expect((await signInWith(email, strangerPassword.password)).error?.code).toBe("AUTH.CREDENTIALS");
  expect((await signInWith(email)).status).toBe(200);
});

test.each([
  ["too weak", { password: "short", confirm_password: "short" }, "password"],
  ["typed differently twice", { password: newPassword, confirm_password: "Other2026" }, "confirm_password"],
])(
  "a new password that is %s is refused at its field, and the link stays valid",
  async (_, password, field) => {
    const email = `${field}.at.confirmation@kakehashi.example`;
    const token = await signUpAndReadMailedToken(email);
    const refusedConfirm = await callApi(server.app, confirmSignUp, { body: { token, ...password } });
    expect([refusedConfirm.status, Object.keys(refusedConfirm.error?.fields ?? {})]).toEqual([422, [field]]);
    expect((await confirmByToken(token)).status).toBe(200);
  },
);

test("an expired link brings a new one to its mailbox, and a confirmed or invented one brings none", async () => {
  const email = "again@kakehashi.example";
  const token = await signUpAndReadMailedToken(email, { name: "Again" });
  const requestNewLink = (token: string) => callApi(server.app, resendConfirmationMail, { body: { token } });
  await server.db.pool.query("update mail_links set expires_at = now() where hash = $1", [hashSecret(token)]);
  expect((await requestNewLink(token)).status).toBe(200);
  const { data } = await confirmByToken(linkTokenOf(await server.mails.waitForMail(email, 1)));
  expect((await callApi(server.app, getAccount, { token: data.access_token })).data.name).toBe("Again");
  expect((await requestNewLink(token)).error?.code).toBe("AUTH.CONFIRMED");
  expect((await requestNewLink("x".repeat(43))).error?.code).toBe("AUTH.LINK");
});

test("checking a link says whether it is valid without using it, and nothing else", async () => {
  const email = "checked@kakehashi.example";
  const token = await signUpAndReadMailedToken(email);
  const readLinkStateOf = async (token: string, purpose: string) =>
    (await callApi(server.app, checkConfirmationOrResetLink, { body: { token, purpose } })).data;
  expect(await readLinkStateOf(token, "confirm")).toEqual({ state: "open" });
  expect(await readLinkStateOf(token, "reset")).toEqual({ state: "dead" });
  expect(await readLinkStateOf("x".repeat(43), "confirm")).toEqual({ state: "dead" });
  await confirmByToken(token);
  expect(await readLinkStateOf(token, "confirm")).toEqual({ state: "confirmed" });

  const requestResetLink = () => callApi(server.app, requestPasswordReset, { body: { email } });
  const resetToken = await server.mails.waitForLinkToken(email, requestResetLink);
  expect(await readLinkStateOf(resetToken, "reset")).toEqual({ state: "open" });
  await server.db.pool.query("update mail_links set expires_at = now() where hash = $1", [
    hashSecret(resetToken),
  ]);
  expect(await readLinkStateOf(resetToken, "reset")).toEqual({ state: "expired" });
  const secondLink = await server.mails.waitForLinkToken(email, requestResetLink);
  const body = { token: secondLink, password: "Kawa2026x", confirm_password: "Kawa2026x" };
  expect((await callApi(server.app, resetPassword, { body })).status).toBe(200);
  expect(await readLinkStateOf(secondLink, "reset")).toEqual({ state: "dead" });
});

test("a link for another purpose confirms nothing", async () => {
  const email = "purpose@kakehashi.example";
  const token = await signUpAndReadMailedToken(email);
  await server.db.pool.query("update mail_links set purpose = 'reset' where hash = $1", [hashSecret(token)]);
  expect((await confirmByToken(token)).error?.code).toBe("AUTH.LINK");
});

test("a second sign-up of an unconfirmed address never gives its password to the first", async () => {
  const email = "contested@kakehashi.example";
  const firstToken = await signUpAndReadMailedToken(email, { name: "The owner" });
  const intruderSignUp = {
    password: "Intruder2026",
    confirm_password: "Intruder2026",
    name: "Somebody else",
  };
  const secondToken = await signUpAndReadMailedToken(email, intruderSignUp);

  expect((await confirmByToken(firstToken)).status).toBe(200);
  expect((await signInWith(email, intruderSignUp.password)).error?.code).toBe("AUTH.CREDENTIALS");
  const { data } = await signInWith(email);
  expect((await callApi(server.app, getAccount, { token: data.access_token })).data.name).toBe("The owner");
  // The e-mail address is already confirmed, so the intruder's confirmation link has no effect.
  expect((await confirmByToken(secondToken, intruderSignUp.password)).error?.code).toBe("AUTH.CONFIRMED");
  expect((await signInWith(email, intruderSignUp.password)).status).toBe(401);
});

test("the sixth mail of a kind to an address within an hour is not sent", async () => {
  const email = "flooded@kakehashi.example";
  const countMailsByTemplate = async () => {
    const { rows } = await server.db.pool.query(
      "select template, count(*)::int as count from mails where recipient = $1 group by 1 order by 1",
      [email],
    );
    return rows;
  };
  const token = await signUpAndReadMailedToken(email);
  for (let time = 0; time < 3; time++) {
    expect((await signUpWith(email)).status).toBe(200);
    expect((await signInWith(email)).error?.code).toBe("AUTH.UNCONFIRMED");
  }
  await waitForSignUpMails();
  expect(await countMailsByTemplate()).toEqual([{ template: "confirm", count: 5 }]);
  await confirmByToken(token);
  for (let time = 0; time < 6; time++) expect((await signUpWith(email)).status).toBe(200);
  await waitForSignUpMails();
  expect(await countMailsByTemplate()).toEqual([
    { template: "confirm", count: 5 },
    { template: "known_address", count: 5 },
  ]);
});

test("before the confirmation even the right password does not open the account", async () => {
  const email = "waiting@kakehashi.example";
  await signUpAndReadMailedToken(email);
  expect(await signInWith(email)).toMatchObject({ status: 403, error: { code: "AUTH.UNCONFIRMED" } });
  expect((await signInWith(email, "Wrong2026")).error?.code).toBe("AUTH.CREDENTIALS");
});

test.each(["role", "confirmed_at", "id", "blocked_at", "account_type", "live_endpoint"])(
  "nobody signs up with a %s of their choice",
  async (field) => {
    const email = `${field}@kakehashi.example`;
    const response = await signUpWith(email, {
      [field]: field === "role" ? "admin" : "2026-01-01T00:00:00Z",
    });
    expect(response.status).toBe(422);
    expect(Object.keys(response.error?.fields ?? {})).toEqual([field]);
    expect((await signInWith(email)).status).toBe(401);
  },
);

test("neither passwords nor tokens are stored in a form that signs anybody in", async () => {
  const email = "stored@kakehashi.example";
  const token = await signUpAndReadMailedToken(email);
  await confirmByToken(token);
  const { data } = await signInWith(email);
  const { rows } = await server.db.pool.query<{ row: string }>(
    `select to_json(u)::text as row from users u union all select to_json(m)::text from mail_links m
     union all select to_json(r)::text from refresh_tokens r union all select to_json(s)::text from sessions s`,
  );
  const storedText = rows.map(({ row }) => row).join("\n");
  for (const secret of [newPassword, token, data.refresh_token, data.access_token])
    expect(storedText).not.toContain(secret);
  expect(storedText).toContain("$argon2id$");
});

test("the twenty-first sign-up in a minute from one address waits", async () => {
  const serverWithLimits = await createTestApp({ hasRateLimits: true });
  try {
    const sendSignUp = () => callApi(serverWithLimits.app, signUp, { body: {} });
    for (let count = 0; count < 20; count++) expect((await sendSignUp()).status).toBe(422);
    const refusedAttempt = await sendSignUp();
    expect(refusedAttempt).toMatchObject({ status: 429, error: { code: "ERR.TOO_MANY" } });
    expect(Number(refusedAttempt.headers["retry-after"])).toBeGreaterThan(0);
  } finally {
    await serverWithLimits.close();
  }
});

test("the terms that were accepted are kept with the account, and no others can be", async () => {
  const email = "reader@kakehashi.example";
  const refusedSignUp = await signUpWith(email, { terms_version: "1999-01-01" });
  expect(refusedSignUp).toMatchObject({
    status: 422,
    error: { fields: { terms_version: expect.any(String) } },
  });
  await confirmByToken(await signUpAndReadMailedToken(email, { terms_version: termsVersion }));
  const storedUsers = await server.db.kysely
    .selectFrom("users")
    .select("accepted_terms_version")
    .where("email", "=", email)
    .executeTakeFirst();
  expect(storedUsers?.accepted_terms_version).toBe(termsVersion);
});
