import { setConversationMuted, setConversationPinned } from "@kakehashi/contract/conversation-settings";
import {
  type ConversationTypeFilter,
  countUnreadConversations,
  createConversation,
  listConversations,
  markConversationRead,
} from "@kakehashi/contract/conversations";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createDirectRoom, createGroupRoom, sendText } from "../../test/rooms.ts";
import { addSignedInPerson, addTestPeople, type TestPeople, type TestPerson } from "../../test/world.ts";

// These tests filter the list of conversations by `?type=`. The reader is in rooms of every type.

let server: TestApp;
let testPeople: TestPeople;
let reader: TestPerson;
const roomsByType: Record<string, string[]> = {};
const pickIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const listConversationIds = async (query: Record<string, string> = {}) => {
  const { data, meta } = await reader.call(listConversations, { query });
  return { ids: pickIds(data), kinds: new Set(data.map(({ kind }) => kind)), meta };
};
const listByType = (type: ConversationTypeFilter, query: Record<string, string> = {}) =>
  listConversationIds({ type, ...query });

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  reader = await addSignedInPerson(server, {
    email: "reader@kakehashi.example",
    name: "Reader",
    role: "brse",
    language: "ja",
  });
  const { aiko, an } = testPeople;
  const startProjectRoom = (kind: "TEAM" | "CLIENT" | "SUPPORT", ...people: TestPerson[]) =>
    server.app.services.rooms.createProjectRoom(kind, `a ${kind} room`, pickIds(people));
  const createRooms = async (count: number, createRoom: () => Promise<string>) => {
    const ids: string[] = [];
    for (let number = 0; number < count; number++) ids.unshift(await createRoom());
    return ids;
  };
  roomsByType.TEAM = await createRooms(23, () => startProjectRoom("TEAM", reader, an));
  roomsByType.CLIENT = await createRooms(2, () => startProjectRoom("CLIENT", reader, aiko));
  roomsByType.SUPPORT = await createRooms(1, () => startProjectRoom("SUPPORT", aiko, reader));
  roomsByType.GROUP = await createRooms(2, () => createGroupRoom(reader, an));
  roomsByType.DIRECT = [await createDirectRoom(reader, an)];
  roomsByType.MY_CHAT = [(await reader.call(createConversation, { body: { kind: "MY_CHAT" } })).data.id];
  // The reader is not a member of this CLIENT room, so no list may contain it.
  await startProjectRoom("CLIENT", aiko, an);
});
afterAll(() => server.close());

test.each([
  ["ALL_TEAM_PROJECT", "TEAM"],
  ["CLIENT", "CLIENT"],
  ["SUPPORT", "SUPPORT"],
  ["GROUP", "GROUP"],
  ["DIRECT", "DIRECT"],
  ["MY_CHAT", "MY_CHAT"],
] as const)("%s holds the reader's rooms of kind %s, the newest first", async (type, kind) => {
  const expectedIds = roomsByType[kind] ?? [];
  const { ids, kinds, meta } = await listByType(type);
  expect(ids).toEqual(expectedIds.slice(0, 20));
  expect(kinds).toEqual(new Set([kind]));
  expect(meta).toEqual({ page: 1, paging: 20, total: expectedIds.length, has_more: expectedIds.length > 20 });
});

test("a filter by type has its own pages, and none after the last", async () => {
  const teamRoomIds = roomsByType.TEAM ?? [];
  const secondPage = await listByType("ALL_TEAM_PROJECT", { page: "2" });
  expect([secondPage.ids, secondPage.meta]).toEqual([
    teamRoomIds.slice(20),
    { page: 2, paging: 20, total: 23, has_more: false },
  ]);
  const thirdPage = await listByType("ALL_TEAM_PROJECT", { page: "3" });
  expect([thirdPage.ids, thirdPage.meta]).toEqual([[], { page: 3, paging: 20, total: 23, has_more: false }]);
  const pageOfTenRooms = await listByType("ALL_TEAM_PROJECT", { page: "3", paging: "10" });
  expect([pageOfTenRooms.ids, pageOfTenRooms.meta.has_more]).toEqual([teamRoomIds.slice(20), false]);
  const firstPage = await listByType("CLIENT", { paging: "2" });
  expect([firstPage.ids.length, firstPage.meta.has_more]).toEqual([2, false]);
  expect((await listConversationIds()).meta).toMatchObject({ total: 30, has_more: true });
});

test("a message moves its room to the top of the list, also when filtered by type", async () => {
  const oldestTeamRoomId = roomsByType.TEAM?.at(-1) ?? "";
  const client = roomsByType.CLIENT?.at(-1) ?? "";
  await sendText(testPeople.an, oldestTeamRoomId, "news");
  expect((await listByType("ALL_TEAM_PROJECT")).ids[0]).toBe(oldestTeamRoomId);
  await sendText(testPeople.aiko, client, "more news");
  expect((await listByType("CLIENT")).ids).toEqual([client, roomsByType.CLIENT?.[0]]);
  expect((await listConversationIds()).ids.slice(0, 2)).toEqual([client, oldestTeamRoomId]);
  expect((await listByType("ALL_TEAM_PROJECT")).ids[0]).toBe(oldestTeamRoomId);
});

