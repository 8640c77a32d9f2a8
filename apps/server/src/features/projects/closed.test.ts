import { listNotifications } from "@kakehashi/contract/notifications";
import {
  acceptApplicant,
  applyToProject,
  cancelApplication,
  confirmJoining,
  inviteToProject,
  refuseProjectInvitation,
  rejectApplicant,
} from "@kakehashi/contract/project-members";
import { deactivateProject, getProject, listProjects, reactivateProject } from "@kakehashi/contract/projects";
import { beforeAll, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, kenji, linh, minh } = testPeople;
beforeAll(() => addAcceptedProfiles(server, aiko, an, kenji, linh, minh));

async function readStatusAndListing(person: TestPerson, id: string): Promise<[number, boolean]> {
  const { status } = await person.call(getProject, { params: { id } });
  const closedProjects = await person.call(listProjects, { query: { status: "DEACTIVE", paging: "100" } });
  return [status, closedProjects.data.some((project) => project.id === id)];
}

test("Whose part has ended does not see the project once it is closed; an applicant does", async () => {
  const id = await createTestProject(aiko);
  const params = { id };
  for (const person of [an, kenji]) await person.call(applyToProject, { params });
  await aiko.call(rejectApplicant, { params: { id, user_id: an.id }, body: { reason: "too late" } });
  await aiko.call(inviteToProject, { params: { id, user_id: linh.id } });
  await linh.call(refuseProjectInvitation, { params, body: { reason: "" } });
  expect((await an.call(getProject, { params })).status).toBe(200);
  await aiko.call(deactivateProject, { params });
  expect(await readStatusAndListing(an, id)).toEqual([404, false]);
  expect(await readStatusAndListing(linh, id)).toEqual([404, false]);
  expect(await readStatusAndListing(kenji, id)).toEqual([200, true]);
  expect(await readStatusAndListing(aiko, id)).toEqual([200, true]);
  // A rejected person keeps the notification about it, even after the project was closed.
  const { data } = await an.call(listNotifications);
  expect(data.some(({ type }) => type === "REJECT_JOIN_PROJECT")).toBe(true);
  // A person can still cancel their application. The response contains the project, although the person can no longer
  // see it.
  expect((await kenji.call(cancelApplication, { params })).status).toBe(200);
  expect(await readStatusAndListing(kenji, id)).toEqual([404, false]);
});

test("Who has joined, applied or been invited is told that a project was closed and opened again", async () => {
  const id = await createTestProject(aiko);
  const params = { id };
  await an.call(applyToProject, { params });
  await aiko.call(acceptApplicant, { params: { id, user_id: an.id } });
  await an.call(confirmJoining, { params });
  await kenji.call(applyToProject, { params });
  await aiko.call(inviteToProject, { params: { id, user_id: linh.id } });
  await minh.call(applyToProject, { params });
  await minh.call(cancelApplication, { params });
  await aiko.call(deactivateProject, { params });
  await aiko.call(reactivateProject, { params });
  async function listStatusNotices(person: TestPerson): Promise<string[]> {
    const { data } = await person.call(listNotifications);
    return data
      .filter(({ data, actor }) => data.project?.id === id && actor?.id === aiko.id)
      .map(({ type }) => type)
      .filter((type) => type === "ACTIVATE_PROJECT" || type === "DEACTIVATE_PROJECT");
  }
  for (const person of [an, kenji, linh])
    expect(await listStatusNotices(person)).toEqual(["ACTIVATE_PROJECT", "DEACTIVATE_PROJECT"]);
  for (const person of [aiko, minh]) expect(await listStatusNotices(person)).toEqual([]);
});
