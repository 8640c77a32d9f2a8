import { z } from "zod";
import {
  baseSnippetVersionSchema,
  codeLanguageSchema,
  codeSlugSchema,
  maximumCodeBytes,
  snippetParams,
  snippetSchema,
} from "./codes.ts";
import { endpoint } from "./kit/endpoint.ts";
import { limits } from "./kit/limits.ts";
import { maximumPageSize, pageMetaSchema, pageQuery } from "./kit/page.ts";
import { maximumFreeTextLength } from "./profiles.ts";
import { userSummarySchema } from "./users.ts";

/** The server keeps this many of the newest versions of each snippet. */
export const keptSnippetVersionCount = 100;

const versionFields = {
  number: z.number().int().min(1),
  title: z.string().max(200),
  language: codeLanguageSchema,
  user: userSummarySchema,
  created_at: z.iso.datetime(),
  /** The number of the older version whose code this version restored. Null: this version restored none. */
  restored_from: z.number().int().nullable(),
  size: z.number().int(),
};

export const snippetVersionSchema = z.object(versionFields).meta({ id: "SnippetVersion" });
export type SnippetVersion = z.infer<typeof snippetVersionSchema>;

const snippetVersionWithCode = z
  .object({
    ...versionFields,
    description: z.string().max(maximumFreeTextLength),
    content: z.string().max(maximumCodeBytes),
  })
  .meta({ id: "WholeSnippetVersion" });
export type SnippetVersionWithCode = z.infer<typeof snippetVersionWithCode>;

export const listCodeVersions = endpoint({
  method: "GET",
  path: "/codes/:slug/versions",
  guard: "signed-in",
  limit: limits.lookup,
  summary: `Lists the versions of a snippet without their code, newest first. The newest ${keptSnippetVersionCount} are kept.`,
  params: snippetParams,
  query: pageQuery,
  data: z.array(snippetVersionSchema).max(maximumPageSize),
  meta: pageMetaSchema,
});

const versionParams = z.strictObject({
  slug: codeSlugSchema,
  number: z.coerce.number().int().min(1).max(1_000_000_000),
});

export const getCodeVersion = endpoint({
  method: "GET",
  path: "/codes/:slug/versions/:number",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Returns one version of a snippet with its code.",
  params: versionParams,
  data: snippetVersionWithCode,
});

export const restoreCodeVersion = endpoint({
  method: "POST",
  path: "/codes/:slug/versions/:number/restore",
  guard: "active",
  limit: limits.form,
  summary:
    "Restores an older version of a snippet, as a new version. CODE.EDITED if there is a later version than `version`.",
  params: versionParams,
  body: z.strictObject({ version: baseSnippetVersionSchema }).meta({ id: "SnippetRestoreBody" }),
  data: snippetSchema,
});
