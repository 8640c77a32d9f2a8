import { confirmSignUp, signUp as signUpCall } from "@kakehashi/contract/auth";
import { listConversationMembers, removeConversationMember } from "@kakehashi/contract/conversation-members";
import { listConversations, newRoomsPerPersonAndHour } from "@kakehashi/contract/conversations";
import {
  acceptInvitation,
  getInvitation,
  invitationMailsPerAddressAndDay,
  invitationsPerSenderAndDay,
  listRoomInvitations,
  maximumPendingInvitationsPerGroup,
  revokeInvitation,
  sendInvitation,
} from "@kakehashi/contract/invitations";
import { listNotifications } from "@kakehashi/contract/notifications";
import { setPageClosed } from "@kakehashi/contract/pages";
import { retentionPeriods } from "@kakehashi/contract/retention";
import { describe, expect, test } from "vitest";
import { callApi, createTestApp } from "../../test/app.ts";
import { executeSql } from "../../test/cluster.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createDirectRoom, createGroupRoom, sendText } from "../../test/rooms.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";
import { renderMail } from "../mail/render.ts";
import { nameForMail } from "../mail/service.ts";
import { maximumInvitationsAcceptedPerJob } from "./service.ts";

const { server, testPeople } = await setUpTestServer();
const { mails, db } = server;

const sendInvitationTo = (person: TestPerson, email: string, roomId?: string) =>
  person.call(sendInvitation, { body: { email, ...(roomId && { conversation_id: roomId }) } });
const listInvitedEmails = async (person: TestPerson, roomId: string) =>
  (await person.call(listRoomInvitations, { params: { id: roomId } })).data.map(({ email }) => email);
const listMemberIds = async (person: TestPerson, roomId: string) =>
  (await person.call(listConversationMembers, { params: { id: roomId } })).data.map(({ id }) => id);

/** Signs up with an e-mail address and confirms the address. */
async function signUp(email: string, { app, mails } = server) {
  const token = await mails.waitForLinkToken(email, () =>
    callApi(app, signUpCall, {
      body: {
        email,
        password: "Bridge2026",
        confirm_password: "Bridge2026",
        language: "en",
        name: "Newcomer",
      },
    }),
  );
  return callApi(app, confirmSignUp, { body: { token, password: "Bridge2026" } });
}

const createTokenOptions = (token: string) => ({ token });

describe("an address that has an account", () => {
  test("gets a mail in its language, whose link leads into the group once its owner accepts", async () => {
    const { aiko, an, minh } = testPeople;
    await db.pool.query("update users set interface_language = 'vi' where id = $1", [minh.id]);
    const room = await createGroupRoom(aiko, an);
    const { data } = await sendInvitationTo(aiko, minh.email, room);
    const mail = await mails.waitForMail(minh.email);
    expect(mail.subject).toContain("mời bạn vào nhóm “a group”");
    expect(mail.text).toContain(`/invite/${data.id}`);
    expect(await listInvitedEmails(aiko, room)).toEqual([minh.email]);
    expect(await listMemberIds(aiko, room)).not.toContain(minh.id);
    const invitationResponse = await minh.call(getInvitation, { params: { id: data.id } });
    expect(invitationResponse.data).toMatchObject({
      group_name: "a group",
      state: "open",
      inviter: { id: aiko.id },
    });

    const acceptResponse = await minh.call(acceptInvitation, { params: { id: data.id } });
    expect(acceptResponse.data.id).toBe(room);
    expect(await listMemberIds(aiko, room)).toContain(minh.id);
    expect(await listInvitedEmails(aiko, room)).toEqual([]);
    const [notification] = (await aiko.call(listNotifications)).data;
    expect(notification).toMatchObject({
      type: "INVITATION_ACCEPTED",
      actor: { id: minh.id },
      data: { conversation_id: room, place: "a group" },
    });
    // Accepting an invitation twice is allowed. But after the person has left the room, the old invitation does not add
    // them again.
    expect((await minh.call(acceptInvitation, { params: { id: data.id } })).status).toBe(200);
    await minh.call(removeConversationMember, { params: { id: room }, query: { user_id: minh.id } });
    expect((await minh.call(acceptInvitation, { params: { id: data.id } })).status).toBe(404);
    expect(await listMemberIds(aiko, room)).not.toContain(minh.id);
  });

  test("opens the direct conversation with whoever invited it", async () => {
    const { linh, kenji } = testPeople;
    const { data } = await sendInvitationTo(linh, kenji.email);
    expect((await mails.waitForMail(kenji.email)).text).toContain(`/invite/${data.id}`);
    const acceptAnswer = await kenji.call(acceptInvitation, { params: { id: data.id } });
    expect(acceptAnswer.data).toMatchObject({ kind: "DIRECT", partner: { id: linh.id } });
    expect(await createDirectRoom(linh, kenji)).toBe(acceptAnswer.data.id);
  });

  test("alone can see and accept it", async () => {
    const { aiko, an, minh } = testPeople;
    const { data } = await sendInvitationTo(aiko, minh.email);
    for (const person of [aiko, an]) {
      expect((await person.call(getInvitation, { params: { id: data.id } })).status).toBe(404);
      expect((await person.call(acceptInvitation, { params: { id: data.id } })).status).toBe(404);
    }
  });
});

