import {
  beginGoogleSignIn,
  getIdentityIssuers,
  identitySignInCookieName,
} from "@kakehashi/contract/identities";
import { getAccount } from "@kakehashi/contract/users";
import { Events } from "oauth2-mock-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, createTestApp, type TestApp } from "../../test/app.ts";
import { expectedGoogleSignInRefusal, GoogleSignInTestSetup } from "../../test/google-sign-in.ts";

let googleSignIn: GoogleSignInTestSetup;
let server: TestApp;

beforeAll(async () => {
  googleSignIn = await GoogleSignInTestSetup.start();
  server = googleSignIn.server;
});
afterAll(() => googleSignIn.close());

test("the browser is sent to the configured issuer with a code challenge, a state and a nonce, and asks again each time", async () => {
  const [firstSignIn, secondSignIn] = [await googleSignIn.beginSignIn(), await googleSignIn.beginSignIn()];
  expect(firstSignIn.address.origin).toBe(googleSignIn.identityProvider.url);
  const requestParameters = Object.fromEntries(firstSignIn.address.searchParams);
  expect(requestParameters).toMatchObject({
    response_type: "code",
    client_id: "kakehashi",
    scope: "openid email profile",
    code_challenge_method: "S256",
    redirect_uri: "http://localhost:3000/api/auth/google/callback",
  });
  for (const parameterName of ["state", "nonce", "code_challenge"]) {
    expect(requestParameters[parameterName]?.length).toBeGreaterThan(40);
    expect(secondSignIn.address.searchParams.get(parameterName)).not.toBe(requestParameters[parameterName]);
  }
  expect(secondSignIn.cookie).not.toBe(firstSignIn.cookie);
});

test("the cookie for the redirect is HttpOnly and sent from other sites, and session cookies are not", async () => {
  googleSignIn.signInAtIssuerAs(googleSignIn.newEmailAddress());
  const redirectResponse = await server.app.http.inject({ url: "/api/auth/google" });
  expect(redirectResponse.cookies.find(({ name }) => name === identitySignInCookieName)).toMatchObject({
    httpOnly: true,
    sameSite: "Lax",
    maxAge: 600,
  });
  const signInStart = await googleSignIn.beginSignIn();
  const response = await server.app.http.inject({
    url: `/api/auth/google/callback?${await googleSignIn.consent(signInStart)}`,
    headers: { cookie: `${identitySignInCookieName}=${signInStart.cookie}` },
  });
  for (const name of ["access_token", "refresh_token"])
    expect(response.cookies.find((cookie) => cookie.name === name)).toMatchObject({
      httpOnly: true,
      sameSite: "Strict",
    });
});

test("a tampered, foreign, replayed or late return from the issuer leads to the sign-in page", async () => {
  googleSignIn.signInAtIssuerAs(googleSignIn.newEmailAddress());
  const expiredRefusal = expectedGoogleSignInRefusal("expired");
  const tamperedSignInStart = await googleSignIn.beginSignIn();
  const callback = await googleSignIn.consent(tamperedSignInStart);
  callback.set("state", `${callback.get("state")}x`);
  expect(await googleSignIn.finishSignIn(callback, tamperedSignInStart.cookie)).toMatchObject(expiredRefusal);

  const [startInOwnBrowser, startInOtherBrowser] = [
    await googleSignIn.beginSignIn(),
    await googleSignIn.beginSignIn(),
  ];
  const ownCallback = await googleSignIn.consent(startInOwnBrowser);
  expect(await googleSignIn.finishSignIn(ownCallback)).toMatchObject(expiredRefusal);
  expect(await googleSignIn.finishSignIn(ownCallback, "forged")).toMatchObject(expiredRefusal);
  expect(await googleSignIn.finishSignIn(ownCallback, startInOtherBrowser.cookie)).toMatchObject(
    expiredRefusal,
  );

  expect((await googleSignIn.finishSignIn(ownCallback, startInOwnBrowser.cookie)).to).toMatch(
    /^\/login\/done/,
  );
  const replayedResponse = await googleSignIn.finishSignIn(ownCallback, startInOwnBrowser.cookie);
  expect(replayedResponse).toMatchObject(expiredRefusal);
  expect(replayedResponse.cookies.access_token).toBeUndefined();

  const expiredSignInStart = await googleSignIn.beginSignIn({ next: "/files" });
  await server.db.pool.query("update identity_flows set expires_at = expires_at - interval '601 seconds'");
  expect(
    await googleSignIn.finishSignIn(
      await googleSignIn.consent(expiredSignInStart),
      expiredSignInStart.cookie,
    ),
  ).toMatchObject(expectedGoogleSignInRefusal("expired", "%2Ffiles"));
});

