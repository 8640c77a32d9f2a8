import { z } from "zod";
import { isBlank } from "./blank.ts";
import { codeLanguageIds } from "./code-languages.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { createCutListSchema, cutListPageMetaSchema, cutListPageQuery, maximumPageSize } from "./kit/page.ts";
import { nameSchema } from "./names.ts";
import { freeTextSchema, maximumFreeTextLength } from "./profiles.ts";
import { retentionPeriods } from "./retention.ts";
import { userSummarySchema } from "./users.ts";

/** Maximum size of a snippet's code, in bytes of UTF-8. */
export const maximumCodeBytes = 100_000;
/** Maximum snippets of one author. */
export const maximumSnippetsPerAuthor = 1_000;
/** A list of snippets shows at most this much of a snippet's code, in lines and in UTF-16 code units. */
export const snippetExcerptLines = 6;
export const snippetExcerptUnits = 400;
/** Maximum length of a project's name in a snippet, in UTF-16 code units. */
const maximumProjectNameUnits = 200;
/**
 * Maximum projects in the list from which a person chooses a snippet's project. The list has the newest projects that
 * the person has joined.
 */
export const maximumListedCodeProjects = 200;

const countUtf8Bytes = (text: string): number => new TextEncoder().encode(text).length;

/**
 * Code, stored unchanged, with its tabs, line breaks and spaces. It is not blank and has at most `maximumCodeBytes`. A
 * NUL or half a surrogate pair is refused.
 */
const codeText = z
  .string({ error: "required" })
  .max(maximumCodeBytes, { error: "code_bytes", abort: true })
  .refine((text) => !isBlank(text), { error: "required", abort: true })
  .refine((text) => !text.includes("\u0000") && text.isWellFormed(), { error: "not_text", abort: true })
  .refine((text) => countUtf8Bytes(text) <= maximumCodeBytes, {
    error: "code_bytes",
    params: { limit: maximumCodeBytes },
  });

export const codeLanguageSchema = z.enum(codeLanguageIds).meta({ id: "CodeLanguage" });

/**
 * The slug at the end of a snippet's URL: the words of the snippet's first title, and random characters. Later titles
 * do not change it.
 */
export const codeSlugSchema = z
  .string()
  .max(80)
  .regex(/^[a-z0-9-]+$/);

const projectSchema = z.object({ id: idSchema, name: z.string().max(maximumProjectNameUnits) }).nullable();

const snippetItemFields = {
  slug: codeSlugSchema,
  title: z.string().max(200),
  description: z.string().max(maximumFreeTextLength),
  language: codeLanguageSchema,
  /** The project whose members can read the snippet. Null: only its author can. */
  project: projectSchema,
  author: userSummarySchema,
  /** The number of the snippet's newest version, from 1. */
  version: z.number().int().min(1),
  /** The size of the snippet's code in bytes of UTF-8. */
  size: z.number().int(),
  line_count: z.number().int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
};

/** A snippet in a list, with only the beginning of its code. */
export const snippetListItemSchema = z
  .object({
    ...snippetItemFields,
    excerpt: z.string().max(snippetExcerptUnits),
    /** When the snippet was moved to the trash. Null: it is not in the trash. */
    removed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "SnippetItem" });
export type SnippetListItem = z.infer<typeof snippetListItemSchema>;

export const snippetSchema = z
  .object({
    ...snippetItemFields,
    content: z.string().max(maximumCodeBytes),
    /** The person who wrote the newest version of the snippet. */
    edited_by: userSummarySchema,
    can_edit: z.boolean(),
    /** Whether the caller may change who can read the snippet. */
    can_share: z.boolean(),
    /** The conversation of the project's team, if the reader is in it. */
    team_id: idSchema.nullable(),
  })
  .meta({ id: "Snippet" });
export type Snippet = z.infer<typeof snippetSchema>;

export const codeSorts = ["changed", "newest", "title"] as const;

export const listCodes = endpoint({
  method: "GET",
  path: "/codes",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the snippets that the caller may read: their own, and those of the projects that they have joined. `search` finds words of the title, the description and the beginning of the code. `trash` lists the deleted snippets that the caller can restore.",
  query: cutListPageQuery.extend({
    search: z.string().max(200).optional(),
    language: codeLanguageSchema.optional(),
    project_id: idSchema.optional(),
    mine: z.stringbool().optional(),
    trash: z.stringbool().optional(),
    sort: z.enum(codeSorts).default("changed"),
  }),
  data: createCutListSchema(snippetListItemSchema, maximumPageSize),
  meta: cutListPageMetaSchema,
});

