import { signIn } from "@kakehashi/contract/auth";
import { markConversationRead } from "@kakehashi/contract/conversations";
import {
  accessTokenLifetimeSeconds,
  signInSessionLifetimeSeconds,
  signOut,
} from "@kakehashi/contract/sessions";
import { getAccount, setInterfaceLanguage } from "@kakehashi/contract/users";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { createKeyring } from "../../kit/secrets.ts";
import { callApi, createTestApp, type TestApp, testSecretKey } from "../../test/app.ts";
import { StompClient } from "../../test/stomp.ts";
import { addTestPeople, type TestPeople, testPassword } from "../../test/world.ts";
import { createAccessTokens } from "./tokens.ts";

let server: TestApp;
let testPeople: TestPeople;
let serverUrl: string;
/** The keys with which the server signs access tokens. */
const tokenKeys = createKeyring([testSecretKey]).deriveKeysFor("access-token");
const [{ id: keyId, key }] = tokenKeys;

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  serverUrl = await server.listen();
});
afterAll(() => server.close());

interface SignedClaims {
  sub: string;
  sid: string;
  iss: string;
  aud: string;
  exp: number;
}

function readTokenClaims(token: string): SignedClaims {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

const createValidClaims = () => readTokenClaims(testPeople.an.tokens.access_token);
const readPastTimeSeconds = () => Math.floor(Date.now() / 1000) - 1;

function signClaims(claims: Record<string, unknown>, alg = "HS256", secret = key): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, kid: keyId }).sign(secret);
}

async function createTamperedToken(): Promise<string> {
  const [encodedHeader, , signature] = testPeople.an.tokens.access_token.split(".");
  const claims = {
    ...createValidClaims(),
    sub: testPeople.emma.id,
    sid: readTokenClaims(testPeople.emma.tokens.access_token).sid,
  };
  return `${encodedHeader}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.${signature}`;
}

const forgedTokens: [string, () => string | Promise<string>][] = [
  ["no token but words", () => "let-me-in"],
  ["a token without a signature (alg none)", () => new UnsecuredJWT({ ...createValidClaims() }).encode()],
  ["a token whose claims were changed", createTamperedToken],
  [
    "a token signed with another key",
    () => signClaims({ ...createValidClaims() }, "HS256", new Uint8Array(32)),
  ],
  [
    "an expired token signed with another key",
    () => signClaims({ ...createValidClaims(), exp: readPastTimeSeconds() }, "HS256", new Uint8Array(32)),
  ],
  [
    "a token signed with another algorithm",
    () => signClaims({ ...createValidClaims() }, "HS512", new Uint8Array([...key, ...key])),
  ],
  [
    "a token that names no key",
    () => new SignJWT({ ...createValidClaims() }).setProtectedHeader({ alg: "HS256" }).sign(key),
  ],
  ["a token made for another purpose", () => signClaims({ ...createValidClaims(), aud: "elsewhere" })],
  ["a token that says no purpose", () => signClaims({ ...createValidClaims(), aud: undefined })],
  ["a token of another issuer", () => signClaims({ ...createValidClaims(), iss: "elsewhere" })],
  ["a token that never expires", () => signClaims({ ...createValidClaims(), exp: undefined })],
  ["a token without a session", () => signClaims({ ...createValidClaims(), sid: undefined })],
  ["a token of a session that never was", () => signClaims({ ...createValidClaims(), sid: newId() })],
  [
    "another person's name on my session",
    () => signClaims({ ...createValidClaims(), sub: testPeople.emma.id }),
  ],
  [
    "my name on another person's session",
    () =>
      signClaims({ ...createValidClaims(), sid: readTokenClaims(testPeople.emma.tokens.access_token).sid }),
  ],
  ["a refresh token", () => testPeople.an.tokens.refresh_token],
];

describe("refused with ERR.TOK0101, by the API and by the live channel alike:", () => {
  test.each(forgedTokens)("%s", async (_, createForgedToken) => {
    const token = await createForgedToken();
    expect(await callApi(server.app, getAccount, { token })).toMatchObject({
      status: 401,
      error: { code: "ERR.TOK0101" },
    });
    const socket = await new StompClient(serverUrl).waitForOpen();
    socket.send(`CONNECT\naccept-version:1.2\nAuthorization:Bearer ${token}\n\n\0`);
    expect((await socket.waitForFrame("ERROR")).headers.message).toBe("ERR.TOK0101");
    await socket.waitForClose();
  });
});

test("an expired token of ours answers exactly 401 ERR.TOK0102, to the API and to the live channel", async () => {
  const token = await signClaims({ ...createValidClaims(), exp: readPastTimeSeconds() });
  const response = await callApi(server.app, getAccount, { token });
  expect(response.status).toBe(401);
  expect(response.error).toEqual({ code: "ERR.TOK0102", message: "Your session needs to be renewed." });
  const socket = await new StompClient(serverUrl).waitForOpen();
  socket.send(`CONNECT\naccept-version:1.2\nAuthorization:Bearer ${token}\n\n\0`);
  expect((await socket.waitForFrame("ERROR")).headers.message).toBe("ERR.TOK0102");
});

