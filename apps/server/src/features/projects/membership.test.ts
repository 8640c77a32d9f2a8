import { listConversationMembers } from "@kakehashi/contract/conversation-members";
import { isTranslator } from "@kakehashi/contract/known-languages";
import { listNotifications } from "@kakehashi/contract/notifications";
import {
  acceptApplicant,
  addProjectHost,
  agreeToInvitation,
  applyToProject,
  cancelApplication,
  confirmJoining,
  inviteToProject,
  leaveProject,
  refuseInvitation,
  rejectApplicant,
  removeFromProject,
  withdrawInvitation,
} from "@kakehashi/contract/project-members";
import {
  hasJoined,
  type MemberEvent,
  type MemberState,
  type MemberStatus,
  memberEvents,
  memberStatuses,
  membership,
} from "@kakehashi/contract/project-membership";
import { deactivateProject, getProject, runProject } from "@kakehashi/contract/projects";
import type { Role } from "@kakehashi/contract/users";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { openWorld } from "../../test/open-world.ts";
import { acceptProfiles, startProject } from "../../test/projects.ts";
import { send } from "../../test/rooms.ts";
import type { Person } from "../../test/world.ts";
import { noticesOfStep } from "./notices.ts";

const { server, world } = await openWorld();
const { aiko, an, minh, linh, kenji, emma } = world;

beforeAll(() => acceptProfiles(server, aiko, an, minh, linh, kenji, emma));

const calls = {
  invite: inviteToProject,
  withdraw: withdrawInvitation,
  agree: agreeToInvitation,
  refuse: refuseInvitation,
  apply: applyToProject,
  cancel: cancelApplication,
  accept: acceptApplicant,
  reject: rejectApplicant,
  confirm: confirmJoining,
  remove: removeFromProject,
  leave: leaveProject,
  host: addProjectHost,
} as const satisfies Record<MemberEvent, unknown>;

/** `person` is the person whose part changes. Aiko takes the host's steps, Emma the admin's. */
function takeStep(event: MemberEvent, projectId: string, person: Person) {
  const { actor } = membership[event];
  if (actor === "self") return person.call(calls[event], { params: { id: projectId } });
  const params = { id: projectId, user_id: person.id };
  return (actor === "host" ? aiko : emma).call(calls[event], { params });
}

async function setMemberState(projectId: string, person: Person, state: MemberState): Promise<void> {
  if (state === "NONE") return;
  await server.db.pool.query(
    `insert into project_members (id, project_id, user_id, status, joined_at)
     values (gen_random_uuid(), $1, $2, $3, case when $4::bool then now() end)`,
    [projectId, person.id, state, hasJoined(state)],
  );
  const { team_id } = await rowOf(projectId);
  if (hasJoined(state)) await server.app.services.rooms.addMembersForServer(team_id, [person.id]);
}

async function rowOf(projectId: string) {
  const { rows } = await server.db.pool.query("select * from projects where id = $1", [projectId]);
  return rows[0];
}

async function stateOf(projectId: string, person: Person): Promise<MemberState> {
  const { rows } = await server.db.pool.query<{ status: MemberStatus }>(
    "select status from project_members where project_id = $1 and user_id = $2 and archived_at is null",
    [projectId, person.id],
  );
  expect(rows.length).toBeLessThan(2);
  return rows[0]?.status ?? "NONE";
}

async function inRoom(roomId: string): Promise<string[]> {
  const { rows } = await server.db.pool.query<{ user_id: string }>(
    "select user_id from conversation_members where conversation_id = $1 order by user_id",
    [roomId],
  );
  return rows.map(({ user_id }) => user_id);
}

async function traces(projectId: string) {
  const count = async (statement: string) =>
    (await server.db.pool.query(statement, [projectId])).rows[0].count as number;
  return {
    audit: await count("select count(*)::int from audit_log where subject_id = $1"),
    notices: await count(
      "select count(*)::int from notifications where data -> 'project' ->> 'id' = $1::text",
    ),
  };
}

const states: MemberState[] = ["NONE", ...memberStatuses];
const cells = memberEvents.flatMap((event) => states.map((state) => ({ event, state })));
const isLegal = ({ event, state }: (typeof cells)[number]) =>
  (membership[event].from as readonly MemberState[]).includes(state);
/** These count as another step: see `effectiveEvent`. */
const isOtherStep = ({ event, state }: (typeof cells)[number]) =>
  (event === "invite" && state === "WAITING") || (event === "apply" && state === "WAITING_CONFIRM_INVITE");

