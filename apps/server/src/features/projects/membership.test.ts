import { listConversationMembers } from "@kakehashi/contract/conversation-members";
import { listNotifications } from "@kakehashi/contract/notifications";
import {
  addProjectHost,
  applyToProject,
  inviteToProject,
  leaveProject,
  refuseProjectInvitation,
  rejectApplicant,
} from "@kakehashi/contract/project-members";
import { dailyJoinAttemptsPerProject } from "@kakehashi/contract/project-membership";
import { deactivateProject, getProject, runProject } from "@kakehashi/contract/projects";
import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { createMembershipDatabaseAccess, takeMembershipStep } from "../../test/membership.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { addAcceptedProfiles, createTestProject } from "../../test/projects.ts";
import { sendText } from "../../test/rooms.ts";
import { addSignedInPerson, type TestPerson } from "../../test/world.ts";

const { server, testPeople } = await setUpTestServer();
const { aiko, an, minh, linh, kenji, emma } = testPeople;
const { stateOf, roomIdsOf, peopleIn } = createMembershipDatabaseAccess(server);

beforeAll(() => addAcceptedProfiles(server, aiko, an, minh, linh, kenji, emma));

test("Inviting an applicant accepts them, and an invited person who applies agrees", async () => {
  const id = await createTestProject(aiko);
  await takeMembershipStep("apply", id, an, aiko);
  await takeMembershipStep("invite", id, an, aiko);
  expect(await stateOf(id, an)).toBe("WAITING_ACCEPT_APPLY");
  await takeMembershipStep("invite", id, minh, aiko);
  await takeMembershipStep("apply", id, minh, aiko);
  expect(await stateOf(id, minh)).toBe("AGREED_INVITE");
});

test("Each side has its own room, and a person who leaves cannot read it any more", async () => {
  const id = await createTestProject(aiko);
  for (const person of [an, linh]) {
    await takeMembershipStep("invite", id, person, aiko);
    await takeMembershipStep("agree", id, person, aiko);
  }
  const { team_id, client_id, support_id } = await roomIdsOf(id);
  const sortedIds = (...people: TestPerson[]) => people.map((person) => person.id).sort();
  expect(await peopleIn(team_id)).toEqual(sortedIds(aiko, an, linh));
  expect(await peopleIn(client_id)).toEqual(sortedIds(aiko, linh));
  expect(await peopleIn(support_id)).toEqual(sortedIds(aiko, emma));
  await sendText(an, team_id, "Xin chào");
  await takeMembershipStep("remove", id, an, aiko);
  expect((await an.call(listConversationMembers, { params: { id: team_id } })).status).toBe(404);
  expect((await an.call(getProject, { params: { id } })).data.conversations).toEqual({
    team: null,
    client: null,
    support: null,
  });
});

test("A project starts once: its members become active and are notified, and later members are active at once", async () => {
  const id = await createTestProject(aiko);
  await takeMembershipStep("invite", id, an, aiko);
  await takeMembershipStep("agree", id, an, aiko);
  await takeMembershipStep("apply", id, minh, aiko);
  expect((await aiko.call(runProject, { params: { id } })).data.running_since).not.toBeNull();
  expect(await stateOf(id, an)).toBe("ACTIVE");
  expect(await stateOf(id, minh)).toBe("WAITING");
  const [notification] = (await an.call(listNotifications)).data;
  expect(notification).toMatchObject({
    type: "MARK_RUN_PROJECT",
    data: { project: { id, name: "Sakura booking" } },
  });
  expect((await aiko.call(runProject, { params: { id } })).error?.code).toBe("PROJECT.STEP");
  await takeMembershipStep("accept", id, minh, aiko);
  await takeMembershipStep("confirm", id, minh, aiko);
  expect(await stateOf(id, minh)).toBe("ACTIVE");
});

test("A host whose profile is not accepted any more can leave, and can take no other step", async () => {
  const id = await createTestProject(aiko);
  const secondHost = await addSignedInPerson(server, {
    email: "l@x.example",
    name: "Lan",
    role: "dev",
    language: "vi",
  });
  await addAcceptedProfiles(server, secondHost);
  await takeMembershipStep("host", id, secondHost, emma);
  await server.db.kysely
    .updateTable("profiles")
    .set({ status: "REFUSED" })
    .where("user_id", "=", secondHost.id)
    .execute();
  expect((await takeMembershipStep("invite", id, an, secondHost)).error?.code).toBe("PROFILE.INACTIVE");
  // Lan's profile is refused, so Lan cannot act as a host. Therefore Aiko must stay in the project. Lan may leave it.
  expect((await takeMembershipStep("leave", id, aiko, aiko)).error?.code).toBe("PROJECT.LAST_HOST");
  expect((await takeMembershipStep("leave", id, secondHost, secondHost)).status).toBe(200);
  expect((await takeMembershipStep("apply", id, secondHost, secondHost)).error?.code).toBe(
    "PROFILE.INACTIVE",
  );
});

test("A host who rejects an applicant says why, and an invited person need not", async () => {
  const id = await createTestProject(aiko);
  await takeMembershipStep("apply", id, an, aiko);
  const params = { id, user_id: an.id };
  for (const body of [{ reason: " \n" }, {}]) {
    const { status, error } = await aiko.call(rejectApplicant, { params, body });
    expect([status, Object.keys(error?.fields ?? {})]).toEqual([422, ["reason"]]);
  }
  expect(await stateOf(id, an)).toBe("WAITING");
  expect((await aiko.call(rejectApplicant, { params, body: { reason: "Too late" } })).status).toBe(200);
  expect((await an.call(getProject, { params: { id } })).data.part.reason).toBe("Too late");
  await takeMembershipStep("invite", id, minh, aiko);
  expect((await minh.call(refuseProjectInvitation, { params: { id } })).status).toBe(200);
});