test("an address without an account is told how to sign up; once confirmed, every invitation is honoured", async () => {
  const { aiko, an, linh } = testPeople;
  const email = "newcomer@kakehashi.example";
  const room = await createGroupRoom(aiko, an);
  await sendText(aiko, room, "Welcome");
  await sendInvitationTo(aiko, email, room);
  const mail = await mails.waitForMail(email);
  expect(mail.text).toContain("/register");
  expect(mail.text).not.toContain("/invite/");
  await sendInvitationTo(linh, email);
  await mails.waitForMail(email, 1);
  const { data } = await signUp(email);
  const token = data.access_token;
  const rooms = async () => {
    const list = await callApi(server.app, listConversations, createTokenOptions(token));
    return list.data.map(({ kind, partner }) => (kind === "DIRECT" ? partner?.id : kind)).sort();
  };
  await expect.poll(rooms).toEqual(["GROUP", linh.id].sort());
  expect(await listInvitedEmails(aiko, room)).toEqual([]);
  const listNotificationTypes = async () => (await linh.call(listNotifications)).data.map(({ type }) => type);
  await expect.poll(listNotificationTypes).toContain("INVITATION_ACCEPTED");
});

test("of very many invitations to one address each job honours a few, until all are", async () => {
  const { aiko, an } = testPeople;
  const email = "wanted@kakehashi.example";
  const rooms = await Promise.all(
    Array.from({ length: maximumInvitationsAcceptedPerJob + 5 }, () => createGroupRoom(aiko, an)),
  );
  for (const room of rooms) expect((await sendInvitationTo(aiko, email, room)).status).toBe(200);
  await signUp(email);
  const countRows = async (statement: string) => (await db.pool.query(statement, [email])).rows[0].count;
  const countJoinedRooms = () =>
    countRows(`select count(*)::int from conversation_members m join users u on u.id = m.user_id
           where u.email = $1 and m.conversation_id = any('{${rooms.join()}}')`);
  await expect.poll(countJoinedRooms).toBe(rooms.length);
  const jobs = await countRows(
    `select count(*)::int from pgboss.job j join users u on j.data ->> 'userId' = u.id::text
     where j.name = 'honour-invitations' and u.email = $1`,
  );
  expect(jobs).toBe(2);
});

