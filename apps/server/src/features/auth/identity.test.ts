import { listAudit } from "@kakehashi/contract/audit";
import { forgotPassword, resetPassword, signIn, signUp } from "@kakehashi/contract/auth";
import {
  beginGoogle,
  getIdentityIssuers,
  identityFlowCookie,
  listIdentities,
  unlinkGoogle,
} from "@kakehashi/contract/identities";
import { switchPage } from "@kakehashi/contract/pages";
import { termsVersion } from "@kakehashi/contract/site";
import { challengeCookie, confirmTwoStep, setUpTwoStep, signInTwoStep } from "@kakehashi/contract/two-step";
import { getAccount } from "@kakehashi/contract/users";
import { Events } from "oauth2-mock-server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { call, createTestApp, type TestApp } from "../../test/app.ts";
import { codeOf } from "../../test/authenticator.ts";
import { startIssuer, type TestIssuer } from "../../test/issuer.ts";
import { addPerson, type Person, password } from "../../test/world.ts";

let server: TestApp;
let admin: Person;
let issuer: TestIssuer;
let people = 0;

beforeAll(async () => {
  issuer = await startIssuer();
  server = await createTestApp({
    google: { issuer: issuer.url, clientId: "kakehashi", clientSecret: "of-bridges" },
  });
  admin = await addPerson(server, {
    email: "emma@kakehashi.example",
    name: "Emma",
    role: "admin",
    language: "en",
  });
});
afterAll(async () => {
  await server.close();
  await issuer.stop();
});

const newEmail = () => `person${people++}@kakehashi.example`;
const somebody = (): Promise<Person> =>
  addPerson(server, { email: newEmail(), name: "Linh", role: "comtor", language: "vi" });

/** Somebody with this address at the issuer. */
function at(email: string, more: Record<string, unknown> = {}): void {
  issuer.claims = { sub: `subject of ${email}`, email, email_verified: true, name: "グエン リン", ...more };
}

interface Gone {
  /** The address at the issuer. */
  address: URL;
  /** What the browser keeps until it is back. */
  cookie: string;
}

async function begin(
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Gone> {
  const sent = await call(server.app, beginGoogle, { query, headers });
  expect(sent.status).toBe(302);
  const cookie = sent.cookies.find(({ name }) => name === identityFlowCookie);
  return { address: new URL(String(sent.headers.location)), cookie: cookie?.value ?? "" };
}

/** The issuer sends the browser back: the query that it comes with. */
async function consent({ address }: Gone): Promise<URLSearchParams> {
  const response = await fetch(address, { redirect: "manual" });
  const back = new URL(response.headers.get("location") ?? "");
  expect(`${back.origin}${back.pathname}`).toBe("http://localhost:3000/api/auth/google/callback");
  return back.searchParams;
}

interface Back {
  status: number;
  /** Where the page leads. */
  to: string;
  cookies: Record<string, string>;
}

async function comeBack(brought: URLSearchParams | string, cookie?: string): Promise<Back> {
  const response = await server.app.http.inject({
    url: `/api/auth/google/callback?${brought}`,
    headers: { "accept-language": "ja", ...(cookie && { cookie: `${identityFlowCookie}=${cookie}` }) },
  });
  const to = /content="0;url=([^"]*)"/.exec(response.body)?.[1] ?? "";
  return {
    status: response.statusCode,
    to: to.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
    cookies: Object.fromEntries(response.cookies.map(({ name, value }) => [name, value])),
  };
}

