import { createCodeFileName } from "@kakehashi/contract/code-languages";
import {
  getCodeVersion,
  keptSnippetVersionCount,
  listCodeVersions,
  restoreCodeVersion,
} from "@kakehashi/contract/code-versions";
import {
  changeCode,
  createCode,
  createRawCodePath,
  getCode,
  getCodePreview,
  listCodeProjects,
  listCodes,
  maximumCodeBytes,
  removeCode,
  restoreCodeFromTrash,
  type Snippet,
} from "@kakehashi/contract/codes";
import {
  agreeToProjectInvitation,
  inviteToProject,
  removeFromProject,
} from "@kakehashi/contract/project-members";
import { retentionPeriods } from "@kakehashi/contract/retention";
import { beforeAll, expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";
import { createSlug } from "./slug.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, linh, kenji, emma } = testPeople;

/** The id of Aiko's project. An and Kenji have joined the project, Linh has not. */
let projectId: string;
let serverUrl: string;
beforeAll(async () => {
  serverUrl = await server.listen();
  await addAcceptedProfiles(server, aiko, an, kenji);
  projectId = await createTestProject(aiko, { name: "桜サロン" });
  for (const person of [an, kenji]) await joinProject(person);
});

async function joinProject(person: TestPerson): Promise<void> {
  await aiko.call(inviteToProject, { params: { id: projectId, user_id: person.id } });
  await person.call(agreeToProjectInvitation, { params: { id: projectId } });
}

const createSnippetBody = (fields: object = {}) => ({
  title: "Retry with a pause",
  language: "typescript",
  content: "export const retry = 3;\n",
  ...fields,
});
const sendSnippet = (person: TestPerson, fields: object = {}) =>
  person.call(createCode, { body: createSnippetBody(fields) });
async function saveSnippet(person: TestPerson, fields: object = {}): Promise<Snippet> {
  const { data, status } = await sendSnippet(person, fields);
  expect(status).toBe(200);
  return data;
}
const readSnippet = (person: TestPerson, { slug }: Pick<Snippet, "slug">) =>
  person.call(getCode, { params: { slug } });
const changeSnippet = (
  person: TestPerson,
  { slug, version }: Pick<Snippet, "slug" | "version">,
  fields: object,
) => person.call(changeCode, { params: { slug }, body: { version, ...fields } });
const listSnippetTitles = async (person: TestPerson, query: Record<string, string> = {}) =>
  (await person.call(listCodes, { query })).data.map(({ title }) => title);
const fetchFromServer = (person: TestPerson, address: string, headers = {}) =>
  fetch(`${serverUrl}${address}`, {
    headers: { authorization: `Bearer ${person.tokens.access_token}`, ...headers },
  });

test("Code is stored unchanged, and its address consists of the title and random characters", async () => {
  const content = "\tif (a) {\r\n  // 日本語 🎉 \u202e\n\t}\n\n";
  const snippet = await saveSnippet(an, { title: "Gửi lại – đơn giản", content, description: "  Waits. " });
  expect(snippet).toMatchObject({ content, description: "Waits.", version: 1, line_count: 4, project: null });
  expect(snippet.size).toBe(Buffer.byteLength(content));
  expect(snippet.slug).toMatch(/^gui-lai-don-gian-[a-z2-9]{12}$/);
  expect(snippet).toMatchObject({ can_edit: true, can_share: true, team_id: null });
  expect(createSlug("予約の計算")).toMatch(/^code-[a-z2-9]{12}$/);
  expect((await readSnippet(an, snippet)).data).toEqual(snippet);
});

test.each([
  ["no title", { title: " " }, "title"],
  ["an unknown language", { language: "klingon" }, "language"],
  ["nothing but spaces", { content: " \n\t" }, "content"],
  ["a null byte", { content: "a\u0000b" }, "content"],
  ["half a character", { content: "a\ud800b" }, "content"],
  ["too many bytes", { content: "あ".repeat(maximumCodeBytes / 3 + 1) }, "content"],
  ["a project that is not there", { project_id: newId() }, "project_id"],
])("A snippet with %s gets an error that names its field", async (_, fields, field) => {
  const { status, error } = await sendSnippet(an, fields);
  expect({ status, code: error?.code, fields: Object.keys(error?.fields ?? {}) }).toEqual({
    status: 422,
    code: "ERR.INPUT",
    fields: [field],
  });
});

test("Code of the maximum size is stored and read whole, on one line or on many", async () => {
  for (const content of ["(".repeat(maximumCodeBytes), "\n".repeat(maximumCodeBytes - 1).concat("x")]) {
    const snippet = await saveSnippet(an, { title: "Long", content });
    expect((await readSnippet(an, snippet)).data.content === content).toBe(true);
    const [item] = (await an.call(listCodes, { query: { sort: "newest" } })).data;
    expect(item?.excerpt.length).toBeLessThanOrEqual(400);
    await an.call(removeCode, { params: { slug: snippet.slug } });
  }
});

test("A private snippet is found by nobody but its author, not even by admins", async () => {
  const snippet = await saveSnippet(an, { title: "Only mine" });
  for (const person of [aiko, kenji, emma]) {
    expect((await readSnippet(person, snippet)).status).toBe(404);
    expect((await changeSnippet(person, snippet, { title: "x" })).status).toBe(404);
    expect((await person.call(removeCode, { params: { slug: snippet.slug } })).status).toBe(404);
    expect((await fetchFromServer(person, createRawCodePath(snippet.slug))).status).toBe(404);
    expect(await listSnippetTitles(person)).not.toContain("Only mine");
  }
  const readSnippetCard = (person: TestPerson) =>
    person.call(getCodePreview, { params: { slug: snippet.slug } });
  expect((await readSnippetCard(an)).data).toMatchObject({
    title: "Only mine",
    excerpt: "export const retry = 3;\n",
  });
  expect((await readSnippetCard(aiko)).status).toBe(404);
  expect((await an.call(getCode, { params: { slug: "../secret" } })).status).toBe(404);
});

test("A project's members read its snippet until they are removed; its author and the hosts change it", async () => {
  const snippet = await saveSnippet(an, { title: "For the team", project_id: projectId });
  expect(snippet.project).toEqual({ id: projectId, name: "桜サロン" });
  expect(snippet.team_id).not.toBe(null);
  expect((await readSnippet(linh, snippet)).status).toBe(404);
  expect((await readSnippet(kenji, snippet)).data).toMatchObject({ can_edit: false, can_share: false });
  expect((await readSnippet(aiko, snippet)).data).toMatchObject({ can_edit: true, can_share: false });
  expect((await changeSnippet(kenji, snippet, { title: "Mine now" })).status).toBe(403);
  expect((await changeSnippet(aiko, snippet, { project_id: null })).status).toBe(403);
  const { data: changedSnippet } = await changeSnippet(aiko, snippet, {
    content: "export const retry = 4;\n",
  });
  expect(changedSnippet).toMatchObject({ version: 2, edited_by: { id: aiko.id }, author: { id: an.id } });

  await aiko.call(removeFromProject, { params: { id: projectId, user_id: kenji.id } });
  expect((await readSnippet(kenji, snippet)).status).toBe(404);
  expect((await fetchFromServer(kenji, createRawCodePath(snippet.slug))).status).toBe(404);
  expect((await kenji.call(listCodeVersions, { params: { slug: snippet.slug } })).status).toBe(404);
  expect(await listSnippetTitles(kenji)).not.toContain("For the team");
  await joinProject(kenji);
});

test("An author who was removed from the project loses their snippet until they are back", async () => {
  const snippet = await saveSnippet(kenji, { title: "Left behind", project_id: projectId });
  await aiko.call(removeFromProject, { params: { id: projectId, user_id: kenji.id } });
  // Kenji was removed from the project. Since then, others have written in his snippet, and he must not read that.
  await changeSnippet(aiko, snippet, { content: "secret\n" });
  expect((await readSnippet(kenji, snippet)).status).toBe(404);
  expect((await changeSnippet(kenji, snippet, { title: "x" })).status).toBe(404);
  expect((await kenji.call(removeCode, { params: { slug: snippet.slug } })).status).toBe(404);
  for (const query of [{ mine: "true" }, { search: "secret" }] as Record<string, string>[]) {
    const { data } = await kenji.call(listCodes, { query });
    expect(data.map(({ slug }) => slug)).not.toContain(snippet.slug);
  }
  const { status, error } = await sendSnippet(kenji, { project_id: projectId });
  expect([status, Object.keys(error?.fields ?? {})]).toEqual([422, ["project_id"]]);
  await joinProject(kenji);
  expect((await readSnippet(kenji, snippet)).data).toMatchObject({ content: "secret\n", can_edit: true });
});

test("If two people change the same version, the later gets an error with the present code", async () => {
  const snippet = await saveSnippet(an, { title: "Both", project_id: projectId });
  const changeResponses = await Promise.all([
    changeSnippet(an, snippet, { content: "of An\n" }),
    changeSnippet(aiko, snippet, { content: "of Aiko\n" }),
  ]);
  expect(changeResponses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refusedResponse = changeResponses.find(({ status }) => status === 409);
  const { data: currentSnippet } = await readSnippet(an, snippet);
  expect(refusedResponse?.error).toMatchObject({
    code: "CODE.EDITED",
    current: { content: currentSnippet.content, revision: 2 },
  });
  const { status } = await an.call(restoreCodeVersion, {
    params: { slug: snippet.slug, number: "1" },
    body: { version: 1 },
  });
  expect(status).toBe(409);
});

test("Every change adds a version, and restoring an older one adds it as the newest", async () => {
  let snippet = await saveSnippet(an, { title: "First", content: "one\n" });
  snippet = (await changeSnippet(an, snippet, { content: "two\n" })).data;
  snippet = (await changeSnippet(an, snippet, { title: "Third", language: "python" })).data;
  // Saving unchanged text adds no version.
  expect((await changeSnippet(an, snippet, { title: "Third" })).data.version).toBe(3);
  const { slug } = snippet;
  const { data: restoredSnippet } = await an.call(restoreCodeVersion, {
    params: { slug, number: "1" },
    body: { version: 3 },
  });
  expect(restoredSnippet).toMatchObject({
    slug,
    title: "First",
    content: "one\n",
    language: "typescript",
    version: 4,
  });
  const { data: versions, meta } = await an.call(listCodeVersions, { params: { slug } });
  expect(versions.map(({ number, title, restored_from }) => [number, title, restored_from])).toEqual([
    [4, "First", 1],
    [3, "Third", null],
    [2, "First", null],
    [1, "First", null],
  ]);
  expect(meta).toMatchObject({ total: 4, has_more: false });
  expect((await an.call(getCodeVersion, { params: { slug, number: "2" } })).data.content).toBe("two\n");
  expect((await an.call(getCodeVersion, { params: { slug, number: "9" } })).status).toBe(404);
  expect((await an.call(getCodeVersion, { params: { slug, number: "x" } })).status).toBe(404);
});

test("Only the newest versions are kept", async () => {
  let snippet = await saveSnippet(an, { title: "Often changed" });
  for (let count = 0; count <= keptSnippetVersionCount; count++)
    snippet = (await changeSnippet(an, snippet, { content: `version ${count}\n` })).data;
  const { meta } = await an.call(listCodeVersions, { params: { slug: snippet.slug } });
  expect(meta.total).toBe(keptSnippetVersionCount);
});

const moveToTrash = (
  person: TestPerson,
  { slug }: Pick<Snippet, "slug">,
  query: Record<string, string> = {},
) => person.call(removeCode, { params: { slug }, query });
const restoreSnippet = (person: TestPerson, { slug }: Pick<Snippet, "slug">) =>
  person.call(restoreCodeFromTrash, { params: { slug } });
const listDeletedTitles = (person: TestPerson) => listSnippetTitles(person, { trash: "true" });

test("Nobody can read a deleted snippet, and whoever may edit it can restore all of it", async () => {
  let snippet = await saveSnippet(an, { title: "Back again", project_id: projectId });
  snippet = (await changeSnippet(an, snippet, { content: "two\n" })).data;
  expect((await restoreSnippet(an, snippet)).status).toBe(404);
  expect((await moveToTrash(an, snippet)).status).toBe(200);
  for (const person of [an, aiko, kenji]) {
    expect((await readSnippet(person, snippet)).status).toBe(404);
    expect(await listSnippetTitles(person)).not.toContain("Back again");
  }
  expect((await changeSnippet(an, snippet, { title: "x" })).status).toBe(404);
  expect((await fetchFromServer(an, createRawCodePath(snippet.slug))).status).toBe(404);
  expect((await moveToTrash(an, snippet)).status).toBe(404);
  // Only the snippet's author and people with the role of host in the project see the deleted snippet in the trash.
  expect(await listDeletedTitles(an)).toContain("Back again");
  expect(await listDeletedTitles(aiko)).toContain("Back again");
  expect(await listDeletedTitles(kenji)).not.toContain("Back again");
  expect((await restoreSnippet(kenji, snippet)).status).toBe(403);
  expect((await restoreSnippet(linh, snippet)).status).toBe(404);
  const { data: restoredSnippet } = await restoreSnippet(aiko, snippet);
  expect(restoredSnippet).toMatchObject({ content: "two\n", version: 2, project: { id: projectId } });
  expect((await an.call(listCodeVersions, { params: { slug: snippet.slug } })).meta.total).toBe(2);
  expect(await listDeletedTitles(an)).not.toContain("Back again");
});

test("A snippet in the trash is deleted for good on request, or after 30 days", async () => {
  const [earlySnippet, lateSnippet, keptSnippet] = [
    await saveSnippet(an, { title: "Early" }),
    await saveSnippet(an, { title: "Late" }),
    await saveSnippet(an, { title: "Kept" }),
  ];
  expect((await moveToTrash(an, earlySnippet, { for_good: "true" })).status).toBe(404);
  for (const snippet of [earlySnippet, lateSnippet, keptSnippet]) await moveToTrash(an, snippet);
  expect((await moveToTrash(kenji, earlySnippet, { for_good: "true" })).status).toBe(404);
  expect((await moveToTrash(an, earlySnippet, { for_good: "true" })).status).toBe(200);
  await server.db.pool.query(
    "update code_snippets set removed_at = now() - make_interval(days => $2) where slug = $1",
    [lateSnippet.slug, retentionPeriods.codeTrashDays + 1],
  );
  await server.db.pool.query(
    "update code_snippets set removed_at = now() - make_interval(days => $2) where slug = $1",
    [keptSnippet.slug, retentionPeriods.codeTrashDays - 1],
  );
  expect(await server.app.services.codes.prune()).toBe(1);
  expect((await restoreSnippet(an, earlySnippet)).status).toBe(404);
  expect((await restoreSnippet(an, lateSnippet)).status).toBe(404);
  expect((await restoreSnippet(an, keptSnippet)).status).toBe(200);
});

test("Raw code is sent as plain text that browsers do not run, or as a file with the right name", async () => {
  const content = "<script>alert(1)</script>\n";
  const snippet = await saveSnippet(an, { title: "桜.page", language: "xml", content });
  const response = await fetchFromServer(an, createRawCodePath(snippet.slug));
  expect(await response.text()).toBe(content);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("content-security-policy")).toContain("sandbox");
  expect(response.headers.get("content-disposition")).toMatch(/^inline/);
  const downloadResponse = await fetchFromServer(
    an,
    createRawCodePath(snippet.slug, { version: 1, download: true }),
  );
  expect(downloadResponse.headers.get("content-disposition")).toContain(`attachment; filename="_.page"`);
  expect(
    await (await fetchFromServer(an, createRawCodePath(snippet.slug), { range: "bytes=1-6" })).text(),
  ).toBe("script");
  expect((await fetchFromServer(an, createRawCodePath(snippet.slug, { version: 7 }))).status).toBe(404);
  expect(createCodeFileName({ title: "a/b: c", language: "python" })).toBe("a-b- c.py");
  expect(createCodeFileName({ title: "..", language: "go" })).toBe("code.go");
  expect(createCodeFileName({ title: "schema.sql", language: "plaintext" })).toBe("schema.sql");
});

test("The list can be searched, filtered and sorted", async () => {
  await saveSnippet(linh, {
    title: "B 予約の計算",
    language: "sql",
    content: "select slots from calendar;\n",
  });
  await saveSnippet(linh, {
    title: "A note",
    language: "plaintext",
    description: "About Tết",
    content: "x\n",
  });
  const snippet = await saveSnippet(linh, { title: "C loop", content: "while (isOpen) next();\n" });
  expect(await listSnippetTitles(linh)).toEqual(["C loop", "A note", "B 予約の計算"]);
  expect(await listSnippetTitles(linh, { sort: "title" })).toEqual(["A note", "B 予約の計算", "C loop"]);
  expect(await listSnippetTitles(linh, { search: "予約" })).toEqual(["B 予約の計算"]);
  expect(await listSnippetTitles(linh, { search: "calen" })).toEqual(["B 予約の計算"]);
  expect(await listSnippetTitles(linh, { search: "tet" })).toEqual(["A note"]);
  expect(await listSnippetTitles(linh, { search: "-" })).toEqual([]);
  expect(await listSnippetTitles(linh, { language: "sql" })).toEqual(["B 予約の計算"]);
  await changeSnippet(linh, snippet, { description: "Waits" });
  expect((await listSnippetTitles(linh, { sort: "changed" }))[0]).toBe("C loop");
  const { data, meta } = await linh.call(listCodes, { query: { paging: "2", sort: "title" } });
  expect([data.length, meta]).toEqual([2, { page: 1, paging: 2, total: 3, has_more: true, next: 2 }]);
  expect(
    (await listSnippetTitles(an, { project_id: projectId, mine: "true" })).includes("For the team"),
  ).toBe(true);
  expect(await listSnippetTitles(aiko, { project_id: projectId, mine: "true" })).toEqual([]);
  expect(await listSnippetTitles(linh, { project_id: projectId })).toEqual([]);
  expect((await an.call(listCodeProjects)).data).toEqual([{ id: projectId, name: "桜サロン" }]);
  expect((await emma.call(listCodeProjects)).data).toEqual([]);
});

test("The audit log has an entry for each change of a project's snippet, and none for private ones", async () => {
  const listLoggedActions = async () => {
    const { rows } = await server.db.pool.query<{ action: string }>(
      "select action from audit_log where action like 'code.%' and actor_id = $1 order by id",
      [kenji.id],
    );
    return rows.map(({ action }) => action);
  };
  const actionsBefore = await listLoggedActions();
  const ownSnippet = await saveSnippet(kenji);
  await kenji.call(removeCode, { params: { slug: ownSnippet.slug } });
  expect(await listLoggedActions()).toEqual(actionsBefore);
  const snippet = await saveSnippet(kenji);
  await changeSnippet(kenji, snippet, { project_id: projectId });
  await kenji.call(removeCode, { params: { slug: snippet.slug } });
  await kenji.call(restoreCodeFromTrash, { params: { slug: snippet.slug } });
  expect((await listLoggedActions()).slice(actionsBefore.length)).toEqual([
    "code.share",
    "code.remove",
    "code.restore",
  ]);
});

test("A blocked person can read but not write; the code of a deleted project becomes its author's again", async () => {
  const minh = await addSignedInPerson(server, {
    email: "b@x.example",
    name: "B",
    role: "dev",
    language: "en",
  });
  const snippet = await saveSnippet(minh);
  await server.db.pool.query("update users set blocked_at = now() where id = $1", [minh.id]);
  server.bus.publish("auth.user-changed", minh.id);
  await expect.poll(async () => (await sendSnippet(minh)).status).toBe(403);
  expect((await readSnippet(minh, snippet)).status).toBe(200);

  const deletedProject = await createTestProject(aiko, { name: "Short" });
  const sharedSnippet = await saveSnippet(aiko, { title: "Of a short project", project_id: deletedProject });
  await server.db.pool.query("delete from projects where id = $1", [deletedProject]);
  expect((await readSnippet(aiko, sharedSnippet)).data).toMatchObject({ project: null, can_edit: true });
});

test("Deleting an account deletes its private code and keeps the code of projects", async () => {
  const ownSnippet = await saveSnippet(kenji, { title: "Private of Kenji" });
  const sharedSnippet = await saveSnippet(kenji, { title: "Shared by Kenji", project_id: projectId });
  await server.app.services.codes.removeDeletedPerson(kenji.id);
  expect((await readSnippet(kenji, ownSnippet)).status).toBe(404);
  expect((await readSnippet(an, sharedSnippet)).data.title).toBe("Shared by Kenji");
});
