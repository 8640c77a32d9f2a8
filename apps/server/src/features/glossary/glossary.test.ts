import { listAudit } from "@kakehashi/contract/audit";
import {
  addGlossaryEntry,
  changeGlossaryEntry,
  listGlossary,
  listGlossaryTerms,
  removeGlossaryEntry,
} from "@kakehashi/contract/glossary";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";

const { testPeople } = await setUpTestServer();

test("translators keep the glossary, everybody reads it, and the log says who changed what", async () => {
  const { linh, an, emma } = testPeople;
  const { data: addedEntry } = await linh.call(addGlossaryEntry, {
    body: { ja: " 結合テスト ", en: "integration test", note: "not 総合テスト" },
  });
  expect(addedEntry).toMatchObject({
    ja: "結合テスト",
    en: "integration test",
    vi: null,
    do_not_translate: false,
  });
  const params = { id: addedEntry.id };
  const { updated_at } = addedEntry;
  await linh.call(changeGlossaryEntry, { params, body: { vi: "kiểm thử tích hợp", updated_at } });
  expect((await an.call(changeGlossaryEntry, { params, body: { vi: "x", updated_at } })).error?.code).toBe(
    "MEMORY.TRANSLATORS",
  );
  const searchEntries = (search: string) => an.call(listGlossary, { query: { search } });
  for (const searchText of ["結合ﾃｽﾄ", "kiem thu", "Integration"])
    expect((await searchEntries(searchText)).data).toMatchObject([
      { id: addedEntry.id, note: "not 総合テスト" },
    ]);
  expect((await searchEntries("estimate")).meta).toMatchObject({ total: 0, has_more: false });
  await linh.call(removeGlossaryEntry, { params });
  expect((await linh.call(removeGlossaryEntry, { params })).status).toBe(404);
  const { data: log } = await emma.call(listAudit, { query: { user_id: linh.id } });
  expect(log.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["glossary.add", "glossary.change", "glossary.remove"]),
  );
});

test("a change of a term that somebody else has changed meanwhile is refused, with the term as it is", async () => {
  const { linh, kenji } = testPeople;
  const { data: deadlineEntry } = await linh.call(addGlossaryEntry, { body: { ja: "納期", en: "deadline" } });
  const changeEntry = (person: typeof linh, body: object) =>
    person.call(changeGlossaryEntry, {
      params: { id: deadlineEntry.id },
      body: body as { updated_at: string },
    });
  const { data: firstChange } = await changeEntry(kenji, {
    en: "due date",
    updated_at: deadlineEntry.updated_at,
  });
  const outdatedChangeResponse = await changeEntry(linh, {
    vi: "hạn giao",
    updated_at: deadlineEntry.updated_at,
  });
  expect([
    outdatedChangeResponse.status,
    outdatedChangeResponse.error?.code,
    outdatedChangeResponse.error?.entry,
  ]).toEqual([409, "GLOSSARY.CHANGED", firstChange]);
  // A client that did not get the first response repeats the same change. The second request changes nothing.
  expect((await changeEntry(kenji, { en: "due date", updated_at: deadlineEntry.updated_at })).data).toEqual(
    firstChange,
  );
  const { data: mergedEntry } = await changeEntry(linh, {
    vi: "hạn giao",
    updated_at: firstChange.updated_at,
  });
  expect(mergedEntry).toMatchObject({ en: "due date", vi: "hạn giao" });
  const responseWithoutTime = await changeEntry(linh, { vi: "hạn" });
  expect([responseWithoutTime.status, Object.keys(responseWithoutTime.error?.fields ?? {})]).toEqual([
    422,
    ["updated_at"],
  ]);
});

test("a term needs two languages, an untranslated name one, and an entry exists once", async () => {
  const { linh } = testPeople;
  const emptyTermResponse = await linh.call(addGlossaryEntry, { body: { en: "invoice", vi: "  " } });
  expect([emptyTermResponse.status, Object.keys(emptyTermResponse.error?.fields ?? {})]).toEqual([
    422,
    ["vi"],
  ]);
  const tooLongResponse = await linh.call(addGlossaryEntry, { body: { en: "a".repeat(101), vi: "a" } });
  expect(Object.keys(tooLongResponse.error?.fields ?? {})).toEqual(["en"]);
  expect(
    (await linh.call(addGlossaryEntry, { body: { en: "Kakehashi", do_not_translate: true } })).status,
  ).toBe(200);
  const body = { en: "estimate", ja: "見積もり" };
  const { data: addedEntry } = await linh.call(addGlossaryEntry, { body });
  expect((await linh.call(addGlossaryEntry, { body })).error?.code).toBe("GLOSSARY.KNOWN");
  const clearResponse = await linh.call(changeGlossaryEntry, {
    params: { id: addedEntry.id },
    body: { en: null, updated_at: addedEntry.updated_at },
  });
  expect([clearResponse.status, Object.keys(clearResponse.error?.fields ?? {})]).toEqual([422, ["en"]]);
});

