import { removeConversationMember } from "@kakehashi/contract/conversation-members";
import { searchPeople } from "@kakehashi/contract/search";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createDirectRoom, createGroupRoom } from "../../test/rooms.ts";
import { addSignedInPerson, addTestPeople, type TestPeople, type TestPerson } from "../../test/world.ts";

let server: TestApp;
let testPeople: TestPeople;
let room: string;

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  room = await createGroupRoom(testPeople.aiko, testPeople.an, testPeople.linh);
  await createDirectRoom(testPeople.an, testPeople.kenji);
});
afterAll(() => server.close());

const names = async (person: TestPerson, query: Record<string, string> = {}) =>
  (await person.call(searchPeople, { query })).data.map(({ name }) => name).sort();

test("everybody with whom a room is shared can be found, the reader as well, and nobody else", async () => {
  const { aiko, an, linh, kenji, minh } = testPeople;
  const listSortedNames = (...people: TestPerson[]) => people.map(({ name }) => name).sort();
  expect(await names(an)).toEqual(listSortedNames(aiko, an, linh, kenji));
  expect(await names(linh)).toEqual(listSortedNames(aiko, an, linh));
  expect(await names(minh)).toEqual([]);
  expect(await names(linh, { q: "健司" })).toEqual([]);
  expect(await names(an, { q: "健司" })).toEqual([kenji.name]);
});

test.each([
  ["thuy linh", "Phạm Thùy Linh"],
  ["ＮＧＵＹỄＮ", "Nguyễn Văn An"],
  ["an nguyen", "Nguyễn Văn An"],
  ["愛", "田中 愛子"],
  ["%", undefined],
  ["、。", undefined],
])("%s finds %s by the folded name", async (q, name) => {
  expect(await names(testPeople.linh, { q })).toEqual(name ? [name] : []);
});

test("half-width kana find full, and one page follows the other", async () => {
  const otherPeople = await Promise.all(
    ["テスト 一郎", "テスト 二郎", "テスト 三郎"].map((name, index) =>
      addSignedInPerson(server, {
        email: `many-${index}@kakehashi.example`,
        name,
        role: "dev",
        language: "ja",
      }),
    ),
  );
  await createGroupRoom(testPeople.emma, ...otherPeople);
  const page = (number: number) =>
    testPeople.emma.call(searchPeople, { query: { q: "ﾃｽﾄ", page: String(number), paging: "2" } });
  const pages = [await page(1), await page(2)];
  expect(pages.map(({ meta }) => meta.has_more)).toEqual([true, false]);
  expect(pages.flatMap(({ data }) => data.map(({ id }) => id)).sort()).toEqual(
    otherPeople.map(({ id }) => id).sort(),
  );
});

test("who left the last room that was shared is not found any more, nor is a deleted account", async () => {
  expect(await names(testPeople.linh, { q: "Nguyen" })).toEqual(["Nguyễn Văn An"]);
  await testPeople.an.call(removeConversationMember, {
    params: { id: room },
    query: { user_id: testPeople.an.id },
  });
  expect(await names(testPeople.linh, { q: "Nguyen" })).toEqual([]);
  expect(await names(testPeople.an, { q: "sato" })).toEqual([]);
  expect(await names(testPeople.an, { q: "佐藤" })).toEqual(["佐藤 健司"]);
  await server.db.pool.query("update users set deleted_at = now() where id = $1", [testPeople.kenji.id]);
  expect(await names(testPeople.an, { q: "佐藤" })).toEqual([]);
});

test("an invalid filter is refused by its name", async () => {
  const searchCases: [Record<string, string>, string][] = [
    [{ q: "x".repeat(201) }, "q"],
    [{ page: "0" }, "page"],
    [{ paging: "51" }, "paging"],
  ];
  for (const [query, field] of searchCases)
    expect(await testPeople.an.call(searchPeople, { query })).toMatchObject({
      status: 422,
      error: { fields: { [field]: expect.any(String) } },
    });
});
