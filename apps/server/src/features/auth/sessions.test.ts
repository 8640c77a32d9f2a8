import { signIn } from "@kakehashi/contract/auth";
import {
  refreshGraceSeconds,
  refreshTokenEndpoint,
  type SessionTokens,
  signOut,
} from "@kakehashi/contract/sessions";
import { getAccount } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { hashSecret } from "../../kit/ids.ts";
import { callApi, createTestApp } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { requireBothTokens, type TestPerson, testPassword } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();

async function signInAs(person: TestPerson): Promise<SessionTokens> {
  const body = { email: person.email, password: testPassword, service: "kakehashi" };
  return requireBothTokens((await callApi(server.app, signIn, { body })).data);
}

async function refreshTokensByToken(refresh_token: string) {
  const response = await callApi(server.app, refreshTokenEndpoint, { body: { refresh_token } });
  return {
    ...response,
    data: response.status === 200 ? requireBothTokens(response.data) : ({} as SessionTokens),
  };
}
const readStatusWithToken = async (token: string) =>
  (await callApi(server.app, getAccount, { token })).status;

async function setTokenUsedSecondsAgo(token: string, seconds: number): Promise<void> {
  const { rowCount } = await server.db.pool.query(
    "update refresh_tokens set used_at = clock_timestamp() - make_interval(secs => $2) where hash = $1 and used_at is not null",
    [hashSecret(token), seconds],
  );
  expect(rowCount).toBe(1);
}

test("refreshing spends the token and gives a new pair that works", async () => {
  const firstTokens = await signInAs(testPeople.an);
  const { status, data: secondTokens } = await refreshTokensByToken(firstTokens.refresh_token);
  expect(status).toBe(200);
  expect(secondTokens.refresh_token).not.toBe(firstTokens.refresh_token);
  expect(await readStatusWithToken(secondTokens.access_token)).toBe(200);
  const { data: thirdTokenPair } = await refreshTokensByToken(secondTokens.refresh_token);
  expect(await readStatusWithToken(thirdTokenPair.access_token)).toBe(200);
});

