import { listActivationRequests, listAdminUsers } from "@kakehashi/contract/admin";
import { listProjectCategories } from "@kakehashi/contract/catalogue";
import { listConversationMembers } from "@kakehashi/contract/conversation-members";
import { createProfile, getPublicProfile, updateProfile } from "@kakehashi/contract/profiles";
import { searchEverything, searchPeople } from "@kakehashi/contract/search";
import { searchUsers } from "@kakehashi/contract/users";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createDirectRoom, createGroupRoom } from "../../test/rooms.ts";
import { addTestPeople, type TestPeople } from "../../test/world.ts";

let server: TestApp;
let testPeople: TestPeople;
let roomId: string;
let directRoomId: string;

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  roomId = await createGroupRoom(testPeople.an, testPeople.kenji, testPeople.linh);
  directRoomId = await createDirectRoom(testPeople.an, testPeople.kenji);
  const { kenji } = testPeople;
  await kenji.call(createProfile, {
    body: {
      first_name: "健司",
      last_name: "佐藤",
      name: kenji.name,
      reading: "ｻﾄｳ　ｹﾝｼﾞ",
      latin_name: "Kenji Satō",
      address: "横浜市西区みなとみらい2-1",
      phone: "+81 45-000-1234",
      category_ids: (await kenji.call(listProjectCategories)).data.slice(0, 1).map(({ id }) => id),
    },
  });
});
afterAll(() => server.close());

test("a reading is kept in full width and shown with the Latin name", async () => {
  const { data } = await testPeople.an.call(getPublicProfile, { params: { id: testPeople.kenji.id } });
  expect(data).toMatchObject({ name: "佐藤 健司", reading: "サトウ ケンジ", latin_name: "Kenji Satō" });
});

test.each([
  "佐藤",
  "健司 佐藤",
  "佐藤健司",
  "さと",
  "けんじ さとう",
  "さとうけんじ",
  "サトウ",
  "ｻﾄｳ",
  "kenji",
  "sato",
  "SATŌ kenji",
  "Ｋｅｎｊｉ",
])("%s finds 佐藤 健司 wherever people are looked for", async (q) => {
  const { an, emma, kenji } = testPeople;
  const listNames = (people: readonly { name: string }[]) => people.map(({ name }) => name);
  const params = { id: roomId };
  expect(listNames((await an.call(searchUsers, { query: { search: q } })).data)).toEqual([kenji.name]);
  expect(listNames((await an.call(searchPeople, { query: { q } })).data)).toEqual([kenji.name]);
  expect(listNames((await an.call(listConversationMembers, { params, query: { search: q } })).data)).toEqual([
    kenji.name,
  ]);
  const searchResults = (await an.call(searchEverything, { query: { q } })).data;
  expect(listNames(searchResults.people)).toEqual([kenji.name]);
  expect(searchResults.conversations).toMatchObject([{ id: directRoomId, kind: "DIRECT", name: kenji.name }]);
  expect(searchResults.conversations[0]?.partner).toMatchObject({ id: kenji.id, latin_name: "Kenji Satō" });
  expect(listNames((await emma.call(listAdminUsers, { query: { search: q } })).data)).toEqual([kenji.name]);
  expect(listNames((await emma.call(listActivationRequests, { query: { search: q } })).data)).toEqual([
    kenji.name,
  ]);
});

test.each(["ato", "enji", "kenjis", "tanaka", "%"])("%s finds nobody", async (search) => {
  expect((await testPeople.an.call(searchUsers, { query: { search } })).data).toEqual([]);
});

test.each([
  ["reading", "佐藤"],
  ["reading", "Sato"],
  ["reading", "x".repeat(10_000)],
  ["latin_name", "佐藤"],
  ["latin_name", "---"],
  ["latin_name", "a".repeat(201)],
])("%s may not be %j", async (field, value) => {
  const response = await testPeople.kenji.call(updateProfile, { body: { [field]: value } });
  expect(response).toMatchObject({ status: 422, error: { fields: { [field]: expect.any(String) } } });
});

test("a reading that is taken back is gone", async () => {
  const { data } = await testPeople.kenji.call(updateProfile, { body: { reading: "" } });
  expect(data).toMatchObject({ reading: "", latin_name: "Kenji Satō" });
  expect((await testPeople.an.call(searchUsers, { query: { search: "さと" } })).data).toEqual([]);
});
