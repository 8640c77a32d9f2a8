import { randomUUID } from "node:crypto";
import { listConversationMembers } from "@kakehashi/contract/conversation-members";
import {
  countUnreadConversations,
  createConversation,
  getConversation,
  listConversations,
  markConversationRead,
  reportIsTyping,
} from "@kakehashi/contract/conversations";
import { listMessages, sendMessage } from "@kakehashi/contract/messages";
import { searchUsers } from "@kakehashi/contract/users";
import { describe, expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();

const startConversation = (person: TestPerson, body: object) => person.call(createConversation, { body });
const startDirectConversation = (person: TestPerson, id: string) =>
  startConversation(person, { kind: "DIRECT", user_ids: [id] });
const sendText = (person: TestPerson, id: string, content: string, client_id: string = randomUUID()) =>
  person.call(sendMessage, { params: { id }, body: { client_id, content } });

test("two people have one direct conversation, whoever begins it and however many times at once", async () => {
  const { aiko, kenji } = testPeople;
  const sendResponses = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0 ? startDirectConversation(aiko, kenji.id) : startDirectConversation(kenji, aiko.id),
    ),
  );
  expect(new Set(sendResponses.map(({ data }) => data.id)).size).toBe(1);
  const [firstResponse] = sendResponses;
  expect(firstResponse?.data).toMatchObject({ kind: "DIRECT", member_count: 2, partner: { id: kenji.id } });
});

test("an empty conversation is only in its creator's list", async () => {
  const ann = await addSignedInPerson(server, {
    email: "ann@kakehashi.example",
    name: "Ann",
    role: "dev",
    language: "en",
  });
  const ben = await addSignedInPerson(server, {
    email: "ben@kakehashi.example",
    name: "Ben",
    role: "dev",
    language: "en",
  });
  const rooms = [
    (await startDirectConversation(ann, ben.id)).data.id,
    (await startConversation(ann, { kind: "GROUP", name: "empty", user_ids: [ben.id] })).data.id,
  ].sort();
  const listIds = async (person: TestPerson) => {
    const { data, meta } = await person.call(listConversations);
    expect(meta.total).toBe(data.length);
    return data
      .filter(({ kind }) => kind !== "MY_CHAT")
      .map(({ id }) => id)
      .sort();
  };
  expect([await listIds(ann), await listIds(ben)]).toEqual([rooms, []]);
  expect((await ben.call(countUnreadConversations)).data.count_unread).toBe(0);
  for (const id of rooms) {
    expect((await ben.call(getConversation, { params: { id } })).status).toBe(200);
    await sendText(ann, id, "first");
  }
  expect(await listIds(ben)).toEqual(rooms);
  expect((await ben.call(countUnreadConversations)).data.count_unread).toBe(2);
});

describe("an id in capitals is the same id:", () => {
  test("of another person: the conversation is the same", async () => {
    const { data } = await startDirectConversation(testPeople.an, testPeople.minh.id);
    expect((await startDirectConversation(testPeople.an, testPeople.minh.id.toUpperCase())).data.id).toBe(
      data.id,
    );
  });

  test("of oneself: no conversation with oneself", async () => {
    const ownIdInUpperCase = testPeople.an.id.toUpperCase();
    expect(await startDirectConversation(testPeople.an, ownIdInUpperCase)).toMatchObject({
      status: 422,
      error: { code: "CONVERSATION.SELF" },
    });
    const group = await startConversation(testPeople.an, {
      kind: "GROUP",
      name: "me",
      user_ids: [ownIdInUpperCase, testPeople.minh.id],
    });
    expect(group).toMatchObject({ status: 200, data: { member_count: 2 } });
  });

  test("of a room: its messages arrive live", async () => {
    const { data } = await startDirectConversation(testPeople.an, testPeople.minh.id);
    const listener = await connectAndSubscribe(serverUrl, testPeople.minh);
    const sentMessage = await sendText(testPeople.an, data.id.toUpperCase(), "hello");
    expect(sentMessage.data.conversation_id).toBe(data.id);
    await listener.waitForEvent((event) => "message" in event && event.message.id === sentMessage.data.id);
    listener.socket.close();
  });

  test("of a send: it arrives once", async () => {
    const { data } = await startDirectConversation(testPeople.an, testPeople.linh.id);
    const id = randomUUID();
    const startResponses = await Promise.all(
      [id, id.toUpperCase()].map((clientId) => sendText(testPeople.an, data.id, "x", clientId)),
    );
    expect(new Set(startResponses.map((startResponse) => startResponse.data?.id)).size).toBe(1);
    expect((await testPeople.linh.call(listMessages, { params: { id: data.id } })).data).toHaveLength(1);
  });
});