test("a token with a wrong nonce, for another client, from another issuer, expired or signed by another key signs nobody in", async () => {
  const failedRefusal = expectedGoogleSignInRefusal("failed");
  const hourSeconds = 60 * 60;
  const now = Math.floor(Date.now() / 1000);
  const forgedQueries = [
    { nonce: "another" },
    { aud: "another-client" },
    { iss: "https://another.example" },
    { exp: now - hourSeconds, iat: now - 2 * hourSeconds },
  ];
  for (const forgedQuery of forgedQueries) {
    googleSignIn.signInAtIssuerAs(googleSignIn.newEmailAddress(), forgedQuery);
    const callback = await googleSignIn.signInByGoogle();
    expect(callback, JSON.stringify(forgedQuery)).toMatchObject(failedRefusal);
    expect(callback.cookies.access_token).toBeUndefined();
  }
  googleSignIn.signInAtIssuerAs(googleSignIn.newEmailAddress());
  googleSignIn.identityProvider.oauthService.once(Events.BeforeResponse, (issuerResponse) => {
    const { id_token } = issuerResponse.body as { id_token: string };
    const [encodedHeader, payload, signature = ""] = id_token.split(".");
    const forgedSignature = `${signature.slice(0, 20)}${signature[20] === "A" ? "B" : "A"}${signature.slice(21)}`;
    issuerResponse.body = {
      ...(issuerResponse.body as object),
      id_token: [encodedHeader, payload, forgedSignature].join("."),
    };
  });
  expect(await googleSignIn.signInByGoogle()).toMatchObject(failedRefusal);
});

test("a sign-in that is refused at the issuer, or a forged return, leads to the sign-in page and keeps the target page", async () => {
  const deniedSignInStart = await googleSignIn.beginSignIn({ next: "/files?type=images" });
  const state = deniedSignInStart.address.searchParams.get("state") ?? "";
  const refusedQuery = new URLSearchParams({ error: "access_denied", state });
  expect(await googleSignIn.finishSignIn(refusedQuery, deniedSignInStart.cookie)).toMatchObject(
    expectedGoogleSignInRefusal("denied", "%2Ffiles%3Ftype%3Dimages"),
  );
  expect(await googleSignIn.finishSignIn("")).toMatchObject(expectedGoogleSignInRefusal("expired"));
  expect(await googleSignIn.finishSignIn("state=a&state=b&code=%00&x[]=1")).toMatchObject(
    expectedGoogleSignInRefusal("expired"),
  );
  const signInStart = await googleSignIn.beginSignIn();
  const unknownParameters = new URLSearchParams({
    state: signInStart.address.searchParams.get("state") ?? "",
    code: "\0".repeat(9),
  });
  expect((await googleSignIn.finishSignIn(unknownParameters, signInStart.cookie)).status).toBe(200);
  const error = await googleSignIn.beginSignIn();
  const failingQuery = new URLSearchParams({
    error: "server_error",
    state: error.address.searchParams.get("state") ?? "",
  });
  expect(await googleSignIn.finishSignIn(failingQuery, error.cookie)).toMatchObject(
    expectedGoogleSignInRefusal("failed"),
  );
});