describe("A legal step", () => {
  test.each(cells.filter(isLegal))("$event from $state", async ({ event, state }) => {
    const id = await startProject(aiko);
    await setMemberState(id, linh, state);
    const before = await traces(id);
    const { status, error } = await takeStep(event, id, linh);
    expect([status, error]).toEqual([200, undefined]);
    const { to } = membership[event];
    expect(await stateOf(id, linh)).toBe(to);
    const after = await traces(id);
    expect(after.audit - before.audit).toBe(1);
    // Aiko is the only other member, so each step notifies at most one person.
    expect(after.notices - before.notices).toBe(noticesOfStep(event, "comtor").length > 0 ? 1 : 0);
    const isIn = to !== "NONE" && hasJoined(to);
    const { team_id, client_id } = await rowOf(id);
    for (const roomId of [team_id, client_id]) expect((await inRoom(roomId)).includes(linh.id)).toBe(isIn);
  });
});

describe("An illegal step leaves no trace", () => {
  const illegal = cells.filter((cell) => !isLegal(cell) && !isOtherStep(cell));
  test.each(illegal)("$event from $state", async ({ event, state }) => {
    const id = await startProject(aiko);
    await setMemberState(id, linh, state);
    const before = await traces(id);
    const { status, error } = await takeStep(event, id, linh);
    expect([status, error?.code]).toEqual([409, "PROJECT.STEP"]);
    expect(await stateOf(id, linh)).toBe(state);
    expect(await traces(id)).toEqual(before);
  });
});

test("An invitation of an applicant accepts them, and an application of an invited person agrees", async () => {
  const id = await startProject(aiko);
  await takeStep("apply", id, an);
  await takeStep("invite", id, an);
  expect(await stateOf(id, an)).toBe("WAITING_ACCEPT_APPLY");
  await takeStep("invite", id, minh);
  await takeStep("apply", id, minh);
  expect(await stateOf(id, minh)).toBe("AGREED_INVITE");
});

test("Each side has its room, and whoever leaves loses access to what was said", async () => {
  const id = await startProject(aiko);
  for (const person of [an, linh]) {
    await takeStep("invite", id, person);
    await takeStep("agree", id, person);
  }
  const { team_id, client_id, support_id } = await rowOf(id);
  const ids = (...people: Person[]) => people.map((person) => person.id).sort();
  expect(await inRoom(team_id)).toEqual(ids(aiko, an, linh));
  expect(await inRoom(client_id)).toEqual(ids(aiko, linh));
  expect(await inRoom(support_id)).toEqual(ids(aiko, emma));
  await send(an, team_id, "Xin chào");
  await takeStep("remove", id, an);
  expect((await an.call(listConversationMembers, { params: { id: team_id } })).status).toBe(404);
  expect((await an.call(getProject, { params: { id } })).data.conversations).toEqual({
    team: null,
    client: null,
    support: null,
  });
});

test("A project runs once: all who joined are active and told, and whoever joins later is active at once", async () => {
  const id = await startProject(aiko);
  await takeStep("invite", id, an);
  await takeStep("agree", id, an);
  await takeStep("apply", id, minh);
  expect((await aiko.call(runProject, { params: { id } })).data.running_since).not.toBeNull();
  expect(await stateOf(id, an)).toBe("ACTIVE");
  expect(await stateOf(id, minh)).toBe("WAITING");
  const [notification] = (await an.call(listNotifications)).data;
  expect(notification).toMatchObject({
    type: "MARK_RUN_PROJECT",
    data: { project: { id, name: "Sakura booking" } },
  });
  expect((await aiko.call(runProject, { params: { id } })).error?.code).toBe("PROJECT.STEP");
  await takeStep("accept", id, minh);
  await takeStep("confirm", id, minh);
  expect(await stateOf(id, minh)).toBe("ACTIVE");
});

test("Of two hosts' clicks at once, and of an acceptance beside a cancellation, one is refused", async () => {
  const id = await startProject(aiko);
  await takeStep("apply", id, an);
  const accepts = await Promise.all([takeStep("accept", id, an), takeStep("accept", id, an)]);
  expect(accepts.map(({ status }) => status).sort()).toEqual([200, 409]);
  const otherProject = await startProject(aiko);
  await takeStep("apply", otherProject, an);
  await Promise.all([takeStep("reject", otherProject, an), takeStep("cancel", otherProject, an)]);
  expect(["REFUSED_APPLY", "CANCELED_APPLY"]).toContain(await stateOf(otherProject, an));
});