test("whoever was invited by many comes to all of them, more than they may start rooms with in an hour", async () => {
  const roomsPerHour = 3;
  const serverWithLimits = await createTestApp({
    hasRateLimits: true,
    callLimitsFactor: roomsPerHour / newRoomsPerPersonAndHour,
  });
  const { pool } = serverWithLimits.db;
  const email = "popular@kakehashi.example";
  const { rows: inviters } = await pool.query<{ id: string }>(
    `insert into users (id, email, name, role, password_hash, interface_language, working_language, account_type,
       live_endpoint, confirmed_at)
     select gen_random_uuid(), 'inviter' || n || '@kakehashi.example', 'Inviter', 'dev', '', 'en', 'en', 'PERSONAL',
       'inviter' || n, now() from generate_series(1, $1) n returning id`,
    [roomsPerHour + 2],
  );
  await pool.query(
    `insert into invitations (id, inviter_id, email, expires_at)
     select gen_random_uuid(), id, $1, now() + interval '1 day' from users`,
    [email],
  );
  await signUp(email, serverWithLimits);
  const listPartners = async () => {
    const { rows } = await pool.query<{ user_id: string }>(
      `select o.user_id from users u join conversation_members m on m.user_id = u.id
       join conversation_members o using (conversation_id) where u.email = $1 and o.user_id <> u.id`,
      [email],
    );
    return rows.map(({ user_id }) => user_id).sort();
  };
  await expect.poll(listPartners, { timeout: 10_000 }).toEqual(inviters.map(({ id }) => id).sort());
  await serverWithLimits.close();
});

test("one invitation that cannot be honoured does not stop those behind it, and is tried again", async () => {
  const { aiko, an } = testPeople;
  const email = "patient@kakehashi.example";
  const rooms = [await createGroupRoom(aiko, an), await createGroupRoom(aiko, an)];
  for (const room of rooms) await sendInvitationTo(aiko, email, room);
  await executeSql(
    server.ownerDatabaseUrl,
    `create function refuse_first() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
     create trigger refuse_first before insert on conversation_members for each row
       when (new.conversation_id = '${rooms[0]}') execute function refuse_first();`,
  );
  await signUp(email);
  const listRooms = async () => {
    const { rows } = await db.pool.query<{ conversation_id: string }>(
      `select m.conversation_id from conversation_members m join users u on u.id = m.user_id
       where u.email = $1 and m.conversation_id = any($2)`,
      [email, rooms],
    );
    return rows.map(({ conversation_id }) => conversation_id).sort();
  };
  await expect.poll(listRooms, { timeout: 10_000 }).toEqual([rooms[1]]);
  await executeSql(
    server.ownerDatabaseUrl,
    "drop trigger refuse_first on conversation_members; drop function refuse_first()",
  );
  await expect.poll(listRooms, { timeout: 15_000 }).toEqual(rooms.toSorted());
  server.jobErrors.splice(0);
});

test("the answer is the same whether an address has an account, is in the group, or is nobody's", async () => {
  const { kenji, an, emma } = testPeople;
  const room = await createGroupRoom(kenji, an);
  const responseSummaries = [];
  for (const email of [emma.email, an.email, "nobody@kakehashi.example"]) {
    const { status, data } = await sendInvitationTo(kenji, email, room);
    responseSummaries.push({ status, keys: Object.keys(data), room: data.conversation_id === room });
  }
  expect(new Set(responseSummaries.map((responseSummary) => JSON.stringify(responseSummary))).size).toBe(1);
  expect((await listInvitedEmails(kenji, room)).length).toBe(3);
  // Whether the address has an account is looked up only later, by a job. So the row of the invitation must not show
  // it.
  const { rows } = await db.pool.query("select * from invitations where conversation_id = $1", [room]);
  expect(rows.every((row) => row.accepted_by === null)).toBe(true);
});

