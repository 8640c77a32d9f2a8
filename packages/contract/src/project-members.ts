import { z } from "zod";
import { reasonBodySchema } from "./activation.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { maximumPageSize, pageMeta, pageQuery } from "./kit/page.ts";
import { maximumContentLength } from "./profiles.ts";
import { refusalBody } from "./project-bodies.ts";
import {
  applyingStatuses,
  joinedStatuses,
  type memberStatuses,
  memberStatusSchema,
} from "./project-membership.ts";
import { project } from "./projects.ts";
import { userSummary } from "./users.ts";

/** A person who has joined a project, applied to it, or was invited. */
export const projectMember = z
  .object({
    user: userSummary,
    status: memberStatusSchema,
    is_host: z.boolean(),
    /** Why a host refused the person, or why the person refused an invitation to the project. Empty for no reason. */
    reason: z.string().max(maximumContentLength),
    /** When the person joined the project. Null: they have not joined yet. */
    joined_at: z.iso.datetime().nullable(),
    changed_at: z.iso.datetime(),
  })
  .meta({ id: "ProjectMember" });
export type ProjectMember = z.infer<typeof projectMember>;

/**
 * The groups of a project's members that a list can show: who joined, who applied, who is invited, or who was refused
 * or has cancelled.
 */
export const memberGroups = {
  joined: joinedStatuses,
  applicants: applyingStatuses,
  invited: ["WAITING_CONFIRM_INVITE"],
  refused: ["CANCELED_APPLY", "REFUSED_INVITE", "REFUSED_APPLY"],
} as const satisfies Record<string, readonly (typeof memberStatuses)[number][]>;
export type MemberGroup = keyof typeof memberGroups;
const memberGroupSchema = z.enum(["joined", "applicants", "invited", "refused"]).meta({ id: "MemberGroup" });

const idParams = z.strictObject({ id: idSchema });
const userParams = z.strictObject({ id: idSchema, user_id: idSchema });

export const listProjectMembers = endpoint({
  method: "GET",
  path: "/projects/:id/members",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "The people of a project, the last changed first. Everybody sees who joined; a host also sees applicants, invited and refused people.",
  params: idParams,
  query: pageQuery.extend({ group: memberGroupSchema.default("joined") }),
  data: z.array(projectMember).max(maximumPageSize),
  meta: pageMeta,
});

export const applyToProject = endpoint({
  method: "POST",
  path: "/projects/:id/apply",
  guard: "active",
  limit: limits.form,
  summary: "Applies to join, at most 20 times a day: PROJECT.OFTEN. Whoever is invited agrees to it instead.",
  params: idParams,
  data: project,
});
export const cancelApplication = endpoint({
  method: "POST",
  path: "/projects/:id/cancel",
  guard: "active",
  limit: limits.form,
  summary: "Takes my application back.",
  params: idParams,
  data: project,
});
export const confirmJoining = endpoint({
  method: "POST",
  path: "/projects/:id/confirm",
  guard: "active",
  limit: limits.form,
  summary: "Joins, after the host has accepted my application.",
  params: idParams,
  data: project,
});
export const agreeToInvitation = endpoint({
  method: "POST",
  path: "/projects/:id/agree",
  guard: "active",
  limit: limits.form,
  summary: "Joins, as I was invited to.",
  params: idParams,
  data: project,
});
export const leaveProject = endpoint({
  method: "POST",
  path: "/projects/:id/leave",
  guard: "active",
  limit: limits.form,
  summary: "Leaves the project and its conversations.",
  params: idParams,
  data: project,
});

export const refuseInvitation = endpoint({
  method: "POST",
  path: "/projects/:id/refuse",
  guard: "active",
  limit: limits.form,
  summary: "Refuses an invitation, with a reason if one likes.",
  params: idParams,
  body: refusalBody.default({ reason: "" }),
  data: project,
});

export const inviteToProject = endpoint({
  method: "POST",
  path: "/projects/:id/members/:user_id/invite",
  guard: "active",
  limit: limits.form,
  summary: "Invites a developer, translator or BrSE. Whoever has applied is accepted instead.",
  params: userParams,
  data: projectMember.nullable(),
});
export const withdrawInvitation = endpoint({
  method: "POST",
  path: "/projects/:id/members/:user_id/withdraw",
  guard: "active",
  limit: limits.form,
  summary: "Takes an invitation back.",
  params: userParams,
  data: projectMember.nullable(),
});
export const acceptApplicant = endpoint({
  method: "POST",
  path: "/projects/:id/members/:user_id/accept",
  guard: "active",
  limit: limits.form,
  summary: "Accepts an application; the applicant then confirms.",
  params: userParams,
  data: projectMember.nullable(),
});
export const removeFromProject = endpoint({
  method: "POST",
  path: "/projects/:id/members/:user_id/remove",
  guard: "active",
  limit: limits.form,
  summary: "Takes a person out of the project and its conversations.",
  params: userParams,
  data: projectMember.nullable(),
});

export const rejectApplicant = endpoint({
  method: "POST",
  path: "/projects/:id/members/:user_id/reject",
  guard: "active",
  limit: limits.form,
  summary: "Refuses an application, with a reason.",
  params: userParams,
  body: reasonBodySchema,
  data: projectMember.nullable(),
});

export const addProjectHost = endpoint({
  method: "POST",
  path: "/projects/:id/members/:user_id/host",
  guard: "admin",
  limit: limits.form,
  summary: "Makes a person without a part in the project another host of it. Their profile must be accepted.",
  params: userParams,
  data: projectMember.nullable(),
});
