import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { listAudit } from "@kakehashi/contract/audit";
import { createConversation } from "@kakehashi/contract/conversations";
import {
  addGlossaryEntry,
  exportGlossary,
  listGlossary,
  maximumEntriesPerGlossary,
} from "@kakehashi/contract/glossary";
import {
  cancelImport,
  downloadSkippedEntries,
  type FileImport,
  getImport,
  type ImportTarget,
  listImports,
  startImport,
  undoImport,
} from "@kakehashi/contract/imports";
import { exportMemory, searchMemory } from "@kakehashi/contract/memory";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { callApi } from "../../test/app.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import type { TestPerson } from "../../test/world.ts";
import * as skippedStore from "./skipped-store.ts";
import * as store from "./store.ts";
import { runImport } from "./work.ts";

const { server, testPeople } = await setUpTestServer();
const serverAddress = await server.listen();
const { linh, emma, an } = testPeople;

const createAuthorizationHeader = (person: TestPerson) => ({
  authorization: `Bearer ${person.tokens.access_token}`,
});

/** Uploads a file into the person's room for their own notes, as the web app does. Returns the file's id. */
async function uploadImport(person: TestPerson, name: string, bytes: Buffer | string): Promise<string> {
  const { data: notesRoom } = await person.call(createConversation, { body: { kind: "MY_CHAT" } });
  const form = new FormData();
  form.append("files", new Blob([Buffer.from(bytes as string)]), name);
  const response = await fetch(`${serverAddress}/api/conversations/${notesRoom.id}/files`, {
    method: "POST",
    body: form,
    headers: createAuthorizationHeader(person),
  });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: [{ id: string }] };
  return data[0].id;
}

const startImportOf = (
  person: TestPerson,
  fileId: string,
  target: ImportTarget = "memory",
  isApproved = false,
) => person.call(startImport, { body: { file_id: fileId, target, approved: isApproved } });

async function waitUntilImportEnded(person: TestPerson, id: string): Promise<FileImport> {
  await expect
    .poll(async () => (await person.call(getImport, { params: { id } })).data.ended_at, { timeout: 20_000 })
    .not.toBeNull();
  return (await person.call(getImport, { params: { id } })).data;
}

async function importFile(bytes: Buffer | string, target: ImportTarget = "memory", isApproved = false) {
  const { data, error } = await startImportOf(
    linh,
    await uploadImport(linh, "file.tmx", bytes),
    target,
    isApproved,
  );
  expect(error).toBeUndefined();
  return waitUntilImportEnded(linh, data.id);
}

const createTmxFile = (...translationPairs: [source: string, target: string][]) =>
  `<tmx version="1.4"><header srclang="ja"/><body>\n${translationPairs
    .map(
      ([source, target]) =>
        `<tu><tuv xml:lang="ja"><seg>${source}</seg></tuv><tuv xml:lang="en"><seg>${target}</seg></tuv></tu>`,
    )
    .join("\n")}\n</body></tmx>`;
const searchMemoryUnits = async (search: string) =>
  (await linh.call(searchMemory, { query: { search } })).data;
const fetchText = async (path: string) => {
  const response = await fetch(`${serverAddress}/api${path}`, { headers: createAuthorizationHeader(linh) });
  expect(response.status).toBe(200);
  return response.text();
};

test("a file is imported once, its pairs are found, and the same again changes nothing", async () => {
  const file = createTmxFile(
    ["結合試験を始めます。", "We start the integration test."],
    ["了解です。", "Understood, begin."],
  );
  const fileId = await uploadImport(linh, "旧ツール.tmx", file);
  const { data: firstImport } = await startImportOf(linh, fileId);
  expect(firstImport).toMatchObject({ target: "memory", file_name: "旧ツール.tmx", user: { id: linh.id } });
  expect((await startImportOf(linh, fileId)).data.id).toBe(firstImport.id);
  expect(await waitUntilImportEnded(linh, firstImport.id)).toMatchObject({
    state: "DONE",
    format: "TMX",
    encoding: "UTF-8",
    added: 2,
    replaced: 0,
    unchanged: 0,
    skipped: {},
    problem: null,
    read_bytes: Buffer.byteLength(file),
  });
  expect(await searchMemoryUnits("integration")).toMatchObject([
    { source: "結合試験を始めます。", approved: false, user: null },
  ]);
  await expect.poll(() => readdir(join(server.dataDir, "files"), { recursive: true })).not.toContain(fileId);

  expect(await importFile(file)).toMatchObject({ state: "DONE", added: 0, replaced: 0, unchanged: 2 });
  expect(await importFile(file, "memory", true)).toMatchObject({ added: 0, replaced: 2, unchanged: 0 });
  expect(await searchMemoryUnits("integration")).toMatchObject([{ approved: true }]);
  const { data: log } = await emma.call(listAudit, { query: { action: "memory.import" } });
  expect(log).toHaveLength(3);
  expect(log.at(-1)).toMatchObject({ actor: { id: linh.id }, details: { title: "旧ツール.tmx" } });
});

