import { setUserRole } from "@kakehashi/contract/admin";
import {
  acceptApplicant,
  addProjectHost,
  agreeToProjectInvitation,
  applyToProject,
  confirmJoining,
  inviteToProject,
  removeFromProject,
} from "@kakehashi/contract/project-members";
import { getProject } from "@kakehashi/contract/projects";
import type { Role } from "@kakehashi/contract/users";
import { beforeAll, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { trySendText } from "../../test/rooms.ts";
import type { TestPerson } from "../../test/world.ts";
import { clientRoomsJob } from "./client-rooms.ts";

const { server, testPeople } = await setUpTestServer();
// Aiko is the client, An a developer, Linh a translator, Kenji a bridge engineer (BrSE), Emma the admin.
const { aiko, an, linh, kenji, emma } = testPeople;

beforeAll(() => addAcceptedProfiles(server, aiko, an, linh, kenji));

const setRole = async (person: TestPerson, role: Role) =>
  expect((await emma.call(setUserRole, { params: { id: person.id }, body: { role } })).status).toBe(200);

async function joinProject(id: string, person: TestPerson): Promise<void> {
  await aiko.call(inviteToProject, { params: { id, user_id: person.id } });
  expect((await person.call(agreeToProjectInvitation, { params: { id } })).status).toBe(200);
}

const findClientRoom = async (id: string) =>
  (await aiko.call(getProject, { params: { id } })).data.conversations.client ?? "";

async function listPeopleIn(roomId: string): Promise<string[]> {
  const { rows } = await server.db.pool.query<{ user_id: string }>(
    "select user_id from conversation_members where conversation_id = $1",
    [roomId],
  );
  return rows.map(({ user_id }) => user_id).sort();
}
const sortUserIds = (...people: TestPerson[]) => people.map(({ id }) => id).sort();

test("Who is a translator no longer leaves the client's rooms, who becomes one enters them, and a host stays", async () => {
  const [firstProjectId, secondProjectId] = [
    await createTestProject(aiko),
    await createTestProject(aiko, { name: "Second" }),
  ];
  for (const id of [firstProjectId, secondProjectId])
    for (const person of [an, linh]) await joinProject(id, person);
  await emma.call(addProjectHost, { params: { id: firstProjectId, user_id: kenji.id } });
  const rooms = [await findClientRoom(firstProjectId), await findClientRoom(secondProjectId)] as const;
  expect(await listPeopleIn(rooms[0])).toEqual(sortUserIds(aiko, linh, kenji));

  await setRole(linh, "dev");
  await setRole(kenji, "dev");
  await expect.poll(() => listPeopleIn(rooms[0])).toEqual(sortUserIds(aiko, kenji));
  await expect.poll(() => listPeopleIn(rooms[1])).toEqual(sortUserIds(aiko));
  expect((await trySendText(linh, rooms[0], "Am I still in?")).status).toBe(404);

  await setRole(an, "comtor");
  await expect.poll(() => listPeopleIn(rooms[0])).toEqual(sortUserIds(aiko, an, kenji));
  await expect.poll(() => listPeopleIn(rooms[1])).toEqual(sortUserIds(aiko, an));

  // After the person is removed from the project, they are in none of its rooms. A change of their role does not add
  // them again.
  await aiko.call(removeFromProject, { params: { id: secondProjectId, user_id: an.id } });
  expect(await listPeopleIn(rooms[1])).toEqual(sortUserIds(aiko));
  await setRole(an, "dev");
  await setRole(linh, "comtor");
  await setRole(kenji, "brse");
  await expect.poll(() => listPeopleIn(rooms[1])).toEqual(sortUserIds(aiko, linh));
});

test("Who was invited or accepted cannot join once their role is a client's", async () => {
  const [invitingProject, acceptingProject] = [await createTestProject(aiko), await createTestProject(aiko)];
  await aiko.call(inviteToProject, { params: { id: invitingProject, user_id: an.id } });
  await an.call(applyToProject, { params: { id: acceptingProject } });
  await aiko.call(acceptApplicant, { params: { id: acceptingProject, user_id: an.id } });
  await setRole(an, "company");
  const [agreeResponse, confirmResponse, applyResponse] = [
    await an.call(agreeToProjectInvitation, { params: { id: invitingProject } }),
    await an.call(confirmJoining, { params: { id: acceptingProject } }),
    await an.call(applyToProject, { params: { id: invitingProject } }),
  ];
  for (const { status, error } of [agreeResponse, confirmResponse, applyResponse])
    expect([status, error?.code]).toEqual([403, "PROJECT.ROLE"]);
  await setRole(an, "dev");
  expect((await an.call(agreeToProjectInvitation, { params: { id: invitingProject } })).status).toBe(200);
});

test("A role that changes while the person joins leads to the right room", async () => {
  for (const role of ["comtor", "dev"] as const) {
    await setRole(an, role === "dev" ? "comtor" : "dev");
    const id = await createTestProject(aiko);
    await aiko.call(inviteToProject, { params: { id, user_id: an.id } });
    await Promise.all([an.call(agreeToProjectInvitation, { params: { id } }), setRole(an, role)]);
    const room = await findClientRoom(id);
    await expect
      .poll(() => listPeopleIn(room))
      .toEqual(role === "dev" ? sortUserIds(aiko) : sortUserIds(aiko, an));
  }
});

test("The daily check corrects a room after a role that changed in another way", async () => {
  const id = await createTestProject(aiko);
  await joinProject(id, linh);
  const room = await findClientRoom(id);
  await server.db.pool.query("update users set role = 'dev' where id = $1", [linh.id]);
  await server.runJob(clientRoomsJob);
  await expect.poll(() => listPeopleIn(room)).toEqual(sortUserIds(aiko));
});
