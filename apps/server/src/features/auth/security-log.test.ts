import { listAdminUsers } from "@kakehashi/contract/admin";
import { listAudit, listOwnSecurityEvents } from "@kakehashi/contract/audit";
import { changePassword, requestPasswordReset, resetPassword, signIn } from "@kakehashi/contract/auth";
import { removeConversationMember } from "@kakehashi/contract/conversation-members";
import { createConversation } from "@kakehashi/contract/conversations";
import { requestEmailChange } from "@kakehashi/contract/email-change";
import {
  endSignInSession,
  listSignInSessions,
  refreshTokenEndpoint,
  signOut,
  signOutEverywhere,
} from "@kakehashi/contract/sessions";
import { setUpTwoStep } from "@kakehashi/contract/two-step";
import { getAccount } from "@kakehashi/contract/users";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { callApi } from "../../test/app.ts";
import { createTestLog } from "../../test/log.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { addSignedInPerson, type TestPerson, testPassword } from "../../test/world.ts";
import { createRepeatedEvents, maximumEntriesPerHour, pruneAuditLog } from "../audit/service.ts";

const { server, testPeople } = await setUpTestServer();

const firefoxUserAgent = "Mozilla/5.0 (Windows NT 10.0; rv:141.0) Gecko/20100101 Firefox/141.0";
const signInWith = (email: string, password: string) =>
  callApi(server.app, signIn, {
    body: { email, password, service: "kakehashi" },
    headers: { "user-agent": firefoxUserAgent },
  });
const listSecurityEventsOf = async (person: TestPerson) => (await person.call(listOwnSecurityEvents)).data;
const listAuditEntriesOf = async (action: string) =>
  (await testPeople.emma.call(listAudit, { query: { action } })).data;

test("a person sees sign-ins and failures at their account, with device and address, and nobody else's", async () => {
  await signInWith(testPeople.an.email, "Wrong-Harbour-1");
  await signInWith(testPeople.an.email, testPassword);
  expect((await listSecurityEventsOf(testPeople.an)).slice(0, 2)).toMatchObject([
    { action: "sign-in.open", by: "me", device: "Firefox · Windows", ip: "127.0.0.1", times: 1 },
    { action: "sign-in.fail", by: "unknown", device: "Firefox · Windows", ip: "127.0.0.1", times: 1 },
  ]);
  expect((await listSecurityEventsOf(testPeople.minh)).map(({ action }) => action)).toEqual(["sign-in.open"]);
  expect(await listAuditEntriesOf("sign-in.fail")).toMatchObject([
    { actor: null, subject: { id: testPeople.an.id } },
  ]);
});

test("slowed-down sign-ins are logged, and repetitions are counted in a few entries", async () => {
  const { email } = testPeople.linh;
  for (let attempt = 0; attempt < 12; attempt++) await signInWith(email, "Wrong-Harbour-1");
  const activity = await listSecurityEventsOf(testPeople.linh);
  const failures = activity.filter(({ action }) => action === "sign-in.fail").map(({ times }) => times);
  expect(failures.length).toBeLessThanOrEqual(3);
  // Five sign-ins reached the password check before the server slowed them down. Attempts that come almost together
  // share one log entry, so the entry's `times` is 4 or 5.
  expect([4, 5]).toContain(Math.max(...failures));
  expect(activity.some(({ action }) => action === "sign-in.slow")).toBe(true);
});

test("guesses at addresses that nobody has are in the admin's log, without the address", async () => {
  await signInWith("nobody.at.all@kakehashi.example", "Wrong-Harbour-1");
  const [entry] = await listAuditEntriesOf("sign-in.fail");
  expect(entry).toMatchObject({ actor: null, subject: null });
  expect(JSON.stringify(entry)).not.toContain("nobody.at.all");
});

