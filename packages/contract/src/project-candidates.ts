import { z } from "zod";
import { projectCategorySchema } from "./catalogue.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { createCutListSchema, cutListPageMetaSchema, cutListPageQuery, maximumPageSize } from "./kit/page.ts";
import { languageSchema, languages } from "./languages.ts";
import { maximumFreeTextLength } from "./profiles.ts";
import { joiningRoles, memberStatusSchema } from "./project-membership.ts";
import { userSummarySchema } from "./users.ts";

/** Somebody whom a host can invite to a project, with the person's current status in it. */
export const projectCandidateSchema = z
  .object({
    user: userSummarySchema,
    /** The languages that the candidate knows. */
    languages: z.array(languageSchema).max(languages.length),
    /** The categories of the candidate's profile. */
    categories: z.array(projectCategorySchema).max(20),
    /** The description in the candidate's profile. */
    description: z.string().max(maximumFreeTextLength),
    /** The candidate's status in the project. Null: the candidate is not a member. */
    status: memberStatusSchema.nullable(),
  })
  .meta({ id: "ProjectCandidate" });
export type ProjectCandidate = z.infer<typeof projectCandidateSchema>;

export const listProjectCandidates = endpoint({
  method: "GET",
  path: "/projects/:id/candidates",
  guard: "active",
  limit: limits.strangers,
  summary:
    "Lists developers, translators and BrSEs with an accepted profile, for the project's hosts. People who work in the project's category come first. `search` looks in names, `skill` in the words of profiles and in their categories. `language` limits the list to people who know it.",
  params: z.strictObject({ id: idSchema }),
  query: cutListPageQuery.extend({
    search: z.string().trim().max(200).default(""),
    skill: z.string().trim().max(200).default(""),
    role: z.enum(joiningRoles).optional(),
    language: languageSchema.optional(),
  }),
  data: createCutListSchema(projectCandidateSchema, maximumPageSize),
  meta: cutListPageMetaSchema,
});

/** Maximum results of the search for a new host of a project. */
export const maximumHostCandidates = 20;

export const listHostCandidates = endpoint({
  method: "GET",
  path: "/projects/:id/host-candidates",
  guard: "admin",
  limit: limits.strangers,
  summary:
    "Lists the people whom an admin can make a host of the project: they have an accepted profile and no part in the project. `search` looks in names.",
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ search: z.string().trim().max(200).default("") }),
  data: z.array(userSummarySchema).max(maximumHostCandidates),
});
