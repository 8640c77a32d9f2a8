import {
  addConversationMembers,
  listConversationMembers,
  removeConversationMember,
  setConversationMemberRole,
} from "@kakehashi/contract/conversation-members";
import { changeConversationName } from "@kakehashi/contract/conversation-settings";
import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import { getConversation, listConversations } from "@kakehashi/contract/conversations";
import { listMessages } from "@kakehashi/contract/messages";
import { describe, expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createDirectRoom, sendText, trySendText } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";

// These tests check the rooms of projects. Only the server creates these rooms and changes their members.

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();

const getRooms = () => server.app.services.rooms;
const listIdsOf = (people: readonly { id: string }[]) => people.map(({ id }) => id);
const startProjectRoom = (kind: "TEAM" | "CLIENT" | "SUPPORT", ...people: TestPerson[]) =>
  getRooms().createProjectRoom(kind, `a ${kind} room`, listIdsOf(people));
const viewConversation = (person: TestPerson, id: string) => person.call(getConversation, { params: { id } });
const listMembersOf = async (person: TestPerson, id: string) =>
  listIdsOf((await person.call(listConversationMembers, { params: { id } })).data).sort();

describe.each(["TEAM", "CLIENT", "SUPPORT"] as const)("a %s room", (kind) => {
  test("is there for its people, who hear of it at once, and for nobody else", async () => {
    const { aiko, an, kenji, minh } = testPeople;
    const [memberSocket, outsiderSocket] = [
      await connectAndSubscribe(serverUrl, an),
      await connectAndSubscribe(serverUrl, minh),
    ];
    const id = await startProjectRoom(kind, aiko, an, kenji, an);
    const addedEvent = await memberSocket.waitForEvent((event) => event.type === "CONVERSATION_ADDED");
    const { data: projectView } = await viewConversation(an, id);
    expect(addedEvent).toEqual({
      type: "CONVERSATION_ADDED",
      conversation_id: id,
      seq: 0,
      conversation: projectView,
    });
    expect(projectView).toMatchObject({
      kind,
      name: `a ${kind} room`,
      partner: null,
      role: "MEMBER",
      created_by: null,
      member_count: 3,
      unread_count: 0,
      last_message: null,
    });
    const { id: mid } = await sendText(aiko, id, "welcome");
    await memberSocket.waitForEvent((event) => "message" in event && event.message.id === mid);
    expect((await viewConversation(kenji, id)).data.unread_count).toBe(1);
    expect((await viewConversation(minh, id)).status).toBe(404);
    expect((await trySendText(minh, id, "let me in")).status).toBe(404);
    const lastMessage = await sendText(kenji, await createDirectRoom(minh, kenji), "elsewhere");
    await outsiderSocket.waitForEvent((event) => "message" in event && event.message.id === lastMessage.id);
    expect(outsiderSocket.listEvents().some((event) => event.conversation_id === id)).toBe(false);
    for (const { socket } of [memberSocket, outsiderSocket]) socket.close();
  });

  test("is governed by its project: nobody in it renames it, leaves, or says who is in it", async () => {
    const { aiko, an, linh } = testPeople;
    const id = await startProjectRoom(kind, aiko, an);
    const params = { id };
    const attempts = [
      await an.call(changeConversationName, { params, body: { name: "ours" } }),
      await an.call(addConversationMembers, { params, body: { user_ids: [linh.id] } }),
      await an.call(removeConversationMember, { params, query: { user_id: aiko.id } }),
      await an.call(removeConversationMember, { params, query: { user_id: an.id } }),
      await an.call(setConversationMemberRole, {
        params: { id, user_id: an.id },
        body: { role: "OWNER" },
      }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await viewConversation(aiko, id)).data).toMatchObject({
      name: `a ${kind} room`,
      member_count: 2,
      seq: 0,
    });
  });
});

describe("who joins a project", () => {
  test("is in its room, with all that was said there and nothing of it unread", async () => {
    const { aiko, an, minh } = testPeople;
    const id = await startProjectRoom("TEAM", aiko, an);
    await sendText(aiko, id, "before");
    const [oldMemberSocket, newMemberSocket] = [
      await connectAndSubscribe(serverUrl, an),
      await connectAndSubscribe(serverUrl, minh),
    ];
    await getRooms().addMembersForServer(id, [minh.id]);
    const { data: projectView } = await viewConversation(minh, id);
    expect(projectView).toMatchObject({ seq: 2, member_count: 3, unread_count: 0, role: "MEMBER" });
    expect(await newMemberSocket.waitForEvent((event) => event.type === "CONVERSATION_ADDED")).toMatchObject({
      conversation: projectView,
    });
    expect(
      await oldMemberSocket.waitForEvent((event) => event.type === "CONVERSATION_CHANGED"),
    ).toMatchObject({
      conversation_id: id,
      seq: 2,
      member_count: 3,
    });
    const { data: messages } = await minh.call(listMessages, { params: { id } });
    expect(messages.map(({ content }) => content)).toEqual(["before"]);
    const messageAfter = await sendText(aiko, id, "after");
    await newMemberSocket.waitForEvent((event) => "message" in event && event.message.id === messageAfter.id);
    for (const { socket } of [oldMemberSocket, newMemberSocket]) socket.close();
  });

  test("again, or nobody, changes nothing", async () => {
    const { aiko, an } = testPeople;
    const id = await startProjectRoom("CLIENT", aiko);
    await getRooms().addMembersForServer(id, [an.id]);
    await getRooms().addMembersForServer(id, [an.id, aiko.id]);
    await getRooms().addMembersForServer(id, []);
    expect((await viewConversation(an, id)).data).toMatchObject({ seq: 1, member_count: 2 });
  });
});