test("ended sessions and copied refresh tokens are logged", async () => {
  const { data: otherSignIn } = await signInWith(testPeople.kenji.email, testPassword);
  const sessions = (await testPeople.kenji.call(listSignInSessions)).data;
  const otherSession = sessions.find(({ current }) => !current);
  await testPeople.kenji.call(endSignInSession, { params: { id: otherSession?.id ?? "" } });
  expect((await callApi(server.app, getAccount, { token: otherSignIn.access_token })).status).toBe(401);
  const body = { refresh_token: testPeople.kenji.tokens.refresh_token };
  await callApi(server.app, refreshTokenEndpoint, { body });
  await server.db.pool.query(
    "update refresh_tokens set used_at = now() - interval '1 hour' where used_at is not null",
  );
  await callApi(server.app, refreshTokenEndpoint, { body });
  const { data: secondSignIn } = await signInWith(testPeople.kenji.email, testPassword);
  await callApi(server.app, signOutEverywhere, { token: secondSignIn.access_token });
  const { data: thirdSignInResponse } = await signInWith(testPeople.kenji.email, testPassword);
  await callApi(server.app, signOut, { token: thirdSignInResponse.access_token });
  const { data: lastSignIn } = await signInWith(testPeople.kenji.email, testPassword);
  const { data } = await callApi(server.app, listOwnSecurityEvents, { token: lastSignIn.access_token });
  const activity = data.map(({ action }) => action).filter((action) => action !== "sign-in.open");
  expect(activity).toEqual([
    "session.sign-out",
    "session.end-all",
    "session.copied",
    "access.ended",
    "session.end",
  ]);
});

test("a changed or reset password is logged for its owner and for admins", async () => {
  const person = await addSignedInPerson(server, {
    email: "forgetful@kakehashi.example",
    name: "Forgetful",
    role: "dev",
    language: "en",
  });
  const createPasswordFields = (password: string) => ({ password, confirm_password: password });
  await person.call(changePassword, {
    body: { current_password: testPassword, ...createPasswordFields("Harbour-Lights-88") },
  });
  const token = await server.mails.waitForLinkToken(person.email, () =>
    callApi(server.app, requestPasswordReset, { body: { email: person.email } }),
  );
  await callApi(server.app, resetPassword, { body: { token, ...createPasswordFields("Marble-Oak-2027") } });
  const { data: secondSignIn } = await signInWith(person.email, "Marble-Oak-2027");
  const { data } = await callApi(server.app, listOwnSecurityEvents, { token: secondSignIn.access_token });
  const activity = data.map(({ action }) => action).filter((action) => action.startsWith("password."));
  expect(activity).toEqual(["password.reset", "password.change"]);
  for (const action of activity)
    expect((await listAuditEntriesOf(action)).map(({ subject }) => subject?.id)).toContain(person.id);
});

/** All API calls that ask a signed-in person for their password again. */
const callsWithPasswordCheck: Readonly<
  Record<string, (person: TestPerson, typedPassword: string) => Promise<{ status: number }>>
> = {
  changePassword: (person, typedPassword) =>
    person.call(changePassword, {
      body: {
        current_password: typedPassword,
        password: "Harbour-Lights-88",
        confirm_password: "Harbour-Lights-88",
      },
    }),
  requestEmailChange: (person, expected) =>
    person.call(requestEmailChange, {
      body: { email: "other@kakehashi.example", current_password: expected },
    }),
  setUpTwoStep: (person, currentPassword) =>
    person.call(setUpTwoStep, { body: { current_password: currentPassword } }),
};

test.each(Object.keys(callsWithPasswordCheck))(
  "wrong passwords given to %s are in both logs",
  async (name) => {
    const person = await addSignedInPerson(server, {
      email: `left-alone-${name.toLowerCase()}@kakehashi.example`,
      name: "Left Alone",
      role: "dev",
      language: "en",
    });
    const statuses: number[] = [];
    for (let guessIndex = 0; guessIndex < 6; guessIndex++)
      statuses.push(
        (await callsWithPasswordCheck[name]?.(person, `Wrong-Harbour-${guessIndex}`))?.status ?? 0,
      );
    expect(statuses.at(-1)).toBe(429);
    const activity = await listSecurityEventsOf(person);
    expect(activity).toContainEqual(
      expect.objectContaining({ action: "access.slow", by: "me", ip: "127.0.0.1", times: 1 }),
    );
    expect(activity.some(({ action }) => action === "access.password")).toBe(true);
    const refusedPasswordEntries = (await listAuditEntriesOf("access.password")).filter(
      ({ subject }) => subject?.id === person.id,
    );
    expect(refusedPasswordEntries[0]?.actor?.id).toBe(person.id);
  },
);

