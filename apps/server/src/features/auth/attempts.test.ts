import { changePassword, signIn } from "@kakehashi/contract/auth";
import { endSignInSession, listSignInSessions, signOutEverywhere } from "@kakehashi/contract/sessions";
import { getAccount } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { addSignedInPerson, testPassword } from "../../test/world.ts";
import { createAttemptLimiter } from "./attempts.ts";

const { server, testPeople } = await setUpTestServer();

const guessPassword = (email: string, password = "Wrong2026", headers: Record<string, string> = {}) =>
  callApi(server.app, signIn, { body: { email, password, service: "kakehashi" }, headers });

test("after five wrong passwords every attempt has to wait, and the answer says how long", async () => {
  const { email } = testPeople.an;
  for (let attempt = 0; attempt < 5; attempt++) expect((await guessPassword(email)).status).toBe(401);
  const slowedResponse = await guessPassword(email, testPassword);
  expect(slowedResponse).toMatchObject({ status: 429, error: { code: "AUTH.SLOWED" } });
  const retryAfterSeconds = Number(slowedResponse.headers["retry-after"]);
  expect(retryAfterSeconds).toBeGreaterThan(25);
  expect(retryAfterSeconds).toBeLessThanOrEqual(30);
  expect(slowedResponse.error?.message).toBe(
    `Too many attempts. Please try again in ${retryAfterSeconds} seconds.`,
  );
  await server.db.pool.query("update attempts set open_at = now()");
  expect((await guessPassword(email, testPassword)).status).toBe(200);
  expect((await guessPassword(email)).status).toBe(401);
});

test("an unknown address is slowed down like an account", async () => {
  for (let attempt = 0; attempt < 5; attempt++) await guessPassword("nobody@kakehashi.example");
  expect((await guessPassword("nobody@kakehashi.example")).status).toBe(429);
});

test("a hundred guesses at once are not checked more often than five", async () => {
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => guessPassword(testPeople.minh.email)),
  );
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(95);
});

const createUnknownClient = (ip: string) => ({ ip, knownClientName: null });

test("each further failure doubles the wait, up to a quarter of an hour", async () => {
  const attempts = createAttemptLimiter(server.db.kysely, { limitsNetworks: false });
  const countFailedAttempt = () =>
    attempts.countAttempt("doubling@kakehashi.example", createUnknownClient("192.0.2.1"));
  const waitSeconds: number[] = [];
  for (let failureNumber = 1; failureNumber <= 12; failureNumber++) {
    await countFailedAttempt();
    const retryAfter =
      failureNumber < 5 ? undefined : await countFailedAttempt().catch(({ retryAfter }) => retryAfter);
    if (typeof retryAfter === "number") waitSeconds.push(retryAfter);
    await server.db.pool.query("update attempts set open_at = now()");
  }
  expect(waitSeconds).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

test("a network that tries many accounts is slowed down, and its neighbours in one IPv6 network with it", async () => {
  const attempts = createAttemptLimiter(server.db.kysely, { limitsNetworks: true });
  const countFailedAttemptFrom = (index: number, ip: string) =>
    attempts.countAttempt(`person${index}@kakehashi.example`, createUnknownClient(ip));
  for (let index = 0; index < 5; index++) await countFailedAttemptFrom(index, `2001:db8:1:2::${index + 1}`);
  await expect(countFailedAttemptFrom(5, "2001:db8:1:2:ffff::9")).rejects.toMatchObject({
    code: "AUTH.SLOWED",
    retryAfter: 1,
  });
  await countFailedAttemptFrom(5, "2001:db8:1:3::1");
  for (let index = 0; index < 5; index++) await countFailedAttemptFrom(10 + index, "198.51.100.7");
  await expect(countFailedAttemptFrom(16, "::ffff:198.51.100.7")).rejects.toMatchObject({
    code: "AUTH.SLOWED",
  });
});

/** Enters `count` wrong passwords for an e-mail address, each from another network. */
async function guessFromNetworks(email: string, count: number): Promise<number[]> {
  const responseStatuses: number[] = [];
  for (let lastAddressPart = 0; lastAddressPart < count; lastAddressPart++) {
    const { statusCode } = await server.app.http.inject({
      method: "POST",
      url: "/api/sign-in",
      remoteAddress: `203.0.113.${lastAddressPart}`,
      payload: { email, password: "Wrong2026", service: "kakehashi" },
    });
    responseStatuses.push(statusCode);
  }
  return responseStatuses;
}

test("wrong passwords from five networks do not lock out the owner, even on a new device", async () => {
  const { email } = testPeople.kenji;
  expect(await guessFromNetworks(email, 5)).toEqual(Array(5).fill(401));
  expect((await guessPassword(email, testPassword)).status).toBe(200);
});

test("guessing from many networks is slowed for unknown devices, and not for the owner's devices", async () => {
  const owner = await addSignedInPerson(server, {
    email: "besieged@kakehashi.example",
    name: "Besieged",
    role: "dev",
    language: "vi",
  });
  const { email } = owner;
  const device =
    (await guessPassword(email, testPassword)).cookies.find(({ name }) => name === "device")?.value ?? "";
  const statuses = await guessFromNetworks(email, 30);
  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  expect(statuses.slice(20)).toEqual(Array(10).fill(429));
  // A stranger with the right password must wait too. Otherwise the response would reveal that the password is right.
  expect((await guessPassword(email, testPassword)).status).toBe(429);

  const ownDeviceHeaders = { cookie: `device=${device}` };
  expect((await guessPassword(email, testPassword, ownDeviceHeaders)).status).toBe(200);
  const body = { current_password: testPassword, password: "Kawa2026x", confirm_password: "Kawa2026x" };
  expect((await owner.call(changePassword, { body })).status).toBe(200);
  // The owner's right password resets only the owner's own count of failed attempts. Strangers must still wait.
  expect((await guessPassword(email, "Wrong2026")).status).toBe(429);
});

test("a known device's cookie does not help with other accounts, and its own guesses are slowed", async () => {
  const { email } = testPeople.emma;
  const device =
    (await guessPassword(email, testPassword)).cookies.find(({ name }) => name === "device")?.value ?? "";
  const ownDeviceHeaders = { cookie: `device=${device}` };
  const otherAddress = "somebody.else@kakehashi.example";
  await guessFromNetworks(otherAddress, 20);
  expect((await guessPassword(otherAddress, "Wrong2026", ownDeviceHeaders)).status).toBe(429);
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await guessPassword(email, "Wrong2026", ownDeviceHeaders)).status).toBe(401);
  expect((await guessPassword(email, testPassword, ownDeviceHeaders)).status).toBe(429);
});

