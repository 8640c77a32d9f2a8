import { createConversation } from "@kakehashi/contract/conversations";
import {
  addGlossaryEntry,
  changeGlossaryEntry,
  listGlossary,
  listGlossaryTerms,
} from "@kakehashi/contract/glossary";
import { getImport, listImports, startImport } from "@kakehashi/contract/imports";
import {
  changeMemoryEntry,
  exportMemory,
  listManagedMemoryProjects,
  listMemorySuggestions,
  removeMemoryEntry,
  searchMemory,
} from "@kakehashi/contract/memory";
import type { Message } from "@kakehashi/contract/messages";
import { getProject } from "@kakehashi/contract/projects";
import { approveTranslation, createTranslation } from "@kakehashi/contract/translations";
import { expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { createGroupRoom, sendText } from "../../test/rooms.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const serverAddress = await server.listen();
const { aiko, an, linh, kenji, emma } = testPeople;
await addAcceptedProfiles(server, aiko, linh, kenji);

/**
 * Creates a project with its team's room. Makes the translators members directly in the database, without the steps of
 * joining.
 */
async function createProjectWithTranslators(
  name: string,
  ...translators: TestPerson[]
): Promise<{ id: string; room: string }> {
  const id = await createTestProject(aiko, { name });
  const { data } = await aiko.call(getProject, { params: { id } });
  const room = data.conversations.team ?? "";
  for (const { id: userId } of translators) {
    await server.db.pool.query(
      `insert into project_members (id, project_id, user_id, status, joined_at)
       values (gen_random_uuid(), $1, $2, 'ACTIVE', now())`,
      [id, userId],
    );
    await server.db.pool.query(
      "insert into conversation_members (conversation_id, user_id) values ($1, $2) on conflict do nothing",
      [room, userId],
    );
  }
  return { id, room };
}
const sakuraProject = await createProjectWithTranslators("Sakura booking", linh, kenji);
const lotusProject = await createProjectWithTranslators("Lotus shop", linh);

const translateMessage = async (message: Message, content: string) => {
  const unit = { params: { mid: message.id, language: "en" as const } };
  const { error } = await linh.call(createTranslation, {
    ...unit,
    body: { content, revision: 1, confirmed: true },
  });
  expect(error).toBeUndefined();
};
const listSuggestedTexts = async (person: TestPerson, message: Message) =>
  (await person.call(listMemorySuggestions, { params: { mid: message.id, language: "en" } })).data.map(
    ({ target }) => target,
  );
const searchMemoryTargets = async (person: TestPerson, query: Record<string, string>) =>
  (await person.call(searchMemory, { query: { search: "予約", ...query } })).data.map(({ target }) => target);

test("what a project's people approved comes with its messages before the firm's, and with no other project's", async () => {
  const text = "納品書を送りました。";
  const approveTextIn = async (room: string, content: string) => {
    const message = await sendText(aiko, room, text);
    const unit = { params: { mid: message.id, language: "vi" as const } };
    const translationResponse = await linh.call(createTranslation, {
      ...unit,
      body: { content, revision: 1, confirmed: true },
    });
    expect(translationResponse.error).toBeUndefined();
    expect((await linh.call(approveTranslation, { ...unit, body: { revision: 1 } })).error).toBeUndefined();
  };
  const sendAndReadTranslation = async (room: string) =>
    (await sendText(aiko, room, text)).translations?.find(({ language }) => language === "vi")?.content;
  const firmRoom = await createGroupRoom(aiko, linh, emma);
  await approveTextIn(sakuraProject.room, "Tôi đã gửi phiếu giao hàng (Sakura).");
  expect([await sendAndReadTranslation(lotusProject.room), await sendAndReadTranslation(firmRoom)]).toEqual([
    undefined,
    undefined,
  ]);
  await approveTextIn(firmRoom, "Tôi đã gửi giấy giao hàng (công ty).");
  expect(await sendAndReadTranslation(sakuraProject.room)).toBe("Tôi đã gửi phiếu giao hàng (Sakura).");
  expect(await sendAndReadTranslation(lotusProject.room)).toBe("Tôi đã gửi giấy giao hàng (công ty).");
});

test("what a project's people translate is suggested first in its rooms, and in no other project", async () => {
  const text = "予約画面を確認してください。";
  await translateMessage(
    await sendText(aiko, await createGroupRoom(aiko, linh), text),
    "Please check the booking page (firm).",
  );
  await translateMessage(
    await sendText(aiko, sakuraProject.room, text),
    "Please check the booking screen (Sakura).",
  );
  await translateMessage(
    await sendText(aiko, lotusProject.room, text),
    "Please check the reservation page (Lotus).",
  );
  expect(await listSuggestedTexts(linh, await sendText(aiko, sakuraProject.room, text))).toEqual([
    "Please check the booking screen (Sakura).",
    "Please check the booking page (firm).",
  ]);
  expect(
    await listSuggestedTexts(linh, await sendText(aiko, await createGroupRoom(aiko, linh), text)),
  ).toEqual(["Please check the booking page (firm)."]);
  expect(await searchMemoryTargets(linh, {})).toEqual(["Please check the booking page (firm)."]);
  expect(await searchMemoryTargets(linh, { project_id: lotusProject.id })).toEqual([
    "Please check the reservation page (Lotus).",
  ]);
  expect(await searchMemoryTargets(emma, { project_id: lotusProject.id })).toHaveLength(1);
});

test("only who has joined a project keeps its memory and its glossary, and admins", async () => {
  const listProjectNames = async (person: TestPerson) =>
    (await person.call(listManagedMemoryProjects)).data.map(({ name }) => name);
  expect(await listProjectNames(kenji)).toEqual(["Sakura booking"]);
  expect(await listProjectNames(linh)).toEqual(["Lotus shop", "Sakura booking"]);
  expect(await listProjectNames(emma)).toEqual(["Lotus shop", "Sakura booking"]);
  expect((await aiko.call(listManagedMemoryProjects)).error?.code).toBe("MEMORY.TRANSLATORS");

  const query = { project_id: lotusProject.id };
  const { data: memoryHits } = await linh.call(searchMemory, { query: { search: "予約", ...query } });
  const params = { id: memoryHits[0]?.id ?? "" };
  const approvalBody = { approved: true, changed_at: memoryHits[0]?.changed_at ?? "" };
  for (const refusedResponse of [
    await kenji.call(searchMemory, { query }),
    await kenji.call(exportMemory, { query }),
    await kenji.call(listImports, { query: { target: "memory", ...query } }),
    await kenji.call(listGlossary, { query }),
    await kenji.call(addGlossaryEntry, { query, body: { en: "a", ja: "b" } }),
    await kenji.call(changeMemoryEntry, { params, body: approvalBody }),
    await kenji.call(removeMemoryEntry, { params }),
  ])
    expect([refusedResponse.status, refusedResponse.error?.code]).toEqual([404, "ERR.NOT_FOUND"]);
  expect((await linh.call(changeMemoryEntry, { params, body: approvalBody })).data.approved).toBe(true);
});

test("a project's terms come before the firm's, and take the place of the same term", async () => {
  const query = { project_id: sakuraProject.id };
  await linh.call(addGlossaryEntry, { body: { ja: "予約", en: "reservation" } });
  await linh.call(addGlossaryEntry, { body: { ja: "納品", en: "delivery" } });
  const { data: ownEntry } = await linh.call(addGlossaryEntry, {
    query,
    body: { ja: "予約", en: "booking" },
  });
  const listTerms = async (person: TestPerson, conversationId?: string) => {
    const queryFields = { from: "ja", to: "en", ...(conversationId && { conversation_id: conversationId }) };
    const { data, error } = await person.call(listGlossaryTerms, { query: queryFields });
    return error?.code ?? data.map(({ translation }) => translation);
  };
  expect(await listTerms(linh, sakuraProject.room)).toEqual(["booking", "delivery"]);
  // Each term contains the id of the project whose glossary it is from, so that a page can open the entry in that
  // glossary.
  const roomQuery = { from: "ja", to: "en", conversation_id: sakuraProject.room };
  expect((await linh.call(listGlossaryTerms, { query: roomQuery })).data).toMatchObject([
    { translation: "booking", project_id: sakuraProject.id },
    { translation: "delivery", project_id: null },
  ]);
  expect(await listTerms(linh, lotusProject.room)).toEqual(["reservation", "delivery"]);
  expect(await listTerms(linh)).toEqual(["reservation", "delivery"]);
  expect(await listTerms(kenji, lotusProject.room)).toBe("ERR.NOT_FOUND");
  expect((await linh.call(listGlossary, { query })).data).toMatchObject([{ en: "booking" }]);
  // Everybody who has joined the project can read its glossary. The host, who is no translator, cannot edit it.
  expect((await aiko.call(listGlossary, { query })).data).toMatchObject([{ en: "booking" }]);
  expect((await aiko.call(addGlossaryEntry, { query, body: { en: "a", ja: "b" } })).error?.code).toBe(
    "MEMORY.TRANSLATORS",
  );
  expect((await an.call(listGlossary, { query })).status).toBe(404);
  expect((await linh.call(listGlossary)).meta.total).toBe(2);
  await server.db.pool.query(
    "update project_members set archived_at = now() where project_id = $1 and user_id = $2",
    [sakuraProject.id, kenji.id],
  );
  const change = {
    params: { id: ownEntry.id },
    body: { en: "appointment", updated_at: ownEntry.updated_at },
  };
  expect((await kenji.call(changeGlossaryEntry, change)).status).toBe(404);
  expect((await linh.call(changeGlossaryEntry, change)).data.en).toBe("appointment");
});

test("a file is imported into one project alone", async () => {
  const { data: notesRoom } = await linh.call(createConversation, { body: { kind: "MY_CHAT" } });
  const form = new FormData();
  form.append("files", new Blob(["ja,en\n予約の取り込み,An imported booking\n"]), "pairs.csv");
  const response = await fetch(`${serverAddress}/api/conversations/${notesRoom.id}/files`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${linh.tokens.access_token}` },
  });
  const { data: files } = (await response.json()) as { data: [{ id: string }] };
  const body = { file_id: files[0].id, target: "memory", project_id: lotusProject.id };
  expect(await kenji.call(startImport, { body })).toMatchObject({
    status: 422,
    error: { fields: { project_id: expect.any(String) } },
  });
  const { data } = await linh.call(startImport, { body });
  const params = { id: data.id };
  await expect.poll(async () => (await linh.call(getImport, { params })).data.state).toBe("DONE");
  expect((await kenji.call(getImport, { params })).status).toBe(404);
  expect(await searchMemoryTargets(linh, { project_id: lotusProject.id })).toContain("An imported booking");
  expect(await searchMemoryTargets(linh, {})).not.toContain("An imported booking");
  expect(
    (await linh.call(listImports, { query: { target: "memory", project_id: lotusProject.id } })).data,
  ).toMatchObject([{ id: data.id, project_id: lotusProject.id }]);
  expect((await linh.call(listImports, { query: { target: "memory" } })).data).toEqual([]);
});

test("a project's term takes the place of the firm's that is written in another width, not of another word", async () => {
  const query = { project_id: sakuraProject.id };
  await linh.call(addGlossaryEntry, { body: { ja: "ﾕｰｻﾞｰ", en: "account holder" } });
  await linh.call(addGlossaryEntry, { body: { vi: "bán", en: "sell" } });
  await linh.call(addGlossaryEntry, { query, body: { ja: "ユーザー", en: "user" } });
  await linh.call(addGlossaryEntry, { query, body: { vi: "bàn", en: "table" } });
  const listTerms = async (from: string) => {
    const queryFields = { from, to: "en", conversation_id: sakuraProject.room };
    return (await linh.call(listGlossaryTerms, { query: queryFields })).data.map(
      ({ translation }) => translation,
    );
  };
  const japaneseTerms = await listTerms("ja");
  expect(japaneseTerms).toContain("user");
  expect(japaneseTerms).not.toContain("account holder");
  expect(await listTerms("vi")).toEqual(["table", "sell"]);
});