test("calls of admin endpoints by others and forged tokens are logged", async () => {
  await testPeople.minh.call(listAdminUsers);
  expect(await listAuditEntriesOf("access.admin")).toMatchObject([{ actor: { id: testPeople.minh.id } }]);
  const forgedToken = await new SignJWT({ sid: newId() })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(testPeople.emma.id)
    .setExpirationTime("5m")
    .sign(new Uint8Array(32));
  expect((await callApi(server.app, getAccount, { token: forgedToken })).status).toBe(401);
  expect(await listAuditEntriesOf("access.forge")).toMatchObject([
    { actor: null, subject: null, ip: "127.0.0.1" },
  ]);
  await callApi(server.app, signOut, { token: forgedToken });
});

test("a call that somebody has no right to is logged, and one about somebody else's row is not", async () => {
  const { data: group } = await testPeople.an.call(createConversation, {
    body: { kind: "GROUP", name: "Owned by An", user_ids: [testPeople.linh.id] },
  });
  const removalRequest = { params: { id: group.id }, query: { user_id: testPeople.an.id } };
  expect((await testPeople.linh.call(removeConversationMember, removalRequest)).status).toBe(403);
  expect((await testPeople.minh.call(removeConversationMember, removalRequest)).status).toBe(404);
  const refusedCallEntries = await listAuditEntriesOf("access.refused");
  expect(refusedCallEntries).toMatchObject([
    { actor: { id: testPeople.linh.id }, details: { call: `DELETE ${removeConversationMember.path}` } },
  ]);
  expect((await listSecurityEventsOf(testPeople.linh))[0]).toMatchObject({
    action: "access.refused",
    by: "me",
  });
});

test("an admin's actions on an account are logged for its owner without the admin's address", async () => {
  const { signUserOut } = await import("@kakehashi/contract/admin");
  await testPeople.emma.call(signUserOut, { params: { id: testPeople.aiko.id } });
  const { data: secondSignIn } = await signInWith(testPeople.aiko.email, testPassword);
  const { data } = await callApi(server.app, listOwnSecurityEvents, { token: secondSignIn.access_token });
  expect(data.find(({ action }) => action === "user.sign-out")).toMatchObject({
    by: "admin",
    ip: null,
    device: null,
  });
  expect((await listSecurityEventsOf(testPeople.emma)).map(({ action }) => action)).not.toContain(
    "user.sign-out",
  );
});

test("a flood from many networks leaves at most the capped number of entries, and old ones are deleted in time", async () => {
  const { kysely, pool } = server.db;
  const events = createRepeatedEvents({ db: kysely, log: createTestLog() });
  const unknownClientAt = (host: number) => ({
    userId: null,
    ip: `198.51.${Math.trunc(host / 250)}.${host % 250}`,
  });
  for (let host = 0; host < 2 * maximumEntriesPerHour.subject; host++)
    events.add({ author: unknownClientAt(host), action: "sign-in.fail", subjectId: testPeople.minh.id });
  await events.close();
  const entryCountQuery =
    "select count(*)::int as count from audit_log where action = 'sign-in.fail' and subject_id = $1";
  expect((await pool.query(entryCountQuery, [testPeople.minh.id])).rows[0].count).toBe(
    maximumEntriesPerHour.subject,
  );
  await pool.query(
    "insert into audit_log (id, action, created_at) select gen_random_uuid(), 'sign-in.fail', now() - interval '200 days' from generate_series(1, 1500)",
  );
  expect(await pruneAuditLog(kysely)).toBe(1500);
});

test("events during a database outage are written afterwards, counted together", async () => {
  const { kysely } = server.db;
  const author = { userId: null, ip: "203.0.113.9" };
  const loggedErrors: unknown[] = [];
  let isDatabaseUnreachable = true;
  const connectionError = Object.assign(new Error("Connection terminated"), { code: "57P01" });
  const flakyDatabase = new Proxy(kysely, {
    get(target, name) {
      if (isDatabaseUnreachable) throw connectionError;
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const events = createRepeatedEvents({
    db: flakyDatabase,
    log: createTestLog((error) => loggedErrors.push(error)),
  });
  for (let times = 0; times < 3; times++)
    events.add({ author, action: "sign-in.fail", subjectId: testPeople.emma.id });
  await events.flush();
  expect(loggedErrors).toEqual([connectionError]);
  isDatabaseUnreachable = false;
  events.add({ author, action: "sign-in.fail", subjectId: testPeople.emma.id });
  await events.close();
  expect(loggedErrors).toEqual([connectionError]);
  const [entry] = await listSecurityEventsOf(testPeople.emma);
  expect(entry).toMatchObject({ action: "sign-in.fail", ip: author.ip, times: 4 });
});