test("what was skipped is counted by its reason and listed by its line", async () => {
  const file = createTmxFile(["本番環境へ", "To production, today."], ["空", ""]).replace(
    "</body>",
    '<tu><tuv xml:lang="ja"><seg>=危険</seg></tuv><tuv xml:lang="ko"><seg>운영</seg></tuv></tu></body>',
  );
  const finishedImport = await importFile(file);
  expect(finishedImport).toMatchObject({ state: "DONE", added: 1, skipped: { EMPTY: 1, LANGUAGE: 1 } });
  expect(await fetchText(`/imports/${finishedImport.id}/skipped`)).toBe(
    "Line,Why it was skipped,Detail,Text\r\n3,Without text,en,\r\n" +
      '4,"In another language than English, Vietnamese or Japanese",ko,운영\r\n',
  );
});

test("the units before a broken line are kept, and the line is named", async () => {
  const brokenFile = `${createTmxFile(["途中まで", "Up to the middle of it."]).split("</body>")[0]}<tu></body>`;
  expect(await importFile(brokenFile)).toMatchObject({
    state: "FAILED",
    added: 1,
    problem: { code: "SYNTAX", line: 3 },
  });
  expect(await searchMemoryUnits('"up to the middle"')).toHaveLength(1);
  const entityBomb = '<!DOCTYPE tmx [<!ENTITY a "b">]><tmx/>';
  expect(await importFile(entityBomb)).toMatchObject({
    state: "FAILED",
    added: 0,
    problem: { code: "ENTITIES", line: 1 },
  });
});

test("an interrupted import continues where it was, and counts nothing twice", async () => {
  const translationPairs = Array.from({ length: 2_600 }, (_, index): [string, string] => [
    index === 700 ? "" : `再開の文 ${index}`,
    `Sentence of a restart ${index}`,
  ]);
  const file = Buffer.from(createTmxFile(...translationPairs));
  const id = crypto.randomUUID();
  const row = {
    id,
    file_id: crypto.randomUUID(),
    target: "memory" as const,
    project_id: null,
    file_name: "a",
    approved: false,
  };
  await store.insertImport(server.db.kysely, { ...row, user_id: linh.id, total_bytes: file.length });
  const openFile = async () => Readable.from([file.subarray(0, 100_000), file.subarray(100_000)]);
  let stepCount = 0;
  const runImportSteps = async (maximumSteps: number, onAdded: (count: number) => void) => {
    const importRun = await store.markImportRunning(server.db.kysely, id);
    if (!importRun) throw new Error("It has ended");
    stepCount = 0;
    const runDependencies = {
      db: server.db.kysely,
      writers: {
        memory: async (_: unknown, pairs: readonly unknown[]) => {
          onAdded(pairs.length);
          return { added: pairs.length, replaced: 0, changes: [] };
        },
        glossary: async () => ({ added: 0, replaced: 0, changes: [] }),
      },
      throwIfStopping: () => {
        if (++stepCount > maximumSteps) throw new Error("killed");
      },
    };
    return runImport(runDependencies, id, { ...importRun, target: "memory" }, openFile);
  };
  let writtenCount = 0;
  const addToWrittenCount = (count: number) => {
    writtenCount += count;
  };
  await expect(runImportSteps(2, addToWrittenCount)).rejects.toThrow("killed");
  expect(await store.findImport(server.db.kysely, id)).toMatchObject({ added: 999, skipped: { EMPTY: 1 } });
  await expect(runImportSteps(1, addToWrittenCount)).rejects.toThrow("killed");
  expect(await runImportSteps(100, addToWrittenCount)).toBe(true);
  expect(writtenCount).toBe(2_599);
  expect(await store.findImport(server.db.kysely, id)).toMatchObject({ added: 2_599, skipped: { EMPTY: 1 } });
  expect(await skippedStore.listSkippedUnits(server.db.kysely, id)).toMatchObject([
    { line: 702, reason: "EMPTY" },
  ]);
  // Two runs of the same import start at the same time. One stores the units; the other finds them stored and ends.
  await sql`update imports set units = 1000, added = 0 where id = ${id}`.execute(server.db.kysely);
  const runResults = await Promise.all([
    runImportSteps(100, addToWrittenCount),
    runImportSteps(100, addToWrittenCount),
  ]);
  expect(runResults.sort()).toEqual([false, true]);
  await store.markImportDone(server.db.kysely, id);
});

