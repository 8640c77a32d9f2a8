import { randomUUID } from "node:crypto";
import { deleteMessage, editMessage } from "@kakehashi/contract/changes";
import { changeConversationName } from "@kakehashi/contract/conversation-settings";
import { createConversation } from "@kakehashi/contract/conversations";
import { sendMessage } from "@kakehashi/contract/messages";
import { maximumSearchPageNumber, searchEverything } from "@kakehashi/contract/search";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { addTestPeople, type TestPeople, type TestPerson } from "../../test/world.ts";
import { listRoomIdsToIndex } from "./index-store.ts";

let server: TestApp;
let testPeople: TestPeople;
let room: string;
let secret: string;
let address: string;

async function createGroup(owner: TestPerson, otherMembers: TestPerson[], name: string): Promise<string> {
  const { data } = await owner.call(createConversation, {
    body: { kind: "GROUP", name, user_ids: otherMembers.map((person) => person.id) },
  });
  return data.id;
}

const sendText = (person: TestPerson, id: string, content: string) =>
  person.call(sendMessage, { params: { id }, body: { client_id: randomUUID(), content } });

async function sendFile(person: TestPerson, id: string, name: string, content = "") {
  const form = new FormData();
  form.set("client_id", randomUUID());
  form.set("content", content);
  form.append("files", new Blob(["bytes"]), name);
  await fetch(`${address}/api/conversations/${id}/messages`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${person.tokens.access_token}` },
  });
}

const messages = [
  "これは日本語のテキストです。予約画面のﾃｽﾄをお願いします。",
  "Xin chào các bạn, dự án đã bắt đầu rồi nhé",
  "The payment gateway returns an error: see https://status.example/pay",
  "ログイン画面の設計書を更新しました（Version 2.1）",
  "Concatenate the two lists, then sort them",
  "100% sure_thing & 'quoted' \\ backslash",
];

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  address = await server.listen();
  room = await createGroup(testPeople.aiko, [testPeople.an, testPeople.linh], "さくら予約");
  secret = await createGroup(testPeople.minh, [testPeople.kenji], "Bí mật 日本");
  for (const content of messages) await sendText(testPeople.aiko, room, content);
  await sendText(testPeople.minh, secret, "日本 payment dự án secret テスト");
  await sendFile(testPeople.an, room, "Báo cáo dự án 予算.xlsx", "đính kèm");
  await sendFile(testPeople.minh, secret, "予算 secret.xlsx");
  await server.app.services.search.catchUp();
});
afterAll(() => server.close());

const searchAs = async (person: TestPerson, query: Record<string, string>) =>
  (await person.call(searchEverything, { query })).data;
const findExcerpts = async (person: TestPerson, q: string) =>
  (await searchAs(person, { q, type: "messages" })).messages.map((hit) => hit.excerpt);

test.each([
  ["日本", 0],
  ["日本語", 0],
  ["語", 0],
  ["テスト", 0],
  ["「ﾃｽﾄ」", 0],
  ["予約画面", 0],
  ["xin chao", 1],
  ["du an", 1],
  ["dự án", 1],
  ["DU AN da BAT", 1],
  ["pay", 2],
  ["PAYMENT", 2],
  ["Ｐａｙ", 2],
  ["status.example", 2],
  ["設計書", 3],
  ["version 2.1", 3],
  ["ログイン", 3],
  ['"two lists"', 4],
  ["100%", 5],
  ["sure_thing", 5],
  ["'quoted'", 5],
])("%s finds what was meant", async (q, index) => {
  const [hit, ...otherHits] = (await searchAs(testPeople.an, { q, type: "messages" })).messages;
  expect(otherHits).toEqual([]);
  expect(hit?.excerpt).toBe(messages[index]);
  expect(hit?.marks.length).toBeGreaterThan(0);
});

test.each([
  "cat",
  "ayment",
  "日語",
  "本日",
  "xyz",
  '"lists two"',
  "、。",
  "%",
  "_",
  "\\",
  "'",
  "!!",
  "zz & !b | c:*",
])("%s finds nothing, and breaks nothing", async (q) => {
  expect(await findExcerpts(testPeople.an, q)).toEqual([]);
});

test("a search finds nothing outside the searcher's rooms, whatever it asks", async () => {
  for (const query of [
    { q: "secret" },
    { q: "日本 payment" },
    { q: "予算 secret" },
    { q: "Bí mật" },
    { q: "", from: testPeople.minh.id },
    { q: "secret", has: "file" },
  ]) {
    for (const person of [testPeople.an, testPeople.aiko, testPeople.emma]) {
      const results = await searchAs(person, query);
      expect([results.messages, results.files, results.conversations]).toEqual([[], [], []]);
    }
  }
  const { status } = await testPeople.an.call(searchEverything, { query: { q: "secret", in: secret } });
  expect(status).toBe(404);
  expect((await searchAs(testPeople.kenji, { q: "secret" })).messages.length).toBe(1);
});

test("who leaves a room no longer finds what was said in it", async () => {
  const id = await createGroup(testPeople.emma, [testPeople.linh], "short stay");
  await sendText(testPeople.emma, id, "ephemeral words");
  await server.app.services.search.catchUp();
  expect(await findExcerpts(testPeople.linh, "ephemeral")).toHaveLength(1);
  await server.db.pool.query("delete from conversation_members where conversation_id = $1 and user_id = $2", [
    id,
    testPeople.linh.id,
  ]);
  expect(await findExcerpts(testPeople.linh, "ephemeral")).toEqual([]);
  expect(await findExcerpts(testPeople.emma, "ephemeral")).toHaveLength(1);
});

test("files are found by name, people by any part of theirs, rooms by theirs", async () => {
  const fileSearchResult = await searchAs(testPeople.linh, { q: "bao cao 予算" });
  expect(fileSearchResult.files.map((file) => file.name)).toEqual(["Báo cáo dự án 予算.xlsx"]);
  const names = async (q: string) =>
    (await searchAs(testPeople.linh, { q })).people.map((person) => person.name);
  expect(await names("thuy linh")).toEqual(["Phạm Thùy Linh"]);
  expect(await names("愛子")).toEqual(["田中 愛子"]);
  expect(await names("nguyen an")).toEqual(["Nguyễn Văn An"]);
  expect((await searchAs(testPeople.linh, { q: "さくら" })).conversations).toEqual([
    { id: room, kind: "GROUP", name: "さくら予約", partner: null },
  ]);
});

test("filters narrow by room, person, time and what a message holds", async () => {
  const count = async (query: Record<string, string>) =>
    (await searchAs(testPeople.linh, { type: "messages", ...query })).messages.length;
  expect(await count({ in: room, from: testPeople.aiko.id })).toBe(messages.length);
  expect(await count({ q: "du an", from: testPeople.an.id })).toBe(0);
  expect(await count({ q: "dinh kem", from: testPeople.an.id, has: "file" })).toBe(1);
  expect(await count({ has: "link" })).toBe(1);
  expect(await count({ has: "image" })).toBe(0);
  expect(await count({ in: room, has: "link", from: testPeople.aiko.id, before: "2999-01-01" })).toBe(1);
  expect(await count({ in: room, has: "link", from: testPeople.an.id })).toBe(0);
  expect(await count({ q: "du an", after: "2999-01-01" })).toBe(0);
  expect(await count({ q: "du an", before: "2999-01-01" })).toBe(1);
  expect(await count({ q: "" })).toBe(0);
  for (const query of [
    { before: "yesterday" },
    { in: "here" },
    { has: "bridge" },
    { type: "bots" },
    { page: "0" },
  ]) {
    expect(
      (await testPeople.linh.call(searchEverything, { query: query as Record<string, string> })).status,
    ).toBe(422);
  }
});

test("pages follow each other, the newest first", async () => {
  const id = await createGroup(testPeople.kenji, [testPeople.emma], "pages");
  for (let number = 1; number <= 5; number++) await sendText(testPeople.kenji, id, `pageable ${number}`);
  await server.app.services.search.catchUp();
  const page = (number: number) =>
    testPeople.emma.call(searchEverything, {
      query: { q: "pageable", type: "messages", page: String(number), paging: "2" },
    });
  const pages = [await page(1), await page(2), await page(3)];
  expect(pages.map(({ data }) => data.messages.map((hit) => hit.excerpt))).toEqual([
    ["pageable 5", "pageable 4"],
    ["pageable 3", "pageable 2"],
    ["pageable 1"],
  ]);
  expect(pages.map(({ meta }) => meta.has_more.messages)).toEqual([true, true, false]);
});

test("the furthest page that may be asked for has none after it", async () => {
  const id = await createGroup(testPeople.kenji, [testPeople.emma], "many");
  await Promise.all(
    Array.from({ length: maximumSearchPageNumber + 1 }, () => sendText(testPeople.kenji, id, "plentiful")),
  );
  await server.app.services.search.catchUp();
  const page = async (number: number) => {
    const query = { q: "plentiful", type: "messages", page: String(number), paging: "1" } as const;
    const { data, meta } = await testPeople.emma.call(searchEverything, { query });
    return [data.messages.length, meta.has_more.messages];
  };
  expect(await page(maximumSearchPageNumber - 1)).toEqual([1, true]);
  expect(await page(maximumSearchPageNumber)).toEqual([1, false]);
});

test.each(["0001-01-01", "0001-01-01T00:00:00Z", "2026-01-01T00:00:00+23:00", "9999-12-31"])(
  "%s is a moment to search before or after",
  async (moment) => {
    for (const query of [{ before: moment }, { after: moment }])
      expect((await testPeople.an.call(searchEverything, { query: { q: "du an", ...query } })).status).toBe(
        200,
      );
  },
);

test.each(["0000-01-01", "0000-01-01T00:00:00Z", "yesterday"])("%s is not", async (moment) => {
  for (const field of ["before", "after"]) {
    const { status, error } = await testPeople.an.call(searchEverything, {
      query: { q: "du an", [field]: moment },
    });
    expect([status, error?.fields]).toEqual([
      422,
      { [field]: "This is not a date and time between the years 1 and 9999." },
    ]);
  }
});

test("a message can be found by itself soon after it was sent", async () => {
  await sendText(testPeople.aiko, room, "freshly written zebra");
  await expect.poll(() => findExcerpts(testPeople.an, "zebra"), { timeout: 4_000 }).toHaveLength(1);
});

test("an edited message is found by its new words, a deleted one by none, a reply in its thread", async () => {
  const { data: firstMessage } = await sendText(testPeople.aiko, room, "quixotic words");
  const params = { id: room, mid: firstMessage.id };
  await testPeople.aiko.call(editMessage, { params, body: { content: "sensible words" } });
  const { data: reply } = await testPeople.an.call(sendMessage, {
    params: { id: room },
    body: { client_id: randomUUID(), content: "threaded answer", parent_id: firstMessage.id },
  });
  await server.app.services.search.catchUp();
  expect(await findExcerpts(testPeople.an, "quixotic")).toEqual([]);
  expect(await findExcerpts(testPeople.an, "sensible")).toEqual(["sensible words"]);
  expect((await searchAs(testPeople.an, { q: "threaded" })).messages).toMatchObject([
    { message_id: reply.id, parent_id: firstMessage.id },
  ]);
  await testPeople.aiko.call(deleteMessage, { params });
  await server.app.services.search.catchUp();
  expect(await findExcerpts(testPeople.an, "sensible")).toEqual([]);
});

test("what changed in a room of another process, and after a kill, is found after the next look", async () => {
  await server.db.pool.query("delete from search_texts where conversation_id = $1", [room]);
  await server.db.pool.query("update search_marks set indexed_seq = 0 where conversation_id = $1", [room]);
  expect(await findExcerpts(testPeople.an, "設計書")).toEqual([]);
  await server.app.services.search.catchUp();
  expect(await findExcerpts(testPeople.an, "設計書")).toHaveLength(1);
});

test("a room whose last change is not a message is not checked forever", async () => {
  const id = await createGroup(testPeople.an, [testPeople.minh], "before");
  await sendText(testPeople.an, id, "something to find");
  await testPeople.an.call(changeConversationName, { params: { id }, body: { name: "after" } });
  await server.app.services.search.catchUp();
  expect(await listRoomIdsToIndex(server.db.kysely)).not.toContain(id);
});
