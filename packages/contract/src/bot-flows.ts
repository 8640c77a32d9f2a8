import { z } from "zod";
import { flowEffectSchema } from "./flows/effects.ts";
import { flowEventSchema } from "./flows/events.ts";
import { maximumFlowsPerBot } from "./flows/file.ts";
import { flowResponseSchema, flowSchema } from "./flows/flow.ts";
import { flowLimits } from "./flows/limits.ts";
import { flowSessionSchema } from "./flows/session.ts";
import { flowProblemSchema, maximumListedFlowProblems } from "./flows/validate.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyIdSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { maximumListBytes } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { nameSchema } from "./names.ts";
import { userSummarySchema } from "./users.ts";

/** If one person saves a story again within this many minutes, the server updates the same save. */
export const flowSaveMergeMinutes = 10;
/** Maximum events that one preview of a story replays. */
export const maximumPreviewEvents = 200;

const positiveIntegerSchema = z.number().int().min(1);

const flowFields = {
  id: idSchema,
  name: z.string().max(200),
  is_enabled: z.boolean(),
  /** The revision of the story's draft. It increases by 1 with each change. */
  revision: positiveIntegerSchema,
  /** The version of the story that visitors get. Null until the story is published. */
  published: z
    .object({ number: positiveIntegerSchema, created_at: z.iso.datetime(), is_draft: z.boolean() })
    .nullable()
    .meta({ description: "`is_draft`: the draft has not changed since this version was published." }),
  edited_by: userSummarySchema,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
};

export const botFlowListItemSchema = z.object(flowFields).meta({ id: "BotFlowItem" });
export type BotFlowListItem = z.infer<typeof botFlowListItemSchema>;

const problemsSchema = z.array(flowProblemSchema).max(maximumListedFlowProblems);

export const botFlowSchema = z
  .object({
    ...flowFields,
    draft: flowResponseSchema,
    /** The problems that prevent publishing the story's draft. Empty if the draft can be published. */
    problems: problemsSchema,
    can_edit: z.boolean(),
  })
  .meta({ id: "BotStory" });
export type BotFlow = z.infer<typeof botFlowSchema>;

const botParams = z.strictObject({ id: idSchema });
export const flowParams = z.strictObject({ id: idSchema, fid: idSchema });

export const listBotFlows = endpoint({
  method: "GET",
  path: "/bots/:id/flows",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Lists the stories of a bot, sorted by name.",
  params: botParams,
  data: z.array(botFlowListItemSchema).max(maximumFlowsPerBot),
});

export const newBotFlowBodySchema = z
  .strictObject({ name: nameSchema, draft: flowSchema.optional() })
  .meta({ id: "BotFlowBody" });

export const createBotFlow = endpoint({
  method: "POST",
  path: "/bots/:id/flows",
  guard: "active",
  limit: limits.form,
  summary: "Creates a story, empty or with a draft. New visitors begin with the bot's first story.",
  params: botParams,
  body: newBotFlowBodySchema,
  data: botFlowSchema,
});

export const getBotFlow = endpoint({
  method: "GET",
  path: "/bots/:id/flows/:fid",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Returns a story with its draft and the problems that keep it from being published.",
  params: flowParams,
  data: botFlowSchema,
});

/**
 * The revision of the draft that the caller edited. If the stored draft has a later revision, somebody else has saved
 * in between.
 */
const revisionSchema = positiveIntegerSchema;

export const changeBotFlow = endpoint({
  method: "PATCH",
  path: "/bots/:id/flows/:fid",
  guard: "active",
  limit: limits.click,
  // The limit is that of two stories, because the request body can contain the story twice: as `draft` and as `base`.
  maximumBodyBytes: 2 * flowLimits.bytes + 10_000,
  summary: `Saves the draft or the name. If somebody has saved a later revision, the server merges it with \`draft\`, block by block, as changes of \`base\`. Without \`base\`, or if the merged story is too large, the answer is BOT.EDITED and nothing is saved. Saves that one person makes within ${flowSaveMergeMinutes} minutes are one entry of the history.`,
  params: flowParams,
  body: z
    .strictObject({
      revision: revisionSchema,
      name: nameSchema.optional(),
      draft: flowSchema.optional(),
      base: flowSchema.optional().meta({ description: "The draft before the caller changed it." }),
    })
    .meta({ id: "BotFlowChange" }),
  data: botFlowSchema
    .extend({
      /**
       * The ids of blocks that both the caller and somebody else changed. The caller's changes replaced those of the
       * other person, which remain in the previous save.
       */
      overwritten: z.array(z.string().max(40)).max(flowLimits.blocks),
    })
    .meta({ id: "SavedBotStory" }),
});

export const removeBotFlow = endpoint({
  method: "DELETE",
  path: "/bots/:id/flows/:fid",
  guard: "active",
  limit: limits.form,
  summary: "Deletes a story. Visitors in the middle of it go on with the version that they began.",
  params: flowParams,
  data: onlyIdSchema,
});

export const publishBotFlow = endpoint({
  method: "POST",
  path: "/bots/:id/flows/:fid/publish",
  guard: "active",
  limit: limits.form,
  summary:
    "Publishes the draft: visitors get it from now on. BOT.PROBLEMS lists each problem in `fields`, under `block_id.field`.",
  params: flowParams,
  body: z.strictObject({ revision: revisionSchema }).meta({ id: "BotPublishBody" }),
  data: botFlowSchema,
});

export const setBotFlowEnabled = endpoint({
  method: "POST",
  path: "/bots/:id/flows/:fid/enable",
  guard: "active",
  limit: limits.form,
  summary: "Switches a published story on or off, at once.",
  params: flowParams,
  body: z.strictObject({ is_enabled: z.boolean() }).meta({ id: "BotEnableBody" }),
  data: botFlowSchema,
});

/** Maximum bytes of all effects (messages, waits, requests) in the response to one preview of a story. */
const effectBytesLimit = { "x-maximum-bytes": maximumListBytes };

export const previewBotFlow = endpoint({
  method: "POST",
  path: "/bots/:id/flows/:fid/preview",
  guard: "active",
  limit: limits.click,
  summary:
    "Plays a list of events through the draft, from its beginning, with the same runner as for visitors. Stores and sends nothing: the caller gives the answer of another server as an event. A jump to another story continues in that story's draft. `turns` ends early if the answer would be too long.",
  params: flowParams,
  body: z
    .strictObject({ language: languageSchema, events: z.array(flowEventSchema).max(maximumPreviewEvents) })
    .meta({ id: "BotPreviewBody" }),
  data: z
    .object({
      turns: z
        .array(z.object({ effects: z.array(flowEffectSchema).max(500).meta(effectBytesLimit) }))
        .max(maximumPreviewEvents)
        .meta(effectBytesLimit),
      session: flowSessionSchema,
    })
    .meta({ id: "BotPreview" }),
});
