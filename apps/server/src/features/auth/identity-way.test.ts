import { beginGoogle, getIdentityIssuers, identityFlowCookie } from "@kakehashi/contract/identities";
import { getAccount } from "@kakehashi/contract/users";
import { Events } from "oauth2-mock-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, createTestApp, type TestApp } from "../../test/app.ts";
import { GoogleWay, refusal } from "../../test/google-way.ts";

let google: GoogleWay;
let server: TestApp;

beforeAll(async () => {
  google = await GoogleWay.open();
  server = google.server;
});
afterAll(() => google.close());

test("the browser is sent to the configured issuer with a code challenge, a state and a nonce, and asks again each time", async () => {
  const [first, second] = [await google.begin(), await google.begin()];
  expect(first.address.origin).toBe(google.issuer.url);
  const asked = Object.fromEntries(first.address.searchParams);
  expect(asked).toMatchObject({
    response_type: "code",
    client_id: "kakehashi",
    scope: "openid email profile",
    code_challenge_method: "S256",
    redirect_uri: "http://localhost:3000/api/auth/google/callback",
  });
  for (const secret of ["state", "nonce", "code_challenge"]) {
    expect(asked[secret]?.length).toBeGreaterThan(40);
    expect(second.address.searchParams.get(secret)).not.toBe(asked[secret]);
  }
  expect(second.cookie).not.toBe(first.cookie);
});

test("what binds the way there to the browser is HttpOnly and comes along from another site, what signs in does not", async () => {
  google.at(google.newEmail());
  const sent = await server.app.http.inject({ url: "/api/auth/google" });
  expect(sent.cookies.find(({ name }) => name === identityFlowCookie)).toMatchObject({
    httpOnly: true,
    sameSite: "Lax",
    maxAge: 600,
  });
  const gone = await google.begin();
  const response = await server.app.http.inject({
    url: `/api/auth/google/callback?${await google.consent(gone)}`,
    headers: { cookie: `${identityFlowCookie}=${gone.cookie}` },
  });
  for (const name of ["access_token", "refresh_token"])
    expect(response.cookies.find((cookie) => cookie.name === name)).toMatchObject({
      httpOnly: true,
      sameSite: "Strict",
    });
});

test("a way back that was tampered with, belongs to another browser, is replayed or took too long leads to the sign-in page", async () => {
  google.at(google.newEmail());
  const expired = refusal("expired");
  const tampered = await google.begin();
  const brought = await google.consent(tampered);
  brought.set("state", `${brought.get("state")}x`);
  expect(await google.comeBack(brought, tampered.cookie)).toMatchObject(expired);

  const [mine, theirs] = [await google.begin(), await google.begin()];
  const forMe = await google.consent(mine);
  expect(await google.comeBack(forMe)).toMatchObject(expired);
  expect(await google.comeBack(forMe, "forged")).toMatchObject(expired);
  expect(await google.comeBack(forMe, theirs.cookie)).toMatchObject(expired);

  expect((await google.comeBack(forMe, mine.cookie)).to).toMatch(/^\/login\/done/);
  const replayed = await google.comeBack(forMe, mine.cookie);
  expect(replayed).toMatchObject(expired);
  expect(replayed.cookies.access_token).toBeUndefined();

  const late = await google.begin({ next: "/files" });
  await server.db.pool.query("update identity_flows set expires_at = expires_at - interval '601 seconds'");
  expect(await google.comeBack(await google.consent(late), late.cookie)).toMatchObject(
    refusal("expired", "%2Ffiles"),
  );
});

test("a token with a wrong nonce, for another client, from another issuer, expired or signed by another key signs nobody in", async () => {
  const failed = refusal("failed");
  const hour = 60 * 60;
  const now = Math.floor(Date.now() / 1000);
  const lies = [
    { nonce: "another" },
    { aud: "another-client" },
    { iss: "https://another.example" },
    { exp: now - hour, iat: now - 2 * hour },
  ];
  for (const lie of lies) {
    google.at(google.newEmail(), lie);
    const back = await google.travel();
    expect(back, JSON.stringify(lie)).toMatchObject(failed);
    expect(back.cookies.access_token).toBeUndefined();
  }
  google.at(google.newEmail());
  google.issuer.service.once(Events.BeforeResponse, (answer) => {
    const { id_token } = answer.body as { id_token: string };
    const [head, payload, signature = ""] = id_token.split(".");
    const other = `${signature.slice(0, 20)}${signature[20] === "A" ? "B" : "A"}${signature.slice(21)}`;
    answer.body = { ...(answer.body as object), id_token: [head, payload, other].join(".") };
  });
  expect(await google.travel()).toMatchObject(failed);
});

