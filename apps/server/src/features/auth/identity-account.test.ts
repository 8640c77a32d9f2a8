import { listAudit } from "@kakehashi/contract/audit";
import { requestPasswordReset, resetPassword, signIn, signUp } from "@kakehashi/contract/auth";
import { beginGoogleSignIn, listIdentities, unlinkGoogleAccount } from "@kakehashi/contract/identities";
import { setPageClosed } from "@kakehashi/contract/pages";
import { termsVersion } from "@kakehashi/contract/site";
import {
  challengeCookieName,
  confirmTwoStep,
  setUpTwoStep,
  signInTwoStep,
} from "@kakehashi/contract/two-step";
import { getAccount } from "@kakehashi/contract/users";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, type TestApp } from "../../test/app.ts";
import { authenticatorCodeOf } from "../../test/authenticator.ts";
import { retryUntilSuccess } from "../../test/eventually.ts";
import { expectedGoogleSignInRefusal, GoogleSignInTestSetup } from "../../test/google-sign-in.ts";
import { testPassword } from "../../test/world.ts";

let googleSignIn: GoogleSignInTestSetup;
let server: TestApp;

beforeAll(async () => {
  googleSignIn = await GoogleSignInTestSetup.start();
  server = googleSignIn.server;
});
afterAll(() => googleSignIn.close());

test("somebody new becomes a confirmed account without a password, with the terms they accepted, and has still to choose", async () => {
  const email = googleSignIn.newEmailAddress();
  googleSignIn.signInAtIssuerAs(email);
  const signInResult = await googleSignIn.signInByGoogle({ next: "/chat/1?message=2" });
  expect([signInResult.status, signInResult.to]).toEqual([200, "/login/done?next=%2Fchat%2F1%3Fmessage%3D2"]);
  const account = await googleSignIn.readAccount(signInResult);
  expect(account).toMatchObject({
    email,
    name: "グエン リン",
    role: "user",
    account_type: null,
    working_language: null,
    interface_language: "ja",
  });
  const { rows } = await server.db.pool.query(
    "select password_hash, accepted_terms_version, confirmed_at is not null as confirmed from users where id = $1",
    [account.id],
  );
  expect(rows).toEqual([{ password_hash: null, accepted_terms_version: termsVersion, confirmed: true }]);
  expect((await googleSignIn.readAccount(await googleSignIn.signInByGoogle())).id).toBe(account.id);
  expect(googleSignIn.mailsTo(email)).toEqual([]);
});

test("a confirmed account is linked by its verified address, its owner is told by mail, and it is in the audit log", async () => {
  const person = await googleSignIn.addPerson();
  googleSignIn.signInAtIssuerAs(person.email.toUpperCase());
  expect((await googleSignIn.readAccount(await googleSignIn.signInByGoogle())).id).toBe(person.id);
  expect((await person.call(listIdentities)).data).toMatchObject([{ issuer: "google", email: person.email }]);
  const subject = "Google sign-in was added to your account";
  await retryUntilSuccess(() =>
    expect(googleSignIn.mailsTo(person.email).map((mail) => mail.subject)).toContain(subject),
  );
  const { data } = await googleSignIn.admin.call(listAudit, { query: { user_id: person.id } });
  expect(data.map(({ action }) => action)).toContain("identity.link");
});

test("an address that the issuer has not verified links nothing and makes nothing", async () => {
  const person = await googleSignIn.addPerson();
  const unusedEmail = googleSignIn.newEmailAddress();
  for (const email of [person.email, unusedEmail]) {
    for (const email_verified of [false, undefined, "no"]) {
      googleSignIn.signInAtIssuerAs(email, { email_verified });
      expect(await googleSignIn.signInByGoogle()).toMatchObject(expectedGoogleSignInRefusal("unverified"));
    }
  }
  googleSignIn.signInAtIssuerAs("", { email: "no address" });
  expect(await googleSignIn.signInByGoogle()).toMatchObject(expectedGoogleSignInRefusal("unverified"));
  expect((await person.call(listIdentities)).data).toEqual([]);
  expect((await server.db.pool.query("select from users where email = $1", [unusedEmail])).rowCount).toBe(0);
});

