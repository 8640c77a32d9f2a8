import { refreshTokenEndpoint } from "@kakehashi/contract/sessions";
import { getAccount } from "@kakehashi/contract/users";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, createTestApp, type TestApp } from "../../test/app.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";
import { pruneSignIns } from "./pruning.ts";

let server: TestApp;
let person: TestPerson;

beforeAll(async () => {
  server = await createTestApp();
  person = await addSignedInPerson(server, {
    email: "old@kakehashi.example",
    name: "Old",
    role: "dev",
    language: "vi",
  });
});
afterAll(() => server.close());

const query = (text: string, values: unknown[] = []) => server.db.pool.query(text, values);

/**
 * Adds a session of the browser `device` that began `daysAgo` days ago. The session ended on the same day, or not at
 * all if `isEnded` is false. Returns the session's id.
 */
async function addSession(device: string, daysAgo: number, isEnded = true): Promise<string> {
  const { rows } = await query(
    `insert into sessions (id, user_id, device, created_at, refreshed_at, revoked_at)
     select overlay(gen_random_uuid()::text placing lpad($3::int::text, 8, '0') from 1)::uuid, $1, $2,
       now() - make_interval(days => $4), now() - make_interval(days => $4),
       case when $5 then now() - make_interval(days => $4) end returning id`,
    [person.id, Buffer.from(device), 10_000 - daysAgo, daysAgo, isEnded],
  );
  return rows[0].id;
}

const listRemainingSessionIds = async (ids: readonly string[]) =>
  (await query("select id from sessions where id = any($1) order by refreshed_at", [ids])).rows.map(
    ({ id }) => id,
  );

test("ended sessions go after a month, but the last one of a browser stays so that it is known again", async () => {
  const phoneSessionIds = [
    await addSession("phone", 100),
    await addSession("phone", 40),
    await addSession("phone", 20),
  ];
  const deskSessionIds = [await addSession("desk", 200), await addSession("desk", 90)];
  const lostDeviceSessionIds = [await addSession("lost", 500)];
  const tabletSessionIds = [await addSession("tablet", 95, false), await addSession("tablet", 61, false)];
  await pruneSignIns(server.db.kysely);
  expect(await listRemainingSessionIds(phoneSessionIds)).toEqual([phoneSessionIds[2]]);
  expect(await listRemainingSessionIds(deskSessionIds)).toEqual([deskSessionIds[1]]);
  expect(await listRemainingSessionIds(lostDeviceSessionIds)).toEqual([]);
  // Nobody signed out on the tablet, so its sessions expired by themselves. Only the session that expired more than a
  // month ago is deleted.
  expect(await listRemainingSessionIds(tabletSessionIds)).toEqual([tabletSessionIds[1]]);
  expect((await person.call(getAccount)).status).toBe(200);
});

test("a person's only session stays, however old", async () => {
  const otherPerson = await addSignedInPerson(server, {
    email: "once@kakehashi.example",
    name: "Once",
    role: "dev",
    language: "vi",
  });
  await query(
    "update sessions set refreshed_at = now() - interval '900 days', revoked_at = now() - interval '900 days' where user_id = $1",
    [otherPerson.id],
  );
  await pruneSignIns(server.db.kysely);
  const { rows } = await query("select count(*)::int as n from sessions where user_id = $1", [
    otherPerson.id,
  ]);
  expect(rows[0].n).toBe(1);
});

test("expired refresh tokens are deleted, and a used one is kept to detect a theft", async () => {
  const firstRefreshToken = person.tokens.refresh_token;
  const { data } = await callApi(server.app, refreshTokenEndpoint, {
    body: { refresh_token: firstRefreshToken },
  });
  const { rows } = await query("select session_id from refresh_tokens where used_at is not null");
  const addRefreshToken = (daysUntilExpiry: number, isUsed: boolean) =>
    query(
      `insert into refresh_tokens (hash, session_id, expires_at, used_at)
       values (decode(md5(random()::text), 'hex'), $1, now() - make_interval(days => $2), case when $3 then now() end)`,
      [rows[0].session_id, daysUntilExpiry, isUsed],
    );
  for (const days of [0, 2, 5]) for (const isUsed of [true, false]) await addRefreshToken(days, isUsed);
  expect((await pruneSignIns(server.db.kysely)).refresh_tokens).toBe(4);
  await query("update refresh_tokens set used_at = now() - interval '1 day' where used_at is not null");
  const stolenTokenResponse = await callApi(server.app, refreshTokenEndpoint, {
    body: { refresh_token: firstRefreshToken },
  });
  expect(stolenTokenResponse.status).toBe(401);
  const ownTokenResponse = await callApi(server.app, refreshTokenEndpoint, {
    body: { refresh_token: data.refresh_token },
  });
  expect(ownTokenResponse.status).toBe(401);
});

test("used and expired links, old attempts and used challenges are deleted, and valid ones stay", async () => {
  const randomHashSql = "decode(md5(random()::text), 'hex')";
  const addMailLink = (expiresAfter: string, usedAt: string | null) =>
    query(
      `insert into mail_links (hash, user_id, purpose, expires_at, used_at)
       values (${randomHashSql}, $1, 'reset', now() + $2::interval, now() + $3::interval)`,
      [person.id, expiresAfter, usedAt],
    );
  await query("delete from mail_links");
  await addMailLink("1 hour", null);
  await addMailLink("-10 days", null);
  await addMailLink("1 hour", "-1 day");
  await addMailLink("-31 days", null);
  await addMailLink("-9 days", "-9 days");
  await query(`insert into attempts (key, failures, last_at, open_at)
    values (${randomHashSql}, 3, now() - interval '2 days', now()), (${randomHashSql}, 3, now(), now())`);
  await query(
    `insert into sign_in_challenges (hash, user_id, expires_at)
     values (${randomHashSql}, $1, now() - interval '2 days'), (${randomHashSql}, $1, now())`,
    [person.id],
  );
  expect(await pruneSignIns(server.db.kysely)).toMatchObject({
    mail_links: 2,
    attempts: 1,
    sign_in_challenges: 1,
  });
});

test("more than a batch goes in one night, and sent mails after a month", async () => {
  await query("delete from attempts");
  await query(`insert into attempts (key, failures, last_at, open_at)
    select decode(md5(n::text), 'hex'), 1, now() - interval '3 days', now() from generate_series(1, 2500) n`);
  const addSentMail = (sentAt: string | null, createdAt: string) =>
    query(
      `insert into mails (id, recipient, language, template, subject, text_body, html_body, created_at, sent_at)
       values (gen_random_uuid(), 'x@kakehashi.example', 'en', 'reset', '', '', '', now() - $2::interval, now() - $1::interval)`,
      [sentAt, createdAt],
    );
  await addSentMail("31 days", "31 days");
  await addSentMail("1 day", "40 days");
  await addSentMail(null, "40 days");
  await addSentMail(null, "91 days");
  await server.runJob("prune");
  const countSessions = async () => {
    const { rows } = await query(
      "select (select count(*)::int from attempts) as attempts, (select count(*)::int from mails where recipient like 'x@%') as mails",
    );
    return rows[0];
  };
  await expect.poll(countSessions, { timeout: 15_000 }).toEqual({ attempts: 0, mails: 2 });
});
