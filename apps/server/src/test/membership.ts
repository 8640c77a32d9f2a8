import { isTranslator } from "@kakehashi/contract/known-languages";
import {
  acceptApplicant,
  addProjectHost,
  agreeToProjectInvitation,
  applyToProject,
  cancelApplication,
  confirmJoining,
  inviteToProject,
  leaveProject,
  refuseProjectInvitation,
  rejectApplicant,
  removeFromProject,
  withdrawProjectInvitation,
} from "@kakehashi/contract/project-members";
import {
  hasJoined,
  type MemberStatus,
  type MemberStatusOrNone,
  type MembershipStepName,
  membershipTransitions,
} from "@kakehashi/contract/project-membership";
import type { Role } from "@kakehashi/contract/users";
import type { TestApp } from "./app.ts";
import { createTestProject } from "./projects.ts";
import type { TestPerson } from "./world.ts";

export const endpointsByStep = {
  invite: inviteToProject,
  withdraw: withdrawProjectInvitation,
  agree: agreeToProjectInvitation,
  refuse: refuseProjectInvitation,
  apply: applyToProject,
  cancel: cancelApplication,
  accept: acceptApplicant,
  reject: rejectApplicant,
  confirm: confirmJoining,
  remove: removeFromProject,
  leave: leaveProject,
  host: addProjectHost,
} as const satisfies Record<MembershipStepName, unknown>;

/** The reason that hosts give when they reject somebody who applied for a project. */
export const rejectionReason = "The team is complete.";

/**
 * Sends the API request for a step of a membership, such as the rejection of an applicant. `person` is the person whose
 * membership changes. If a host or an admin takes the step, `actingPerson` sends the request.
 */
export function takeMembershipStep(
  step: MembershipStepName,
  projectId: string,
  person: TestPerson,
  actingPerson: TestPerson,
) {
  if (membershipTransitions[step].actor === "self")
    return person.call(endpointsByStep[step], { params: { id: projectId } });
  const params = { id: projectId, user_id: person.id };
  if (step === "reject")
    return actingPerson.call(rejectApplicant, { params, body: { reason: rejectionReason } });
  return actingPerson.call(endpointsByStep[step], { params });
}

interface ProjectRooms {
  readonly team: string[];
  readonly client: string[];
  readonly support: string[];
}

export interface ExpectedProjectMember {
  readonly user_id: string;
  readonly status: MemberStatus;
  readonly is_host: boolean;
  readonly role: Role;
}

/**
 * Reads and changes the members of a project directly in the database. This is for states that no API request can show
 * or create.
 */
export function createMembershipDatabaseAccess({ app, db }: TestApp) {
  const query = async <Row>(statement: string, ...values: unknown[]): Promise<Row[]> =>
    (await db.pool.query(statement, values)).rows;

  async function roomIdsOf(projectId: string) {
    const [row] = await query<{ team_id: string; client_id: string; support_id: string }>(
      "select team_id, client_id, support_id from projects where id = $1",
      projectId,
    );
    if (!row) throw new Error("There is no such project");
    return row;
  }

  async function memberIdsOf(roomId: string): Promise<string[]> {
    const rows = await query<{ user_id: string }>(
      "select user_id from conversation_members where conversation_id = $1 order by user_id",
      roomId,
    );
    return rows.map(({ user_id }) => user_id);
  }

  async function setMembership(
    projectId: string,
    person: TestPerson,
    state: MemberStatusOrNone,
    { role, isHost = false }: { role: Role; isHost?: boolean },
  ): Promise<void> {
    if (state === "NONE") return;
    await query(
      `insert into project_members (id, project_id, user_id, status, is_host, joined_at)
       values (gen_random_uuid(), $1, $2, $3, $4, case when $5::bool then now() end)`,
      projectId,
      person.id,
      state,
      isHost,
      hasJoined(state),
    );
    if (!hasJoined(state)) return;
    const { team_id, client_id, support_id } = await roomIdsOf(projectId);
    const roomIds = [
      team_id,
      ...(isHost || isTranslator(role) ? [client_id] : []),
      ...(isHost ? [support_id] : []),
    ];
    for (const roomId of roomIds) await app.services.rooms.addMembersForServer(roomId, [person.id]);
  }

  return {
    setState: setMembership,
    roomIdsOf,
    peopleIn: memberIdsOf,

    async stateOf(projectId: string, person: TestPerson): Promise<MemberStatusOrNone> {
      const rows = await query<{ status: MemberStatus }>(
        "select status from project_members where project_id = $1 and user_id = $2 and archived_at is null",
        projectId,
        person.id,
      );
      if (rows.length > 1) throw new Error(`${person.name} has two parts`);
      return rows[0]?.status ?? "NONE";
    },

    async roomsOf(projectId: string): Promise<ProjectRooms> {
      const { team_id, client_id, support_id } = await roomIdsOf(projectId);
      return {
        team: await memberIdsOf(team_id),
        client: await memberIdsOf(client_id),
        support: await memberIdsOf(support_id),
      };
    },

    membersOf: (projectId: string): Promise<ExpectedProjectMember[]> =>
      query(
        `select m.user_id, m.status, m.is_host, u.role from project_members m join users u on u.id = m.user_id
         where m.project_id = $1 and m.archived_at is null`,
        projectId,
      ),

    /** Returns the project's log of membership steps, oldest first. */
    stepsOf: (projectId: string): Promise<LoggedMembershipStep[]> =>
      query(
        `select actor_id, action, details from audit_log
         where subject_id = $1 and (action like 'member.%' or action = 'project.run') order by id`,
        projectId,
      ),

    /** Returns the project's notifications, in any order. */
    noticesOf: (projectId: string): Promise<{ user_id: string; actor_id: string; type: string }[]> =>
      query(
        "select user_id, actor_id, type from notifications where data -> 'project' ->> 'id' = $1::text",
        projectId,
      ),
  };
}

export interface LoggedMembershipStep {
  readonly actor_id: string;
  readonly action: string;
  readonly details: { readonly user_id?: string; readonly from?: string; readonly to?: string };
}

/**
 * Creates a project of `host`, with a second host and a member who has joined. The project is not started. Returns the
 * project's id.
 */
export async function createProjectWithTeam(
  server: TestApp,
  { host, secondHost, member }: { host: TestPerson; secondHost: TestPerson; member: TestPerson },
): Promise<string> {
  const id = await createTestProject(host);
  const { setState } = createMembershipDatabaseAccess(server);
  await setState(id, secondHost, "ACTIVE", { role: "company", isHost: true });
  await setState(id, member, "AGREED_INVITE", { role: "dev" });
  return id;
}