test("an entry exists once, however its terms are written, and the refusal names the field and the entry", async () => {
  const { linh, emma } = testPeople;
  await linh.call(addGlossaryEntry, { body: { en: "term", ja: "ヨウゴ" } });
  for (const [body, field] of [
    [{ en: "term", ja: "ﾖｳｺﾞ" }, "ja"],
    [{ en: "term", ja: "ようご" }, "ja"],
    [{ en: "ＴＥＲＭ", ja: "ヨウゴ" }, "en"],
    [{ en: "term", ja: "ヨウコ\u3099" }, "en"],
  ] as const) {
    const { status, error } = await linh.call(addGlossaryEntry, { body });
    expect([status, error?.code]).toEqual([409, "GLOSSARY.KNOWN"]);
    expect(error?.fields).toEqual({ [field]: expect.stringContaining("term · ヨウゴ") });
  }
  // The glossary has an entry with three terms. A new entry with only two of these terms is a duplicate and is refused.
  const completeTerms = { en: "delivery note", vi: "phiếu giao hàng", ja: "納品書" };
  const { data: existingEntry } = await linh.call(addGlossaryEntry, { body: completeTerms });
  const duplicateResponse = await emma.call(addGlossaryEntry, {
    body: { en: "Delivery Note", ja: "納品書" },
  });
  expect([duplicateResponse.error?.code, duplicateResponse.error?.entry]).toEqual([
    "GLOSSARY.KNOWN",
    existingEntry,
  ]);
  expect(duplicateResponse.error?.fields).toEqual({
    en: expect.stringContaining("delivery note · phiếu giao hàng · 納品書"),
  });
  const conflictingTerms = { en: "delivery note", ja: "納品伝票" };
  expect((await emma.call(addGlossaryEntry, { body: conflictingTerms })).status).toBe(200);
  const { data: otherEntry } = await linh.call(addGlossaryEntry, { body: { en: "word", ja: "ことば" } });
  const { updated_at } = otherEntry;
  const params = { id: otherEntry.id };
  const refusedChange = await emma.call(changeGlossaryEntry, {
    params,
    body: { en: "Term", ja: "ﾖｳｺﾞ", updated_at },
  });
  expect([refusedChange.status, Object.keys(refusedChange.error?.fields ?? {})]).toEqual([409, ["en"]]);
  // An entry is no duplicate of itself. So an edit may write a term in another script, here in katakana instead of
  // hiragana.
  expect((await linh.call(changeGlossaryEntry, { params, body: { ja: "コトバ", updated_at } })).data.ja).toBe(
    "コトバ",
  );
  const responses = await Promise.all(
    ["ｹﾝｼｭｳ", "ケンシュウ"].map((ja) => linh.call(addGlossaryEntry, { body: { en: "training", ja } })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(responses.flatMap(({ error }) => Object.keys(error?.fields ?? {}))).toHaveLength(1);
});

test("terms for a text exist in both languages or are not translated", async () => {
  const { linh, an } = testPeople;
  await linh.call(addGlossaryEntry, { body: { en: "milestone", vi: "cột mốc" } });
  const listTerms = async (from: string, to: string) =>
    (await an.call(listGlossaryTerms, { query: { from, to } })).data.map(
      ({ term, translation }) => `${term} ${translation}`,
    );
  expect(await listTerms("vi", "en")).toEqual(
    expect.arrayContaining(["cột mốc milestone", "Kakehashi Kakehashi"]),
  );
  expect((await listTerms("ja", "vi")).filter((term) => term.includes("milestone"))).toEqual([]);
  expect(await listTerms("ja", "ja")).toEqual([]);
});

test("many entries are changed at once, in the firm's glossary and on fewer connections than changes", async () => {
  const { linh, kenji } = testPeople;
  const entries = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const body = { ja: `項目${index}`, en: `item ${index}` };
      return (await linh.call(addGlossaryEntry, { body })).data;
    }),
  );
  const entryResponses = await Promise.all(
    entries.map(({ id, updated_at }, index) =>
      kenji.call(changeGlossaryEntry, { params: { id }, body: { vi: `mục ${index}`, updated_at } }),
    ),
  );
  expect(new Set(entryResponses.map(({ status }) => status))).toEqual(new Set([200]));
  const [firstEntry] = entries;
  const removalResponses = await Promise.all(
    Array.from({ length: 60 }, () =>
      linh.call(removeGlossaryEntry, { params: { id: firstEntry?.id ?? "" } }),
    ),
  );
  expect(removalResponses.map(({ status }) => status).sort()).toEqual([200, ...Array(59).fill(404)]);
});
