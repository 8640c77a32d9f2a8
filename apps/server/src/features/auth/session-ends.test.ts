import { signUserOut } from "@kakehashi/contract/admin";
import { changePassword, requestPasswordReset, resetPassword, signIn } from "@kakehashi/contract/auth";
import {
  endSignInSession,
  listSignInSessions,
  refreshTokenEndpoint,
  type SessionTokens,
  signOut,
  signOutEverywhere,
} from "@kakehashi/contract/sessions";
import { getAccount } from "@kakehashi/contract/users";
import { describe, expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { addSignedInPerson, requireBothTokens, type TestPerson, testPassword } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();

async function signInAs(
  person: TestPerson,
  headers: Record<string, string> = {},
  typedPassword = testPassword,
) {
  const body = { email: person.email, password: typedPassword, service: "kakehashi" };
  const { data, cookies } = await callApi(server.app, signIn, { body, headers });
  return {
    tokens: requireBothTokens(data),
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
  };
}
const readErrorCodeOfRefresh = async ({ refresh_token }: SessionTokens) =>
  (await callApi(server.app, refreshTokenEndpoint, { body: { refresh_token } })).error?.code;

let personCount = 0;
const addTestPerson = () =>
  addSignedInPerson(server, {
    email: `ended${personCount++}@kakehashi.example`,
    name: "Linh",
    role: "comtor",
    language: "vi",
  });

describe("the next refresh after a sign-out says why the session ended:", () => {
  const newPassword = "Kawa2026x";
  const callsEndingSessions: [string, string, (person: TestPerson) => Promise<unknown>][] = [
    [
      "from another device",
      "AUTH.ENDED_ELSEWHERE",
      async (person) => {
        for (const { id, current } of (await person.call(listSignInSessions)).data)
          if (!current) await person.call(endSignInSession, { params: { id } });
      },
    ],
    ["everywhere at once", "AUTH.ENDED_ELSEWHERE", (person) => person.call(signOutEverywhere)],
    [
      "by a changed password",
      "AUTH.ENDED_PASSWORD",
      (person) =>
        person.call(changePassword, {
          body: { current_password: testPassword, password: newPassword, confirm_password: newPassword },
        }),
    ],
    [
      "by a password reset",
      "AUTH.ENDED_PASSWORD",
      async ({ email }) => {
        const requestResetMail = () => callApi(server.app, requestPasswordReset, { body: { email } });
        const token = await server.mails.waitForLinkToken(email, requestResetMail);
        await callApi(server.app, resetPassword, {
          body: { token, password: newPassword, confirm_password: newPassword },
        });
      },
    ],
    ["by an admin", "AUTH.ENDED_ADMIN", ({ id }) => testPeople.emma.call(signUserOut, { params: { id } })],
  ];
  test.each(callsEndingSessions)("%s", async (_, code, endSession) => {
    const person = await addTestPerson();
    const { tokens } = await signInAs(person);
    await endSession(person);
    expect(await readErrorCodeOfRefresh(tokens)).toBe(code);
  });

  test("by themself: only that it ended", async () => {
    const person = await addTestPerson();
    const { tokens } = await signInAs(person);
    await callApi(server.app, signOut, { token: tokens.access_token });
    expect(await readErrorCodeOfRefresh(tokens)).toBe("AUTH.REFRESH");
  });
});

test("signing in again ends the session that the browser was in, whoever's it was, and closes its sockets", async () => {
  const [firstPerson, secondPerson] = [await addTestPerson(), await addTestPerson()];
  const previousSession = await signInAs(firstPerson);
  const socket = await connectAndSubscribe(serverUrl, {
    tokens: previousSession.tokens,
    endpoint: firstPerson.endpoint,
  });
  const newSession = await signInAs(secondPerson, { cookie: previousSession.cookie });
  expect((await socket.waitForFrame("ERROR")).headers.message).toBe("Your session has ended.");
  await socket.waitForClose();
  expect((await callApi(server.app, getAccount, { token: previousSession.tokens.access_token })).status).toBe(
    401,
  );
  expect(await readErrorCodeOfRefresh(previousSession.tokens)).toBe("AUTH.REFRESH");
  expect((await callApi(server.app, getAccount, { token: newSession.tokens.access_token })).data.id).toBe(
    secondPerson.id,
  );
  // The first person is also signed in with another browser. That session stays alive.
  expect((await firstPerson.call(getAccount)).status).toBe(200);
});

test("a refused sign-in leaves the browser in the session that it was in", async () => {
  const person = await addTestPerson();
  const { tokens, cookie } = await signInAs(person);
  const body = { email: person.email, password: "Wrong2026", service: "kakehashi" };
  expect((await callApi(server.app, signIn, { body, headers: { cookie } })).status).toBe(401);
  expect((await callApi(server.app, getAccount, { token: tokens.access_token })).status).toBe(200);
});
