import { listProjectCategories } from "@kakehashi/contract/catalogue";
import { listHostCandidates, listProjectCandidates } from "@kakehashi/contract/project-candidates";
import { addProjectHost, applyToProject, rejectApplicant } from "@kakehashi/contract/project-members";
import { deactivateProject } from "@kakehashi/contract/projects";
import { beforeAll, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, minh, linh, kenji, emma } = testPeople;
let projectId: string;

beforeAll(async () => {
  await addAcceptedProfiles(server, aiko, an, linh, kenji, emma);
  projectId = await createTestProject(aiko);
  const words = { [an.id]: "React Native và Kotlin", [kenji.id]: "ﾃｽﾄ自動化の経験があります" };
  for (const [userId, description] of Object.entries(words))
    await server.db.pool.query("update profiles set description = $2 where user_id = $1", [
      userId,
      description,
    ]);
  const categories = (await aiko.call(listProjectCategories)).data;
  const gamesCategory = categories.find(({ names }) => names.some(({ name }) => name === "Games"));
  await server.db.pool.query(
    `insert into profile_categories (profile_id, category_id)
     select id, $2 from profiles where user_id = $1`,
    [linh.id, gamesCategory?.id],
  );
  // Kenji's profile gets the category of the project, which is `categories[0]`.
  await server.db.pool.query(
    `insert into profile_categories (profile_id, category_id)
     select id, $2 from profiles where user_id = $1`,
    [kenji.id, categories[0]?.id],
  );
});

const findCandidates = async (query: Record<string, string> = {}) =>
  (await aiko.call(listProjectCandidates, { params: { id: projectId }, query })).data;
const findCandidateIds = async (query: Record<string, string> = {}) =>
  (await findCandidates(query)).map(({ user }) => user.id);

test("A host sees who can join: no clients, no admins, nobody without an accepted profile", async () => {
  expect((await findCandidateIds()).sort()).toEqual([an.id, linh.id, kenji.id].sort());
  expect((await findCandidateIds())[0]).toBe(kenji.id);
});

test("Candidates are found by name, role, words of their profile, category and language", async () => {
  expect(await findCandidateIds({ search: "thuy linh" })).toEqual([linh.id]);
  expect(await findCandidateIds({ role: "dev" })).toEqual([an.id]);
  expect(await findCandidateIds({ skill: "kotlin react" })).toEqual([an.id]);
  expect(await findCandidateIds({ skill: "テスト" })).toEqual([kenji.id]);
  expect(await findCandidateIds({ skill: "ゲーム" })).toEqual([linh.id]);
  expect(await findCandidateIds({ skill: "games" })).toEqual([linh.id]);
  // Translators and bridge engineers who have chosen no languages count as knowing every language.
  expect((await findCandidateIds({ language: "ja" })).sort()).toEqual([linh.id, kenji.id].sort());
  await server.db.pool.query("update users set languages = '{ja}' where id = $1", [an.id]);
  expect((await findCandidateIds({ language: "ja" })).sort()).toEqual([an.id, linh.id, kenji.id].sort());
  expect(await findCandidateIds({ language: "en" })).not.toContain(an.id);
  expect((await findCandidates({ role: "dev" }))[0]?.languages).toEqual(["vi", "ja"]);
});

test("The list shows each candidate's part in the project, page by page", async () => {
  await an.call(applyToProject, { params: { id: projectId } });
  expect(await findCandidates({ role: "dev" })).toMatchObject([{ status: "WAITING" }]);
  const { meta } = await aiko.call(listProjectCandidates, {
    params: { id: projectId },
    query: { paging: "2" },
  });
  expect(meta).toEqual({ page: 1, paging: 2, total: 3, has_more: true, next: 2 });
  expect(await findCandidateIds({ paging: "2", page: "2" })).toHaveLength(1);
});

test("Only hosts can list candidates", async () => {
  expect((await an.call(listProjectCandidates, { params: { id: projectId } })).status).toBe(403);
  expect((await minh.call(listProjectCandidates, { params: { id: crypto.randomUUID() } })).status).toBe(404);
});

test("An admin is offered as hosts exactly those whom the server then accepts", async () => {
  const project = await createTestProject(aiko);
  const params = { id: project };
  const listOfferedIds = async (search = "") =>
    (await emma.call(listHostCandidates, { params, query: { search } })).data.map((person) => person.id);
  for (const person of [an, kenji]) await person.call(applyToProject, { params });
  await aiko.call(rejectApplicant, { params: { id: project, user_id: kenji.id }, body: { reason: "no" } });
  const people = [aiko, an, minh, linh, kenji];
  const idsBefore = await listOfferedIds();
  expect(idsBefore).toEqual(expect.arrayContaining([linh.id, kenji.id]));
  expect(await listOfferedIds("thuy linh")).toEqual([linh.id]);
  expect((await aiko.call(listHostCandidates, { params })).status).toBe(403);
  for (const person of people) {
    const { status } = await emma.call(addProjectHost, { params: { id: project, user_id: person.id } });
    expect([person.name, status === 200]).toEqual([person.name, idsBefore.includes(person.id)]);
  }
  await aiko.call(deactivateProject, { params });
  expect(await listOfferedIds()).toEqual([]);
});