/** There and back. */
async function travel(
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Back> {
  const gone = await begin(query, headers);
  return comeBack(await consent(gone), gone.cookie);
}

const accountOf = async (back: Back) =>
  (await call(server.app, getAccount, { token: back.cookies.access_token })).data;
const refusal = (problem: string, next = "%2Fhome") => ({
  status: 200,
  to: `/login?next=${next}&google=${problem}`,
});
const lettersTo = (email: string) => server.mails.letters.filter(({ recipient }) => recipient === email);

test("the browser is sent to the configured issuer with a code challenge, a state and a nonce, and asks again each time", async () => {
  const [first, second] = [await begin(), await begin()];
  expect(first.address.origin).toBe(issuer.url);
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
  at(newEmail());
  const sent = await server.app.http.inject({ url: "/api/auth/google" });
  expect(sent.cookies.find(({ name }) => name === identityFlowCookie)).toMatchObject({
    httpOnly: true,
    sameSite: "Lax",
    maxAge: 600,
  });
  const gone = await begin();
  const response = await server.app.http.inject({
    url: `/api/auth/google/callback?${await consent(gone)}`,
    headers: { cookie: `${identityFlowCookie}=${gone.cookie}` },
  });
  for (const name of ["access_token", "refresh_token"])
    expect(response.cookies.find((cookie) => cookie.name === name)).toMatchObject({
      httpOnly: true,
      sameSite: "Strict",
    });
});

test("somebody new becomes a confirmed account without a password, with the terms they accepted, and has still to choose", async () => {
  const email = newEmail();
  at(email);
  const back = await travel({ next: "/chat/1?message=2" });
  expect([back.status, back.to]).toEqual([200, "/login/done?next=%2Fchat%2F1%3Fmessage%3D2"]);
  const account = await accountOf(back);
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
  expect((await accountOf(await travel())).id).toBe(account.id);
  expect(lettersTo(email)).toEqual([]);
});

test("a confirmed account is linked by its verified address, its owner is told by mail, and it is in the audit log", async () => {
  const person = await somebody();
  at(person.email.toUpperCase());
  expect((await accountOf(await travel())).id).toBe(person.id);
  expect((await person.call(listIdentities)).data).toMatchObject([{ issuer: "google", email: person.email }]);
  const subject = "Google sign-in was added to your account";
  await vi.waitFor(() => expect(lettersTo(person.email).map((letter) => letter.subject)).toContain(subject));
  const { data } = await admin.call(listAudit, { query: { user_id: person.id } });
  expect(data.map(({ action }) => action)).toEqual(["identity.link"]);
});

test("an address that the issuer has not verified links nothing and makes nothing", async () => {
  const person = await somebody();
  const fresh = newEmail();
  for (const email of [person.email, fresh]) {
    for (const email_verified of [false, undefined, "no"]) {
      at(email, { email_verified });
      expect(await travel()).toMatchObject(refusal("unverified"));
    }
  }
  at("", { email: "no address" });
  expect(await travel()).toMatchObject(refusal("unverified"));
  expect((await person.call(listIdentities)).data).toEqual([]);
  expect((await server.db.pool.query("select from users where email = $1", [fresh])).rowCount).toBe(0);
});

test("whoever registered an address first and never confirmed it does not get in once its owner came through Google", async () => {
  const email = newEmail();
  const body = { email, password, confirm_password: password, language: "en" };
  const mailed = await server.mails.linkAfter(email, () => call(server.app, signUp, { body }));
  at(email);
  const { id } = await accountOf(await travel());
  const enter = await call(server.app, signIn, { body: { email, password, service: "kakehashi" } });
  expect(enter.error?.code).toBe("AUTH.CREDENTIALS");
  const confirmed = await server.app.http.inject({
    method: "POST",
    url: "/api/sign-up/confirm",
    payload: { token: mailed },
  });
  expect(confirmed.statusCode).toBe(422);
  expect((await accountOf(await travel())).id).toBe(id);
});

test("an address that the issuer gave to somebody else since does not open the account of the first", async () => {
  const person = await somebody();
  at(person.email);
  await travel();
  at(person.email, { sub: "somebody hired later" });
  expect(await travel()).toMatchObject(refusal("taken"));
});

test("somebody whose address changed at the issuer is still who they were", async () => {
  const person = await somebody();
  at(person.email);
  await travel();
  at(newEmail(), { sub: `subject of ${person.email}` });
  expect((await accountOf(await travel())).id).toBe(person.id);
});

test("a way back that was tampered with, belongs to another browser, is replayed or took too long leads to the sign-in page", async () => {
  at(newEmail());
  const expired = refusal("expired");
  const tampered = await begin();
  const brought = await consent(tampered);
  brought.set("state", `${brought.get("state")}x`);
  expect(await comeBack(brought, tampered.cookie)).toMatchObject(expired);

  const [mine, theirs] = [await begin(), await begin()];
  const forMe = await consent(mine);
  expect(await comeBack(forMe)).toMatchObject(expired);
  expect(await comeBack(forMe, "forged")).toMatchObject(expired);
  expect(await comeBack(forMe, theirs.cookie)).toMatchObject(expired);

  expect((await comeBack(forMe, mine.cookie)).to).toMatch(/^\/login\/done/);
  const replayed = await comeBack(forMe, mine.cookie);
  expect(replayed).toMatchObject(expired);
  expect(replayed.cookies.access_token).toBeUndefined();

  const late = await begin({ next: "/files" });
  await server.db.pool.query("update identity_flows set expires_at = expires_at - interval '601 seconds'");
  expect(await comeBack(await consent(late), late.cookie)).toMatchObject(refusal("expired", "%2Ffiles"));
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
    at(newEmail(), lie);
    const back = await travel();
    expect(back, JSON.stringify(lie)).toMatchObject(failed);
    expect(back.cookies.access_token).toBeUndefined();
  }
  at(newEmail());
  issuer.service.once(Events.BeforeResponse, (answer) => {
    const { id_token } = answer.body as { id_token: string };
    const [head, payload, signature = ""] = id_token.split(".");
    const other = `${signature.slice(0, 20)}${signature[20] === "A" ? "B" : "A"}${signature.slice(21)}`;
    answer.body = { ...(answer.body as object), id_token: [head, payload, other].join(".") };
  });
  expect(await travel()).toMatchObject(failed);
});

