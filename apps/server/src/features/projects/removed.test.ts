import { randomUUID } from "node:crypto";
import { listFiles } from "@kakehashi/contract/files";
import { listMessages, type Message } from "@kakehashi/contract/messages";
import { listMyProjectRemovals, markRemovalSeen } from "@kakehashi/contract/project-home";
import {
  agreeToProjectInvitation,
  inviteToProject,
  leaveProject,
  listProjectMembers,
  removeFromProject,
  withdrawProjectInvitation,
} from "@kakehashi/contract/project-members";
import { deactivateProject, getProject } from "@kakehashi/contract/projects";
import { searchEverything } from "@kakehashi/contract/search";
import { beforeAll, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { createDirectRoom, sendText, trySendText } from "../../test/rooms.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";
import type { TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();
const { aiko, an, linh } = testPeople;

beforeAll(() => addAcceptedProfiles(server, aiko, an, linh));

/** Sends a message with a file, and returns the file's URL. */
async function sendFile(person: TestPerson, room: string): Promise<string> {
  const form = new FormData();
  form.set("client_id", randomUUID());
  form.set("content", "The plan");
  form.append("files", new Blob(["secret plan"], { type: "text/plain" }), "plan.txt");
  const response = await fetch(`${serverUrl}/api/conversations/${room}/messages`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${person.tokens.access_token}` },
  });
  const { data } = (await response.json()) as { data: Message };
  return `${serverUrl}/api/files/${data.files[0]?.id}`;
}

const openFile = async (person: TestPerson, address: string) =>
  (await fetch(address, { headers: { authorization: `Bearer ${person.tokens.access_token}` } })).status;

test("A removed person at once gets no events of the project and cannot read its messages or files", async () => {
  const id = await createTestProject(aiko);
  for (const person of [an, linh]) {
    await aiko.call(inviteToProject, { params: { id, user_id: person.id } });
    await person.call(agreeToProjectInvitation, { params: { id } });
  }
  const { team } = (await an.call(getProject, { params: { id } })).data.conversations;
  const room = team ?? "";
  const file = await sendFile(aiko, room);
  expect(await openFile(an, file)).toBe(200);

  const [removedMember, remainingMember] = [
    await connectAndSubscribe(serverUrl, an),
    await connectAndSubscribe(serverUrl, linh),
  ];
  await sendText(aiko, room, "Before");
  const createTextMatcher = (text: string) => (event: object) => JSON.stringify(event).includes(text);
  for (const client of [removedMember, remainingMember])
    await client.waitForEvent(createTextMatcher("Before"));

  expect((await aiko.call(removeFromProject, { params: { id, user_id: an.id } })).status).toBe(200);
  expect(await openFile(an, file)).toBe(404);
  await sendText(aiko, room, "Afterwards, among us");
  await remainingMember.waitForEvent(createTextMatcher("Afterwards, among us"));
  // This message is sent last. Any earlier event of the room would arrive before it.
  await sendText(aiko, await createDirectRoom(aiko, an), "Thank you for your work");
  await removedMember.waitForEvent(createTextMatcher("Thank you for your work"));
  expect(JSON.stringify(removedMember.listEvents())).not.toContain("Afterwards, among us");

  for (const { status } of [
    await an.call(listMessages, { params: { id: room } }),
    await trySendText(an, room, "Am I still in?"),
  ])
    expect(status).toBe(404);
  expect((await an.call(listFiles)).data).toEqual([]);
  expect(JSON.stringify(await an.call(searchEverything, { query: { q: "plan" } }))).not.toContain("plan.txt");
  expect((await an.call(listProjectMembers, { params: { id }, query: { group: "applicants" } })).status).toBe(
    403,
  );
  await aiko.call(deactivateProject, { params: { id } });
  expect((await an.call(getProject, { params: { id } })).status).toBe(404);
});

test("A removed person sees who removed them, once for each project, until they dismiss it or are back", async () => {
  const listRemovalsOf = async (person: TestPerson) =>
    (await person.call(listMyProjectRemovals)).data.map(({ project, by }) => [project.name, by.id]);
  const join = async (id: string, person: TestPerson) => {
    await aiko.call(inviteToProject, { params: { id, user_id: person.id } });
    await person.call(agreeToProjectInvitation, { params: { id } });
  };
  const removeMember = (id: string, person: TestPerson) =>
    aiko.call(removeFromProject, { params: { id, user_id: person.id } });
  const [firstProjectId, secondProjectId] = [
    await createTestProject(aiko, { name: "First" }),
    await createTestProject(aiko, { name: "Second" }),
  ];
  for (const id of [firstProjectId, secondProjectId]) {
    await join(id, linh);
    await removeMember(id, linh);
  }
  expect(await listRemovalsOf(linh)).toEqual([
    ["Second", aiko.id],
    ["First", aiko.id],
  ]);
  await join(firstProjectId, linh);
  expect(await listRemovalsOf(linh)).toEqual([["Second", aiko.id]]);
  await removeMember(firstProjectId, linh);
  // The removal stays visible although its project was closed afterwards.
  await aiko.call(deactivateProject, { params: { id: firstProjectId } });
  expect(await listRemovalsOf(linh)).toEqual([
    ["First", aiko.id],
    ["Second", aiko.id],
  ]);
  const removalsResponse = await linh.call(markRemovalSeen, { params: { id: firstProjectId } });
  expect(removalsResponse.data.map(({ project }) => project.name)).toEqual(["Second"]);
  expect((await linh.call(markRemovalSeen, { params: { id: firstProjectId } })).status).toBe(200);

  // Only a person whom somebody removed counts as removed, not one who left or whose invitation was withdrawn.
  const thirdProjectId = await createTestProject(aiko, { name: "Third" });
  await join(thirdProjectId, linh);
  await linh.call(leaveProject, { params: { id: thirdProjectId } });
  await aiko.call(inviteToProject, { params: { id: thirdProjectId, user_id: linh.id } });
  await aiko.call(withdrawProjectInvitation, { params: { id: thirdProjectId, user_id: linh.id } });
  expect(await listRemovalsOf(linh)).toEqual([["Second", aiko.id]]);
  expect(await listRemovalsOf(aiko)).toEqual([]);
});