describe("Refused", () => {
  test("to whoever is no host, and to strangers of a closed project as if it were not there", async () => {
    const id = await startProject(aiko);
    const params = { id, user_id: minh.id };
    expect((await an.call(inviteToProject, { params })).status).toBe(403);
    expect((await an.call(addProjectHost, { params })).status).toBe(403);
    await aiko.call(deactivateProject, { params: { id } });
    expect((await an.call(inviteToProject, { params })).status).toBe(404);
    expect((await an.call(applyToProject, { params: { id } })).status).toBe(404);
  });

  test("to apply to one's own project, to apply as a client, and to invite a client", async () => {
    const id = await startProject(aiko);
    const projectOfEmma = await startProject(emma);
    expect((await aiko.call(applyToProject, { params: { id } })).error?.code).toBe("PROJECT.OWN");
    expect((await aiko.call(applyToProject, { params: { id: projectOfEmma } })).error?.code).toBe(
      "PROJECT.ROLE",
    );
    const invited = await emma.call(inviteToProject, { params: { id: projectOfEmma, user_id: aiko.id } });
    expect(invited.error?.code).toBe("PROJECT.PERSON");
  });

  test("to join a closed project, though not to leave it", async () => {
    const id = await startProject(aiko);
    await takeStep("invite", id, an);
    await takeStep("invite", id, minh);
    await takeStep("agree", id, minh);
    await aiko.call(deactivateProject, { params: { id } });
    expect((await takeStep("agree", id, an)).error?.code).toBe("PROJECT.CLOSED");
    expect((await takeStep("leave", id, minh)).status).toBe(200);
    expect((await takeStep("refuse", id, an)).status).toBe(200);
  });

  test("to the only host to leave", async () => {
    const id = await startProject(aiko);
    expect((await aiko.call(leaveProject, { params: { id } })).error?.code).toBe("PROJECT.LAST_HOST");
    await takeStep("host", id, kenji);
    expect((await aiko.call(leaveProject, { params: { id } })).status).toBe(200);
    const { team_id, client_id, support_id } = await rowOf(id);
    for (const roomId of [team_id, client_id, support_id])
      expect((await inRoom(roomId)).includes(aiko.id)).toBe(false);
  });
});

/** What must be true of a project at any time, whoever did what before. */
async function expectWhole(id: string): Promise<void> {
  const { rows } = await server.db.pool.query<{
    user_id: string;
    status: MemberStatus;
    is_host: boolean;
    role: Role;
  }>(
    `select m.user_id, m.status, m.is_host, u.role from project_members m join users u on u.id = m.user_id
     where m.project_id = $1 and m.archived_at is null`,
    [id],
  );
  expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(rows.length);
  const joined = rows.filter(({ status }) => hasJoined(status));
  const hosts = joined.filter(({ is_host }) => is_host);
  expect(hosts.length).toBeGreaterThan(0);
  const ids = (members: typeof rows, ...others: string[]) =>
    [...new Set([...members.map(({ user_id }) => user_id), ...others])].sort();
  const { team_id, client_id, support_id } = await rowOf(id);
  expect(await inRoom(team_id)).toEqual(ids(joined));
  expect(await inRoom(client_id)).toEqual(
    ids(joined.filter(({ is_host, role }) => is_host || isTranslator(role))),
  );
  expect(await inRoom(support_id)).toEqual(ids(hosts, emma.id));
}

test("Whatever anybody tries in whatever order, rooms hold whoever has joined, and each step is logged once", async () => {
  const people = [an, minh, linh, kenji];
  const step = fc.record({
    event: fc.constantFrom(...memberEvents),
    person: fc.constantFrom(...people),
    /** Who takes a host's or an admin's step: whoever may, or somebody who perhaps may not. */
    meddler: fc.option(fc.constantFrom(...people), { freq: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
      async (rounds) => {
        const id = await startProject(aiko);
        let taken = 0;
        for (const parallelSteps of rounds) {
          const answers = await Promise.all(
            parallelSteps.map(({ event, person, meddler }) =>
              meddler && membership[event].actor !== "self"
                ? meddler.call(calls[event], { params: { id, user_id: person.id } })
                : takeStep(event, id, person),
            ),
          );
          for (const { status } of answers) expect([200, 403, 409]).toContain(status);
          taken += answers.filter(({ status }) => status === 200).length;
          await expectWhole(id);
        }
        const { rows } = await server.db.pool.query(
          "select 1 from audit_log where subject_id = $1 and action like 'member.%'",
          [id],
        );
        expect(rows).toHaveLength(taken);
      },
    ),
    { numRuns: 25 },
  );
});