test("whoever says no at the issuer, or brings what is no answer, comes to the sign-in page with the way back kept", async () => {
  const denied = await begin({ next: "/files?type=images" });
  const state = denied.address.searchParams.get("state") ?? "";
  const refused = new URLSearchParams({ error: "access_denied", state });
  expect(await comeBack(refused, denied.cookie)).toMatchObject(refusal("denied", "%2Ffiles%3Ftype%3Dimages"));
  expect(await comeBack("")).toMatchObject(refusal("expired"));
  expect(await comeBack("state=a&state=b&code=%00&x[]=1")).toMatchObject(refusal("expired"));
  const odd = await begin();
  const junk = new URLSearchParams({
    state: odd.address.searchParams.get("state") ?? "",
    code: "\0".repeat(9),
  });
  expect((await comeBack(junk, odd.cookie)).status).toBe(200);
  const error = await begin();
  const failing = new URLSearchParams({
    error: "server_error",
    state: error.address.searchParams.get("state") ?? "",
  });
  expect(await comeBack(failing, error.cookie)).toMatchObject(refusal("failed"));
});

test("an issuer that refuses the code or does not answer is said on the sign-in page", async () => {
  at(newEmail());
  issuer.service.once(Events.BeforeResponse, (answer) => {
    answer.statusCode = 400;
    answer.body = { error: "invalid_grant" };
  });
  expect(await travel()).toMatchObject(refusal("failed"));
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
  at(newEmail());
  expect((await travel({ next })).to).toBe("/login/done?next=%2Fhome");
});

test("with two-step sign-in on, Google too leads to the second step and opens no session before it", async () => {
  const person = await somebody();
  const { data } = await person.call(setUpTwoStep, { body: { current_password: password } });
  await person.call(confirmTwoStep, { body: { code: codeOf(data.secret) } });
  at(person.email);
  const back = await travel({ next: "/files" });
  expect(back.to).toBe("/login/two-step?next=%2Ffiles");
  expect(back.cookies.access_token).toBeUndefined();
  const headers = { cookie: `${challengeCookie}=${back.cookies[challengeCookie]}` };
  const answered = await call(server.app, signInTwoStep, {
    body: { code: codeOf(data.secret, 1) },
    headers,
  });
  expect((await call(server.app, getAccount, { token: answered.data.access_token })).data.id).toBe(person.id);
});

test("a blocked account comes in through Google as with its password: it reads, and what it writes is refused", async () => {
  const person = await somebody();
  await server.db.pool.query("update users set blocked_at = now() where id = $1", [person.id]);
  at(person.email);
  const back = await travel();
  const token = back.cookies.access_token;
  expect((await call(server.app, getAccount, { token })).data.id).toBe(person.id);
  const choose = await server.app.http.inject({
    method: "POST",
    url: "/api/users/role",
    headers: { authorization: `Bearer ${token}` },
    payload: { role: "dev" },
  });
  expect([choose.statusCode, choose.json().error.code]).toEqual([403, "ERR.BLOCKED"]);
});

test("a deleted account is not opened through Google", async () => {
  const person = await somebody();
  at(person.email);
  await travel();
  await server.db.pool.query("update users set deleted_at = now() where id = $1", [person.id]);
  expect(await travel()).toMatchObject(refusal("failed"));
});

test("while registration is closed nobody new comes in through Google, and whoever has an account does", async () => {
  const person = await somebody();
  await admin.call(switchPage, { body: { page: "/register", closed: true } });
  at(newEmail());
  expect(await travel()).toMatchObject(refusal("closed"));
  at(person.email);
  expect((await accountOf(await travel())).id).toBe(person.id);
  await admin.call(switchPage, { body: { page: "/register", closed: false } });
});

test("somebody signed in links their own address in the settings, and no other", async () => {
  const person = await somebody();
  const headers = { cookie: `access_token=${person.tokens.access_token}` };
  at(newEmail());
  expect(await travel({ link: "1", next: "/settings" }, headers)).toMatchObject({
    status: 200,
    to: "/settings?google=mismatch",
  });
  at(person.email);
  const back = await travel({ link: "1", next: "/settings" }, headers);
  expect(back.to).toBe("/settings");
  expect(back.cookies.access_token).toBeUndefined();
  expect((await person.call(listIdentities)).data).toHaveLength(1);
  const other = await somebody();
  expect((await other.call(listIdentities)).data).toEqual([]);
  expect(await travel({ link: "1" }, { cookie: `access_token=${other.tokens.access_token}` })).toMatchObject({
    to: "/settings?google=taken",
  });
  const signedOut = await call(server.app, beginGoogle, { query: { link: "1" } });
  expect(signedOut.headers.location).toBe("/settings?google=expired");
});

test("Google is let go of once there is a password, and by nobody but its owner", async () => {
  const email = newEmail();
  at(email);
  const token = (await travel()).cookies.access_token;
  expect((await call(server.app, unlinkGoogle, { token })).error?.code).toBe("AUTH.NO_PASSWORD");
  const reset = await server.mails.linkAfter(email, () =>
    call(server.app, forgotPassword, { body: { email } }),
  );
  await call(server.app, resetPassword, { body: { token: reset, password, confirm_password: password } });
  const { data } = await call(server.app, signIn, { body: { email, password, service: "kakehashi" } });
  expect((await (await somebody()).call(unlinkGoogle)).status).toBe(404);
  expect((await call(server.app, unlinkGoogle, { token: data.access_token })).status).toBe(200);
  expect((await call(server.app, listIdentities, { token: data.access_token })).data).toEqual([]);
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
