import { listProjectCategories } from "@kakehashi/contract/catalogue";
import { listPendingMembershipSteps, listSuggestedProjects } from "@kakehashi/contract/project-home";
import {
  acceptApplicant,
  agreeToProjectInvitation,
  applyToProject,
  inviteToProject,
} from "@kakehashi/contract/project-members";
import { deactivateProject } from "@kakehashi/contract/projects";
import { beforeAll, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, minh, linh, kenji, emma } = testPeople;

beforeAll(() => addAcceptedProfiles(server, aiko, an, minh, linh, kenji));

const listWaiting = async (person: TestPerson) =>
  (await person.call(listPendingMembershipSteps)).data.map(({ project, user, status }) => [
    project.id,
    user.id,
    status,
  ]);
const listSuggested = async (person: TestPerson) => (await person.call(listSuggestedProjects)).data;
const listSuggestedIds = async (person: TestPerson) => (await listSuggested(person)).map(({ id }) => id);

test("A host finds applications to answer; others find invitations and places to confirm", async () => {
  const id = await createTestProject(aiko);
  await an.call(applyToProject, { params: { id } });
  await minh.call(applyToProject, { params: { id } });
  await aiko.call(inviteToProject, { params: { id, user_id: linh.id } });
  expect(await listWaiting(aiko)).toEqual([
    [id, an.id, "WAITING"],
    [id, minh.id, "WAITING"],
  ]);
  expect(await listWaiting(linh)).toEqual([[id, linh.id, "WAITING_CONFIRM_INVITE"]]);
  // An applicant has no waiting step: a host must decide about the application.
  expect(await listWaiting(an)).toEqual([]);
  await aiko.call(acceptApplicant, { params: { id, user_id: an.id } });
  expect(await listWaiting(aiko)).toEqual([[id, minh.id, "WAITING"]]);
  expect(await listWaiting(an)).toEqual([[id, an.id, "WAITING_ACCEPT_APPLY"]]);
  // A closed project has no waiting steps, because people can join only active projects.
  await aiko.call(deactivateProject, { params: { id } });
  for (const person of [aiko, an, linh]) expect(await listWaiting(person)).toEqual([]);
});

test("A developer finds projects of their fields and skills, the best first, and none in which they have a part", async () => {
  const categories = (await aiko.call(listProjectCategories)).data;
  const findCategoryId = (name: string) => {
    const category = categories.find(({ names }) => names.some((categoryName) => categoryName.name === name));
    return category?.id ?? "";
  };
  const gamesProject = await createTestProject(aiko, {
    category_id: findCategoryId("Games"),
    skill: "Unity, C#",
  });
  const reactProject = await createTestProject(aiko, {
    category_id: findCategoryId("Design"),
    skill: "React, Figma",
  });
  const gamesReactProject = await createTestProject(aiko, {
    category_id: findCategoryId("Games"),
    skill: "React / TypeScript",
  });
  await createTestProject(aiko, { category_id: findCategoryId("Embedded and IoT"), skill: "Rust" });
  expect(await listSuggested(minh)).toEqual([]);
  await server.db.pool.query("update profiles set description = 'react, typescript' where user_id = $1", [
    minh.id,
  ]);
  await server.db.pool.query(
    "insert into profile_categories (profile_id, category_id) select id, $2 from profiles where user_id = $1",
    [minh.id, findCategoryId("Games")],
  );
  expect(await listSuggested(minh)).toMatchObject([
    { id: gamesReactProject, fits_category: true, fitting_skills: ["React", "TypeScript"] },
    { id: gamesProject, fits_category: true, fitting_skills: [] },
    { id: reactProject, fits_category: false, fitting_skills: ["React"] },
  ]);
  await minh.call(applyToProject, { params: { id: gamesReactProject } });
  expect(await listSuggestedIds(minh)).toEqual([gamesProject, reactProject]);
});

test("A translator and a bridge engineer find projects that have nobody of their role yet", async () => {
  const id = await createTestProject(aiko, { name: "Needs everybody" });
  expect(await listSuggestedIds(linh)).toContain(id);
  expect(await listSuggestedIds(kenji)).toContain(id);
  // A project lacks a translator or bridge engineer (BrSE) until one has joined. An invited one does not count.
  await aiko.call(inviteToProject, { params: { id, user_id: kenji.id } });
  expect(await listSuggestedIds(linh)).toContain(id);
  await kenji.call(agreeToProjectInvitation, { params: { id } });
  expect(await listSuggestedIds(linh)).toContain(id);
  await aiko.call(inviteToProject, { params: { id, user_id: linh.id } });
  await linh.call(agreeToProjectInvitation, { params: { id } });
  expect(await listSuggestedIds(linh)).not.toContain(id);
});

test("Clients and admins get no suggested projects", async () => {
  expect(await listSuggested(aiko)).toEqual([]);
  expect(await listSuggested(emma)).toEqual([]);
});
