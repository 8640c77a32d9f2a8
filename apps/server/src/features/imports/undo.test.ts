import { listAudit } from "@kakehashi/contract/audit";
import { createConversation } from "@kakehashi/contract/conversations";
import {
  addGlossaryEntry,
  changeGlossaryEntry,
  listGlossary,
  removeGlossaryEntry,
} from "@kakehashi/contract/glossary";
import {
  type FileImport,
  getImport,
  type ImportTarget,
  startImport,
  undoImport,
} from "@kakehashi/contract/imports";
import { changeMemoryEntry, removeMemoryEntry, searchMemory } from "@kakehashi/contract/memory";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { runImportUndo } from "./undo.ts";

const { server, testPeople } = await setUpTestServer();
const serverAddress = await server.listen();
const { linh, emma, an } = testPeople;

/** Imports a file and returns the import after it has ended. */
async function importFile(text: string, importTarget: ImportTarget, isApproved = false): Promise<FileImport> {
  const { data: notesRoom } = await linh.call(createConversation, { body: { kind: "MY_CHAT" } });
  const form = new FormData();
  form.append("files", new Blob([text]), "wrong.csv");
  const response = await fetch(`${serverAddress}/api/conversations/${notesRoom.id}/files`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${linh.tokens.access_token}` },
  });
  const { data: files } = (await response.json()) as { data: [{ id: string }] };
  const { data } = await linh.call(startImport, {
    body: { file_id: files[0].id, target: importTarget, approved: isApproved },
  });
  const params = { id: data.id };
  await expect.poll(async () => (await linh.call(getImport, { params })).data.state).toBe("DONE");
  return (await linh.call(getImport, { params })).data;
}

async function undoAndWait({ id }: FileImport): Promise<FileImport> {
  const params = { id };
  expect((await linh.call(undoImport, { params })).error).toBeUndefined();
  await expect.poll(async () => (await linh.call(getImport, { params })).data.state).toBe("UNDONE");
  return (await linh.call(getImport, { params })).data;
}

const createPairsCsv = (...texts: string[]) =>
  `ja,en\n${texts.map((text, pairIndex) => `${text},${text} ${pairIndex} en`).join("\n")}\n`;
const findSources = async (search: string) => (await linh.call(searchMemory, { query: { search } })).data;
const listTerms = async () =>
  (await linh.call(listGlossary)).data.map(({ en, vi, ja, note }) => [en, vi, ja, note]);

test("an import into the memory is taken back as a whole, but for what somebody has changed since", async () => {
  const memoryImport = await importFile(createPairsCsv("誤一", "誤二", "誤三", "誤四"), "memory");
  expect(memoryImport).toMatchObject({ added: 4, can_undo: true, undone: 0, kept: 0 });
  const [changedPair] = await findSources("誤二");
  const [removedPair] = await findSources("誤三");
  const { id = "", changed_at = "" } = changedPair ?? {};
  const approvalRequest = { params: { id }, body: { approved: true, changed_at } };
  expect((await linh.call(changeMemoryEntry, approvalRequest)).error).toBeUndefined();
  await linh.call(removeMemoryEntry, { params: { id: removedPair?.id ?? "" } });
  // The person removed one pair. It counts neither as undone nor as kept.
  const undoneImport = await undoAndWait(memoryImport);
  expect(undoneImport).toMatchObject({ state: "UNDONE", can_undo: false, undone: 2, kept: 1, added: 4 });
  expect(await findSources("誤一")).toEqual([]);
  expect(await findSources("誤二")).toMatchObject([{ approved: true }]);
  const { data: repeatedUndo } = await linh.call(undoImport, { params: { id: memoryImport.id } });
  expect(repeatedUndo).toEqual(undoneImport);
  const { data: log } = await emma.call(listAudit, { query: { action: "memory.import-undo" } });
  expect(log).toMatchObject([{ actor: { id: linh.id }, details: { title: "wrong.csv" } }]);
});

test("approvals that a file brought are taken back, and an earlier import can be taken back after a later one", async () => {
  const firstImport = await importFile(createPairsCsv("承認一", "承認二"), "memory");
  const secondImport = await importFile(createPairsCsv("承認一", "承認二"), "memory", true);
  expect(secondImport).toMatchObject({ added: 0, replaced: 2 });
  const pairsBefore = await findSources("承認一");
  expect(pairsBefore).toMatchObject([{ approved: true }]);
  expect(await undoAndWait(secondImport)).toMatchObject({ undone: 2, kept: 0 });
  expect(await findSources("承認一")).toMatchObject([{ approved: false }]);
  expect(await undoAndWait(firstImport)).toMatchObject({ undone: 2, kept: 0 });
  expect(await findSources("承認一")).toEqual([]);
  // This import approves a pair that an earlier import added. An undo of the earlier import must keep the pair.
  const thirdImport = await importFile(createPairsCsv("承認一"), "memory");
  await importFile(createPairsCsv("承認一"), "memory", true);
  expect(await undoAndWait(thirdImport)).toMatchObject({ undone: 0, kept: 1 });
});

test("an import into the glossary is taken back: new terms go, and completed ones are what they were", async () => {
  const { data: ownEntry } = await linh.call(addGlossaryEntry, {
    body: { en: "Delivery", ja: "納品", note: "own" },
  });
  await linh.call(addGlossaryEntry, { body: { en: "invoice", ja: "請求書" } });
  const file =
    "en,vi,ja,note\nDelivery,bàn giao,,from the file\ninvoice,hóa đơn,,\nrelease,,公開,\nstay,,残る,\n";
  const fileImport = await importFile(file, "glossary");
  expect(fileImport).toMatchObject({ added: 2, replaced: 2 });
  const { data } = await linh.call(listGlossary);
  const findEntryId = (term: string) => data.find(({ en }) => en === term)?.id ?? "";
  const { updated_at = "" } = data.find(({ en }) => en === "stay") ?? {};
  const change = { params: { id: findEntryId("stay") }, body: { note: "used", updated_at } };
  expect((await linh.call(changeGlossaryEntry, change)).error).toBeUndefined();
  // Gives another entry the terms that the entry `invoice` had before the import. So an undo cannot give them back to
  // the entry `invoice`.
  await server.db.pool.query(
    `insert into glossary_entries (id, scope, en, ja, note, do_not_translate, user_id)
     select gen_random_uuid(), scope, en, ja, note, do_not_translate, user_id from glossary_entries where id = $1`,
    [findEntryId("invoice")],
  );
  expect(await undoAndWait(fileImport)).toMatchObject({ undone: 2, kept: 2 });
  expect(await listTerms()).toEqual([
    ["Delivery", null, "納品", "own"],
    ["invoice", "hóa đơn", "請求書", ""],
    ["invoice", null, "請求書", ""],
    ["stay", null, "残る", "used"],
  ]);
  expect((await linh.call(removeGlossaryEntry, { params: { id: ownEntry.id } })).error).toBeUndefined();
});

test("an interrupted undo continues where it was", async () => {
  const manyTexts = Array.from({ length: 1_200 }, (_, index) => `中断${index}`);
  const oneImport = await importFile(createPairsCsv(...manyTexts), "memory");
  await server.db.pool.query("update imports set state = 'UNDOING' where id = $1", [oneImport.id]);
  let steps = 0;
  const unitCountsOfSteps: number[] = [];
  const undoDependencies = {
    db: server.db.kysely,
    undoers: {
      memory: async (_: unknown, changes: readonly unknown[]) => {
        unitCountsOfSteps.push(changes.length);
        return { undone: changes.length, kept: 0 };
      },
      glossary: async () => ({ undone: 0, kept: 0 }),
    },
    throwIfStopping: () => {
      if (++steps === 2) throw new Error("killed");
    },
  };
  await expect(runImportUndo(undoDependencies, oneImport.id)).rejects.toThrow("killed");
  await runImportUndo(undoDependencies, oneImport.id);
  expect(unitCountsOfSteps).toEqual([500, 500, 200]);
  expect((await linh.call(getImport, { params: { id: oneImport.id } })).data).toMatchObject({
    state: "UNDONE",
    undone: 1_200,
  });
});

test("an import that runs, added nothing, or belongs to others cannot be undone", async () => {
  const params = { id: crypto.randomUUID() };
  expect((await linh.call(undoImport, { params })).status).toBe(404);
  expect((await an.call(undoImport, { params })).error?.code).toBe("MEMORY.TRANSLATORS");
  const emptyImport = await importFile("ja,en\n一つだけ,\n", "memory");
  expect(emptyImport).toMatchObject({ added: 0, can_undo: false });
  expect((await linh.call(undoImport, { params: { id: emptyImport.id } })).error?.code).toBe("IMPORT.UNDO");
  const oneImport = await importFile(createPairsCsv("走行中"), "memory");
  await server.db.pool.query("update imports set state = 'RUNNING', ended_at = null where id = $1", [
    oneImport.id,
  ]);
  expect((await linh.call(undoImport, { params: { id: oneImport.id } })).error?.code).toBe("IMPORT.UNDO");
  // Older imports stored no list of their changes (`is_listed` is false), so nobody can undo them.
  await server.db.pool.query(
    "update imports set state = 'DONE', ended_at = now(), is_listed = false where id = $1",
    [oneImport.id],
  );
  expect((await linh.call(undoImport, { params: { id: oneImport.id } })).error?.code).toBe("IMPORT.UNDO");
});