test("who has no account, or none any longer, is let in nowhere; the others are", async () => {
  const { aiko, an, minh } = testPeople;
  const formerMember = await addSignedInPerson(server, {
    email: "gone@kakehashi.example",
    name: "Gone",
    role: "dev",
    language: "vi",
  });
  await server.db.pool.query("update users set deleted_at = now() where id = $1", [formerMember.id]);
  const id = await getRooms().createProjectRoom("CLIENT", "a room", [aiko.id, newId(), formerMember.id]);
  await getRooms().addMembersForServer(id, [an.id, newId(), formerMember.id]);
  await getRooms().addMembersForServer(id, [formerMember.id]);
  expect((await viewConversation(an, id)).data).toMatchObject({ member_count: 2, seq: 1 });
  await getRooms().addMembersForServer(id, [minh.id]);
  expect(await listMembersOf(aiko, id)).toEqual(listIdsOf([aiko, an, minh]).sort());
});

describe("who leaves a project", () => {
  test("is out of its room at once, learns of it after an absence too, and may come back", async () => {
    const { aiko, an, minh } = testPeople;
    const id = await startProjectRoom("SUPPORT", aiko, an, minh);
    const timeBefore = new Date().toISOString();
    const changes = async () =>
      (await an.call(listConversations, { query: { changed_since: timeBefore } })).meta.left ?? [];
    const [leaverSocket, memberSocket] = [
      await connectAndSubscribe(serverUrl, an),
      await connectAndSubscribe(serverUrl, aiko),
    ];
    await getRooms().removeMemberForServer(id, an.id);
    await leaverSocket.waitForEvent(
      (event) => event.type === "CONVERSATION_REMOVED" && event.conversation_id === id,
    );
    expect(await memberSocket.waitForEvent((event) => event.type === "CONVERSATION_CHANGED")).toMatchObject({
      conversation_id: id,
      seq: 1,
      member_count: 2,
    });
    const { id: mid } = await sendText(aiko, id, "among us");
    await memberSocket.waitForEvent((event) => "message" in event && event.message.id === mid);
    const otherConversation = await createDirectRoom(an, minh);
    const lastMessage = await sendText(minh, otherConversation, "elsewhere");
    await leaverSocket.waitForEvent((event) => "message" in event && event.message.id === lastMessage.id);
    expect(leaverSocket.listEvents().some((event) => "message" in event && event.message.id === mid)).toBe(
      false,
    );
    for (const { socket } of [leaverSocket, memberSocket]) socket.close();
    expect((await viewConversation(an, id)).status).toBe(404);
    expect((await an.call(getConversationChanges, { params: { id }, query: { since: "0" } })).status).toBe(
      404,
    );
    expect(await listMembersOf(aiko, id)).toEqual(listIdsOf([aiko, minh]).sort());
    expect(await changes()).toContain(id);

    await getRooms().removeMemberForServer(id, an.id);
    expect((await viewConversation(aiko, id)).data.seq).toBe(2);
    await getRooms().addMembersForServer(id, [an.id]);
    expect((await viewConversation(an, id)).data).toMatchObject({ member_count: 3, unread_count: 0 });
    expect(await changes()).not.toContain(id);
  });

  test("leaves a room that lives on without anybody, and takes those in who come", async () => {
    const { aiko, an } = testPeople;
    const id = await startProjectRoom("TEAM", aiko);
    await sendText(aiko, id, "alone");
    await getRooms().removeMemberForServer(id, aiko.id);
    await getRooms().addMembersForServer(id, [an.id]);
    expect((await an.call(listMessages, { params: { id } })).data).toHaveLength(1);
    expect((await trySendText(an, id, "is anybody here")).status).toBe(200);
  });

  test("with their account leaves no room of it closed", async () => {
    const { aiko, an } = testPeople;
    const leaver = await addSignedInPerson(server, {
      email: "leaver@kakehashi.example",
      name: "Leaver",
      role: "dev",
      language: "vi",
    });
    const id = await startProjectRoom("TEAM", aiko, an, leaver);
    await getRooms().removeDeletedPerson(leaver.id);
    expect(await listMembersOf(aiko, id)).toEqual(listIdsOf([aiko, an]).sort());
    expect((await trySendText(aiko, id, "we go on")).status).toBe(200);
  });
});

test("many simultaneous joins and leaves each get a number, and all members are right", async () => {
  const { aiko, an, minh, linh, kenji, emma } = testPeople;
  const id = await startProjectRoom("TEAM", aiko, an, minh);
  await Promise.all([
    getRooms().removeMemberForServer(id, an.id),
    getRooms().removeMemberForServer(id, an.id),
    getRooms().addMembersForServer(id, [linh.id, kenji.id]),
    getRooms().addMembersForServer(id, [kenji.id, linh.id]),
    getRooms().addMembersForServer(id, [emma.id]),
    getRooms().removeMemberForServer(id, minh.id),
  ]);
  expect(await listMembersOf(aiko, id)).toEqual(listIdsOf([aiko, linh, kenji, emma]).sort());
  expect((await viewConversation(aiko, id)).data.seq).toBe(4);
});

test("a room that does not exist has no joins or leaves", async () => {
  const notFoundError = { code: "ERR.NOT_FOUND" };
  await expect(getRooms().addMembersForServer(newId(), [testPeople.an.id])).rejects.toMatchObject(
    notFoundError,
  );
  await expect(getRooms().removeMemberForServer(newId(), testPeople.an.id)).rejects.toMatchObject(
    notFoundError,
  );
});
