import { z } from "zod";
import { botFlowSchema, flowParams } from "./bot-flows.ts";
import { flowResponseSchema } from "./flows/flow.ts";
import { endpoint } from "./kit/endpoint.ts";
import { limits } from "./kit/limits.ts";
import { maximumPageSize, pageMetaSchema, pageQuery } from "./kit/page.ts";
import { userSummarySchema } from "./users.ts";

/**
 * The server keeps this many of the newest saves of a story's draft. It deletes older saves, except those that were
 * published as a version that is still kept.
 */
export const keptSavesPerFlow = 100;
/**
 * The server keeps this many of the newest published versions of a story. It also keeps a version that a visitor's
 * session still runs.
 */
export const keptPublishedVersionsPerFlow = 50;

const positiveIntegerSchema = z.number().int().min(1);
const versionNumberParams = flowParams.extend({ number: z.coerce.number().int().min(1).max(1_000_000_000) });

const flowVersion = z
  .object({
    number: positiveIntegerSchema,
    created_at: z.iso.datetime(),
    user: userSummarySchema,
    is_current: z.boolean(),
  })
  .meta({ id: "PublishedBotFlowVersion" });
export type PublishedBotFlowVersion = z.infer<typeof flowVersion>;

export const listBotFlowVersions = endpoint({
  method: "GET",
  path: "/bots/:id/flows/:fid/versions",
  guard: "signed-in",
  limit: limits.lookup,
  summary: `Lists the published versions of a story, newest first. The newest ${keptPublishedVersionsPerFlow} are kept.`,
  params: flowParams,
  query: pageQuery,
  data: z.array(flowVersion).max(maximumPageSize),
  meta: pageMetaSchema,
});

export const getBotFlowVersion = endpoint({
  method: "GET",
  path: "/bots/:id/flows/:fid/versions/:number",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Returns one published version of a story with its flow.",
  params: versionNumberParams,
  data: flowVersion.extend({ flow: flowResponseSchema }).meta({ id: "WholeBotFlowVersion" }),
});

export const republishBotFlowVersion = endpoint({
  method: "POST",
  path: "/bots/:id/flows/:fid/versions/:number/publish",
  guard: "active",
  limit: limits.form,
  summary: "Publishes an older version again, as the newest version. The draft does not change.",
  params: versionNumberParams,
  data: botFlowSchema,
});

const flowSave = z
  .object({
    number: positiveIntegerSchema,
    user: userSummarySchema,
    /** When this save of the story was first written. */
    created_at: z.iso.datetime(),
    /**
     * When this save of the story was last written. Changes that one person makes within some minutes go into the same
     * save.
     */
    changed_at: z.iso.datetime(),
    is_published: z.boolean(),
  })
  .meta({ id: "StoredBotFlowSave" });
export type StoredBotFlowSave = z.infer<typeof flowSave>;

export const listBotFlowSaves = endpoint({
  method: "GET",
  path: "/bots/:id/flows/:fid/saves",
  guard: "signed-in",
  limit: limits.lookup,
  summary: `Lists the saves of the draft, newest first. The newest ${keptSavesPerFlow} saves are kept, and the saves of the kept versions.`,
  params: flowParams,
  query: pageQuery,
  data: z.array(flowSave).max(maximumPageSize),
  meta: pageMetaSchema,
});

export const getBotFlowSave = endpoint({
  method: "GET",
  path: "/bots/:id/flows/:fid/saves/:number",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Returns one save with its draft. PATCH the story with this draft to restore it.",
  params: versionNumberParams,
  data: flowSave.extend({ flow: flowResponseSchema }).meta({ id: "WholeBotFlowSave" }),
});