test("a token lives 15 minutes and says ERR.TOK0102 from then on, known or not", async () => {
  let nowMs = Date.now();
  const tokens = createAccessTokens(tokenKeys, () => nowMs);
  const usedToken = await tokens.issue("user", "session");
  expect(await tokens.verify(usedToken)).toMatchObject({ userId: "user", sessionId: "session" });
  nowMs += accessTokenLifetimeSeconds * 1000 - 1000;
  expect(await tokens.verify(usedToken)).toMatchObject({ userId: "user" });
  const unusedToken = await createAccessTokens(
    tokenKeys,
    () => nowMs - accessTokenLifetimeSeconds * 1000,
  ).issue("user", "session");
  nowMs += 1000;
  for (const token of [usedToken, usedToken, unusedToken])
    await expect(tokens.verify(token)).rejects.toMatchObject({ code: "ERR.TOK0102" });
  expect(await tokens.readClaimsIgnoringExpiry(usedToken)).toMatchObject({ sessionId: "session" });
  expect(await tokens.readClaimsIgnoringExpiry(`${usedToken}x`)).toBeNull();
});

test("two processes of one installation accept each other's tokens", async () => {
  const secondApp = await createTestApp({ bus: server.bus, databaseUrl: server.ownerDatabaseUrl });
  const token = testPeople.an.tokens.access_token;
  expect((await callApi(secondApp.app, getAccount, { token })).status).toBe(200);
  await secondApp.close();
});

describe("cookies", () => {
  const sendSignInRequest = () =>
    server.app.http.inject({
      method: "POST",
      url: "/api/sign-in",
      payload: { email: testPeople.an.email, password: testPassword, service: "kakehashi" },
    });

  test("both tokens are HttpOnly, SameSite=Strict, for the whole site and for 60 days", async () => {
    const { headers, cookies } = await sendSignInRequest();
    expect(cookies.map(({ name }) => name).sort()).toEqual(["access_token", "device", "refresh_token"]);
    for (const line of [headers["set-cookie"]].flat().filter((line) => !line?.startsWith("device="))) {
      const [, ...cookieAttributes] = String(line).split("; ");
      expect(cookieAttributes.sort()).toEqual([
        "HttpOnly",
        `Max-Age=${signInSessionLifetimeSeconds}`,
        "Path=/",
        "SameSite=Strict",
      ]);
    }
    expect(signInSessionLifetimeSeconds).toBe(60 * 24 * 60 * 60);
  });

  test("signing out takes both back", async () => {
    const { cookies } = await sendSignInRequest();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const signOutResponse = await callApi(server.app, signOut, { headers: { cookie } });
    expect(signOutResponse.cookies.map(({ name, value }) => [name, value])).toEqual([
      ["access_token", ""],
      ["refresh_token", ""],
    ]);
    for (const line of [signOutResponse.headers["set-cookie"]].flat()) expect(line).toContain("Max-Age=0");
    expect((await callApi(server.app, getAccount, { headers: { cookie } })).status).toBe(401);
  });

  test("the cookie allows reading, and never writing", async () => {
    const headers = { cookie: `access_token=${testPeople.an.tokens.access_token}` };
    expect((await callApi(server.app, getAccount, { headers })).status).toBe(200);
    const language = await callApi(server.app, setInterfaceLanguage, { headers, body: { language: "ja" } });
    expect(language).toMatchObject({ status: 401, error: { code: "ERR.TOK0101" } });
    const markReadResponse = await callApi(server.app, markConversationRead, {
      headers,
      params: { id: newId() },
      body: {},
    });
    expect(markReadResponse.status).toBe(401);
  });

  test("answers are not cached, because another person may use this browser next", async () => {
    const headers = { cookie: `access_token=${testPeople.an.tokens.access_token}` };
    const response = await callApi(server.app, getAccount, { headers });
    expect(response.headers["cache-control"]).toBe("no-store");
  });

  test("a bearer token takes precedence over the cookie", async () => {
    const headers = { cookie: `access_token=${testPeople.emma.tokens.access_token}` };
    expect((await testPeople.an.call(getAccount, { headers })).data.id).toBe(testPeople.an.id);
  });

  test("an expired cookie gets the same answer as an expired token", async () => {
    const headers = {
      cookie: `access_token=${await signClaims({ ...createValidClaims(), exp: readPastTimeSeconds() })}`,
    };
    expect((await callApi(server.app, getAccount, { headers })).error?.code).toBe("ERR.TOK0102");
  });
});

test.each([
  ["service", { service: "other" }],
  ["role", { service: "kakehashi", role: "admin" }],
  ["user_id", { service: "kakehashi", user_id: newId() }],
])("a sign-in with a %s of one's own choice is refused", async (field, claims) => {
  const response = await callApi(server.app, signIn, {
    body: { email: testPeople.an.email, password: testPassword, ...claims },
  });
  expect(response.status).toBe(422);
  expect(Object.keys(response.error?.fields ?? {})).toEqual([field]);
});
