import { removeConversationMember } from "@kakehashi/contract/conversation-members";
import { searchPeople } from "@kakehashi/contract/search";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { createDirectRoom, createGroupRoom } from "../../test/rooms.ts";
import { addPerson, createWorld, type Person, type World } from "../../test/world.ts";

let server: TestApp;
let world: World;
let room: string;

beforeAll(async () => {
  server = await createTestApp();
  world = await createWorld(server);
  room = await createGroupRoom(world.aiko, world.an, world.linh);
  await createDirectRoom(world.an, world.kenji);
});
afterAll(() => server.close());

const names = async (person: Person, query: Record<string, string> = {}) =>
  (await person.call(searchPeople, { query })).data.map(({ name }) => name).sort();

test("everybody with whom a room is shared can be found, the reader as well, and nobody else", async () => {
  const { aiko, an, linh, kenji, minh } = world;
  const namesOf = (...people: Person[]) => people.map(({ name }) => name).sort();
  expect(await names(an)).toEqual(namesOf(aiko, an, linh, kenji));
  expect(await names(linh)).toEqual(namesOf(aiko, an, linh));
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
  expect(await names(world.linh, { q })).toEqual(name ? [name] : []);
});

test("half-width kana find full, and one page follows the other", async () => {
  const otherPeople = await Promise.all(
    ["テスト 一郎", "テスト 二郎", "テスト 三郎"].map((name, index) =>
      addPerson(server, { email: `many-${index}@kakehashi.example`, name, role: "dev", language: "ja" }),
    ),
  );
  await createGroupRoom(world.emma, ...otherPeople);
  const page = (number: number) =>
    world.emma.call(searchPeople, { query: { q: "ﾃｽﾄ", page: String(number), paging: "2" } });
  const pages = [await page(1), await page(2)];
  expect(pages.map(({ meta }) => meta.has_more)).toEqual([true, false]);
  expect(pages.flatMap(({ data }) => data.map(({ id }) => id)).sort()).toEqual(
    otherPeople.map(({ id }) => id).sort(),
  );
});

test("who left the last room that was shared is not found any more, nor is a deleted account", async () => {
  expect(await names(world.linh, { q: "Nguyen" })).toEqual(["Nguyễn Văn An"]);
  await world.an.call(removeConversationMember, { params: { id: room }, query: { user_id: world.an.id } });
  expect(await names(world.linh, { q: "Nguyen" })).toEqual([]);
  expect(await names(world.an, { q: "sato" })).toEqual([]);
  expect(await names(world.an, { q: "佐藤" })).toEqual(["佐藤 健司"]);
  await server.db.pool.query("update users set deleted_at = now() where id = $1", [world.kenji.id]);
  expect(await names(world.an, { q: "佐藤" })).toEqual([]);
});

test("an invalid filter is refused by its name", async () => {
  const searchCases: [Record<string, string>, string][] = [
    [{ q: "x".repeat(201) }, "q"],
    [{ page: "0" }, "page"],
    [{ paging: "51" }, "paging"],
  ];
  for (const [query, field] of searchCases)
    expect(await world.an.call(searchPeople, { query })).toMatchObject({
      status: 422,
      error: { fields: { [field]: expect.any(String) } },
    });
});
