import {
  changeCannedAnswer,
  createCannedAnswer,
  listCannedAnswers,
  maximumCannedAnswersPerBot,
  removeCannedAnswer,
} from "@kakehashi/contract/bot-canned";
import { createBot, setBotPerson } from "@kakehashi/contract/bots";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji, linh, an, minh } = testPeople;

/** Kenji's bot, with An as an editor and Linh as an agent. */
async function makeBot(): Promise<string> {
  const body = { name: "Salon", languages: ["en" as const, "ja" as const], platforms: ["WEB" as const] };
  const { data } = await kenji.call(createBot, { body });
  await kenji.call(setBotPerson, { params: { id: data.id, user_id: an.id }, body: { part: "EDITOR" } });
  await kenji.call(setBotPerson, { params: { id: data.id, user_id: linh.id }, body: { part: "AGENT" } });
  return data.id;
}
const addCannedAnswer = (
  person: TestPerson,
  id: string,
  shortcut: string,
  text: object = { en: "Hello {{visitor}}" },
) => person.call(createCannedAnswer, { params: { id }, body: { shortcut, text } });
const listShortcuts = async (person: TestPerson, id: string, search?: string) =>
  (await person.call(listCannedAnswers, { params: { id }, query: search ? { search } : {} })).data.map(
    ({ shortcut }) => shortcut,
  );

test("Editors write canned answers, agents read them, and strangers find nothing", async () => {
  const id = await makeBot();
  const { data } = await addCannedAnswer(an, id, "Hello", { en: "Hello {{visitor}}", ja: "こんにちは" });
  expect(data).toMatchObject({ shortcut: "hello", revision: 1, edited_by: { id: an.id } });
  expect((await addCannedAnswer(linh, id, "bye")).status).toBe(403);
  expect(await listShortcuts(linh, id)).toEqual(["hello"]);
  expect((await minh.call(listCannedAnswers, { params: { id } })).status).toBe(404);
  const params = { id, aid: data.id };
  const change = { shortcut: "hello", text: { en: "Hi" }, revision: 1 };
  expect((await linh.call(changeCannedAnswer, { params, body: change })).status).toBe(403);
  const changeResponse = await kenji.call(changeCannedAnswer, { params, body: change });
  expect(changeResponse.data).toMatchObject({ text: { en: "Hi" }, revision: 2, edited_by: { id: kenji.id } });
  expect((await an.call(changeCannedAnswer, { params, body: change })).error?.code).toBe("BOT.EDITED");
  expect((await linh.call(removeCannedAnswer, { params })).status).toBe(403);
  // A canned answer is not found by its id if the URL names another bot.
  const otherBotId = await makeBot();
  expect((await kenji.call(removeCannedAnswer, { params: { id: otherBotId, aid: data.id } })).status).toBe(
    404,
  );
  expect((await an.call(removeCannedAnswer, { params })).status).toBe(200);
  expect(await listShortcuts(linh, id)).toEqual([]);
});

test("Each shortcut exists once in a bot, whatever its case and width", async () => {
  const id = await makeBot();
  expect((await addCannedAnswer(kenji, id, "ｐｒｉｃｅ")).data.shortcut).toBe("price");
  const { status, error } = await addCannedAnswer(kenji, id, "Price");
  expect({ status, fields: Object.keys(error?.fields ?? {}) }).toEqual({ status: 422, fields: ["shortcut"] });
  const { data } = await addCannedAnswer(kenji, id, "料金");
  const body = { shortcut: "price", text: { en: "x" }, revision: 1 };
  const renameResponse = await kenji.call(changeCannedAnswer, { params: { id, aid: data.id }, body });
  expect(Object.keys(renameResponse.error?.fields ?? {})).toEqual(["shortcut"]);
  const [firstAddResponse, secondAddResponse] = await Promise.all([
    addCannedAnswer(kenji, id, "same"),
    addCannedAnswer(an, id, "same"),
  ]);
  expect([firstAddResponse.status, secondAddResponse.status].sort()).toEqual([200, 422]);
  // Another bot may use the same shortcut.
  expect((await addCannedAnswer(kenji, await makeBot(), "price")).status).toBe(200);
});

test.each([
  ["a space", "two words", "shortcut"],
  ["a slash", "/x", "shortcut"],
  ["nothing", " ", "shortcut"],
  ["too many letters", "x".repeat(31), "shortcut"],
])("A shortcut with %s is refused at its field", async (_, shortcut, field) => {
  const { status, error } = await addCannedAnswer(kenji, await makeBot(), shortcut);
  expect({ status, fields: Object.keys(error?.fields ?? {}) }).toEqual({ status: 422, fields: [field] });
});

test("A text that is empty in all languages, or too long, is refused", async () => {
  const id = await makeBot();
  expect(Object.keys((await addCannedAnswer(kenji, id, "a", { en: " " })).error?.fields ?? {})).toEqual([
    "text",
  ]);
  const tooLongResponse = await addCannedAnswer(kenji, id, "a", { en: "x".repeat(2_001) });
  expect(Object.keys(tooLongResponse.error?.fields ?? {})).toEqual(["text.en"]);
});

test("A search finds shortcuts and texts, without accents", async () => {
  const id = await makeBot();
  await addCannedAnswer(kenji, id, "gia", { vi: "Bảng giá của salon" });
  await addCannedAnswer(kenji, id, "hours", { en: "We are open from 9" });
  expect(await listShortcuts(linh, id, "bang")).toEqual(["gia"]);
  expect(await listShortcuts(linh, id, "hou")).toEqual(["hours"]);
  expect(await listShortcuts(linh, id)).toEqual(["gia", "hours"]);
});

test("A bot has a bounded number of canned answers", async () => {
  const id = await makeBot();
  await sql`
    insert into bot_canned_answers (id, bot_id, shortcut, text, edited_by)
    select gen_random_uuid(), ${id}, 's' || n, '{"en":"x"}', ${kenji.id}
    from generate_series(1, ${maximumCannedAnswersPerBot}::int) n`.execute(server.db.kysely);
  expect((await addCannedAnswer(kenji, id, "more")).error?.code).toBe("BOT.TOO_MANY_CANNED");
});