test("a sign-in from a device not seen before is mailed, one from a known device is not", async () => {
  const { linh } = testPeople;
  const firefoxUserAgent = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";
  const firstSignIn = await guessPassword(linh.email, testPassword, { "user-agent": firefoxUserAgent });
  const mail = await server.mails.waitForMail(linh.email);
  expect(mail.subject).toBe("New sign-in to your account");
  expect(mail.text).toContain("Firefox · Windows, address 127.0.0.1");
  const device = firstSignIn.cookies.find(({ name }) => name === "device")?.value ?? "";
  const knownDevice = { cookie: `device=${device}`, "user-agent": firefoxUserAgent.replaceAll("140", "141") };
  await guessPassword(linh.email, testPassword, knownDevice);
  await guessPassword(testPeople.kenji.email, testPassword, { "user-agent": "curl/8.0" });
  await server.mails.waitForMail(testPeople.kenji.email);
  expect(server.mails.sentMails.filter(({ recipient }) => recipient === linh.email)).toHaveLength(1);
});

test("a person sees where they are signed in, ends one session or all, and nobody else's", async () => {
  const { aiko, emma } = testPeople;
  const url = await server.listen();
  const { data: secondSignIn } = await guessPassword(aiko.email, testPassword);
  const sessions = (await aiko.call(listSignInSessions)).data;
  expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
  const otherSessionId = sessions.find(({ current }) => !current)?.id ?? "";
  expect((await emma.call(endSignInSession, { params: { id: otherSessionId } })).status).toBe(404);
  expect((await callApi(server.app, getAccount, { token: secondSignIn.access_token })).status).toBe(200);
  expect((await aiko.call(endSignInSession, { params: { id: otherSessionId } })).status).toBe(200);
  expect((await callApi(server.app, getAccount, { token: secondSignIn.access_token })).status).toBe(401);

  const socket = await connectAndSubscribe(url, aiko);
  expect((await aiko.call(signOutEverywhere)).status).toBe(200);
  await socket.waitForClose();
  expect((await aiko.call(getAccount)).status).toBe(401);
});

test("simultaneous attempts at one account do not deadlock", async () => {
  const attempts = createAttemptLimiter(server.db.kysely, { limitsNetworks: true });
  const unknownClient = createUnknownClient("203.0.113.77");
  await attempts.countAttempt("circle@kakehashi.example", unknownClient);
  // The second attempt from the same network updates the network's failure count. So the network's row is newer than
  // the other rows of the first attempt, and the query below can tell them apart.
  await attempts.countAttempt("other@kakehashi.example", unknownClient);
  const newestFailureRows = await server.db.kysely
    .selectFrom("attempts")
    .select("key")
    .orderBy("last_at", "desc")
    .limit(5)
    .execute();
  const [, , newestNetworkKey, strangersCountKey] = newestFailureRows.map(({ key }) => key);
  // After a right password, the server locks rows in the same order as after an attempt: the network's row first. The
  // test holds a lock on the network's row. So the server must wait, and must not have locked the row of the strangers'
  // count yet.
  const lockHolder = await server.db.pool.connect();
  await lockHolder.query("begin");
  await lockHolder.query("select from attempts where key = $1 for update", [newestNetworkKey]);
  const recordingPromise = attempts.recordSuccess("circle@kakehashi.example", unknownClient);
  const isWaitingForLock = async () => {
    const { rows } = await server.db.pool.query(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows[0].count > 0;
  };
  await expect.poll(isWaitingForLock).toBe(true);
  await lockHolder.query("select from attempts where key = $1 for update nowait", [strangersCountKey]);
  await lockHolder.query("rollback");
  lockHolder.release();
  await recordingPromise;
});
