import { listHostCandidates, listProjectCandidates } from "@kakehashi/contract/project-candidates";
import {
  listMyProjectRemovals,
  listPendingMembershipSteps,
  listSuggestedProjects,
  markRemovalSeen,
} from "@kakehashi/contract/project-home";
import {
  acceptApplicant,
  addProjectHost,
  agreeToProjectInvitation,
  applyToProject,
  cancelApplication,
  confirmJoining,
  inviteToProject,
  leaveProject,
  listProjectMembers,
  refuseProjectInvitation,
  rejectApplicant,
  removeFromProject,
  withdrawProjectInvitation,
} from "@kakehashi/contract/project-members";
import { hasJoined, type MembershipStepName } from "@kakehashi/contract/project-membership";
import {
  createProject,
  deactivateProject,
  getProject,
  listProjects,
  type Project,
  reactivateProject,
  runProject,
  updateProject,
} from "@kakehashi/contract/projects";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { auditAuthorOf } from "../audit/service.ts";
import { createProjects, type ProjectDependencies, type Projects } from "./service.ts";

type CallWithActor = Parameters<typeof auditAuthorOf>[0] & {
  readonly actor: { readonly userId: string; readonly role: string };
};

const getPersonOfCall = (apiCall: CallWithActor) => ({
  ...auditAuthorOf(apiCall),
  userId: apiCall.actor.userId,
});
const getReaderOfCall = ({ actor }: CallWithActor) => ({
  userId: actor.userId,
  isAdmin: actor.role === "admin",
});

/** Converts a closed project to what a former member sees of it right after their membership has ended. */
const asClosedForFormerMember = (project: Project): Project => ({
  ...project,
  status: "DEACTIVE",
  part: { status: null, is_host: false, reason: "" },
  joined_count: project.joined_count - (hasJoined(project.part.status) ? 1 : 0),
  applicant_count: null,
  invited_count: null,
  refused_count: null,
  conversations: { team: null, client: null, support: null },
});

export function defineProjectRoutes(route: DefineRoute, projects: Projects): void {
  route(listProjects, (apiCall, { query }) => projects.list(getReaderOfCall(apiCall), query));
  route(listPendingMembershipSteps, (apiCall, { query }) =>
    projects.waitingSteps(apiCall.actor.userId, query),
  );
  route(listSuggestedProjects, async ({ actor }) => ({
    data: await projects.suggestProjects(actor.userId, actor.role),
  }));
  route(listMyProjectRemovals, async ({ actor }) => ({ data: await projects.removals(actor.userId) }));
  route(markRemovalSeen, async ({ actor }, { params }) => ({
    data: await projects.markRemovalSeen(actor.userId, params.id),
  }));
  route(getProject, async (apiCall, { params }) => ({
    data: await projects.view(getReaderOfCall(apiCall), params.id),
  }));
  route(createProject, async (apiCall, { body }) => ({
    data: await projects.create(getPersonOfCall(apiCall), body),
  }));
  route(updateProject, async (apiCall, { params, body }) => ({
    data: await projects.update(getPersonOfCall(apiCall), params.id, body),
  }));
  route(reactivateProject, async (apiCall, { params }) => ({
    data: await projects.activate(getPersonOfCall(apiCall), params.id),
  }));
  route(deactivateProject, async (apiCall, { params }) => ({
    data: await projects.deactivate(getPersonOfCall(apiCall), params.id),
  }));
  route(runProject, async (apiCall, { params }) => ({
    data: await projects.run(getPersonOfCall(apiCall), params.id),
  }));
  route(listProjectMembers, (apiCall, { params, query }) =>
    projects.listMembers(getReaderOfCall(apiCall), params.id, query),
  );
  route(listProjectCandidates, (apiCall, { params, query }) =>
    projects.listCandidates(getReaderOfCall(apiCall), params.id, query),
  );
  route(listHostCandidates, async (apiCall, { params, query }) => ({
    data: await projects.listHostCandidates(getReaderOfCall(apiCall), params.id, query.search),
  }));

  /**
   * Runs a membership step that a person takes for themselves. After the step, the person may no longer be able to read
   * the project, for example if they have left a closed one. Then the response contains the project as it was before
   * the step, but without the membership and what only members see.
   */
  async function takeOwnMembershipStep(
    apiCall: CallWithActor,
    id: string,
    event: MembershipStepName,
    reason?: string,
  ) {
    const projectBefore = await projects.view(getReaderOfCall(apiCall), id);
    await projects.step(getPersonOfCall(apiCall), {
      projectId: id,
      userId: apiCall.actor.userId,
      stepName: event,
      ...(reason !== undefined && { reason }),
    });
    return {
      data: (await projects.find(getReaderOfCall(apiCall), id)) ?? asClosedForFormerMember(projectBefore),
    };
  }
  route(applyToProject, (apiCall, { params }) => takeOwnMembershipStep(apiCall, params.id, "apply"));
  route(cancelApplication, (apiCall, { params }) => takeOwnMembershipStep(apiCall, params.id, "cancel"));
  route(confirmJoining, (apiCall, { params }) => takeOwnMembershipStep(apiCall, params.id, "confirm"));
  route(agreeToProjectInvitation, (apiCall, { params }) =>
    takeOwnMembershipStep(apiCall, params.id, "agree"),
  );
  route(leaveProject, (apiCall, { params }) => takeOwnMembershipStep(apiCall, params.id, "leave"));
  route(refuseProjectInvitation, (apiCall, { params, body }) =>
    takeOwnMembershipStep(apiCall, params.id, "refuse", body.reason),
  );

  async function takeStepForMember(
    apiCall: CallWithActor,
    { id, user_id }: { id: string; user_id: string },
    event: MembershipStepName,
    reason?: string,
  ) {
    await projects.step(getPersonOfCall(apiCall), {
      projectId: id,
      userId: user_id,
      stepName: event,
      ...(reason !== undefined && { reason }),
    });
    return { data: await projects.findMember(id, user_id) };
  }
  route(inviteToProject, (apiCall, { params }) => takeStepForMember(apiCall, params, "invite"));
  route(withdrawProjectInvitation, (apiCall, { params }) => takeStepForMember(apiCall, params, "withdraw"));
  route(acceptApplicant, (apiCall, { params }) => takeStepForMember(apiCall, params, "accept"));
  route(rejectApplicant, (apiCall, { params, body }) =>
    takeStepForMember(apiCall, params, "reject", body.reason),
  );
  route(removeFromProject, (apiCall, { params }) => takeStepForMember(apiCall, params, "remove"));
  route(addProjectHost, (apiCall, { params }) => takeStepForMember(apiCall, params, "host"));
}

/** Creates the service of this feature and registers its API routes. */
export const createProjectsFeature = (dependencies: ProjectDependencies) =>
  withRoutes(createProjects(dependencies), ({ route }, projects) => {
    defineProjectRoutes(route, projects);
  });