test("an import that is stopped keeps what it has, and its job does nothing more", async () => {
  const longFile = createTmxFile(
    ...Array.from({ length: 30_000 }, (_, index): [string, string] => [
      `中止の文 ${index}`,
      `To stop ${index}`,
    ]),
  );
  const { data } = await startImportOf(linh, await uploadImport(linh, "long.tmx", longFile));
  const { data: cancelledImport } = await linh.call(cancelImport, { params: { id: data.id } });
  expect(cancelledImport.state).toBe("CANCELLED");
  expect((await linh.call(cancelImport, { params: { id: data.id } })).data).toEqual(cancelledImport);
  // A person's imports run one after another. So the job of the cancelled import must end before this import begins.
  expect(await importFile(createTmxFile(["次", "The next one after it."]))).toMatchObject({
    state: "DONE",
    added: 1,
  });
  expect((await linh.call(getImport, { params: { id: data.id } })).data).toEqual(cancelledImport);
});

test("a file that is gone, of somebody else or sent already is not imported", async () => {
  const fileIdOfOtherPerson = await uploadImport(an, "theirs.tmx", createTmxFile(["一", "one"]));
  expect((await startImportOf(linh, fileIdOfOtherPerson)).error).toMatchObject({
    code: "FILE.GONE",
    fields: { file_id: expect.any(String) },
  });
  expect((await startImportOf(linh, crypto.randomUUID())).error?.code).toBe("FILE.GONE");
  expect((await startImportOf(an, fileIdOfOtherPerson)).error?.code).toBe("MEMORY.TRANSLATORS");
  for (const endpoint of [getImport, cancelImport, undoImport, downloadSkippedEntries]) {
    const params = { id: crypto.randomUUID() };
    expect((await linh.call(endpoint, { params })).status).toBe(404);
    expect((await an.call(endpoint, { params })).error?.code).toBe("MEMORY.TRANSLATORS");
  }
  expect((await an.call(listImports, { query: { target: "memory" } })).error?.code).toBe(
    "MEMORY.TRANSLATORS",
  );
  const { data } = await linh.call(listImports, { query: { target: "memory" } });
  expect(data[0]?.created_at).toBeDefined();
  expect((await callApi(server.app, listImports, { query: { target: "memory" } })).status).toBe(401);
});

test("imports that ended long ago are deleted with their lists", async () => {
  const { id } = await importFile(createTmxFile(["空の行", ""]));
  await server.db.pool.query("update imports set ended_at = now() - interval '91 days' where id = $1", [id]);
  await server.runJob("prune");
  await expect.poll(async () => (await linh.call(getImport, { params: { id } })).status).toBe(404);
});

test("terms complete what the glossary knows, are added, or change nothing", async () => {
  await linh.call(addGlossaryEntry, { body: { en: "Delivery", ja: "納品" } });
  const csv =
    "en,vi,ja,note,do_not_translate\ndelivery,bàn giao,,by contract,\ndelivery,,出荷,,\nKubernetes,,,,yes\nalone,,,,\n";
  expect(await importFile(csv, "glossary")).toMatchObject({
    state: "DONE",
    format: "CSV",
    added: 2,
    replaced: 1,
    unchanged: 0,
    skipped: { ONE_LANGUAGE: 1 },
  });
  const { data } = await linh.call(listGlossary, { query: { search: "delivery" } });
  expect(data.map(({ en, vi, ja, note }) => [en, vi, ja, note])).toEqual(
    expect.arrayContaining([
      ["Delivery", "bàn giao", "納品", "by contract"],
      ["delivery", null, "出荷", ""],
    ]),
  );
  expect(await importFile(csv, "glossary")).toMatchObject({ added: 0, replaced: 0, unchanged: 3 });
});

