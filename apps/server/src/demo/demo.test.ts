import { signIn } from "@kakehashi/contract/auth";
import { listCodes } from "@kakehashi/contract/codes";
import { listConversations } from "@kakehashi/contract/conversations";
import { listDrive } from "@kakehashi/contract/drive";
import { listGlossary } from "@kakehashi/contract/glossary";
import { searchMemory } from "@kakehashi/contract/memory";
import { listMessages } from "@kakehashi/contract/messages";
import { listTranslationQueue } from "@kakehashi/contract/translation-queue";
import { translationFor, translationStates } from "@kakehashi/contract/translation-states";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, createTestApp, type TestApp } from "../test/app.ts";
import { seedDemo } from "./seed.ts";

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  await seedDemo(server.db, server.app, "Bridge2026");
});
afterAll(() => server.close());

async function signInAs(name: string): Promise<string> {
  const body = { email: `${name}@kakehashi.example`, password: "Bridge2026", service: "kakehashi" };
  return (await call(server.app, signIn, { body })).data.access_token;
}

async function firstRoom(token: string) {
  const { data } = await call(server.app, listConversations, { token });
  const room = data.find(({ kind }) => kind === "GROUP");
  if (!room) throw new Error("The demo has no group");
  return call(server.app, listMessages, { token, params: { id: room.id } });
}

test("the demo's first room shows messages in every state of translation", async () => {
  const { data } = await firstRoom(await signInAs("linh"));
  const states = data.flatMap(({ translations }) => translations ?? []).map(({ state }) => state);
  expect([...new Set(states)].sort()).toEqual([...translationStates].sort());
});

test("people of the demo keep files in folders of their own", async () => {
  const token = await signInAs("aiko");
  const { data } = await call(server.app, listDrive, { token });
  expect(data.map(({ name }) => name)).toEqual([
    "さくら予約アプリ",
    "契約書",
    "議事録 2.txt",
    "議事録 10.txt",
  ]);
});

test("empty notes are listed below the rooms with messages", async () => {
  const { data } = await call(server.app, listConversations, { token: await signInAs("emma") });
  expect(data.at(-1)?.kind).toBe("MY_CHAT");
});

test.each([
  ["aiko", "ja"],
  ["an", "vi"],
  ["emma", "en"],
])("%s reads most of it in %s", async (name, language) => {
  const { data } = await firstRoom(await signInAs(name));
  const foreign = data.filter((message) => message.language !== language);
  const translated = foreign.filter((message) => translationFor(message, language));
  expect(translated.length).toBeGreaterThan(foreign.length / 2);
});

test("a translator has a queue, and others have none", async () => {
  const queue = async (name: string) =>
    (await call(server.app, listTranslationQueue, { token: await signInAs(name) })).data;
  expect((await queue("linh")).length).toBeGreaterThan(1);
  expect(await queue("an")).toEqual([]);
});

test("a person who requested translations sees the finished ones", async () => {
  const { rows } = await server.db.pool.query<{ done: boolean }>(
    "select done_at is not null as done from bookmarks order by 1",
  );
  expect(new Set(rows.map(({ done }) => done))).toEqual(new Set([true, false]));
});

test("a translator finds a memory and a glossary, and what the demo itself translates is in the memory", async () => {
  const token = await signInAs("linh");
  const { meta } = await call(server.app, listGlossary, { token });
  expect(meta.total).toBe(40);
  const memoryAnswer = await call(server.app, searchMemory, {
    token,
    query: { search: "見積書", from: "ja" },
  });
  expect(memoryAnswer.data.map(({ target_language }) => target_language).sort()).toEqual(["en", "vi"]);
  const { rows } = await server.db.pool.query("select from memory_units where message_id is not null");
  expect(rows.length).toBeGreaterThan(0);
});

test("a project's members see its code with versions, and each sees their own", async () => {
  const titles = async (name: string) =>
    (await call(server.app, listCodes, { token: await signInAs(name) })).data.map(({ title }) => title);
  expect(await titles("aiko")).toEqual([
    "deploy-staging.sh",
    "明日のお知らせ.sql",
    "free-slots.ts",
    "Chuẩn hóa tên khách",
  ]);
  expect((await titles("linh")).length).toBe(5);
  expect(await titles("emma")).toEqual([]);
  const { rows } = await server.db.pool.query("select from code_snippets where version > 1");
  expect(rows.length).toBe(2);
});
