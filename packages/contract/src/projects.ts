import { z } from "zod";
import { currencySchema, projectCategorySchema } from "./catalogue.ts";
import { fileSchema, maximumFilesPerMessage } from "./files.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { createCutListSchema, cutListPageMetaSchema, cutListPageQuery, maximumPageSize } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { exclusiveMaximumAmount } from "./money.ts";
import { maximumFreeTextLength } from "./profiles.ts";
import {
  changedProjectBody,
  maximumProjectBodyBytes,
  maximumUnitsPerCharacter,
  newProjectBody,
  projectTextLimits,
} from "./project-bodies.ts";
import { memberStatusSchema } from "./project-membership.ts";
import { maximumTranslationCodeUnits } from "./translation-states.ts";
import { userSummarySchema } from "./users.ts";

export const projectStatuses = ["ACTIVE", "DEACTIVE"] as const;
export const projectStatusSchema = z.enum(projectStatuses).meta({ id: "ProjectStatus" });
export type ProjectStatus = z.infer<typeof projectStatusSchema>;

/** The reader's own membership in the project. `status` is null for readers who are not members. */
const ownMembership = z
  .object({
    status: memberStatusSchema.nullable(),
    is_host: z.boolean(),
    reason: z.string().max(maximumFreeTextLength),
  })
  .meta({ id: "ProjectPart" });

const projectItemFields = {
  id: idSchema,
  name: z.string().max(projectTextLimits.name * maximumUnitsPerCharacter),
  category: projectCategorySchema,
  start_date: z.iso.date().max(10),
  min_cost: z.number(),
  max_cost: z.number(),
  currency: currencySchema,
  time: z.string().max(projectTextLimits.time * maximumUnitsPerCharacter),
  status: projectStatusSchema,
  /** When the host started the project. Null: it has not been started yet. */
  running_since: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  /**
   * The first of the project's current hosts: its creator, or else the host who joined first. If the project has no
   * host any more, its creator.
   */
  host: userSummarySchema,
  part: ownMembership,
  /** The number of people who have joined the project, including its hosts. */
  joined_count: z.number().int().min(0),
};

/** Maximum hosts in the response about a project. */
export const maximumShownHosts = 50;

/** In a list, the long texts of a project are cut at this many UTF-16 code units. */
export const projectExcerptUnits = 400;

/** A project in a list. Its texts are cut at `projectExcerptUnits`. */
export const projectListItemSchema = z
  .object({
    ...projectItemFields,
    description: z.string().max(projectExcerptUnits),
    skill: z.string().max(projectExcerptUnits),
    /**
     * The project's texts in the reader's working language: approved translations of the current texts. Null:
     * there are none.
     */
    translation: z
      .object({
        language: languageSchema,
        name: z.string().max(maximumTranslationCodeUnits).nullable(),
        description: z.string().max(projectExcerptUnits).nullable(),
        skill: z.string().max(projectExcerptUnits).nullable(),
        time: z.string().max(maximumTranslationCodeUnits).nullable(),
      })
      .nullable(),
  })
  .meta({ id: "ProjectItem" });
export type ProjectListItem = z.infer<typeof projectListItemSchema>;

/** An approved translation of a project's text. `is_current` is false if the text has been changed since. */
const translatedText = z
  .object({ content: z.string().max(maximumTranslationCodeUnits), is_current: z.boolean() })
  .meta({ id: "TranslatedProjectText" })
  .nullable();

export const projectSchema = z
  .object({
    ...projectItemFields,
    description: z.string().max(projectTextLimits.description * maximumUnitsPerCharacter),
    skill: z.string().max(projectTextLimits.skill * maximumUnitsPerCharacter),
    /** The project's texts in the reader's working language. Null: no translation into it was approved. */
    translation: z
      .object({
        language: languageSchema,
        name: translatedText,
        description: translatedText,
        skill: translatedText,
        time: translatedText,
      })
      .nullable(),
    files: z.array(fileSchema).max(maximumFilesPerMessage),
    /** The project's current hosts, the creator first. Empty if the last host has deleted their account. */
    hosts: z.array(userSummarySchema).max(maximumShownHosts),
    /** The version of the project. It increases when a host changes the project's fields or files. */
    version: z.number().int().min(1),
    /** The URL of the project's page. */
    link: z.string().max(500),
    /** The number of waiting applications to the project. Null for readers who are not hosts. */
    applicant_count: z.number().int().min(0).nullable(),
    /** The number of people who are invited and have not answered yet. Null for readers who are not hosts. */
    invited_count: z.number().int().min(0).nullable(),
    /** The number of people who were refused, have declined, or have cancelled. Null for readers who are not hosts. */
    refused_count: z.number().int().min(0).nullable(),
    /** The project's conversations of which the reader is a member. */
    conversations: z.object({
      team: idSchema.nullable(),
      client: idSchema.nullable(),
      support: idSchema.nullable(),
    }),
  })
  .meta({ id: "Project" });
