import { setDeviceTimeZone, updateSettings } from "@kakehashi/contract/account-settings";
import { listProjectCandidates } from "@kakehashi/contract/project-candidates";
import {
  agreeToProjectInvitation,
  inviteToProject,
  leaveProject,
  removeFromProject,
} from "@kakehashi/contract/project-members";
import { getProject, runProject } from "@kakehashi/contract/projects";
import {
  getConversationProject,
  getTeam,
  listTeamActivity,
  listTeamFiles,
  listTeamPeople,
  listTeams,
} from "@kakehashi/contract/teams";
import { beforeAll, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { createGroupRoom, sendText } from "../../test/rooms.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, minh, linh, emma } = testPeople;

beforeAll(() => addAcceptedProfiles(server, aiko, an, minh, linh));

async function joinProject(id: string, ...people: TestPerson[]): Promise<void> {
  for (const person of people) {
    await aiko.call(inviteToProject, { params: { id, user_id: person.id } });
    await person.call(agreeToProjectInvitation, { params: { id } });
  }
}

test("A person's teams are the projects that they have joined, the newest message first", async () => {
  const olderProjectId = await createTestProject(aiko, { name: "Older" });
  const newerProjectId = await createTestProject(aiko, { name: "Newer" });
  await joinProject(olderProjectId, an);
  await joinProject(newerProjectId, an);
  await aiko.call(inviteToProject, { params: { id: newerProjectId, user_id: minh.id } });
  const { team } = (await an.call(getProject, { params: { id: olderProjectId } })).data.conversations;
  await sendText(aiko, team ?? "", "こんにちは");
  expect((await an.call(listTeams)).data).toMatchObject([
    {
      id: olderProjectId,
      name: "Older",
      is_host: false,
      member_count: 2,
      people: [{ id: aiko.id }, { id: an.id }],
    },
    { id: newerProjectId, name: "Newer", member_count: 2 },
  ]);
  const { data, meta } = await an.call(listTeams, { query: { paging: "1" } });
  expect([data.length, meta.total, meta.next]).toEqual([1, 2, 1]);
  // Minh is invited but has not joined, so the project is not among Minh's teams.
  expect((await minh.call(listTeams)).data).toEqual([]);
});

test("A team's page shows its people with languages and time zone, the reader's rooms, and its activity", async () => {
  const id = await createTestProject(aiko);
  await joinProject(id, linh, an);
  await aiko.call(updateSettings, { body: { time_zone: "Asia/Tokyo" } });
  await an.call(setDeviceTimeZone, { body: { time_zone: "Asia/Ho_Chi_Minh" } });
  await aiko.call(runProject, { params: { id } });
  const { data: people } = await an.call(listTeamPeople, { params: { id } });
  expect(people).toMatchObject([
    { user: { id: aiko.id }, is_host: true, languages: ["ja"], time_zone: "Asia/Tokyo" },
    { user: { id: linh.id }, is_host: false, languages: ["en", "vi", "ja"], time_zone: null },
    { user: { id: an.id }, languages: ["vi"], time_zone: "Asia/Ho_Chi_Minh" },
  ]);
  const readRoomSides = async (person: TestPerson) =>
    (await person.call(getTeam, { params: { id } })).data.rooms.map(({ side }) => side);
  expect(await readRoomSides(aiko)).toEqual(["team", "client", "support"]);
  expect(await readRoomSides(linh)).toEqual(["team", "client"]);
  expect(await readRoomSides(an)).toEqual(["team"]);

  await aiko.call(removeFromProject, { params: { id, user_id: an.id } });
  const { data: events } = await linh.call(listTeamActivity, { params: { id } });
  expect(events.map(({ action, actor, person }) => [action, actor?.id, person?.id])).toEqual([
    ["member.remove", aiko.id, an.id],
    ["project.run", aiko.id, undefined],
    ["member.agree", an.id, undefined],
    ["member.agree", linh.id, undefined],
    ["project.create", aiko.id, undefined],
  ]);
});

test("Only a conversation's members can read its project and its side of it", async () => {
  const id = await createTestProject(aiko, { name: "Sakura" });
  await joinProject(id, an);
  const { team, support } = (await aiko.call(getProject, { params: { id } })).data.conversations;
  const readProjectOfRoom = (person: TestPerson, room: string | null) =>
    person.call(getConversationProject, { params: { id: room ?? "" } });
  expect((await readProjectOfRoom(an, team)).data).toEqual({ id, name: "Sakura", side: "team" });
  expect((await readProjectOfRoom(emma, support)).data).toEqual({ id, name: "Sakura", side: "support" });
  expect((await readProjectOfRoom(minh, team)).status).toBe(404);
  expect((await readProjectOfRoom(an, await createGroupRoom(an, minh))).data).toBeNull();
});

test("Only members find a team, and not after they leave", async () => {
  const id = await createTestProject(aiko);
  await joinProject(id, an);
  const calls = [getTeam, listTeamPeople, listTeamFiles, listTeamActivity] as const;
  const statuses = async (person: TestPerson) => {
    const responses = [];
    for (const endpoint of calls)
      responses.push((await person.call(endpoint as typeof getTeam, { params: { id } })).status);
    return responses;
  };
  expect(await statuses(an)).toEqual([200, 200, 200, 200]);
  expect(await statuses(minh)).toEqual([404, 404, 404, 404]);
  await an.call(leaveProject, { params: { id } });
  expect(await statuses(an)).toEqual([404, 404, 404, 404]);
  expect((await an.call(listTeams)).data.some((team) => team.id === id)).toBe(false);
  expect((await an.call(listProjectCandidates, { params: { id } })).status).toBe(403);
});
