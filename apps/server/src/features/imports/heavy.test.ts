import { createConversation } from "@kakehashi/contract/conversations";
import { type FileImport, getImport, startImport, undoImport } from "@kakehashi/contract/imports";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import * as skippedStore from "./skipped-store.ts";
import { countItemsThatFitStep } from "./work.ts";

const { server, testPeople } = await setUpTestServer();
const serverAddress = await server.listen();
const { linh, kenji } = testPeople;

async function uploadImport(text: string): Promise<string> {
  const { data: notesRoom } = await linh.call(createConversation, { body: { kind: "MY_CHAT" } });
  const form = new FormData();
  form.append("files", new Blob([text]), "pairs.csv");
  const response = await fetch(`${serverAddress}/api/conversations/${notesRoom.id}/files`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${linh.tokens.access_token}` },
  });
  const { data } = (await response.json()) as { data: [{ id: string }] };
  return data[0].id;
}

async function importFile(text: string): Promise<FileImport> {
  const { data } = await linh.call(startImport, {
    body: { file_id: await uploadImport(text), target: "memory" },
  });
  const params = { id: data.id };
  const readImport = async () => (await linh.call(getImport, { params })).data;
  await expect.poll(async () => (await readImport()).ended_at, { timeout: 20_000 }).not.toBeNull();
  return readImport();
}

const createUnitItem = (length: number) => ({
  kind: "unit" as const,
  line: 1,
  unit: { source: "s".repeat(length) },
});

test("a step of an import is bounded by units and by text, and stores at least one unit", () => {
  expect(countItemsThatFitStep(Array.from({ length: 700 }, () => createUnitItem(10)))).toBe(500);
  expect(countItemsThatFitStep(Array.from({ length: 20 }, () => createUnitItem(30_000)))).toBe(3);
  expect(countItemsThatFitStep([createUnitItem(200_000), createUnitItem(10)])).toBe(1);
  expect(countItemsThatFitStep([createUnitItem(10)])).toBe(1);
});

test("other requests are answered between the pairs of an import whose texts take long to index", async () => {
  // NFKC replaces this character by 18 characters.
  const longText = "\ufdfa".repeat(9_900);
  const rows = Array.from({ length: 30 }, (_, index) => `${index} ${longText},${index} ${longText}`);
  let isRunning = true;
  let turnCount = 0;
  const countTurns = () => {
    turnCount++;
    if (isRunning) setImmediate(countTurns);
  };
  const fileId = await uploadImport(`en,ja\n${rows.join("\n")}\n`);
  const { data } = await linh.call(startImport, { body: { file_id: fileId, target: "memory" } });
  const readImport = async () => (await linh.call(getImport, { params: { id: data.id } })).data;
  await expect.poll(async () => (await readImport()).state).toBe("RUNNING");
  countTurns();
  await expect.poll(async () => (await readImport()).ended_at, { timeout: 20_000 }).not.toBeNull();
  isRunning = false;
  expect(await readImport()).toMatchObject({ state: "DONE", added: 30 });
  expect(turnCount).toBeGreaterThan(30);
});

test("texts that are longer than a translation may be are skipped", async () => {
  const finishedImport = await importFile(
    `en,ja\n${"a".repeat(10_001)},長い\n${"b".repeat(10_000)},ちょうど\n`,
  );
  expect(finishedImport).toMatchObject({ added: 1, skipped: { TOO_LONG: 1 } });
});

test("a language tag that is cut inside a surrogate pair loses nothing but its own row", async () => {
  const finishedImport = await importFile(
    `source_language,target_language,source,target\nen,ja,one,一\n${"x".repeat(99)}😀,ja,two,二\nen,ja,three,三\n`,
  );
  expect(finishedImport).toMatchObject({ state: "DONE", added: 2, skipped: { LANGUAGE: 1 } });
  const [skipped] = await skippedStore.listSkippedUnits(server.db.kysely, finishedImport.id);
  expect(skipped?.detail).toBe(`${"x".repeat(99)}\ufffd`);
});

test("parallel calls undo an import once, and all of them say so", async () => {
  const { id } = await importFile("en,ja\nundone at once,一度に\n");
  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, index) => (index % 2 ? linh : kenji).call(undoImport, { params: { id } })),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  const { rows } = await server.db.pool.query(
    "select count(*)::int from audit_log where action = 'memory.import-undo'",
  );
  expect(rows[0].count).toBe(1);
});

test("a file is not imported with options that would be ignored, and an error names its field", async () => {
  const file_id = await uploadImport("en,ja\nonly once,一回\n");
  const body = { file_id, target: "memory" as const };
  const { data } = await linh.call(startImport, { body });
  expect((await linh.call(startImport, { body })).data.id).toBe(data.id);
  for (const changedOption of [{ target: "glossary" as const }, { approved: true }])
    expect(await linh.call(startImport, { body: { ...body, ...changedOption } })).toMatchObject({
      status: 422,
      error: { fields: { file_id: expect.any(String) } },
    });
  expect(await linh.call(startImport, { body: { ...body, project_id: crypto.randomUUID() } })).toMatchObject({
    status: 422,
    error: { fields: { project_id: expect.any(String) } },
  });
});
