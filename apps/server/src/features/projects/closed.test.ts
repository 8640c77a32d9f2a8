import { listNotifications } from "@kakehashi/contract/notifications";
import {
  applyToProject,
  cancelApplication,
  inviteToProject,
  refuseInvitation,
  rejectApplicant,
} from "@kakehashi/contract/project-members";
import { deactivateProject, getProject, listProjects } from "@kakehashi/contract/projects";
import { beforeAll, expect, test } from "vitest";
import { openWorld } from "../../test/open-world.ts";
import { acceptProfiles, startProject } from "../../test/projects.ts";
import type { Person } from "../../test/world.ts";

const { server, world } = await openWorld();
const { aiko, an, kenji, linh } = world;
beforeAll(() => acceptProfiles(server, aiko, an, kenji, linh));

async function readStatusAndListing(person: Person, id: string): Promise<[number, boolean]> {
  const { status } = await person.call(getProject, { params: { id } });
  const closedProjects = await person.call(listProjects, { query: { status: "DEACTIVE", paging: "100" } });
  return [status, closedProjects.data.some((project) => project.id === id)];
}

test("Whose part has ended does not see the project once it is closed; an applicant does", async () => {
  const id = await startProject(aiko);
  const params = { id };
  for (const person of [an, kenji]) await person.call(applyToProject, { params });
  await aiko.call(rejectApplicant, { params: { id, user_id: an.id }, body: { reason: "too late" } });
  await aiko.call(inviteToProject, { params: { id, user_id: linh.id } });
  await linh.call(refuseInvitation, { params, body: { reason: "" } });
  expect((await an.call(getProject, { params })).status).toBe(200);
  await aiko.call(deactivateProject, { params });
  expect(await readStatusAndListing(an, id)).toEqual([404, false]);
  expect(await readStatusAndListing(linh, id)).toEqual([404, false]);
  expect(await readStatusAndListing(kenji, id)).toEqual([200, true]);
  expect(await readStatusAndListing(aiko, id)).toEqual([200, true]);
  // The person who was rejected keeps the notification about it.
  const { data } = await an.call(listNotifications);
  expect(data.some(({ type }) => type === "REJECT_JOIN_PROJECT")).toBe(true);
  // A person can still cancel their application. The answer shows the project, although the person cannot see it any
  // more.
  expect((await kenji.call(cancelApplication, { params })).status).toBe(200);
  expect(await readStatusAndListing(kenji, id)).toEqual([404, false]);
});
