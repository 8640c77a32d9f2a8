import { randomUUID } from "node:crypto";
import { listAdminUsers, setUserRole } from "@kakehashi/contract/admin";
import { listAudit } from "@kakehashi/contract/audit";
import { signIn, signUp } from "@kakehashi/contract/auth";
import { createBot, setBotPerson } from "@kakehashi/contract/bots";
import { listProjectCategories } from "@kakehashi/contract/catalogue";
import { listConversationMembers } from "@kakehashi/contract/conversation-members";
import { createConversation, getConversation, listConversations } from "@kakehashi/contract/conversations";
import {
  deletedNameByLanguage,
  deletedNameMark,
  replaceDeletedNameMarks,
} from "@kakehashi/contract/deleted-names";
import { cancelDeletion, requestDeletion } from "@kakehashi/contract/deletion";
import { createFolder, trashDriveEntry } from "@kakehashi/contract/drive";
import { listMessages } from "@kakehashi/contract/messages";
import { createProfile, getPublicProfile } from "@kakehashi/contract/profiles";
import { searchEverything } from "@kakehashi/contract/search";
import { getAccount, listUsersByIds, searchUsers } from "@kakehashi/contract/users";
import { expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { executeSql } from "../../test/cluster.ts";
import { uploadToDrive } from "../../test/drive.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { createDirectRoom, createGroupRoom, sendText } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { addSignedInPerson, type TestPerson, testPassword } from "../../test/world.ts";
import { accountDeletionJobName } from "./service.ts";

const { server, testPeople } = await setUpTestServer();
const address = await server.listen();

const addPersonNamed = (name: string) =>
  addSignedInPerson(server, {
    email: `${Buffer.from(name).toString("hex")}@leaving.example`,
    name,
    role: "dev",
    language: "vi",
  });
const requestDeletionOf = (person: TestPerson, body: object = {}) =>
  person.call(requestDeletion, {
    body: { current_password: testPassword, confirmation: person.email, ...body },
  });
const cancelDeletionOf = (person: TestPerson) =>
  callApi(server.app, signIn, {
    body: { email: person.email, password: testPassword, service: "kakehashi" },
  });

/** Moves the deletion date into the past and runs the hourly job. */
async function endGracePeriod(person: TestPerson): Promise<void> {
  await server.db.pool.query("update users set deletion_due_at = now() where id = $1", [person.id]);
  await server.runJob(accountDeletionJobName);
}
const waitUntilAccountDeleted = (person: TestPerson) =>
  expect
    .poll(
      async () => {
        const { rows } = await server.db.pool.query(
          "select deleted_at is not null and deletion_due_at is null as done from users where id = $1",
          [person.id],
        );
        return rows[0]?.done;
      },
      { timeout: 15_000 },
    )
    .toBe(true);

test("deleting an account needs the password and the address, and a wrong one loses nothing", async () => {
  const minh = testPeople.minh;
  const wrongPasswordResponse = await requestDeletionOf(minh, { current_password: "Wrong2026" });
  expect(wrongPasswordResponse).toMatchObject({
    status: 422,
    error: { fields: { current_password: expect.any(String) } },
  });
  for (const confirmation of ["", "delete", testPeople.an.email]) {
    const wrongConfirmationResponse = await requestDeletionOf(minh, { confirmation });
    expect(wrongConfirmationResponse).toMatchObject({
      status: 422,
      error: { fields: { confirmation: expect.any(String) } },
    });
  }
  expect((await minh.call(getAccount)).data.deletion_due_at).toBeNull();
});

test("a planned deletion signs out everywhere, and can be cancelled for two weeks", async () => {
  const person = await addPersonNamed("Quay");
  const socket = await connectAndSubscribe(address, person);
  const { data } = await requestDeletionOf(person, { confirmation: ` ${person.email.toUpperCase()} ` });
  const days = (Date.parse(data.due_at) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(13.9);
  expect(days).toBeLessThanOrEqual(14);
  await socket.waitForClose();
  expect((await person.call(getAccount)).status).toBe(401);
  expect((await server.mails.waitForMail(person.email)).subject).toBe("Your account will be deleted");
  await server.runJob(accountDeletionJobName);

  const { data: tokens } = await cancelDeletionOf(person);
  const token = tokens.access_token;
  expect((await callApi(server.app, getAccount, { token })).data.deletion_due_at).toBe(data.due_at);
  await callApi(server.app, cancelDeletion, { token });
  await callApi(server.app, cancelDeletion, { token });
  expect((await callApi(server.app, getAccount, { token })).data.deletion_due_at).toBeNull();
  const listMailSubjects = () =>
    server.mails.sentMails
      .filter(({ recipient }) => recipient === person.email)
      .map(({ subject }) => subject);
  await expect.poll(listMailSubjects).toEqual(["Your account will be deleted", "Your account will be kept"]);
});

test("a deleted person's drive goes with them: its folders, its trash and its bytes; what they sent still counts", async () => {
  const person = await addPersonNamed("Kho");
  const room = await createDirectRoom(person, testPeople.aiko);
  const messageForm = new FormData();
  messageForm.set("client_id", randomUUID());
  messageForm.append("files", new Blob(["sent"], { type: "text/plain" }), "sent.txt");
  const messageResponse = await fetch(`${address}/api/conversations/${room}/messages`, {
    method: "POST",
    body: messageForm,
    headers: { authorization: `Bearer ${person.tokens.access_token}` },
  });
  expect(messageResponse.status).toBe(200);
  const { data: folder } = await person.call(createFolder, { body: { name: "kho", folder_id: null } });
  await uploadToDrive(address, person, "inside.txt", { folderId: folder.id });
  const trashedFile = await uploadToDrive(address, person, "old.txt");
  await person.call(trashDriveEntry, { params: { id: trashedFile.id } });
  await requestDeletionOf(person);
  await endGracePeriod(person);
  await waitUntilAccountDeleted(person);
  const { rows } = await server.db.pool.query(
    `select (select count(*) from drive_entries where user_id = $1)::int as entries,
      (select count(*) from files where user_id = $1)::int as files,
      (select bytes from storage_used where user_id = $1)::int as bytes,
      (select bytes from storage_total)::int = (select sum(bytes) from storage_used)::int as adds_up`,
    [person.id],
  );
  expect(rows).toEqual([{ entries: 0, files: 1, bytes: "sent".length, adds_up: true }]);
});

test("a deletion that fails is tried again within seconds, and the next accounts do not wait for it", async () => {
  const [firstPerson, secondPerson] = [await addPersonNamed("Trượt"), await addPersonNamed("Kế")];
  const room = await createDirectRoom(testPeople.aiko, firstPerson);
  // A number from a PostgreSQL sequence stays used after a rollback. So closing the first person's room fails in the
  // first attempt and succeeds in the second.
  await executeSql(
    server.ownerDatabaseUrl,
    `
    create sequence closing_attempts;
    create function fail_once() returns trigger language plpgsql security definer as $$ begin
      if new.id = '${room}' and nextval('closing_attempts') = 1 then raise 'not now'; end if;
      return new;
    end $$;
    create trigger fail_once before update on conversations for each row execute function fail_once()`,
  );
  await requestDeletionOf(firstPerson);
  await requestDeletionOf(secondPerson);
  await server.db.pool.query("update users set deletion_due_at = now() - interval '1 minute' where id = $1", [
    firstPerson.id,
  ]);
  await endGracePeriod(secondPerson);
  await waitUntilAccountDeleted(secondPerson);
  await waitUntilAccountDeleted(firstPerson);
  const { data } = await testPeople.aiko.call(getConversation, { params: { id: room } });
  expect(data.partner?.deleted).toBe(true);
  await executeSql(
    server.ownerDatabaseUrl,
    "drop trigger fail_once on conversations; drop function fail_once",
  );
});

test("after the grace period only a person's messages remain, under a name in each reader's language", async () => {
  const { aiko, an, emma } = testPeople;
  const person = await addPersonNamed("Rời");
  await person.call(createProfile, {
    body: {
      first_name: "Rời",
      last_name: "Nguyễn",
      name: "Rời",
      address: "Hà Nội",
      phone: "+84 24 3825 0000",
      category_ids: (await person.call(listProjectCategories)).data.slice(0, 1).map(({ id }) => id),
    },
  });
  const [directRoom, team] = [await createDirectRoom(aiko, person), await createGroupRoom(person, aiko, an)];
  const { data: notesRoom } = await person.call(createConversation, { body: { kind: "MY_CHAT" } });
  await sendText(person, directRoom, "what I said stays");
  await sendText(person, team, "here too");
  await server.db.pool.query(`insert into avatars (name, user_id, bytes) values ('gone.webp', $1, '\\x00')`, [
    person.id,
  ]);
  const socket = await connectAndSubscribe(address, aiko);
  await requestDeletionOf(person);
  await endGracePeriod(person);
  await waitUntilAccountDeleted(person);
  for (const id of [directRoom, team]) {
    const deletedEvent = await socket.waitForEvent(
      (event) => event.type === "CONVERSATION_CHANGED" && event.conversation_id === id,
    );
    expect(deletedEvent).toMatchObject({ user_id: person.id });
  }

  expect((await cancelDeletionOf(person)).error?.code).toBe("AUTH.CREDENTIALS");
  for (const [language, name] of Object.entries(deletedNameByLanguage)) {
    const headers = { cookie: `session_lang=${language}` };
    const { data } = await aiko.call(listUsersByIds, { query: { ids: person.id }, headers });
    expect(data).toEqual([
      expect.objectContaining({
        id: person.id,
        name,
        avatar: null,
        property_id: null,
        role: "user",
        deleted: true,
      }),
    ]);
    const { data: room } = await aiko.call(getConversation, { params: { id: directRoom }, headers });
    expect(room.partner).toMatchObject({ name, deleted: true });
  }
  const { data: messages } = await aiko.call(listMessages, { params: { id: directRoom } });
  expect(messages.map(({ content, user_id }) => [content, user_id])).toEqual([
    ["what I said stays", person.id],
  ]);
  const { data: members } = await aiko.call(listConversationMembers, { params: { id: team } });
  expect(members.map(({ id }) => id).sort()).toEqual([aiko.id, an.id].sort());
  // After the deletion the group still has exactly one owner.
  expect(members.filter(({ room_role }) => room_role === "OWNER")).toHaveLength(1);

  expect((await aiko.call(searchUsers, { query: { search: "Rời" } })).data).toEqual([]);
  expect((await aiko.call(searchUsers, { query: { search: "" } })).data.map(({ id }) => id)).not.toContain(
    person.id,
  );
  for (const searchText of ["Rời", deletedNameMark]) {
    const { data: searchResults } = await aiko.call(searchEverything, { query: { q: searchText } });
    expect(searchResults.people.map(({ id }) => id)).not.toContain(person.id);
  }
  expect((await aiko.call(getPublicProfile, { params: { id: person.id } })).status).toBe(404);
  const conversation = await an.call(createConversation, { body: { kind: "DIRECT", user_ids: [person.id] } });
  expect(conversation.error?.code).toBe("CONVERSATION.PEOPLE");
  expect((await emma.call(listAdminUsers, { query: { search: "leaving.example" } })).data).not.toContainEqual(
    expect.objectContaining({ id: person.id }),
  );
  const { data: auditEntries } = await emma.call(listAudit, { query: { user_id: person.id } });
  expect(auditEntries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["account.delete", "account.delete_request", "profile.create"]),
  );

  // Finds each table whose rows are deleted together with their row of `users`. Checks that the table has no row of the
  // deleted person.
  const { rows: cascadingColumns } = await server.db.pool.query<{ place: string; person: string }>(
    `select c.conrelid::regclass::text as place, a.attname as person from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c'`,
  );
  const remainingTables: string[] = [];
  for (const { place, person: column } of cascadingColumns) {
    const { rows } = await server.db.pool.query(`select 1 from ${place} where ${column} = $1`, [person.id]);
    if (rows.length > 0) remainingTables.push(place);
  }
  // Of the deleted person's rows, only the membership in the direct conversation stays. From this row the other person's
  // page knows whose conversation it was.
  expect(remainingTables).toEqual(["conversation_members"]);
  const { rows: room } = await server.db.pool.query("select 1 from conversations where id = $1", [
    notesRoom.id,
  ]);
  expect(room).toEqual([]);
  const { rows: row } = await server.db.pool.query("select * from users where id = $1", [person.id]);
  expect(JSON.stringify(row)).not.toMatch(/Rời|leaving\.example|argon2/);

  // A new account can use the deleted account's e-mail address.
  expect(server.mails.sentMails.filter(({ recipient }) => recipient === person.email).at(-1)?.subject).toBe(
    "Your account has been deleted",
  );
  const mailCountBefore = server.mails.sentMails.filter(({ recipient }) => recipient === person.email).length;
  await callApi(server.app, signUp, {
    body: { email: person.email, password: testPassword, confirm_password: testPassword, language: "en" },
  });
  expect((await server.mails.waitForMail(person.email, mailCountBefore)).subject).toBe(
    "Confirm your e-mail address",
  );
});

test("a message may hold the character that marks a deleted name, alone or quoted like one", async () => {
  const { aiko, an } = testPeople;
  const room = await createDirectRoom(aiko, an);
  for (const content of [deletedNameMark, `a${deletedNameMark}b`, `{"name":"${deletedNameMark}"}`]) {
    const { id, ...sentMessageFields } = await sendText(aiko, room, content);
    expect(sentMessageFields.content).toBe(content);
    const { data: messages } = await an.call(listMessages, { params: { id: room } });
    expect(messages.find((message) => message.id === id)?.content).toBe(content);
    const eventJson = JSON.stringify({ message: sentMessageFields, user: { name: deletedNameMark } });
    expect(JSON.parse(replaceDeletedNameMarks(eventJson, "en"))).toEqual({
      message: sentMessageFields,
      user: { name: deletedNameByLanguage.en },
    });
  }
});

test("an interrupted deletion is resumed", async () => {
  const person = await addPersonNamed("Nửa");
  const team = await createGroupRoom(testPeople.aiko, person);
  // Simulates a server that stopped during the deletion of the account: the person's rows are deleted, but not their
  // rooms.
  await server.db.pool.query(
    "update users set deleted_at = now(), deletion_due_at = now(), name = $2 where id = $1",
    [person.id, deletedNameMark],
  );
  await server.runJob(accountDeletionJobName);
  await waitUntilAccountDeleted(person);
  const { data: members } = await testPeople.aiko.call(listConversationMembers, { params: { id: team } });
  expect(members.map(({ id }) => id)).toEqual([testPeople.aiko.id]);
});

test("a deleted person's bots and projects go with them, or go on with somebody else", async () => {
  const { linh } = testPeople;
  const person = await addSignedInPerson(server, {
    email: "owner@leaving.example",
    name: "Chủ",
    role: "company",
    language: "vi",
  });
  await addAcceptedProfiles(server, person);
  const projectId = await createTestProject(person);
  const createBotOfPerson = async () =>
    (await person.call(createBot, { body: { name: "Salon", languages: ["en"], platforms: ["WEB"] } })).data
      .id;
  const [ownBot, sharedBot] = [await createBotOfPerson(), await createBotOfPerson()];
  await person.call(setBotPerson, {
    params: { id: sharedBot, user_id: linh.id },
    body: { part: "EDITOR" },
  });
  await requestDeletionOf(person);
  await endGracePeriod(person);
  await waitUntilAccountDeleted(person);
  const listBotPeople = async () => {
    const { rows } = await server.db.pool.query(
      "select b.id, p.user_id, p.part from bots b left join bot_people p on p.bot_id = b.id where b.id = any($1)",
      [[ownBot, sharedBot]],
    );
    return rows;
  };
  await expect.poll(listBotPeople).toEqual([{ id: sharedBot, user_id: linh.id, part: "OWNER" }]);
  const { rows: projects } = await server.db.pool.query("select status from projects where id = $1", [
    projectId,
  ]);
  expect(projects).toEqual([{ status: "DEACTIVE" }]);
});

test("the last admin does not leave, nor do two admins at once", async () => {
  const { emma, kenji, linh } = testPeople;
  const refusedRequest = await requestDeletionOf(emma);
  expect([refusedRequest.status, refusedRequest.error?.code]).toEqual([409, "DELETION.LAST_ADMIN"]);
  await emma.call(setUserRole, { params: { id: kenji.id }, body: { role: "admin" } });
  const deletionResponses = await Promise.all([requestDeletionOf(emma), requestDeletionOf(kenji)]);
  expect(deletionResponses.map(({ status }) => status).sort()).toEqual([200, 409]);

  // Of the two admins, only one could request a deletion. The other admin loses the admin role here. Now no other admin
  // is left, so the requested deletion must wait for a new admin.
  const [leavingAdmin, stayingPerson] = deletionResponses[0]?.status === 200 ? [emma, kenji] : [kenji, emma];
  await server.db.pool.query("update users set role = 'dev' where id = $1", [stayingPerson.id]);
  await endGracePeriod(leavingAdmin);
  const newPerson = await addPersonNamed("Sau");
  await requestDeletionOf(newPerson);
  await endGracePeriod(newPerson);
  await waitUntilAccountDeleted(newPerson);
  const { rows } = await server.db.pool.query("select deleted_at from users where id = $1", [
    leavingAdmin.id,
  ]);
  expect(rows).toEqual([{ deleted_at: null }]);
  await server.db.pool.query("update users set role = 'admin' where id = $1", [linh.id]);
  await server.runJob(accountDeletionJobName);
  await waitUntilAccountDeleted(leavingAdmin);
});

test("a conversation with somebody who left stays in the list", async () => {
  const { data } = await testPeople.aiko.call(listConversations, {
    headers: { cookie: "session_lang=en" },
  });
  expect(data.map(({ partner }) => partner?.name)).toContain("Deleted user");
});
