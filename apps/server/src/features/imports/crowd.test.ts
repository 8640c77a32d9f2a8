import { createConversation } from "@kakehashi/contract/conversations";
import { listGlossary } from "@kakehashi/contract/glossary";
import { type FileImport, getImport, startImport, undoImport } from "@kakehashi/contract/imports";
import type { PoolClient } from "pg";
import { afterEach, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import type { TestPerson } from "../../test/world.ts";
import { importGlossaryEntries } from "../glossary/import.ts";

// These tests need a slow import. A test locks a pair of the translation memory, and the import waits for the lock.

const { server, testPeople } = await setUpTestServer();
const serverAddress = await server.listen();
const { linh, kenji, emma } = testPeople;

let lockConnection: PoolClient | undefined;
async function lockPair(source: string): Promise<void> {
  lockConnection = await server.db.pool.connect();
  await lockConnection.query("begin");
  const { rowCount } = await lockConnection.query("select from memory_units where source = $1 for update", [
    source,
  ]);
  expect(rowCount).toBe(1);
}
async function unlockPair(): Promise<void> {
  await lockConnection?.query("rollback");
  lockConnection?.release();
  lockConnection = undefined;
}
afterEach(unlockPair);

async function startImportOf(person: TestPerson, text: string, isApproved = false): Promise<FileImport> {
  const { data: notesRoom } = await person.call(createConversation, { body: { kind: "MY_CHAT" } });
  const form = new FormData();
  form.append("files", new Blob([text]), "pairs.csv");
  const response = await fetch(`${serverAddress}/api/conversations/${notesRoom.id}/files`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${person.tokens.access_token}` },
  });
  const { data: files } = (await response.json()) as { data: [{ id: string }] };
  const body = { file_id: files[0].id, target: "memory" as const, approved: isApproved };
  return (await person.call(startImport, { body })).data;
}

const readImportState = async (person: TestPerson, { id }: FileImport) =>
  (await person.call(getImport, { params: { id } })).data.state;
const waitForState = (person: TestPerson, fileImport: FileImport, state: string) =>
  expect.poll(() => readImportState(person, fileImport)).toBe(state);

test("a person's import that takes long delays neither the import of another person nor its undoing", async () => {
  const text = "ja,en\n長い読み込み,A long import\n";
  const firstImport = await startImportOf(linh, text);
  await waitForState(linh, firstImport, "DONE");

  await lockPair("長い読み込み");
  const slowImport = await startImportOf(linh, text, true);
  await waitForState(linh, slowImport, "RUNNING");
  const nextImport = await startImportOf(linh, "ja,en\n次の読み込み,The next import\n");
  const importOfKenji = await startImportOf(kenji, "ja,en\n短い読み込み,A short import\n");
  await waitForState(kenji, importOfKenji, "DONE");
  // A person's imports run one after the other, so the second import waits.
  expect(await readImportState(linh, slowImport)).toBe("RUNNING");
  expect(await readImportState(linh, nextImport)).toBe("WAITING");
  await unlockPair();
  await waitForState(linh, nextImport, "DONE");

  await lockPair("次の読み込み");
  await linh.call(undoImport, { params: { id: nextImport.id } });
  await kenji.call(undoImport, { params: { id: importOfKenji.id } });
  await waitForState(kenji, importOfKenji, "UNDONE");
  expect(await readImportState(linh, nextImport)).toBe("UNDOING");
  await unlockPair();
  await waitForState(linh, nextImport, "UNDONE");
  expect(await readImportState(emma, slowImport)).toBe("DONE");
});

test("two people's files that complete the same term lose nothing of each other", async () => {
  const { kysely } = server.db;
  const firmScopeId = "00000000-0000-0000-0000-000000000000";
  const term = { en: null, vi: null, ja: "納品書", note: "", do_not_translate: false };
  const firstImportWrittenPromise = Promise.withResolvers<void>();
  const commitPermission = Promise.withResolvers<void>();
  const firstTransaction = kysely.transaction().execute(async (tx) => {
    await importGlossaryEntries(tx, firmScopeId, [{ ...term, en: "delivery note" }], linh.id);
    firstImportWrittenPromise.resolve();
    await commitPermission.promise;
  });
  await firstImportWrittenPromise.promise;
  const secondImport = kysely
    .transaction()
    .execute((tx) => importGlossaryEntries(tx, firmScopeId, [{ ...term, vi: "phiếu giao hàng" }], kenji.id));
  const isWaiting = async () => {
    const { rows } = await server.db.pool.query("select from pg_locks where not granted");
    return rows.length > 0;
  };
  await Promise.race([secondImport, expect.poll(isWaiting).toBe(true)]);
  commitPermission.resolve();
  await Promise.all([firstTransaction, secondImport]);
  const { data } = await linh.call(listGlossary, { query: { search: "納品書" } });
  expect(data).toMatchObject([{ en: "delivery note", vi: "phiếu giao hàng", ja: "納品書" }]);
  expect(data).toHaveLength(1);
});