export type Project = z.infer<typeof projectSchema>;

/** The values that filter a list of projects by the reader's membership. */
export const projectListMembershipFilters = ["host", "joined", "applied", "invited"] as const;
export const projectSorts = ["newest", "start", "budget"] as const;
/**
 * The server counts the projects of a list only up to this number. If there are more, the response tells only that
 * there are more.
 */
export const maximumCountedProjects = 200;
const searchTextSchema = z.string().max(200).optional();
const moneyAmountSchema = z.coerce.number({ error: "amount" }).min(0).lt(exclusiveMaximumAmount).optional();

const idParams = z.strictObject({ id: idSchema });

export const listProjects = endpoint({
  method: "GET",
  path: "/projects",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the active projects, and the caller's own projects with any status. `search` and `skill` find words as `GET /search` does. `min` and `max` keep the projects whose budget in `currency_id` overlaps this range. A `total` above 200 means that there are more than 200, not how many.",
  query: cutListPageQuery.extend({
    search: searchTextSchema,
    skill: searchTextSchema,
    category_id: idSchema.optional(),
    currency_id: idSchema.optional(),
    min: moneyAmountSchema,
    max: moneyAmountSchema,
    status: projectStatusSchema.optional(),
    running: z.stringbool().optional(),
    part: z.enum(projectListMembershipFilters).optional(),
    sort: z.enum(projectSorts).default("newest"),
  }),
  data: createCutListSchema(projectListItemSchema, maximumPageSize),
  meta: cutListPageMetaSchema,
});

export const createProject = endpoint({
  method: "POST",
  path: "/projects",
  guard: "active",
  limit: limits.form,
  summary:
    "Creates a project and its three conversations. The caller needs an accepted profile: PROFILE.NONE, PROFILE.INACTIVE and PROFILE.WAITING tell what is missing. Sending the same `client_id` again returns the first project.",
  maximumBodyBytes: maximumProjectBodyBytes,
  body: newProjectBody,
  data: projectSchema,
});

export const getProject = endpoint({
  method: "GET",
  path: "/projects/:id",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Returns a project. Only its people and admins find a project that is not active.",
  params: idParams,
  data: projectSchema,
});

export const updateProject = endpoint({
  method: "PATCH",
  path: "/projects/:id",
  guard: "active",
  limit: limits.form,
  summary:
    "Changes a project. Allowed for its hosts. A start date that has passed may stay; a different one is checked like that of a new project. If there is a later version than the given `version`, the answer is PROJECT.EDITED and nothing is changed. Without `version`, the given fields overwrite the present ones.",
  params: idParams,
  maximumBodyBytes: maximumProjectBodyBytes,
  body: changedProjectBody,
  data: projectSchema,
});

/**
 * The rate limit for changes of a project's status. It is low, because each change notifies everybody who takes part in
 * the project.
 */
const statusChangeLimit = { perMinute: 6 };

export const reactivateProject = endpoint({
  method: "POST",
  path: "/projects/:id/activate",
  guard: "active",
  limit: statusChangeLimit,
  summary: "Activates a project, so that people can find and join it again. Allowed for its hosts.",
  params: idParams,
  data: projectSchema,
});
export const deactivateProject = endpoint({
  method: "POST",
  path: "/projects/:id/deactivate",
  guard: "active",
  limit: statusChangeLimit,
  summary:
    "Deactivates a project: it is no longer listed, and nobody can join it any more. Allowed for its hosts.",
  params: idParams,
  data: projectSchema,
});
export const runProject = endpoint({
  method: "POST",
  path: "/projects/:id/run",
  guard: "active",
  limit: limits.form,
  summary:
    "Begins the work on a project. Possible once. Everybody who has joined becomes active. Allowed for its hosts.",
  params: idParams,
  data: projectSchema,
});