test("rows that write a term differently are merged with it, and listed with their line and its spelling", async () => {
  await linh.call(addGlossaryEntry, { body: { en: "handover", ja: "ヒキツギ" } });
  const createTermXml = (language: string, text: string) =>
    `<langSet xml:lang="${language}"><tig><term>${text}</term></tig></langSet>`;
  const tbxFile = `<martif type="TBX-Basic"><text><body>
<termEntry>${createTermXml("en", "handover")}${createTermXml("ja", "ﾋｷﾂｷﾞ")}${createTermXml("vi", "bàn giao việc")}</termEntry>
<termEntry>${createTermXml("en", "Handover")}${createTermXml("ja", "ヒキツギ")}</termEntry>
<termEntry>${createTermXml("en", "sign-off")}${createTermXml("ja", "ケンシュウ")}</termEntry>
</body></text></martif>`;
  const tbxImport = await importFile(tbxFile, "glossary");
  expect(tbxImport).toMatchObject({ added: 1, replaced: 0, unchanged: 1, skipped: { MERGED: 1 } });
  const mergedReason = "Merged with a term that the glossary writes differently";
  expect(await fetchText(`/imports/${tbxImport.id}/skipped`)).toContain(
    `\r\n2,${mergedReason},ヒキツギ,ﾋｷﾂｷﾞ\r\n`,
  );

  const csv = "en,ja,vi\nsign-off,ｹﾝｼｭｳ,\nＳign-off,けんしゅう,\nhandover,ヒキツギ,BÀN GIAO VIỆC\n";
  const csvImport = await importFile(csv, "glossary");
  expect(csvImport).toMatchObject({ added: 0, replaced: 0, unchanged: 1, skipped: { MERGED: 2 } });
  expect(csvImport.can_undo).toBe(false);
  expect(await fetchText(`/imports/${csvImport.id}/skipped`)).toContain(
    `\r\n2,${mergedReason},ケンシュウ,ｹﾝｼｭｳ\r\n3,${mergedReason},sign-off,Ｓign-off\r\n`,
  );
  const listTerms = async (search: string) =>
    (await linh.call(listGlossary, { query: { search } })).data.map(({ en, vi, ja }) => [en, vi, ja]);
  expect(await listTerms("ﾋｷﾂｷﾞ")).toEqual([["handover", "bàn giao việc", "ヒキツギ"]]);
  expect(await listTerms("けんしゅう")).toEqual([["sign-off", null, "ケンシュウ"]]);

  // This entry spells its Japanese term differently, but the import still added the Vietnamese term to it. An undo
  // removes the added term.
  expect(tbxImport.can_undo).toBe(true);
  await linh.call(undoImport, { params: { id: tbxImport.id } });
  await expect.poll(async () => listTerms("handover")).toEqual([["handover", null, "ヒキツギ"]]);
});

test("an export in each format is imported again without changes, and each download is logged", async () => {
  await importFile(createTmxFile(["=式", "a, &quot;b&quot; &amp; &lt;c&gt;\nand so on"]));
  for (const [path, target] of [
    ["/memory/export?format=tmx", "memory"],
    ["/memory/export?format=csv&from=ja", "memory"],
    ["/glossary/export?format=tbx", "glossary"],
    ["/glossary/export?format=csv", "glossary"],
  ] as const) {
    const text = await fetchText(path);
    const finishedImport = await importFile(text, target);
    expect(finishedImport, path).toMatchObject({ state: "DONE", added: 0, replaced: 0, skipped: {} });
    expect(finishedImport.unchanged, path).toBeGreaterThan(1);
  }
  for (const [action, details] of [
    ["memory.export", { format: "csv", from: "ja" }],
    ["glossary.export", { format: "csv" }],
  ] as const) {
    const { data } = await emma.call(listAudit, { query: { action } });
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({ actor: { id: linh.id }, details });
  }
  expect((await an.call(exportMemory)).error?.code).toBe("MEMORY.TRANSLATORS");
  expect((await an.call(exportGlossary)).error?.code).toBe("MEMORY.TRANSLATORS");
});

test("a full glossary takes no more, and says which terms it left out", async () => {
  await server.db.pool.query(
    `insert into glossary_entries (id, en, ja) select gen_random_uuid(), 'filler ' || n, '語' || n
     from generate_series(1, $1::int - 1 - (select count(*)::int from glossary_entries)) n`,
    [maximumEntriesPerGlossary],
  );
  const finishedImport = await importFile(
    "en,ja\nlast,最後\nafter it,次\nfiller 7,語7\nmuch later,後\n",
    "glossary",
  );
  expect(finishedImport).toMatchObject({ state: "DONE", added: 1, unchanged: 1, skipped: { FULL: 2 } });
  expect(await fetchText(`/imports/${finishedImport.id}/skipped`)).toBe(
    "Line,Why it was skipped,Detail,Text\r\n3,The glossary or the memory is full,,after it\r\n5,The glossary or the memory is full,,much later\r\n",
  );
});