describe("A step is refused", () => {
  test("with 403 if the person is not a host, and with 404 if they cannot see the closed project", async () => {
    const id = await createTestProject(aiko);
    const params = { id, user_id: minh.id };
    expect((await an.call(inviteToProject, { params })).status).toBe(403);
    expect((await an.call(addProjectHost, { params })).status).toBe(403);
    await aiko.call(deactivateProject, { params: { id } });
    expect((await an.call(inviteToProject, { params })).status).toBe(404);
    expect((await an.call(applyToProject, { params: { id } })).status).toBe(404);
  });

  test("with 404 if the project does not exist", async () => {
    expect((await an.call(applyToProject, { params: { id: newId() } })).status).toBe(404);
  });

  test("if a host applies to their own project, a client applies, or a client is invited", async () => {
    const id = await createTestProject(aiko);
    const projectOfEmma = await createTestProject(emma);
    expect((await aiko.call(applyToProject, { params: { id } })).error?.code).toBe("PROJECT.OWN");
    expect((await aiko.call(applyToProject, { params: { id: projectOfEmma } })).error?.code).toBe(
      "PROJECT.ROLE",
    );
    const invitationResponse = await emma.call(inviteToProject, {
      params: { id: projectOfEmma, user_id: aiko.id },
    });
    expect(invitationResponse.error?.code).toBe("PROJECT.PERSON");
  });

  test("if a person without an accepted profile is made a host", async () => {
    const id = await createTestProject(aiko);
    const newcomer = await addSignedInPerson(server, {
      email: "n@x.example",
      name: "N",
      role: "brse",
      language: "ja",
    });
    const response = await emma.call(addProjectHost, { params: { id, user_id: newcomer.id } });
    expect([response.status, response.error?.code]).toEqual([422, "PROJECT.PERSON"]);
    // The candidate did not become a host. So Aiko is still the only host and cannot leave.
    expect((await aiko.call(leaveProject, { params: { id } })).error?.code).toBe("PROJECT.LAST_HOST");
  });

  test("if it joins a closed project, but not if it leaves one", async () => {
    const id = await createTestProject(aiko);
    await takeMembershipStep("invite", id, an, aiko);
    await takeMembershipStep("invite", id, minh, aiko);
    await takeMembershipStep("agree", id, minh, aiko);
    await aiko.call(deactivateProject, { params: { id } });
    expect((await takeMembershipStep("agree", id, an, aiko)).error?.code).toBe("PROJECT.CLOSED");
    const leaveResponse = await takeMembershipStep("leave", id, minh, aiko);
    expect(leaveResponse.status).toBe(200);
    // Minh can no longer read the project. So the page must show the project from the response of this request.
    expect(leaveResponse.data).toMatchObject({
      status: "DEACTIVE",
      part: { status: null, is_host: false },
      joined_count: 1,
      conversations: { team: null, client: null, support: null },
    });
    expect((await takeMembershipStep("refuse", id, an, aiko)).status).toBe(200);
  });

  test("if the only host leaves", async () => {
    const id = await createTestProject(aiko);
    expect((await aiko.call(leaveProject, { params: { id } })).error?.code).toBe("PROJECT.LAST_HOST");
    await takeMembershipStep("host", id, kenji, emma);
    expect((await aiko.call(leaveProject, { params: { id } })).status).toBe(200);
    const { team_id, client_id, support_id } = await roomIdsOf(id);
    for (const roomId of [team_id, client_id, support_id])
      expect((await peopleIn(roomId)).includes(aiko.id)).toBe(false);
  });
});

test.each([
  ["applies and cancels", "apply", "cancel"],
  ["is invited and the invitation is withdrawn", "invite", "withdraw"],
] as const)(
  "Who %s again and again is stopped that day, for this project alone",
  async (_, request, undoStep) => {
    const [id, otherProjectId] = [await createTestProject(aiko), await createTestProject(aiko)];
    const tryStep = (event: typeof request | typeof undoStep, projectId = id, person = an) =>
      takeMembershipStep(event, projectId, person, aiko);
    for (let attempt = 1; attempt <= dailyJoinAttemptsPerProject; attempt++)
      expect([(await tryStep(request)).status, (await tryStep(undoStep)).status]).toEqual([200, 200]);
    const { status, error } = await tryStep(request);
    expect([status, error?.code]).toEqual([429, "PROJECT.OFTEN"]);
    expect(error?.message).toContain(String(dailyJoinAttemptsPerProject));
    expect((await tryStep(request, otherProjectId)).status).toBe(200);
    expect((await tryStep(request, id, minh)).status).toBe(200);
  },
);

test("A host reads how many people are in each group, other readers only how many have joined", async () => {
  const id = await createTestProject(aiko);
  const canceledApplicant = await addSignedInPerson(server, {
    email: "lan@x.example",
    name: "Lan",
    role: "dev",
    language: "vi",
  });
  await addAcceptedProfiles(server, canceledApplicant);
  for (const step of ["invite", "agree"] as const) await takeMembershipStep(step, id, linh, aiko);
  await takeMembershipStep("invite", id, an, aiko);
  await takeMembershipStep("apply", id, minh, aiko);
  for (const step of ["apply", "cancel"] as const)
    await takeMembershipStep(step, id, canceledApplicant, aiko);
  const readCounts = async (person: typeof aiko) => {
    const { data } = await person.call(getProject, { params: { id } });
    const { joined_count, applicant_count, invited_count, refused_count } = data;
    return [joined_count, applicant_count, invited_count, refused_count];
  };
  expect(await readCounts(aiko)).toEqual([2, 1, 1, 1]);
  expect(await readCounts(linh)).toEqual([2, null, null, null]);
});
