import { z } from "zod";
import { category, currency } from "./catalogue.ts";
import { withoutOverrides } from "./direction.ts";
import { file, maximumFiles } from "./files.ts";
import { endpoint } from "./kit/endpoint.ts";
import { chosenId, idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { daySchema } from "./kit/moments.ts";
import { cutList, cutPageMeta, cutPageQuery, maximumPageSize } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { countCharacters } from "./messages.ts";
import { moneyCeiling, moneySchema } from "./money.ts";
import { cleanName } from "./names.ts";
import { contentLength, contentSchema } from "./profiles.ts";
import { memberStatusSchema } from "./project-membership.ts";
import { maximumTranslationUnits } from "./translation-states.ts";
import { userSummary } from "./users.ts";

/** The most user-perceived characters of a project's texts (docs/rules.md). */
const projectLimits = { name: 1024, description: 10_240, time: 100, skill: 10_240 } as const;
/** One user-perceived character may take several UTF-16 code units; an emoji of two people who kiss takes 15. */
const unitsPerCharacter = 16;
/** The most bytes of a project's texts and its other fields. A UTF-16 code unit takes up to 3 bytes in UTF-8. */
const maximumProjectBytes =
  Object.values(projectLimits).reduce((sum, length) => sum + length, 0) * unitsPerCharacter * 3 + 10_000;
/** Every cost is below this. */
export const costCeiling = moneyCeiling;
/** A project starts at most this many years from now. */
export const maximumStartYears = 20;

/** Without direction overrides and NUL. Line breaks stay. */
const cleanText = (text: string) =>
  withoutOverrides(text.toWellFormed().replaceAll("\u0000", "\uFFFD")).trim();

/** Text of 1 to `maximumLength` user-perceived characters, once it is clean. */
function textOf(maximumLength: number, clean = cleanText) {
  const refusal = { error: "too_long", params: { limit: maximumLength } };
  return z
    .string({ error: "required" })
    .refine((text) => text.length <= maximumLength * unitsPerCharacter, { ...refusal, abort: true })
    .transform(clean)
    .pipe(
      z
        .string()
        .min(1, { error: "required" })
        .refine((text) => text.length <= maximumLength || countCharacters(text) <= maximumLength, refusal),
    );
}

/** Whether work can begin on this day: not in the past, in any time zone, and at most 20 years from now. */
export function canStartOn(day: string): boolean {
  const time = Date.parse(day);
  const dayMs = 24 * 3600_000;
  return time >= Date.now() - 2 * dayMs && time <= Date.now() + maximumStartYears * 366 * dayMs;
}

const fields = {
  name: textOf(projectLimits.name, cleanName),
  description: textOf(projectLimits.description),
  category_id: chosenId,
  start_date: daySchema,
  // The server also refuses decimals where the currency has none.
  min_cost: moneySchema,
  max_cost: moneySchema,
  currency_id: chosenId,
  /** How long it will take, in words. */
  time: textOf(projectLimits.time),
  /** What people must know who want to join. */
  skill: textOf(projectLimits.skill),
};

/** Its files: those it has, and unsent ones of mine from any conversation. */
const fileIds = z.array(idSchema).max(maximumFiles);

/** The body of a project. `startDate` is the one that it has: it may have passed. */
const bodyOf = (startDate: string | null) =>
  z
    .strictObject({
      ...fields,
      start_date: daySchema.refine((day) => day === startDate || canStartOn(day), { error: "start_date" }),
      file_ids: fileIds.default([]),
    })
    .refine(({ min_cost, max_cost }) => min_cost < max_cost, { error: "max_cost", path: ["max_cost"] });

export const projectBody = bodyOf(null).meta({ id: "ProjectBody" });
export type ProjectBody = z.infer<typeof projectBody>;
/** The fields of an existing project's form. */
export const editedProjectBody = ({ start_date }: { start_date: string }) => bodyOf(start_date);

const changedBody = z
  .strictObject({
    ...fields,
    file_ids: fileIds,
    version: z
      .number()
      .int()
      .min(1)
      .max(2 ** 31 - 1),
  })
  .partial()
  .refine(
    ({ min_cost, max_cost }) => min_cost === undefined || max_cost === undefined || min_cost < max_cost,
    { error: "max_cost", path: ["max_cost"] },
  )
  .meta({ id: "ProjectChange" });
export type ProjectChange = z.infer<typeof changedBody>;

/** Why an invited person refuses. May be empty. */
export const refusalBody = z
  .strictObject({ reason: contentSchema.default("") })
  .meta({ id: "OptionalReason" });

export const projectStatuses = ["ACTIVE", "DEACTIVE"] as const;
export const projectStatusSchema = z.enum(projectStatuses).meta({ id: "ProjectStatus" });
export type ProjectStatus = z.infer<typeof projectStatusSchema>;

/** The reader's own part. `status` is null for who has none. */
const ownPart = z
  .object({
    status: memberStatusSchema.nullable(),
    is_host: z.boolean(),
    reason: z.string().max(contentLength),
  })
  .meta({ id: "ProjectPart" });

const shownFields = {
  id: idSchema,
  name: z.string().max(projectLimits.name * unitsPerCharacter),
  category,
  start_date: z.iso.date().max(10),
  min_cost: z.number(),
  max_cost: z.number(),
  currency,
  time: z.string().max(projectLimits.time * unitsPerCharacter),
  status: projectStatusSchema,
  /** Since when it runs. Null: it does not run yet. */
  running_since: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  /** A present host: who created it, or who is one since. */
  host: userSummary,
  part: ownPart,
  /** How many people have joined, its hosts among them. */
  joined_count: z.number().int().min(0),
};

/** The most hosts that a project's page names. */
export const maximumShownHosts = 50;

/** How much of its long texts a list shows, in UTF-16 code units. */
export const projectExcerptUnits = 400;

/** A project in a list: its texts are cut at `projectExcerptUnits`. */
export const projectItem = z
  .object({
    ...shownFields,
    description: z.string().max(projectExcerptUnits),
    skill: z.string().max(projectExcerptUnits),
    /** In the reader's working language: approved translations of the present texts. Null: none. */
    translation: z
      .object({
        language: languageSchema,
        name: z.string().max(maximumTranslationUnits).nullable(),
        description: z.string().max(projectExcerptUnits).nullable(),
        skill: z.string().max(projectExcerptUnits).nullable(),
      })
      .nullable(),
  })
  .meta({ id: "ProjectItem" });
export type ProjectItem = z.infer<typeof projectItem>;

/** An approved translation. `is_current` is false once the text says something else. */
const translatedText = z
  .object({ content: z.string().max(maximumTranslationUnits), is_current: z.boolean() })
  .meta({ id: "TranslatedProjectText" })
  .nullable();

export const project = z
  .object({
    ...shownFields,
    description: z.string().max(projectLimits.description * unitsPerCharacter),
    skill: z.string().max(projectLimits.skill * unitsPerCharacter),
    /** In the reader's working language. Null: nothing was approved in it. */
    translation: z
      .object({
        language: languageSchema,
        name: translatedText,
        description: translatedText,
        skill: translatedText,
      })
      .nullable(),
    files: z.array(file).max(maximumFiles),
    /** Its present hosts, who created it first. Empty once the last one has deleted their account. */
    hosts: z.array(userSummary).max(maximumShownHosts),
    /** Counts the changes of its fields and files by its hosts. */
    version: z.number().int().min(1),
    /** Its page. */
    link: z.string().max(500),
    /** How many applications wait. Null for readers who are no host. */
    applicant_count: z.number().int().min(0).nullable(),
    /** Its conversations that the reader is in. */
    conversations: z.object({
      team: idSchema.nullable(),
      client: idSchema.nullable(),
      support: idSchema.nullable(),
    }),
  })
  .meta({ id: "Project" });
export type Project = z.infer<typeof project>;

/** Which part the reader has in the projects of a list. */
export const projectParts = ["host", "joined", "applied", "invited"] as const;
export const projectSorts = ["newest", "start", "budget"] as const;
/** The list counts this many projects. A larger total says that there are more, not how many. */
export const countedProjects = 200;
const searchText = z.string().max(200).optional();
const amount = z.coerce.number({ error: "amount" }).min(0).lt(costCeiling).optional();

const byId = z.strictObject({ id: idSchema });

export const listProjects = endpoint({
  method: "GET",
  path: "/projects",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Projects that are active, and my own whatever their status. `search` and `skill` find words as the search does. `min` and `max` keep the projects whose budget in `currency_id` meets the range. A `total` above 200 says that there are more, not how many.",
  query: cutPageQuery.extend({
    search: searchText,
    skill: searchText,
    category_id: idSchema.optional(),
    currency_id: idSchema.optional(),
    min: amount,
    max: amount,
    status: projectStatusSchema.optional(),
    running: z.stringbool().optional(),
    part: z.enum(projectParts).optional(),
    sort: z.enum(projectSorts).default("newest"),
  }),
  data: cutList(projectItem, maximumPageSize),
  meta: cutPageMeta,
});

export const createProject = endpoint({
  method: "POST",
  path: "/projects",
  guard: "active",
  limit: limits.form,
  summary:
    "Creates a project and its three conversations. It needs an accepted profile: PROFILE.NONE, PROFILE.INACTIVE and PROFILE.WAITING say what is missing.",
  maximumBytes: maximumProjectBytes,
  body: projectBody,
  data: project,
});

export const getProject = endpoint({
  method: "GET",
  path: "/projects/:id",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "A project. One that is not active is found by its people and by admins alone.",
  params: byId,
  data: project,
});

export const updateProject = endpoint({
  method: "PATCH",
  path: "/projects/:id",
  guard: "active",
  limit: limits.form,
  summary:
    "Changes a project, by its hosts. A start date that has passed may stay; another one is checked as that of a new project. PROJECT.EDITED when there is a later version than the given `version`: nothing is changed then. Without `version`, what is given replaces what is there.",
  params: byId,
  maximumBytes: maximumProjectBytes,
  body: changedBody,
  data: project,
});

export const activateProject = endpoint({
  method: "POST",
  path: "/projects/:id/activate",
  guard: "active",
  limit: limits.form,
  summary: "Lets people find it and join again, by its hosts.",
  params: byId,
  data: project,
});
export const deactivateProject = endpoint({
  method: "POST",
  path: "/projects/:id/deactivate",
  guard: "active",
  limit: limits.form,
  summary: "Takes it out of the list, by its hosts: nobody joins any more.",
  params: byId,
  data: project,
});
export const runProject = endpoint({
  method: "POST",
  path: "/projects/:id/run",
  guard: "active",
  limit: limits.form,
  summary: "Begins the work, once, by its hosts. Everybody who has joined is active.",
  params: byId,
  data: project,
});
