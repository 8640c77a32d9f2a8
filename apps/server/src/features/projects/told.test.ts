import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import {
  acceptApplicant,
  addProjectHost,
  applyToProject,
  confirmJoining,
  inviteToProject,
  leaveProject,
  rejectApplicant,
  withdrawProjectInvitation,
} from "@kakehashi/contract/project-members";
import { deactivateProject, reactivateProject, runProject } from "@kakehashi/contract/projects";
import { beforeAll, expect, test } from "vitest";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { connectAndSubscribe, type StompClient } from "../../test/stomp.ts";

const { server, testPeople } = await setUpTestServer();
const serverUrl = await server.listen();
const { aiko, an, minh, linh, kenji, emma } = testPeople;

beforeAll(() => addAcceptedProfiles(server, aiko, an, minh, linh, kenji));

/**
 * Counts the events about this project's changes that the client got. Each of them tells the client to load the project
 * again.
 */
const countChangeEvents = (client: StompClient, id: string) =>
  (client.listEvents() as unknown as PersonalEvent[]).filter(
    (event) => event.type === "PROJECT_CHANGED" && event.project_id === id,
  ).length;

test("The notification of a step arrives at once at whoever it is for", async () => {
  const id = await createTestProject(aiko);
  const [host, person] = [
    await connectAndSubscribe(serverUrl, aiko),
    await connectAndSubscribe(serverUrl, linh),
  ];
  const listNotificationTypes = (client: StompClient) =>
    (client.listEvents() as unknown as PersonalEvent[]).flatMap((event) =>
      "notification" in event ? [event.type] : [],
    );
  await linh.call(applyToProject, { params: { id } });
  await expect.poll(() => listNotificationTypes(host)).toEqual(["COMMUNICATOR_APPLY_PROJECT"]);
  await aiko.call(acceptApplicant, { params: { id, user_id: linh.id } });
  await expect.poll(() => listNotificationTypes(person)).toEqual(["ACCEPT_JOIN_PROJECT"]);
  await linh.call(confirmJoining, { params: { id } });
  await expect
    .poll(() => listNotificationTypes(host))
    .toEqual(["COMMUNICATOR_APPLY_PROJECT", "JOIN_PROJECT"]);
  await aiko.call(runProject, { params: { id } });
  await expect.poll(() => listNotificationTypes(person)).toEqual(["ACCEPT_JOIN_PROJECT", "MARK_RUN_PROJECT"]);
});

test("Each step tells everybody with a part in the project, and who had one, also if nobody is notified", async () => {
  const id = await createTestProject(aiko);
  const otherProjectId = await createTestProject(aiko);
  expect((await emma.call(addProjectHost, { params: { id, user_id: kenji.id } })).status).toBe(200);
  expect((await minh.call(applyToProject, { params: { id } })).status).toBe(200);
  const [host, otherHost, applicant, person, personOutsideProject] = [
    await connectAndSubscribe(serverUrl, aiko),
    await connectAndSubscribe(serverUrl, kenji),
    await connectAndSubscribe(serverUrl, minh),
    await connectAndSubscribe(serverUrl, an),
    await connectAndSubscribe(serverUrl, linh),
  ];
  const anParams = { params: { id, user_id: an.id } };
  const minhParams = { params: { id, user_id: minh.id } };
  const steps: (() => Promise<{ status: number }>)[] = [
    () => aiko.call(inviteToProject, anParams),
    () => aiko.call(withdrawProjectInvitation, anParams),
    () => an.call(applyToProject, { params: { id } }),
    () => kenji.call(rejectApplicant, { ...anParams, body: { reason: "Later" } }),
    () => kenji.call(acceptApplicant, minhParams),
    () => aiko.call(deactivateProject, { params: { id } }),
    () => aiko.call(reactivateProject, { params: { id } }),
    () => aiko.call(runProject, { params: { id } }),
    () => kenji.call(leaveProject, { params: { id } }),
  ];
  let count = 0;
  for (const takeStep of steps) {
    expect((await takeStep()).status).toBe(200);
    count += 1;
    for (const client of [host, otherHost, applicant, person])
      await expect.poll(() => countChangeEvents(client, id)).toBe(count);
  }
  await aiko.call(inviteToProject, { params: { id: otherProjectId, user_id: linh.id } });
  await expect.poll(() => countChangeEvents(personOutsideProject, otherProjectId)).toBe(1);
  expect(countChangeEvents(personOutsideProject, id)).toBe(0);
});
