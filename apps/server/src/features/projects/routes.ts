import { listHostCandidates, listProjectCandidates } from "@kakehashi/contract/project-candidates";
import {
  listProjectRemovals,
  listSuggestedProjects,
  listWaitingSteps,
  markRemovalSeen,
} from "@kakehashi/contract/project-home";
import {
  acceptApplicant,
  addProjectHost,
  agreeToInvitation,
  applyToProject,
  cancelApplication,
  confirmJoining,
  inviteToProject,
  leaveProject,
  listProjectMembers,
  refuseInvitation,
  rejectApplicant,
  removeFromProject,
  withdrawInvitation,
} from "@kakehashi/contract/project-members";
import { hasJoined, type MemberEvent } from "@kakehashi/contract/project-membership";
import {
  activateProject,
  createProject,
  deactivateProject,
  getProject,
  listProjects,
  type Project,
  runProject,
  updateProject,
} from "@kakehashi/contract/projects";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { authorOf } from "../audit/service.ts";
import { createProjects, type ProjectDependencies, type Projects } from "./service.ts";

type CallWithActor = Parameters<typeof authorOf>[0] & {
  readonly actor: { readonly userId: string; readonly role: string };
};

const personOf = (call: CallWithActor) => ({ ...authorOf(call), userId: call.actor.userId });
const readerOf = ({ actor }: CallWithActor) => ({ userId: actor.userId, isAdmin: actor.role === "admin" });

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

export function projectRoutes(route: DefineRoute, projects: Projects): void {
  route(listProjects, (call, { query }) => projects.list(readerOf(call), query));
  route(listWaitingSteps, (call, { query }) => projects.waitingSteps(call.actor.userId, query));
  route(listSuggestedProjects, async ({ actor }) => ({
    data: await projects.suggestProjects(actor.userId, actor.role),
  }));
  route(listProjectRemovals, async ({ actor }) => ({ data: await projects.removals(actor.userId) }));
  route(markRemovalSeen, async ({ actor }, { params }) => ({
    data: await projects.markRemovalSeen(actor.userId, params.id),
  }));
  route(getProject, async (call, { params }) => ({ data: await projects.view(readerOf(call), params.id) }));
  route(createProject, async (call, { body }) => ({ data: await projects.create(personOf(call), body) }));
  route(updateProject, async (call, { params, body }) => ({
    data: await projects.update(personOf(call), params.id, body),
  }));
  route(activateProject, async (call, { params }) => ({
    data: await projects.activate(personOf(call), params.id),
  }));
  route(deactivateProject, async (call, { params }) => ({
    data: await projects.deactivate(personOf(call), params.id),
  }));
  route(runProject, async (call, { params }) => ({ data: await projects.run(personOf(call), params.id) }));
  route(listProjectMembers, (call, { params, query }) =>
    projects.listMembers(readerOf(call), params.id, query),
  );
  route(listProjectCandidates, (call, { params, query }) =>
    projects.listCandidates(readerOf(call), params.id, query),
  );
  route(listHostCandidates, async (call, { params, query }) => ({
    data: await projects.listHostCandidates(readerOf(call), params.id, query.search),
  }));

  /**
   * Runs a membership step that a person takes for themselves. After the step, the person may no longer be able to read
   * the project, for example if they have left a closed one. Then the response contains the project as it was before
   * the step.
   */
  async function takeOwnMembershipStep(call: CallWithActor, id: string, event: MemberEvent, reason?: string) {
    const projectBefore = await projects.view(readerOf(call), id);
    await projects.step(personOf(call), {
      projectId: id,
      userId: call.actor.userId,
      event,
      ...(reason !== undefined && { reason }),
    });
    return { data: (await projects.find(readerOf(call), id)) ?? asClosedForFormerMember(projectBefore) };
  }
  route(applyToProject, (call, { params }) => takeOwnMembershipStep(call, params.id, "apply"));
  route(cancelApplication, (call, { params }) => takeOwnMembershipStep(call, params.id, "cancel"));
  route(confirmJoining, (call, { params }) => takeOwnMembershipStep(call, params.id, "confirm"));
  route(agreeToInvitation, (call, { params }) => takeOwnMembershipStep(call, params.id, "agree"));
  route(leaveProject, (call, { params }) => takeOwnMembershipStep(call, params.id, "leave"));
  route(refuseInvitation, (call, { params, body }) =>
    takeOwnMembershipStep(call, params.id, "refuse", body.reason),
  );

  async function takeStepForMember(
    call: CallWithActor,
    { id, user_id }: { id: string; user_id: string },
    event: MemberEvent,
    reason?: string,
  ) {
    await projects.step(personOf(call), {
      projectId: id,
      userId: user_id,
      event,
      ...(reason !== undefined && { reason }),
    });
    return { data: await projects.findMember(id, user_id) };
  }
  route(inviteToProject, (call, { params }) => takeStepForMember(call, params, "invite"));
  route(withdrawInvitation, (call, { params }) => takeStepForMember(call, params, "withdraw"));
  route(acceptApplicant, (call, { params }) => takeStepForMember(call, params, "accept"));
  route(rejectApplicant, (call, { params, body }) => takeStepForMember(call, params, "reject", body.reason));
  route(removeFromProject, (call, { params }) => takeStepForMember(call, params, "remove"));
  route(addProjectHost, (call, { params }) => takeStepForMember(call, params, "host"));
}

/** Creates the service of this feature and registers its API routes. */
export const createProjectsFeature = (dependencies: ProjectDependencies) =>
  withRoutes(createProjects(dependencies), ({ route }, projects) => {
    projectRoutes(route, projects);
  });