export const listCodeProjects = endpoint({
  method: "GET",
  path: "/codes/projects",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the projects that the caller has joined, newest first. A snippet can be shared with the people of these projects.",
  data: z
    .array(
      z.object({ id: idSchema, name: z.string().max(maximumProjectNameUnits) }).meta({ id: "CodeProject" }),
    )
    .max(maximumListedCodeProjects),
});

const snippetFields = {
  title: nameSchema,
  description: freeTextSchema,
  language: codeLanguageSchema,
  content: codeText,
  project_id: idSchema.nullable(),
};

export const newSnippetBodySchema = z
  .strictObject({
    ...snippetFields,
    description: snippetFields.description.default(""),
    project_id: snippetFields.project_id.default(null),
  })
  .meta({ id: "NewSnippetBody" });
export type NewSnippetBody = z.infer<typeof newSnippetBodySchema>;

export const createCode = endpoint({
  method: "POST",
  path: "/codes",
  guard: "active",
  limit: limits.form,
  summary: "Creates a snippet, for its author alone or for a project that the author has joined.",
  body: newSnippetBodySchema,
  data: snippetSchema,
});

export const snippetParams = z.strictObject({ slug: codeSlugSchema });

export const getCode = endpoint({
  method: "GET",
  path: "/codes/:slug",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Returns a snippet with its code.",
  params: snippetParams,
  data: snippetSchema,
});

export const getCodePreview = endpoint({
  method: "GET",
  path: "/codes/:slug/card",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Returns what a link to a snippet shows: the snippet as in a list, without the rest of its code.",
  params: snippetParams,
  data: snippetListItemSchema,
});

/** The number of the snippet's version that the caller edited. */
export const baseSnippetVersionSchema = z.number().int().min(1);

export const snippetChangeBodySchema = z
  .strictObject({ version: baseSnippetVersionSchema, ...z.strictObject(snippetFields).partial().shape })
  .meta({ id: "SnippetChangeBody" });
export type SnippetChangeBody = z.infer<typeof snippetChangeBodySchema>;

export const changeCode = endpoint({
  method: "PATCH",
  path: "/codes/:slug",
  guard: "active",
  limit: limits.form,
  summary:
    "Changes the given fields of a snippet. Allowed for its author and for hosts of its project; only the author may change who reads it. A change of the text creates a new version. If there is a later version than `version`, the answer is CODE.EDITED, nothing is changed, and `error.current` has the present code, with the version as its revision.",
  params: snippetParams,
  body: snippetChangeBodySchema,
  data: snippetSchema,
});

export const removeCode = endpoint({
  method: "DELETE",
  path: "/codes/:slug",
  guard: "active",
  limit: limits.form,
  summary: `Moves a snippet with its versions to the trash. Allowed for its author and for hosts of its project. Nobody can read a snippet in the trash, and after ${retentionPeriods.codeTrashDays} days it is deleted. \`for_good\` deletes a snippet that is in the trash.`,
  params: snippetParams,
  query: z.strictObject({ for_good: z.stringbool().default(false) }),
  data: z.object({ slug: codeSlugSchema }),
});

export const restoreCodeFromTrash = endpoint({
  method: "POST",
  path: "/codes/:slug/restore",
  guard: "active",
  limit: limits.form,
  summary: "Restores a snippet from the trash. Allowed for its author and for hosts of its project.",
  params: snippetParams,
  data: snippetSchema,
});

export const getRawCode = endpoint({
  method: "GET",
  path: "/codes/:slug/raw",
  guard: "signed-in",
  limit: limits.lookup,
  answerFormats: ["bytes"],
  summary:
    "Returns only the code of a snippet, as plain text in UTF-8: the newest version, or the version that `version` names. With `download`, returns a file with the snippet's name.",
  params: snippetParams,
  query: z.strictObject({
    version: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
    download: z.stringbool().default(false),
  }),
  data: z.unknown(),
});

/** Returns the URL path of a snippet's code as plain text. */
export const createRawCodePath = (
  slug: string,
  query: { version?: number; download?: boolean } = {},
): string => {
  const queryParameters = new URLSearchParams();
  if (query.version !== undefined) queryParameters.set("version", String(query.version));
  if (query.download) queryParameters.set("download", "true");
  return `/api/codes/${slug}/raw${queryParameters.size > 0 ? `?${queryParameters}` : ""}`;
};