test("ten tabs that refresh at the same time stay signed in and get the same next token", async () => {
  const { refresh_token } = await signInAs(testPeople.an);
  const tabResponses = await Promise.all(
    Array.from({ length: 10 }, () => refreshTokensByToken(refresh_token)),
  );
  expect(tabResponses.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const [successorToken = ""] = new Set(tabResponses.map(({ data }) => data.refresh_token));
  expect(new Set(tabResponses.map(({ data }) => data.refresh_token))).toEqual(new Set([successorToken]));
  for (const { data } of tabResponses) expect(await readStatusWithToken(data.access_token)).toBe(200);
  const { rows } = await server.db.pool.query(
    `select count(*)::int as living from refresh_tokens where used_at is null
     and session_id = (select session_id from refresh_tokens where hash = $1)`,
    [hashSecret(refresh_token)],
  );
  expect(rows).toEqual([{ living: 1 }]);
  // Several requests still send older refresh tokens, as slow browser tabs do. All of them get the same valid token.
  const { data: lastTokenPair } = await refreshTokensByToken(successorToken);
  const responsesToOldTokens = await Promise.all([
    refreshTokensByToken(refresh_token),
    refreshTokensByToken(successorToken),
    refreshTokensByToken(refresh_token),
  ]);
  expect(responsesToOldTokens.map(({ data }) => data.refresh_token)).toEqual(
    Array(3).fill(lastTokenPair.refresh_token),
  );
});

test("the next token cannot be read from the database, and is deleted after the grace period", async () => {
  const firstTokens = await signInAs(testPeople.an);
  const { data: secondTokens } = await refreshTokensByToken(firstTokens.refresh_token);
  const listSuccessorTokens = async () => {
    const { rows } = await server.db.pool.query(
      `select hash, successor from refresh_tokens where successor is not null
       and session_id = (select session_id from refresh_tokens where hash = $1)`,
      [hashSecret(firstTokens.refresh_token)],
    );
    return rows;
  };
  const [usableSuccessorTokens] = await listSuccessorTokens();
  expect(usableSuccessorTokens.successor.toString("latin1")).not.toContain(secondTokens.refresh_token);
  await setTokenUsedSecondsAgo(firstTokens.refresh_token, refreshGraceSeconds + 1);
  await refreshTokensByToken(secondTokens.refresh_token);
  expect((await listSuccessorTokens()).map(({ hash }) => hash)).toEqual([
    hashSecret(secondTokens.refresh_token),
  ]);
});

test("by cookie no answer holds the refresh token, and in the body whoever sent it there gets the next one", async () => {
  const body = {
    email: testPeople.an.email,
    password: testPassword,
    service: "kakehashi",
    cookie_only: true,
  };
  const signInAnswer = await callApi(server.app, signIn, { body });
  expect(Object.keys(signInAnswer.data).sort()).toEqual(["access_token", "expires_in"]);
  const readRefreshCookie = (response: { cookies: { name: string; value: string }[] }) =>
    `refresh_token=${response.cookies.find(({ name }) => name === "refresh_token")?.value}`;
  const refreshAnswer = await callApi(server.app, refreshTokenEndpoint, {
    headers: { cookie: readRefreshCookie(signInAnswer) },
    body: {},
  });
  expect(refreshAnswer.status).toBe(200);
  expect(Object.keys(refreshAnswer.data).sort()).toEqual(["access_token", "expires_in"]);
  expect(readRefreshCookie(refreshAnswer)).not.toBe(readRefreshCookie(signInAnswer));
  const refreshBody = { refresh_token: readRefreshCookie(refreshAnswer).replace("refresh_token=", "") };
  expect((await callApi(server.app, refreshTokenEndpoint, { body: refreshBody })).data.refresh_token).toMatch(
    /^[\w-]{43}$/,
  );
});

test("a spent token still answers within the grace, which refreshing again does not lengthen", async () => {
  const { refresh_token } = await signInAs(testPeople.an);
  await refreshTokensByToken(refresh_token);
  await setTokenUsedSecondsAgo(refresh_token, refreshGraceSeconds - 2);
  expect((await refreshTokensByToken(refresh_token)).status).toBe(200);
  await setTokenUsedSecondsAgo(refresh_token, refreshGraceSeconds + 1);
  expect((await refreshTokensByToken(refresh_token)).status).toBe(401);
});

test("a token shown again after the grace ends its whole session and the session's sockets, and no other", async () => {
  const stolenTokenPair = await signInAs(testPeople.minh);
  const { data: renewedTokenPair } = await refreshTokensByToken(stolenTokenPair.refresh_token);
  const stolenSocket = await connectAndSubscribe(serverUrl, {
    tokens: renewedTokenPair,
    endpoint: testPeople.minh.endpoint,
  });
  const otherSession = await connectAndSubscribe(serverUrl, testPeople.minh);
  await setTokenUsedSecondsAgo(stolenTokenPair.refresh_token, refreshGraceSeconds + 1);

  expect((await refreshTokensByToken(stolenTokenPair.refresh_token)).error?.code).toBe("AUTH.ENDED_COPIED");
  expect((await stolenSocket.waitForFrame("ERROR")).headers.message).toBe("Your session has ended.");
  await stolenSocket.waitForClose();
  expect(await readStatusWithToken(renewedTokenPair.access_token)).toBe(401);
  expect((await refreshTokensByToken(renewedTokenPair.refresh_token)).error?.code).toBe("AUTH.ENDED_COPIED");

  expect(await readStatusWithToken(testPeople.minh.tokens.access_token)).toBe(200);
  otherSession.send(`SUBSCRIBE\nid:0\nreceipt:alive\ndestination:/queue/${testPeople.minh.endpoint}\n\n\0`);
  await otherSession.waitForFrame("RECEIPT", ({ headers }) => headers["receipt-id"] === "alive");
  otherSession.socket.close();
});

test("a session ends 60 days after its sign-in, however often it is refreshed", async () => {
  const firstTokens = await signInAs(testPeople.linh);
  const daysUntilExpiry = async (token: string) => {
    const { rows } = await server.db.pool.query(
      `select extract(epoch from t.expires_at - s.created_at)::float8 / 86400 as days
       from refresh_tokens t join sessions s on s.id = t.session_id where t.hash = $1`,
      [hashSecret(token)],
    );
    return rows[0].days;
  };
  const moveSessionIntoPast = (sqlInterval: string, token: string) =>
    server.db.pool.query(
      `with aged as (update sessions set created_at = created_at - $1::interval
         where id = (select session_id from refresh_tokens where hash = $2) returning id)
       update refresh_tokens set expires_at = expires_at - $1::interval where session_id in (select id from aged)`,
      [sqlInterval, hashSecret(token)],
    );
  await moveSessionIntoPast("59 days", firstTokens.refresh_token);
  const { status, data: secondTokens } = await refreshTokensByToken(firstTokens.refresh_token);
  expect([status, await daysUntilExpiry(secondTokens.refresh_token)]).toEqual([200, 60]);
  await moveSessionIntoPast("1 day", secondTokens.refresh_token);
  expect((await refreshTokensByToken(secondTokens.refresh_token)).error?.code).toBe("AUTH.ENDED_EXPIRED");
  // The second process has no cached session. So it reads from the database and finds that the session has expired.
  const otherApp = await createTestApp({ databaseUrl: server.ownerDatabaseUrl });
  try {
    const { access_token: token } = secondTokens;
    expect((await callApi(otherApp.app, getAccount, { token })).error?.code).toBe("ERR.TOK0101");
  } finally {
    await otherApp.close();
  }
});

test.each([
  ["none at all", {}],
  ["an invented one", { refresh_token: "x".repeat(43) }],
  ["an access token", null],
])("refreshing with %s is refused", async (_, body) => {
  const requestBody = body ?? { refresh_token: testPeople.an.tokens.access_token.slice(0, 200) };
  expect(await callApi(server.app, refreshTokenEndpoint, { body: requestBody })).toMatchObject({
    status: 401,
    error: { code: "AUTH.REFRESH" },
  });
});

test("signing out takes effect at once: both tokens are refused and the session's socket closes", async () => {
  const tokens = await signInAs(testPeople.kenji);
  const socket = await connectAndSubscribe(serverUrl, { tokens, endpoint: testPeople.kenji.endpoint });
  const otherSocket = await connectAndSubscribe(serverUrl, testPeople.kenji);
  expect((await callApi(server.app, signOut, { token: tokens.access_token })).status).toBe(200);

  expect(await callApi(server.app, getAccount, { token: tokens.access_token })).toMatchObject({
    status: 401,
    error: { code: "ERR.TOK0101" },
  });
  expect((await refreshTokensByToken(tokens.refresh_token)).error?.code).toBe("AUTH.REFRESH");
  expect((await socket.waitForFrame("ERROR")).headers.message).toBe("Your session has ended.");
  expect((await socket.waitForClose()).code).toBe(1008);
  expect(otherSocket.closeDetails).toBeNull();
  expect(await readStatusWithToken(testPeople.kenji.tokens.access_token)).toBe(200);
  otherSocket.socket.close();
});

test("a socket that is connected but does not listen yet closes with its session too", async () => {
  const tokens = await signInAs(testPeople.kenji);
  const socket = await connectAndSubscribe(serverUrl, { tokens, endpoint: testPeople.kenji.endpoint });
  socket.send("UNSUBSCRIBE\nid:0\nreceipt:deaf\n\n\0");
  await socket.waitForFrame("RECEIPT", ({ headers }) => headers["receipt-id"] === "deaf");
  await callApi(server.app, signOut, { token: tokens.access_token });
  expect((await socket.waitForFrame("ERROR")).headers.message).toBe("Your session has ended.");
});

test("signing out takes effect in every process of the installation at once", async () => {
  const secondApp = await createTestApp({ bus: server.bus, databaseUrl: server.ownerDatabaseUrl });
  try {
    const tokens = await signInAs(testPeople.emma);
    const otherSocket = await secondApp.listen();
    expect((await callApi(secondApp.app, getAccount, { token: tokens.access_token })).status).toBe(200);
    const socket = await connectAndSubscribe(otherSocket, { tokens, endpoint: testPeople.emma.endpoint });
    await callApi(server.app, signOut, { token: tokens.access_token });
    expect((await callApi(secondApp.app, getAccount, { token: tokens.access_token })).status).toBe(401);
    await socket.waitForFrame("ERROR");
  } finally {
    await secondApp.close();
  }
});

test("signing out works with an expired access token", async () => {
  const tokens = await signInAs(testPeople.aiko);
  const cookie = `refresh_token=${tokens.refresh_token}`;
  expect((await callApi(server.app, signOut, { token: "expired", headers: { cookie } })).status).toBe(200);
  expect(await readStatusWithToken(tokens.access_token)).toBe(401);
});

test("signing out twice, or without having signed in, is no error", async () => {
  const { access_token: token } = await signInAs(testPeople.aiko);
  for (const requestCredentials of [{ token }, { token }, {}])
    expect((await callApi(server.app, signOut, requestCredentials)).status).toBe(200);
});