test("whoever registered an address first and never confirmed it does not get in once its owner came through Google", async () => {
  const email = googleSignIn.newEmailAddress();
  const body = { email, password: testPassword, confirm_password: testPassword, language: "en" };
  const confirmationToken = await server.mails.waitForLinkToken(email, () =>
    callApi(server.app, signUp, { body }),
  );
  googleSignIn.signInAtIssuerAs(email);
  const { id } = await googleSignIn.readAccount(await googleSignIn.signInByGoogle());
  const signInResponse = await callApi(server.app, signIn, {
    body: { email, password: testPassword, service: "kakehashi" },
  });
  expect(signInResponse.error?.code).toBe("AUTH.CREDENTIALS");
  const confirmResponse = await server.app.http.inject({
    method: "POST",
    url: "/api/sign-up/confirm",
    payload: { token: confirmationToken, password: testPassword },
  });
  expect(confirmResponse.statusCode).toBe(409);
  expect((await googleSignIn.readAccount(await googleSignIn.signInByGoogle())).id).toBe(id);
});

test("an address that the issuer gave to somebody else since does not open the account of the first", async () => {
  const person = await googleSignIn.addPerson();
  googleSignIn.signInAtIssuerAs(person.email);
  await googleSignIn.signInByGoogle();
  googleSignIn.signInAtIssuerAs(person.email, { sub: "somebody hired later" });
  expect(await googleSignIn.signInByGoogle()).toMatchObject(expectedGoogleSignInRefusal("taken"));
});

test("somebody whose address changed at the issuer is still who they were", async () => {
  const person = await googleSignIn.addPerson();
  googleSignIn.signInAtIssuerAs(person.email);
  await googleSignIn.signInByGoogle();
  googleSignIn.signInAtIssuerAs(googleSignIn.newEmailAddress(), { sub: `subject of ${person.email}` });
  expect((await googleSignIn.readAccount(await googleSignIn.signInByGoogle())).id).toBe(person.id);
});

test("with two-step sign-in on, Google too leads to the second step and opens no session before it", async () => {
  const person = await googleSignIn.addPerson();
  const { data } = await person.call(setUpTwoStep, { body: { current_password: testPassword } });
  await person.call(confirmTwoStep, { body: { code: authenticatorCodeOf(data.secret) } });
  googleSignIn.signInAtIssuerAs(person.email);
  const callback = await googleSignIn.signInByGoogle({ next: "/files" });
  expect(callback.to).toBe("/login/two-step?next=%2Ffiles");
  expect(callback.cookies.access_token).toBeUndefined();
  const headers = { cookie: `${challengeCookieName}=${callback.cookies[challengeCookieName]}` };
  const twoStepResponse = await callApi(server.app, signInTwoStep, {
    body: { code: authenticatorCodeOf(data.secret, 1) },
    headers,
  });
  expect((await callApi(server.app, getAccount, { token: twoStepResponse.data.access_token })).data.id).toBe(
    person.id,
  );
});

test("a blocked account comes in through Google as with its password: it reads, and what it writes is refused", async () => {
  const person = await googleSignIn.addPerson();
  await server.db.pool.query("update users set blocked_at = now() where id = $1", [person.id]);
  googleSignIn.signInAtIssuerAs(person.email);
  const callback = await googleSignIn.signInByGoogle();
  const token = callback.cookies.access_token;
  expect((await callApi(server.app, getAccount, { token })).data.id).toBe(person.id);
  const callbackResponse = await server.app.http.inject({
    method: "POST",
    url: "/api/users/role",
    headers: { authorization: `Bearer ${token}` },
    payload: { role: "dev" },
  });
  expect([callbackResponse.statusCode, callbackResponse.json().error.code]).toEqual([403, "ERR.BLOCKED"]);
});

test("a deleted account is not opened through Google", async () => {
  const person = await googleSignIn.addPerson();
  googleSignIn.signInAtIssuerAs(person.email);
  await googleSignIn.signInByGoogle();
  await server.db.pool.query("update users set deleted_at = now() where id = $1", [person.id]);
  expect(await googleSignIn.signInByGoogle()).toMatchObject(expectedGoogleSignInRefusal("failed"));
});

test("while registration is closed nobody new comes in through Google, and whoever has an account does", async () => {
  const person = await googleSignIn.addPerson();
  await googleSignIn.admin.call(setPageClosed, { body: { page: "/register", closed: true } });
  googleSignIn.signInAtIssuerAs(googleSignIn.newEmailAddress());
  expect(await googleSignIn.signInByGoogle()).toMatchObject(expectedGoogleSignInRefusal("closed"));
  googleSignIn.signInAtIssuerAs(person.email);
  expect((await googleSignIn.readAccount(await googleSignIn.signInByGoogle())).id).toBe(person.id);
  await googleSignIn.admin.call(setPageClosed, { body: { page: "/register", closed: false } });
});

