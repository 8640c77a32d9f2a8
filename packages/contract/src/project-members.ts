import { z } from "zod";
import { decisionReasonBodySchema } from "./activation.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { maximumPageSize, pageMetaSchema, pageQuery } from "./kit/page.ts";
import { maximumFreeTextLength } from "./profiles.ts";
import { invitationRefusalBody } from "./project-bodies.ts";
import {
  applyingStatuses,
  joinedStatuses,
  type memberStatuses,
  memberStatusSchema,
} from "./project-membership.ts";
import { projectSchema } from "./projects.ts";
import { userSummarySchema } from "./users.ts";

/** A person who has joined a project, applied to it, or been invited. */
export const projectMemberSchema = z
  .object({
    user: userSummarySchema,
    status: memberStatusSchema,
    is_host: z.boolean(),
    /** Why a host refused the person, or why the person declined the invitation. Empty: no reason was given. */
    reason: z.string().max(maximumFreeTextLength),
    /** When the person joined the project. Null: the person has not joined yet. */
    joined_at: z.iso.datetime().nullable(),
    changed_at: z.iso.datetime(),
  })
  .meta({ id: "ProjectMember" });
export type ProjectMember = z.infer<typeof projectMemberSchema>;

/**
 * The groups of project members that a list can show: people who joined, applied, are invited, or were refused or have
 * cancelled.
 */
export const projectMemberGroups = {
  joined: joinedStatuses,
  applicants: applyingStatuses,
  invited: ["WAITING_CONFIRM_INVITE"],
  refused: ["CANCELED_APPLY", "REFUSED_INVITE", "REFUSED_APPLY"],
} as const satisfies Record<string, readonly (typeof memberStatuses)[number][]>;
export type ProjectMemberGroup = keyof typeof projectMemberGroups;
const memberGroupSchema = z.enum(["joined", "applicants", "invited", "refused"]).meta({ id: "MemberGroup" });

const idParams = z.strictObject({ id: idSchema });
const userParams = z.strictObject({ id: idSchema, user_id: idSchema });

export const listProjectMembers = endpoint({
  method: "GET",
  path: "/projects/:id/members",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the people of a project, last changed first. Everybody sees the people who joined. Hosts also see applicants, invited people and refused people.",
  params: idParams,
  query: pageQuery.extend({ group: memberGroupSchema.default("joined") }),
  data: z.array(projectMemberSchema).max(maximumPageSize),
  meta: pageMetaSchema,
});

export const applyToProject = endpoint({
  method: "POST",
  path: "/projects/:id/apply",
  guard: "active",
  limit: limits.form,
  summary:
    "Applies to join a project. At most 20 times a day: PROJECT.OFTEN. If the caller is already invited, the call agrees to the invitation instead.",
  params: idParams,
  data: projectSchema,
});
export const cancelApplication = endpoint({
  method: "POST",
  path: "/projects/:id/cancel",
  guard: "active",
  limit: limits.form,
  summary: "Withdraws the caller's application to a project.",
  params: idParams,
  data: projectSchema,
});
export const confirmJoining = endpoint({
  method: "POST",
  path: "/projects/:id/confirm",
  guard: "active",
  limit: limits.form,
  summary: "Joins a project, after a host has accepted the caller's application.",
  params: idParams,
  data: projectSchema,
});
export const agreeToProjectInvitation = endpoint({
  method: "POST",
  path: "/projects/:id/agree",
  guard: "active",
  limit: limits.form,
  summary: "Joins a project to which the caller was invited.",
  params: idParams,
  data: projectSchema,
});
export const leaveProject = endpoint({
  method: "POST",
  path: "/projects/:id/leave",
  guard: "active",
  limit: limits.form,
  summary: "Leaves a project and its conversations.",
  params: idParams,
  data: projectSchema,
});

export const refuseProjectInvitation = endpoint({
  method: "POST",
  path: "/projects/:id/refuse",
  guard: "active",
  limit: limits.form,
  summary: "Refuses an invitation to a project. The reason is optional.",
  params: idParams,
  body: invitationRefusalBody.default({ reason: "" }),
  data: projectSchema,
});

export const inviteToProject = endpoint({
  method: "POST",
  path: "/projects/:id/members/:user_id/invite",
  guard: "active",
  limit: limits.form,
  summary:
    "Invites a developer, translator or BrSE to a project. If they have already applied, the call accepts their application instead.",
  params: userParams,
  data: projectMemberSchema.nullable(),
});
export const withdrawProjectInvitation = endpoint({
  method: "POST",
  path: "/projects/:id/members/:user_id/withdraw",
  guard: "active",
  limit: limits.form,
  summary: "Withdraws an invitation to a project.",
  params: userParams,
  data: projectMemberSchema.nullable(),
});
export const acceptApplicant = endpoint({
  method: "POST",
  path: "/projects/:id/members/:user_id/accept",
  guard: "active",
  limit: limits.form,
  summary: "Accepts an application to a project. The applicant must then confirm.",
  params: userParams,
  data: projectMemberSchema.nullable(),
});
export const removeFromProject = endpoint({
  method: "POST",
  path: "/projects/:id/members/:user_id/remove",
  guard: "active",
  limit: limits.form,
  summary: "Removes a person from the project and its conversations.",
  params: userParams,
  data: projectMemberSchema.nullable(),
});

export const rejectApplicant = endpoint({
  method: "POST",
  path: "/projects/:id/members/:user_id/reject",
  guard: "active",
  limit: limits.form,
  summary: "Refuses an application to a project, with a reason.",
  params: userParams,
  body: decisionReasonBodySchema,
  data: projectMemberSchema.nullable(),
});

export const addProjectHost = endpoint({
  method: "POST",
  path: "/projects/:id/members/:user_id/host",
  guard: "admin",
  limit: limits.form,
  summary:
    "Makes a person who has no part in the project another host of it. Their profile must be accepted.",
  params: userParams,
  data: projectMemberSchema.nullable(),
});