test("an issuer that refuses the code or does not answer is said on the sign-in page", async () => {
  googleSignIn.signInAtIssuerAs(googleSignIn.newEmailAddress());
  googleSignIn.identityProvider.oauthService.once(Events.BeforeResponse, (issuerResponse) => {
    issuerResponse.statusCode = 400;
    issuerResponse.body = { error: "invalid_grant" };
  });
  expect(await googleSignIn.signInByGoogle()).toMatchObject(expectedGoogleSignInRefusal("failed"));
  const unconfiguredApp = await createTestApp({
    google: { issuer: "http://127.0.0.1:9", clientId: "kakehashi", clientSecret: "of-bridges" },
  });
  const redirectResponse = await callApi(unconfiguredApp.app, beginGoogleSignIn, {
    query: { next: "/chat" },
  });
  expect([redirectResponse.status, redirectResponse.headers.location]).toEqual([
    302,
    "/login?next=%2Fchat&google=unreachable",
  ]);
  await unconfiguredApp.close();
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/.//evil.example",
])("the way back never leaves this site: %j", async (nextPath) => {
  googleSignIn.signInAtIssuerAs(googleSignIn.newEmailAddress());
  expect((await googleSignIn.signInByGoogle({ next: nextPath })).to).toBe("/login/done?next=%2Fhome");
});

test("where no issuer is configured nothing offers it, and its addresses lead to the sign-in page", async () => {
  expect((await callApi(server.app, getIdentityIssuers)).data).toEqual({ google: true });
  const plainHttpServer = await createTestApp();
  expect((await callApi(plainHttpServer.app, getIdentityIssuers)).data).toEqual({ google: false });
  const redirectResponse = await callApi(plainHttpServer.app, beginGoogleSignIn);
  expect([redirectResponse.status, redirectResponse.headers.location]).toEqual([
    302,
    "/login?next=%2Fhome&google=off",
  ]);
  const callback = await plainHttpServer.app.http.inject({ url: "/api/auth/google/callback?code=1&state=2" });
  expect(callback.body).toContain("google=off");
  await plainHttpServer.close();
});

test("an account that is deleted while its owner comes back from Google is not opened", async () => {
  const email = googleSignIn.newEmailAddress();
  googleSignIn.signInAtIssuerAs(email);
  const { id } = await googleSignIn.readAccount(await googleSignIn.signInByGoogle());
  const { pool } = server.db;
  const lockHolder = await pool.connect();
  await lockHolder.query("begin");
  await lockHolder.query("select from users where id = $1 for update", [id]);
  const pendingSignIn = googleSignIn.signInByGoogle();
  await expect
    .poll(async () => {
      const { rowCount } = await lockHolder.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rowCount;
    })
    .toBe(1);
  await lockHolder.query("update users set deleted_at = now() where id = $1", [id]);
  await lockHolder.query("commit");
  lockHolder.release();
  expect(await pendingSignIn).toMatchObject(expectedGoogleSignInRefusal("failed"));
});

test("a first Google sign-in and a change of the address do not deadlock", async () => {
  const person = await googleSignIn.addPerson();
  googleSignIn.signInAtIssuerAs(person.email);
  // The test locks the same rows in the same order as a change of an e-mail address: first the account, then its
  // addresses.
  const emailChangeConnection = await server.db.pool.connect();
  await emailChangeConnection.query("begin");
  await emailChangeConnection.query("select from users where id = $1 for update", [person.id]);
  const signInPromise = googleSignIn.signInByGoogle();
  // The response or the error of the sign-in. If the sign-in does not wait for the lock, the test fails and shows this
  // value.
  let signInOutcome: unknown = "not yet";
  signInPromise.then(
    (response) => (signInOutcome = response),
    (error: unknown) => (signInOutcome = error),
  );
  await expect
    .poll(async () => {
      const { rowCount } = await emailChangeConnection.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return { waiting: rowCount, ended: signInOutcome };
    })
    .toEqual({ waiting: 1, ended: "not yet" });
  const address = `address ${person.email}`;
  await emailChangeConnection.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [address]);
  await emailChangeConnection.query("commit");
  emailChangeConnection.release();
  expect((await googleSignIn.readAccount(await signInPromise)).id).toBe(person.id);
});

test("no session of a deleted account continues, however it was opened", async () => {
  const person = await googleSignIn.addPerson();
  await server.db.pool.query("update users set deleted_at = now() where id = $1", [person.id]);
  server.bus.publish("auth.user-changed", person.id);
  expect((await person.call(getAccount)).status).toBe(401);
});