test("a sign-in that is refused at the issuer, or a forged return, leads to the sign-in page and keeps the target page", async () => {
  const denied = await google.begin({ next: "/files?type=images" });
  const state = denied.address.searchParams.get("state") ?? "";
  const refused = new URLSearchParams({ error: "access_denied", state });
  expect(await google.comeBack(refused, denied.cookie)).toMatchObject(
    refusal("denied", "%2Ffiles%3Ftype%3Dimages"),
  );
  expect(await google.comeBack("")).toMatchObject(refusal("expired"));
  expect(await google.comeBack("state=a&state=b&code=%00&x[]=1")).toMatchObject(refusal("expired"));
  const odd = await google.begin();
  const junk = new URLSearchParams({
    state: odd.address.searchParams.get("state") ?? "",
    code: "\0".repeat(9),
  });
  expect((await google.comeBack(junk, odd.cookie)).status).toBe(200);
  const error = await google.begin();
  const failing = new URLSearchParams({
    error: "server_error",
    state: error.address.searchParams.get("state") ?? "",
  });
  expect(await google.comeBack(failing, error.cookie)).toMatchObject(refusal("failed"));
});

test("an issuer that refuses the code or does not answer is said on the sign-in page", async () => {
  google.at(google.newEmail());
  google.issuer.service.once(Events.BeforeResponse, (answer) => {
    answer.statusCode = 400;
    answer.body = { error: "invalid_grant" };
  });
  expect(await google.travel()).toMatchObject(refusal("failed"));
  const nobody = await createTestApp({
    google: { issuer: "http://127.0.0.1:9", clientId: "kakehashi", clientSecret: "of-bridges" },
  });
  const sent = await call(nobody.app, beginGoogle, { query: { next: "/chat" } });
  expect([sent.status, sent.headers.location]).toEqual([302, "/login?next=%2Fchat&google=unreachable"]);
  await nobody.close();
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/.//evil.example",
])("the way back never leaves this site: %j", async (next) => {
  google.at(google.newEmail());
  expect((await google.travel({ next })).to).toBe("/login/done?next=%2Fhome");
});

test("where no issuer is configured nothing offers it, and its addresses lead to the sign-in page", async () => {
  expect((await call(server.app, getIdentityIssuers)).data).toEqual({ google: true });
  const plain = await createTestApp();
  expect((await call(plain.app, getIdentityIssuers)).data).toEqual({ google: false });
  const sent = await call(plain.app, beginGoogle);
  expect([sent.status, sent.headers.location]).toEqual([302, "/login?next=%2Fhome&google=off"]);
  const back = await plain.app.http.inject({ url: "/api/auth/google/callback?code=1&state=2" });
  expect(back.body).toContain("google=off");
  await plain.close();
});

test("an account that is deleted while its owner comes back from Google is not opened", async () => {
  const email = google.newEmail();
  google.at(email);
  const { id } = await google.accountOf(await google.travel());
  const { pool } = server.db;
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query("select from users where id = $1 for update", [id]);
  const travelling = google.travel();
  await expect
    .poll(async () => {
      const { rowCount } = await holder.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rowCount;
    })
    .toBe(1);
  await holder.query("update users set deleted_at = now() where id = $1", [id]);
  await holder.query("commit");
  holder.release();
  expect(await travelling).toMatchObject(refusal("failed"));
});

test("who comes back from Google for the first time and a change of their address do not wait for each other in a circle", async () => {
  const person = await google.somebody();
  google.at(person.email);
  // Locks in the order of a change of address: the account first, then its addresses.
  const change = await server.db.pool.connect();
  await change.query("begin");
  await change.query("select from users where id = $1 for update", [person.id]);
  const travelling = google.travel();
  await expect
    .poll(async () => {
      const { rowCount } = await change.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rowCount;
    })
    .toBe(1);
  const address = `address ${person.email}`;
  await change.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [address]);
  await change.query("commit");
  change.release();
  expect((await google.accountOf(await travelling)).id).toBe(person.id);
});

test("no session of a deleted account goes on, however it came to be", async () => {
  const person = await google.somebody();
  await server.db.pool.query("update users set deleted_at = now() where id = $1", [person.id]);
  server.bus.publish("auth.user-changed", person.id);
  expect((await person.call(getAccount)).status).toBe(401);
});