test("pinned conversations of every kind are listed under PIN, and first among all", async () => {
  const pinnedIds = [roomsByType.CLIENT?.[0] ?? "", roomsByType.GROUP?.[0] ?? ""];
  for (const id of pinnedIds)
    await reader.call(setConversationPinned, { params: { id }, body: { pinned: true } });
  const { ids, meta } = await listByType("PIN");
  expect([ids.sort(), meta.total]).toEqual([pinnedIds.sort(), 2]);
  expect((await listConversationIds()).ids.slice(0, 2).sort()).toEqual(pinnedIds);
  // A message in another room moves that room up, but pinned rooms stay first.
  await sendText(testPeople.an, roomsByType.TEAM?.[5] ?? "", "news");
  expect((await listConversationIds()).ids.slice(0, 3).toSorted()).toEqual(
    [...pinnedIds, roomsByType.TEAM?.[5] ?? ""].sort(),
  );
  expect((await listConversationIds()).ids[2]).toBe(roomsByType.TEAM?.[5]);
});

test("a filter by type also works with `changed_since`", async () => {
  const changedSinceNowQuery = { changed_since: new Date().toISOString() };
  await server.db.pool.query(
    `update conversations set changed_at = now() - interval '1 hour' where id in (
       select conversation_id from conversation_members where user_id = $1)`,
    [reader.id],
  );
  await sendText(testPeople.aiko, roomsByType.CLIENT?.[0] ?? "", "changed");
  await sendText(testPeople.an, roomsByType.TEAM?.[3] ?? "", "changed");
  expect((await listByType("CLIENT", changedSinceNowQuery)).ids).toEqual([roomsByType.CLIENT?.[0]]);
  const { ids, meta } = await listByType("ALL_TEAM_PROJECT", changedSinceNowQuery);
  expect([ids, meta]).toEqual([
    [roomsByType.TEAM?.[3]],
    { page: 1, paging: 20, total: 1, has_more: false, left: [] },
  ]);
  expect((await listByType("SUPPORT", changedSinceNowQuery)).ids).toEqual([]);
});

test.each(["TEAMS", "", "client", "MY_CHAT,CLIENT"])("%j is not a type", async (type) => {
  const { status, error } = await reader.call(listConversations, { query: { type } });
  expect([status, Object.keys(error?.fields ?? {})]).toEqual([422, ["type"]]);
});

test("unread conversations are counted for each filter of the list", async () => {
  const readCounts = async () => (await reader.call(countUnreadConversations)).data;
  const [client = "", supportRoom = "", ownRoom = ""] = [
    roomsByType.CLIENT?.[1],
    roomsByType.SUPPORT?.[0],
    roomsByType.DIRECT?.[0],
  ];
  for (const id of [client, supportRoom, ownRoom])
    await reader.call(markConversationRead, { params: { id } });
  const countsBefore = await readCounts();
  for (const id of [client, supportRoom]) await sendText(testPeople.aiko, id, "Something new");
  await sendText(testPeople.an, ownRoom, "Something new");
  await reader.call(setConversationPinned, { params: { id: ownRoom }, body: { pinned: true } });
  expect(await readCounts()).toEqual({
    count_unread: countsBefore.count_unread + 3,
    count_attention: countsBefore.count_attention + 3,
    count_client: countsBefore.count_client + 1,
    count_support: countsBefore.count_support + 1,
    count_pin: countsBefore.count_pin + 1,
  });
  // A muted room with unread messages counts in `count_unread`. But it counts in `count_client`, the count of its type,
  // only after a message has mentioned the reader.
  const muteRequest = { body: { muted: true } };
  await reader.call(setConversationMuted, { params: { id: client }, ...muteRequest });
  await reader.call(setConversationMuted, { params: { id: ownRoom }, ...muteRequest });
  const { count_unread, count_attention, count_client, count_pin } = countsBefore;
  expect(await readCounts()).toMatchObject({
    ...{ count_unread: count_unread + 3, count_attention: count_attention + 1 },
    ...{ count_client, count_pin },
  });
  await sendText(testPeople.aiko, client, `@[Reader](${reader.id})`);
  expect(await readCounts()).toMatchObject({
    ...{ count_attention: count_attention + 2, count_client: count_client + 1 },
  });
  for (const id of [client, ownRoom])
    await reader.call(setConversationMuted, { params: { id }, body: { muted: false } });
  await reader.call(setConversationPinned, { params: { id: ownRoom }, body: { pinned: false } });
  expect((await readCounts()).count_pin).toBe(countsBefore.count_pin);
});