test("somebody signed in links their own address in the settings, and no other", async () => {
  const person = await googleSignIn.addPerson();
  const headers = { cookie: `access_token=${person.tokens.access_token}` };
  googleSignIn.signInAtIssuerAs(googleSignIn.newEmailAddress());
  expect(await googleSignIn.signInByGoogle({ link: "1", next: "/settings" }, headers)).toMatchObject({
    status: 200,
    to: "/settings?google=mismatch",
  });
  googleSignIn.signInAtIssuerAs(person.email);
  const callback = await googleSignIn.signInByGoogle({ link: "1", next: "/settings" }, headers);
  expect(callback.to).toBe("/settings");
  expect(callback.cookies.access_token).toBeUndefined();
  expect((await person.call(listIdentities)).data).toHaveLength(1);
  const otherPerson = await googleSignIn.addPerson();
  expect((await otherPerson.call(listIdentities)).data).toEqual([]);
  expect(
    await googleSignIn.signInByGoogle(
      { link: "1" },
      { cookie: `access_token=${otherPerson.tokens.access_token}` },
    ),
  ).toMatchObject({
    to: "/settings?google=taken",
  });
  const signedOutResponse = await callApi(server.app, beginGoogleSignIn, { query: { link: "1" } });
  expect(signedOutResponse.headers.location).toBe("/settings?google=expired");
});

test("a Google account is unlinked only by its owner, and only if there is a password", async () => {
  const email = googleSignIn.newEmailAddress();
  googleSignIn.signInAtIssuerAs(email);
  const token = (await googleSignIn.signInByGoogle()).cookies.access_token;
  expect((await callApi(server.app, unlinkGoogleAccount, { token })).error?.code).toBe("AUTH.NO_PASSWORD");
  const resetToken = await server.mails.waitForLinkToken(email, () =>
    callApi(server.app, requestPasswordReset, { body: { email } }),
  );
  await callApi(server.app, resetPassword, {
    body: { token: resetToken, password: testPassword, confirm_password: testPassword },
  });
  const { data } = await callApi(server.app, signIn, {
    body: { email, password: testPassword, service: "kakehashi" },
  });
  expect((await (await googleSignIn.addPerson()).call(unlinkGoogleAccount)).status).toBe(404);
  expect((await callApi(server.app, unlinkGoogleAccount, { token: data.access_token })).status).toBe(200);
  expect((await callApi(server.app, listIdentities, { token: data.access_token })).data).toEqual([]);
});

test("coming back from Google ends the session in which the browser left", async () => {
  const [person, otherPerson] = [await googleSignIn.addPerson(), await googleSignIn.addPerson()];
  const headers = { cookie: `refresh_token=${person.tokens.refresh_token}` };
  googleSignIn.signInAtIssuerAs(otherPerson.email);
  expect((await googleSignIn.readAccount(await googleSignIn.signInByGoogle({}, headers))).id).toBe(
    otherPerson.id,
  );
  expect((await person.call(getAccount)).status).toBe(401);
});

test("an address outside the issuer's own mail domain opens and creates no account", async () => {
  const person = await googleSignIn.addPerson();
  const unusedEmail = googleSignIn.newEmailAddress();
  for (const email of [person.email, unusedEmail]) {
    for (const hostedDomainClaim of [undefined, "elsewhere.example", "example"]) {
      googleSignIn.signInAtIssuerAs(email, { hd: hostedDomainClaim });
      expect(await googleSignIn.signInByGoogle()).toMatchObject(expectedGoogleSignInRefusal("foreign"));
    }
  }
  expect((await person.call(listIdentities)).data).toEqual([]);
  expect((await server.db.pool.query("select from users where email = $1", [unusedEmail])).rowCount).toBe(0);

  // Here the person confirms the e-mail address by our own mail, links Google, and then signs in through Google.
  googleSignIn.signInAtIssuerAs(person.email, { hd: undefined });
  await googleSignIn.signInByGoogle({ link: "1" }, { cookie: `access_token=${person.tokens.access_token}` });
  expect((await googleSignIn.readAccount(await googleSignIn.signInByGoogle())).id).toBe(person.id);
});

test("a Gmail address counts as run by Google", async () => {
  googleSignIn.signInAtIssuerAs("linh.of.bridges@gmail.com", { hd: undefined });
  const account = await googleSignIn.readAccount(await googleSignIn.signInByGoogle());
  expect(account.email).toBe("linh.of.bridges@gmail.com");
});