test.each([
  ["with somebody who is not there", () => ({ kind: "DIRECT", user_ids: [newId()] }), "CONVERSATION.PEOPLE"],
  [
    "with people of whom one is not there",
    () => ({ kind: "GROUP", name: "x", user_ids: [testPeople.minh.id, newId()] }),
    "CONVERSATION.PEOPLE",
  ],
  [
    "with nobody but oneself",
    () => ({ kind: "GROUP", name: "x", user_ids: [testPeople.an.id] }),
    "CONVERSATION.SELF",
  ],
  [
    "of two and a third",
    () => ({ kind: "DIRECT", user_ids: [testPeople.minh.id, testPeople.linh.id] }),
    "ERR.INPUT",
  ],
  [
    "of a kind that only projects have",
    () => ({ kind: "TEAM", name: "x", user_ids: [testPeople.minh.id] }),
    "ERR.INPUT",
  ],
  ["without a name", () => ({ kind: "GROUP", user_ids: [testPeople.minh.id] }), "ERR.INPUT"],
  [
    "with an invisible name",
    () => ({ kind: "GROUP", name: "\u200b\u202e", user_ids: [testPeople.minh.id] }),
    "ERR.INPUT",
  ],
])("no conversation begins %s", async (_, body, code) => {
  expect(await startConversation(testPeople.an, body())).toMatchObject({ status: 422, error: { code } });
});

test("the list shows the newest first, twenty a page, and only what changed since", async () => {
  const host = await addSignedInPerson(server, {
    email: "host@kakehashi.example",
    name: "Host",
    role: "dev",
    language: "en",
  });
  const ids: string[] = [];
  for (let number = 1; number <= 23; number++) {
    const { data } = await startConversation(host, {
      kind: "GROUP",
      name: `room ${number}`,
      user_ids: [testPeople.minh.id],
    });
    ids.push(data.id);
  }
  await sendText(testPeople.minh, ids[0] ?? "", "up");
  const firstPage = await host.call(listConversations);
  expect(firstPage.meta).toEqual({ page: 1, paging: 20, total: 23, has_more: true });
  expect(firstPage.data[0]).toMatchObject({ id: ids[0], unread_count: 1, last_message: { content: "up" } });
  const secondPage = await host.call(listConversations, { query: { page: "2" } });
  expect(secondPage.meta.has_more).toBe(false);
  expect(new Set([...firstPage.data, ...secondPage.data].map(({ id }) => id)).size).toBe(23);

  await server.db.pool.query(
    "update conversations set changed_at = now() - interval '1 hour' where id <> $1 and created_by = $2",
    [ids[0], host.id],
  );
  const changedConversations = await host.call(listConversations, {
    query: { changed_since: new Date().toISOString() },
  });
  expect(changedConversations.data.map(({ id }) => id)).toEqual([ids[0]]);
});

test("a read mark moves forward, never back and never past the end", async () => {
  const { data } = await startDirectConversation(testPeople.kenji, testPeople.linh.id);
  for (const text of ["一", "二", "三"]) await sendText(testPeople.kenji, data.id, text);
  const markReadUpTo = (number?: number) =>
    testPeople.linh.call(markConversationRead, {
      params: { id: data.id },
      body: { ...(number !== undefined && { number }) },
    });
  expect((await markReadUpTo(2)).data).toMatchObject({ read_number: 2, unread_count: 1 });
  expect((await markReadUpTo(1)).data.read_number).toBe(2);
  const { data: count } = await testPeople.linh.call(countUnreadConversations);
  expect(count.count_unread).toBeGreaterThan(0);
  expect((await markReadUpTo(Number.MAX_SAFE_INTEGER)).data).toMatchObject({
    read_number: 3,
    unread_count: 0,
  });
  expect((await markReadUpTo()).data.read_number).toBe(3);
});

