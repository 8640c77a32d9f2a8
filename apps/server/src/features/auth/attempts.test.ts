import { signIn } from "@kakehashi/contract/auth";
import { endSession, listSessions, signOutEverywhere } from "@kakehashi/contract/sessions";
import { getAccount } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { call } from "../../test/app.ts";
import { openWorld } from "../../test/open-world.ts";
import { listenTo } from "../../test/stomp.ts";
import { password } from "../../test/world.ts";
import { createAttempts } from "./attempts.ts";

const { server, world } = await openWorld();

const guess = (email: string, chosen = "Wrong2026", headers: Record<string, string> = {}) =>
  call(server.app, signIn, { body: { email, password: chosen, service: "kakehashi" }, headers });

test("five wrong passwords slow an account down, the right one has to wait too, and the answer says how long", async () => {
  const { email } = world.an;
  for (let attempt = 0; attempt < 5; attempt++) expect((await guess(email)).status).toBe(401);
  const slowed = await guess(email, password);
  expect(slowed).toMatchObject({ status: 429, error: { code: "AUTH.SLOWED" } });
  const wait = Number(slowed.headers["retry-after"]);
  expect(wait).toBeGreaterThan(25);
  expect(wait).toBeLessThanOrEqual(30);
  expect(slowed.error?.message).toBe(`Too many attempts. Please try again in ${wait} seconds.`);
  await server.db.pool.query("update attempts set open_at = now()");
  expect((await guess(email, password)).status).toBe(200);
  expect((await guess(email)).status).toBe(401);
});

test("an account nobody has is slowed down like any other", async () => {
  for (let attempt = 0; attempt < 5; attempt++) await guess("nobody@kakehashi.example");
  expect((await guess("nobody@kakehashi.example")).status).toBe(429);
});

test("a hundred guesses at once are not checked more often than five", async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => guess(world.minh.email)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(95);
});

test("each further failure doubles the wait, up to a quarter of an hour", async () => {
  const attempts = createAttempts(server.db.kysely, { slowAddresses: false });
  const waits: number[] = [];
  for (let failure = 1; failure <= 12; failure++) {
    await attempts.take("doubling@kakehashi.example", "192.0.2.1");
    const refused = await attempts
      .take("doubling@kakehashi.example", "192.0.2.1")
      .catch(({ retryAfter }) => retryAfter);
    if (typeof refused === "number") waits.push(refused);
    else failure++;
    await server.db.pool.query("update attempts set open_at = now()");
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

test("an address that tries many accounts is slowed down, and its neighbours in one IPv6 network with it", async () => {
  const attempts = createAttempts(server.db.kysely, { slowAddresses: true });
  const take = (index: number, ip: string) => attempts.take(`person${index}@kakehashi.example`, ip);
  for (let index = 0; index < 5; index++) await take(index, `2001:db8:1:2::${index + 1}`);
  await expect(take(5, "2001:db8:1:2:ffff::9")).rejects.toMatchObject({ code: "AUTH.SLOWED", retryAfter: 1 });
  await take(5, "2001:db8:1:3::1");
  for (let index = 0; index < 5; index++) await take(10 + index, "198.51.100.7");
  await expect(take(16, "::ffff:198.51.100.7")).rejects.toMatchObject({ code: "AUTH.SLOWED" });
});

test("a sign-in from a device not seen before is mailed, one from a known device is not", async () => {
  const { linh } = world;
  const firefox = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";
  const first = await guess(linh.email, password, { "user-agent": firefox });
  const mail = await server.mails.next(linh.email);
  expect(mail.subject).toBe("New sign-in to your account");
  expect(mail.text).toContain("Firefox, Windows, address 127.0.0.1");
  const device = first.cookies.find(({ name }) => name === "device")?.value ?? "";
  const known = { cookie: `device=${device}`, "user-agent": firefox.replaceAll("140", "141") };
  await guess(linh.email, password, known);
  await guess(world.kenji.email, password, { "user-agent": "curl/8.0" });
  await server.mails.next(world.kenji.email);
  expect(server.mails.letters.filter(({ recipient }) => recipient === linh.email)).toHaveLength(1);
});

test("a person sees where they are signed in, ends one session or all, and nobody else's", async () => {
  const { aiko, emma } = world;
  const url = await server.listen();
  const { data: second } = await guess(aiko.email, password);
  const sessions = (await aiko.call(listSessions)).data;
  expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
  const other = sessions.find(({ current }) => !current)?.id ?? "";
  expect((await emma.call(endSession, { params: { id: other } })).status).toBe(404);
  expect((await call(server.app, getAccount, { token: second.access_token })).status).toBe(200);
  expect((await aiko.call(endSession, { params: { id: other } })).status).toBe(200);
  expect((await call(server.app, getAccount, { token: second.access_token })).status).toBe(401);

  const socket = await listenTo(url, aiko);
  expect((await aiko.call(signOutEverywhere)).status).toBe(200);
  await socket.close();
  expect((await aiko.call(getAccount)).status).toBe(401);
});
