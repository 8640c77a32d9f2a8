import { z } from "zod";
import { currencySchema, projectCategorySchema } from "./catalogue.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { maximumPageSize, pageMetaSchema, pageQuery } from "./kit/page.ts";
import { memberStatusSchema } from "./project-membership.ts";
import { userSummarySchema } from "./users.ts";

/** Maximum UTF-16 code units of a project's name on the start page. */
export const maximumHomeProjectNameLength = 400;
const homeNameSchema = z.string().max(maximumHomeProjectNameLength);

/**
 * A step in a project that the reader should take: decide on an application or invitation, or confirm a place in the
 * project.
 */
export const pendingMembershipStepSchema = z
  .object({
    project: z.object({ id: idSchema, name: homeNameSchema }),
    /** The person whose membership the step changes: an applicant, or the reader. */
    user: userSummarySchema,
    status: memberStatusSchema,
    changed_at: z.iso.datetime(),
  })
  .meta({ id: "WaitingStep" });
export type PendingMembershipStep = z.infer<typeof pendingMembershipStepSchema>;

export const listPendingMembershipSteps = endpoint({
  method: "GET",
  path: "/projects/waiting",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists what waits for a step of the caller in projects, oldest first: applications to projects that they host, invitations to them, and places that they can confirm.",
  query: pageQuery,
  data: z.array(pendingMembershipStepSchema).max(maximumPageSize),
  meta: pageMetaSchema,
});

/** If a person was removed from a project, their start page shows that for this many days. */
export const removalNoticeDays = 90;
/** Maximum removals from projects on a person's start page. */
export const maximumListedRemovals = 20;

/**
 * A notice that a host has removed the reader from a project. The start page shows it until the reader has seen it.
 */
export const removalFromProjectSchema = z
  .object({
    project: z.object({ id: idSchema, name: homeNameSchema }),
    by: userSummarySchema,
    removed_at: z.iso.datetime(),
  })
  .meta({ id: "ProjectRemoval" });
export type RemovalFromProject = z.infer<typeof removalFromProjectSchema>;

export const listMyProjectRemovals = endpoint({
  method: "GET",
  path: "/projects/removals",
  guard: "signed-in",
  limit: limits.lookup,
  summary: `Lists the projects from which a host has removed the caller in the last ${removalNoticeDays} days, newest first. Leaves out the removals that the caller has seen.`,
  data: z.array(removalFromProjectSchema).max(maximumListedRemovals),
});

export const markRemovalSeen = endpoint({
  method: "PATCH",
  path: "/projects/removals/:id/mark_read",
  guard: "signed-in",
  limit: limits.click,
  summary: "Marks the caller's removal from a project as seen. Repeating the call is no error.",
  params: z.strictObject({ id: idSchema }),
  data: z.array(removalFromProjectSchema).max(maximumListedRemovals),
});

/** Maximum projects that the start page suggests. */
export const maximumSuggestedProjects = 10;
/** Maximum matching skills that are named when the start page suggests a project. */
export const maximumFittingSkillsPerSuggestion = 10;

/** A suggested project, and why it suits the reader. */
export const suggestedProjectSchema = z
  .object({
    id: idSchema,
    name: homeNameSchema,
    category: projectCategorySchema,
    start_date: z.iso.date().max(10),
    min_cost: z.number(),
    max_cost: z.number(),
    currency: currencySchema,
    joined_count: z.number().int().min(0),
    /** Whether the project's category is in the reader's profile. */
    fits_category: z.boolean(),
    /** The skills of the project that the reader's profile contains. */
    fitting_skills: z.array(z.string().max(100)).max(maximumFittingSkillsPerSuggestion),
  })
  .meta({ id: "SuggestedProject" });
export type SuggestedProject = z.infer<typeof suggestedProjectSchema>;

export const listSuggestedProjects = endpoint({
  method: "GET",
  path: "/projects/suggested",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Suggests projects in which the caller has no part. Developers get projects that match the fields and skills of their profile. Translators and BrSEs get projects that nobody of their role has joined yet. Others get none.",
  data: z.array(suggestedProjectSchema).max(maximumSuggestedProjects),
});