test("the members of a conversation are shown to its members alone", async () => {
  const { data } = await startDirectConversation(testPeople.kenji, testPeople.linh.id);
  const members = await testPeople.linh.call(listConversationMembers, { params: { id: data.id } });
  expect(members.data.map(({ id }) => id).sort()).toEqual([testPeople.kenji.id, testPeople.linh.id].sort());
  for (const endpoint of [listConversationMembers, getConversation, markConversationRead])
    expect((await testPeople.emma.call(endpoint, { params: { id: data.id } })).status).toBe(404);
});

test("members are found by the words of their names, whatever the accents", async () => {
  const { data } = await startDirectConversation(testPeople.kenji, testPeople.linh.id);
  const searchConversations = async (search: string) => {
    const query = { search, paging: "1" };
    const membersResponse = await testPeople.kenji.call(listConversationMembers, {
      params: { id: data.id },
      query,
    });
    return [
      membersResponse.data.map(({ name }) => name),
      membersResponse.meta?.total,
      membersResponse.meta?.has_more,
    ];
  };
  expect(await searchConversations("thuy")).toEqual([["Phạm Thùy Linh"], 1, false]);
  expect(await searchConversations("LINH pham")).toEqual([["Phạm Thùy Linh"], 1, false]);
  for (const wildcardCharacter of ["%", "_", "％", "＿"])
    expect(await searchConversations(wildcardCharacter)).toEqual([[], 0, false]);
  expect((await searchConversations(""))[1]).toBe(2);
});

test("a search with a NUL finds nothing", async () => {
  expect(await testPeople.an.call(searchUsers, { query: { search: "a\u0000" } })).toMatchObject({
    status: 200,
    data: [],
  });
});

describe("somebody who writes", () => {
  test("in a thread is announced to the others, with the thread's id", async () => {
    const { an, minh } = testPeople;
    const { data: room } = await startDirectConversation(an, minh.id);
    const { data: rootMessage } = await sendText(an, room.id, "a thread begins");
    const listener = await connectAndSubscribe(serverUrl, minh);
    const { status } = await an.call(reportIsTyping, {
      params: { id: room.id },
      body: { parent_id: rootMessage.id },
    });
    expect(status).toBe(200);
    const event = await listener.waitForEvent(({ type }) => type === "TYPING");
    expect(event).toMatchObject({ user_id: an.id, parent_id: rootMessage.id });
    listener.socket.close();
  });

  test("below something that cannot have replies gets 404", async () => {
    const { an, minh, linh } = testPeople;
    const { data: room } = await startDirectConversation(an, minh.id);
    const { data: rootMessage } = await sendText(an, room.id, "with a reply");
    const { data: reply } = await an.call(sendMessage, {
      params: { id: room.id },
      body: { client_id: randomUUID(), content: "the reply", parent_id: rootMessage.id },
    });
    const { data: otherRoom } = await startDirectConversation(an, linh.id);
    const { data: messageOfOtherRoom } = await sendText(an, otherRoom.id, "elsewhere");
    const tellTypingWithParent = (parent_id: string) =>
      an.call(reportIsTyping, { params: { id: room.id }, body: { parent_id } });
    for (const parentId of [newId(), reply.id, messageOfOtherRoom.id, otherRoom.id])
      expect((await tellTypingWithParent(parentId)).status).toBe(404);
    // A `parent_id` that is the room's own id means that the person is writing an internal note.
    for (const parentId of [rootMessage.id, room.id])
      expect((await tellTypingWithParent(parentId)).status).toBe(200);
  });
});
