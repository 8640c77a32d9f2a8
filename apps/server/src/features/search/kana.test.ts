import { createConversation } from "@kakehashi/contract/conversations";
import { searchEverything, searchPeople } from "@kakehashi/contract/search";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foldText } from "../../kit/text/fold.ts";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { sendText } from "../../test/rooms.ts";
import { addSignedInPerson, addTestPeople, type TestPeople, type TestPerson } from "../../test/world.ts";

let server: TestApp;
let testPeople: TestPeople;
let room: string;
let rina: TestPerson;

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  rina = await addSignedInPerson(server, {
    email: "rina@kakehashi.example",
    name: "りな",
    role: "dev",
    language: "ja",
  });
  const { data } = await testPeople.aiko.call(createConversation, {
    body: { kind: "GROUP", name: "サーバー移行", user_ids: [testPeople.an.id, rina.id] },
  });
  room = data.id;
  await sendText(testPeople.aiko, room, "新しいサーバーを用意しました");
  await sendText(testPeople.aiko, room, "さーばーの名前をおしえてください");
  await server.app.services.search.catchUp();
});
afterAll(() => server.close());

const searchMessages = async (q: string) =>
  (await testPeople.an.call(searchEverything, { query: { q } })).data;

test.each(["さーばー", "サーバー", "ｻｰﾊﾞｰ"])(
  "%s finds both ways of writing it, and marks each as it is written",
  async (q) => {
    const { messages, conversations } = await searchMessages(q);
    const markedTexts = messages.flatMap(({ excerpt, marks }) =>
      marks.map(({ start, end }) => excerpt.slice(start, end)),
    );
    expect(markedTexts).toEqual(["さーばー", "サーバー"]);
    expect(conversations.map(({ name }) => name)).toEqual(["サーバー移行"]);
  },
);

test("another sound and a missing long vowel mark find nothing", async () => {
  for (const q of ["さーはー", "さば"]) expect((await searchMessages(q)).messages).toEqual([]);
});

test("people are found in either kana", async () => {
  for (const q of ["リナ", "りな", "ﾘﾅ"]) {
    expect((await searchMessages(q)).people.map(({ id }) => id)).toEqual([rina.id]);
    const { data } = await testPeople.an.call(searchPeople, { query: { q } });
    expect(data.map(({ id }) => id)).toEqual([rina.id]);
  }
});

test("the database folds as the server does", async () => {
  const texts = [
    "ァアヴヵヶヽヾー・",
    "ぁあゔゕゖゝゞ",
    "ﾃｽﾄ ｶﾞｷﾞ",
    "か\u3099",
    "㌔",
    "Dự án Đặng",
    "ＡＢＣ１２３",
    "일본어",
  ];
  const { rows } = await server.db.pool.query("select fold_text(t) as folded from unnest($1::text[]) as t", [
    texts,
  ]);
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText));
});

test("what an earlier version indexed is indexed again while the server runs, file names too", async () => {
  const { pool } = server.db;
  const id = "0199d1a2-0000-7000-8000-000000000001";
  const message = (await pool.query("select id from messages where conversation_id = $1 limit 1", [room]))
    .rows[0].id;
  await pool.query(
    `insert into files (id, user_id, conversation_id, message_id, name, type, category, size, name_lexemes)
     values ($1, $2, $3, $4, 'サーバー一覧.txt', 'text/plain', 'application', 3, '')`,
    [id, testPeople.aiko.id, room, message],
  );
  await pool.query("update search_texts set folded = 'x', lexemes = '' where conversation_id = $1", [room]);
  await pool.query("update search_marks set indexed_seq = 0 where conversation_id = $1", [room]);
  expect((await searchMessages("さーばー")).messages).toEqual([]);
  const secondServer = await createTestApp({ databaseUrl: server.ownerDatabaseUrl });
  await expect.poll(async () => (await searchMessages("さーばー")).messages.length).toBe(2);
  await expect
    .poll(async () => (await searchMessages("さーばー")).files.map(({ name }) => name))
    .toEqual(["サーバー一覧.txt"]);
  await secondServer.close();
});