test("while nobody can sign up, the mail says so, and accounts get theirs as ever", async () => {
  const { emma, aiko, an } = testPeople;
  await emma.call(setPageClosed, { body: { page: "/register", closed: true } });
  await sendInvitationTo(aiko, "closed@kakehashi.example");
  const mail = await mails.waitForMail("closed@kakehashi.example");
  expect(mail.text).toContain("New accounts cannot be opened at the moment");
  const mailCountBefore = mails.sentMails.filter(({ recipient }) => recipient === an.email).length;
  await sendInvitationTo(aiko, an.email);
  expect((await mails.waitForMail(an.email, mailCountBefore)).text).toContain("/invite/");
  await emma.call(setPageClosed, { body: { page: "/register", closed: false } });
});

describe("an invitation ends", () => {
  test("when it is taken back, by its sender or an owner and nobody else", async () => {
    const { aiko, an, minh, kenji } = testPeople;
    const room = await createGroupRoom(aiko, an, kenji);
    const ownInvitation = await sendInvitationTo(an, minh.email, room);
    const otherInvitation = await sendInvitationTo(an, "someone@kakehashi.example", room);
    expect(await listInvitedEmails(kenji, room)).toEqual([]);
    expect((await kenji.call(revokeInvitation, { params: { id: ownInvitation.data.id } })).status).toBe(404);
    expect((await aiko.call(revokeInvitation, { params: { id: ownInvitation.data.id } })).status).toBe(200);
    expect((await an.call(revokeInvitation, { params: { id: otherInvitation.data.id } })).status).toBe(200);
    expect(await listInvitedEmails(aiko, room)).toEqual([]);
    const lateAcceptResponse = await minh.call(acceptInvitation, { params: { id: ownInvitation.data.id } });
    expect([lateAcceptResponse.status, lateAcceptResponse.error?.code]).toEqual([409, "INVITATION.OVER"]);
  });

  test("when it is taken back in the moment in which it is accepted", async () => {
    const { aiko, an, minh } = testPeople;
    const room = await createGroupRoom(aiko, an);
    const { data } = await sendInvitationTo(aiko, minh.email, room);
    const lockConnection = await db.pool.connect();
    await lockConnection.query("begin");
    await lockConnection.query("select from conversations where id = $1 for update", [room]);
    const pendingAcceptance = minh.call(acceptInvitation, { params: { id: data.id } });
    const isWaiting = async () => {
      const { rows } = await db.pool.query(
        "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows[0].count > 0;
    };
    await expect.poll(isWaiting).toBe(true);
    expect((await aiko.call(revokeInvitation, { params: { id: data.id } })).status).toBe(200);
    await lockConnection.query("commit");
    lockConnection.release();
    expect((await pendingAcceptance).error?.code).toBe("INVITATION.OVER");
    expect(await listMemberIds(aiko, room)).not.toContain(minh.id);
  });

  test("after fourteen days, and when its sender has left the group", async () => {
    const { aiko, an, minh } = testPeople;
    const room = await createGroupRoom(an, aiko);
    const oldInvitation = await sendInvitationTo(an, minh.email, room);
    await db.pool.query("update invitations set expires_at = now() where id = $1", [oldInvitation.data.id]);
    expect((await minh.call(acceptInvitation, { params: { id: oldInvitation.data.id } })).error?.code).toBe(
      "INVITATION.OVER",
    );
    const secondInvitation = await sendInvitationTo(an, minh.email, room);
    expect(secondInvitation.data.id).toBe(oldInvitation.data.id);
    await an.call(removeConversationMember, { params: { id: room }, query: { user_id: an.id } });
    const invitationAfter = await minh.call(getInvitation, { params: { id: secondInvitation.data.id } });
    expect(invitationAfter.data.state).toBe("over");
    expect(
      (await minh.call(acceptInvitation, { params: { id: secondInvitation.data.id } })).error?.code,
    ).toBe("INVITATION.OVER");
  });
});

test("an invitation goes with its address a while after it has expired", async () => {
  const { aiko } = testPeople;
  await sendInvitationTo(aiko, "long-ago@kakehashi.example");
  await sendInvitationTo(aiko, "lately@kakehashi.example");
  const expireInvitation = (email: string, days: number) =>
    db.pool.query("update invitations set expires_at = now() - make_interval(days => $2) where email = $1", [
      email,
      days,
    ]);
  await expireInvitation("long-ago@kakehashi.example", retentionPeriods.endedInvitationDays + 1);
  await expireInvitation("lately@kakehashi.example", retentionPeriods.endedInvitationDays - 1);
  await server.runJob("prune");
  const countInvitations = async () => {
    const { rows } = await db.pool.query("select email from invitations where email like any($1)", [
      ["long-ago@%", "lately@%"],
    ]);
    return rows.map(({ email }) => email);
  };
  await expect.poll(countInvitations).toEqual(["lately@kakehashi.example"]);
});

test("only who may add people invites into a group, and nobody invites themself", async () => {
  const { aiko, an, minh } = testPeople;
  const room = await createGroupRoom(aiko, an);
  const directRoom = await createDirectRoom(aiko, an);
  expect((await sendInvitationTo(minh, "x@kakehashi.example", room)).status).toBe(404);
  expect((await sendInvitationTo(aiko, "x@kakehashi.example", directRoom)).status).toBe(403);
  const selfInvitationError = (await sendInvitationTo(aiko, aiko.email)).error;
  expect(selfInvitationError).toMatchObject({
    code: "INVITATION.SELF",
    fields: { email: "This is your own address." },
  });
  expect(Object.keys((await sendInvitationTo(aiko, "no address")).error?.fields ?? {})).toEqual(["email"]);
});

describe("against floods of mail", () => {
  test("one mailbox gets few invitations a day, whoever sends them and however it is written", async () => {
    const inviters = Object.values(testPeople);
    for (const [index, invitingPerson] of inviters.entries())
      await sendInvitationTo(invitingPerson, `victim+${index}@kakehashi.example`);
    const lastEmail = "after-victim@kakehashi.example";
    for (const invitingPerson of inviters) await sendInvitationTo(invitingPerson, lastEmail);
    await expect
      .poll(async () => {
        const { rows } = await db.pool.query(
          "select count(*)::int as open from pgboss.job where name = 'invitation-mail' and state in ('created', 'active', 'retry')",
        );
        return rows[0].open;
      })
      .toBe(0);
    const deliveredMailCount = mails.sentMails.filter(({ recipient }) =>
      recipient.startsWith("victim+"),
    ).length;
    expect(deliveredMailCount).toBe(invitationMailsPerAddressAndDay);
  });

  test("the same invitation again is mailed once a day", async () => {
    const { an } = testPeople;
    const email = "again@kakehashi.example";
    await sendInvitationTo(an, email);
    await mails.waitForMail(email);
    await sendInvitationTo(an, email);
    await sendInvitationTo(an, "marker-again@kakehashi.example");
    await mails.waitForMail("marker-again@kakehashi.example");
    expect(mails.sentMails.filter(({ recipient }) => recipient === email)).toHaveLength(1);
  });

  test("one person sends a limited number of invitations a day, taken back or not", async () => {
    const appWithLimits = await createTestApp({
      bus: server.bus,
      databaseUrl: server.ownerDatabaseUrl,
      hasRateLimits: true,
    });
    const sender = await addSignedInPerson(server, {
      email: "sender@kakehashi.example",
      name: "Sender",
      role: "dev",
      language: "en",
    });
    await db.pool.query(
      `insert into invitations (id, inviter_id, email, expires_at, revoked_at)
       select gen_random_uuid(), $1, 'many' || n || '@kakehashi.example', now() + interval '1 day', now()
       from generate_series(1, $2) n`,
      [sender.id, invitationsPerSenderAndDay],
    );
    const refusedInvitation = await callApi(appWithLimits.app, sendInvitation, {
      token: sender.tokens.access_token,
      body: { email: "one-more@kakehashi.example" },
    });
    await appWithLimits.close();
    expect([refusedInvitation.status, refusedInvitation.error?.code]).toEqual([429, "ERR.TOO_MANY"]);
    expect(Number(refusedInvitation.headers["retry-after"])).toBeGreaterThan(80_000);
  });

  test("an invitation that has expired counts like a new one when it is sent again", async () => {
    const appWithRateLimits = await createTestApp({
      bus: server.bus,
      databaseUrl: server.ownerDatabaseUrl,
      hasRateLimits: true,
    });
    const sender = await addSignedInPerson(server, {
      email: "reviver@kakehashi.example",
      name: "Reviver",
      role: "dev",
      language: "en",
    });
    const token = sender.tokens.access_token;
    const room = await createGroupRoom(sender, testPeople.an);
    const addExpiredInvitations = (roomId: string | null, name: string) =>
      db.pool.query(
        `insert into invitations (id, inviter_id, email, conversation_id, created_at, expires_at)
         select gen_random_uuid(), $1, $3 || n || '@kakehashi.example', $2, now() - interval '20 days', now() - interval '6 days'
         from generate_series(1, $4) n`,
        [sender.id, roomId, name, maximumPendingInvitationsPerGroup + 1],
      );
    await addExpiredInvitations(room, "old");
    await db.pool.query(
      `insert into invitations (id, inviter_id, email, conversation_id, created_at, expires_at)
       select gen_random_uuid(), $1, 'other' || n || '@kakehashi.example', $2, now() - interval '2 days', now() + interval '9 days'
       from generate_series(1, $3) n`,
      [sender.id, room, maximumPendingInvitationsPerGroup - 1],
    );
    const inviteAgain = (email: string, roomId?: string) =>
      callApi(appWithRateLimits.app, sendInvitation, {
        token,
        body: { email: `${email}@kakehashi.example`, ...(roomId && { conversation_id: roomId }) },
      });
    expect((await inviteAgain("old1", room)).status).toBe(200);
    expect((await inviteAgain("old2", room)).error?.code).toBe("INVITATION.FULL");
    // The room has the maximum number of pending invitations. An invitation that is already pending may still be sent
    // again.
    expect((await inviteAgain("old1", room)).status).toBe(200);

    await addExpiredInvitations(null, "lone");
    await db.pool.query(
      "update invitations set created_at = now() - interval '1 hour' where id in (select id from invitations where inviter_id = $1 and expires_at > now() limit $2)",
      [sender.id, invitationsPerSenderAndDay - 2],
    );
    const invitationsSentToday = await db.pool.query(
      "select from invitations where inviter_id = $1 and created_at > now() - interval '1 day'",
      [sender.id],
    );
    const remainingInvitations = invitationsPerSenderAndDay - (invitationsSentToday.rowCount ?? 0);
    for (let count = 1; count <= remainingInvitations; count++)
      expect((await inviteAgain(`lone${count}`)).status).toBe(200);
    expect((await inviteAgain(`lone${remainingInvitations + 1}`)).error?.code).toBe("ERR.TOO_MANY");
    await appWithRateLimits.close();
  });
});

test("a name in such a mail is short, no link, and does not turn the words around it", () => {
  expect(nameForMail("win.example.com/now")).toBe("win\u2024example\u2024com now");
  expect(nameForMail("a@b.example")).toBe("a＠b\u2024example");
  expect([...nameForMail("x".repeat(200))]).toHaveLength(61);
  const { text, html, subject } = renderMail("invited_group", "en", "https://x.example", {
    name: "דנה <b>",
    group: "Team",
    day: "1 May",
  });
  expect(text).toContain("\u2068דנה <b>\u2069 invites you to join the group “Team”");
  expect(subject.startsWith("\u2068דנה <b>\u2069 invites")).toBe(true);
  expect(html).toContain("<bdi>דנה &#60;b&#62;</bdi> invites you to join the group “<bdi>Team</bdi>”");
});
