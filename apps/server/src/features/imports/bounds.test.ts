import { createConversation } from "@kakehashi/contract/conversations";
import { getImport, listImports, maximumKeptSkipLists, startImport } from "@kakehashi/contract/imports";
import { searchMemory } from "@kakehashi/contract/memory";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";

// The limit for the translation memory is a tenth of the total quota. With this small quota, even the empty tables and
// indexes exceed the limit, so the memory counts as full.
const { server, testPeople } = await setUpTestServer({ storageQuotas: { total: 500_000 } });
const serverAddress = await server.listen();
const { linh } = testPeople;

async function importFile(text: string) {
  const { data: notesRoom } = await linh.call(createConversation, { body: { kind: "MY_CHAT" } });
  const form = new FormData();
  form.append("files", new Blob([text]), "pairs.csv");
  const response = await fetch(`${serverAddress}/api/conversations/${notesRoom.id}/files`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${linh.tokens.access_token}` },
  });
  const { data: files } = (await response.json()) as { data: [{ id: string }] };
  const { data } = await linh.call(startImport, { body: { file_id: files[0].id, target: "memory" } });
  const params = { id: data.id };
  await expect.poll(async () => (await linh.call(getImport, { params })).data.state).toBe("DONE");
  return (await linh.call(getImport, { params })).data;
}

const readListedSkips = async () => {
  const { rows } = await server.db.pool.query(
    "select import_id, max(length(text))::int as longest from import_skips group by import_id",
  );
  return rows;
};

test("a file adds nothing to a memory that is full, and says so", async () => {
  const finishedImport = await importFile(`ja,en\n満杯,Full\n${"長".repeat(500)},Long\n`);
  expect(finishedImport).toMatchObject({ added: 0, replaced: 0, skipped: { FULL: 2 } });
  expect((await linh.call(searchMemory, { query: { search: "満杯" } })).data).toEqual([]);
  expect(await readListedSkips()).toEqual([{ import_id: finishedImport.id, longest: 100 }]);
});

test("of one person's imports the newest have their list of what was skipped", async () => {
  for (let count = 0; count <= maximumKeptSkipLists; count++) await importFile(`ja,en\n満杯${count},Full\n`);
  // Each import deletes the oldest lists of skipped units when it begins. It leaves room for its own list, which it
  // stores later.
  expect(await readListedSkips()).toHaveLength(maximumKeptSkipLists);
  const { meta } = await linh.call(listImports, { query: { target: "memory" } });
  expect(meta.total).toBe(maximumKeptSkipLists + 2);
});
