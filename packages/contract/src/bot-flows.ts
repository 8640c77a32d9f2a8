import { z } from "zod";
import { maximumFlows } from "./flows/file.ts";
import { flowSchema } from "./flows/flow.ts";
import { flowEffect, flowEvent, flowSession } from "./flows/session.ts";
import { flowProblem, maximumProblems } from "./flows/validate.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyId } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { maximumListBytes, maximumPageSize, pageMeta, pageQuery } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { nameSchema } from "./names.ts";
import { userSummary } from "./users.ts";

/** How many saves of a draft are kept, the newest. Those that were published are kept for good. */
export const keptSaves = 100;
/** Minutes in which the saves of one person are one. */
export const savesTogetherMinutes = 10;
/** The most events of a preview. */
export const maximumPreviewEvents = 200;

const number = z.number().int().min(1);

const shownFields = {
  id: idSchema,
  name: z.string().max(200),
  is_enabled: z.boolean(),
  /** Counts the changes of the draft. */
  revision: number,
  /** The version that visitors get. Null: none was published yet. */
  published: z
    .object({ number, created_at: z.iso.datetime(), is_draft: z.boolean() })
    .nullable()
    .meta({ description: "`is_draft`: the draft has not been changed since." }),
  edited_by: userSummary,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
};

export const botFlowItem = z.object(shownFields).meta({ id: "BotFlowItem" });
export type BotFlowItem = z.infer<typeof botFlowItem>;

const problems = z.array(flowProblem).max(maximumProblems);

export const botFlow = z
  .object({
    ...shownFields,
    draft: flowSchema,
    /** What publishing would refuse. */
    problems,
    can_edit: z.boolean(),
  })
  .meta({ id: "BotStory" });
export type BotFlow = z.infer<typeof botFlow>;

const ofBot = z.strictObject({ id: idSchema });
const byFlow = z.strictObject({ id: idSchema, fid: idSchema });

export const listBotFlows = endpoint({
  method: "GET",
  path: "/bots/:id/flows",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "The stories of a bot, by their name.",
  params: ofBot,
  data: z.array(botFlowItem).max(maximumFlows),
});

export const botFlowBody = z
  .strictObject({ name: nameSchema, draft: flowSchema.optional() })
  .meta({ id: "BotFlowBody" });

export const createBotFlow = endpoint({
  method: "POST",
  path: "/bots/:id/flows",
  guard: "active",
  limit: limits.form,
  summary: "Creates a story, empty or with a draft. A bot's first one is what new visitors begin with.",
  params: ofBot,
  body: botFlowBody,
  data: botFlow,
});

export const getBotFlow = endpoint({
  method: "GET",
  path: "/bots/:id/flows/:fid",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "A story with its draft, and what keeps it from being published.",
  params: byFlow,
  data: botFlow,
});

/** The revision that a change began from. */
const revision = number;

export const changeBotFlow = endpoint({
  method: "PATCH",
  path: "/bots/:id/flows/:fid",
  guard: "active",
  limit: limits.click,
  summary: `Saves the draft or the name. BOT.EDITED when the draft has a later revision: nothing is saved then. Saves of one person within ${savesTogetherMinutes} minutes are one in its history.`,
  params: byFlow,
  body: z
    .strictObject({ revision, name: nameSchema.optional(), draft: flowSchema.optional() })
    .meta({ id: "BotFlowChange" }),
  data: botFlow,
});

export const removeBotFlow = endpoint({
  method: "DELETE",
  path: "/bots/:id/flows/:fid",
  guard: "active",
  limit: limits.form,
  summary: "Deletes a story. Visitors who are in it go on with the version that they began.",
  params: byFlow,
  data: onlyId,
});

export const publishBotFlow = endpoint({
  method: "POST",
  path: "/bots/:id/flows/:fid/publish",
  guard: "active",
  limit: limits.form,
  summary:
    "Makes the draft the version that visitors get from now on. BOT.PROBLEMS names each problem in `fields`, as `block_id.field`.",
  params: byFlow,
  body: z.strictObject({ revision }).meta({ id: "BotPublishBody" }),
  data: botFlow,
});

export const enableBotFlow = endpoint({
  method: "POST",
  path: "/bots/:id/flows/:fid/enable",
  guard: "active",
  limit: limits.form,
  summary: "Switches a published story on or off, at once.",
  params: byFlow,
  body: z.strictObject({ is_enabled: z.boolean() }).meta({ id: "BotEnableBody" }),
  data: botFlow,
});

const flowVersion = z
  .object({ number, created_at: z.iso.datetime(), user: userSummary, is_current: z.boolean() })
  .meta({ id: "BotFlowVersion" });
export type BotFlowVersion = z.infer<typeof flowVersion>;

export const listBotFlowVersions = endpoint({
  method: "GET",
  path: "/bots/:id/flows/:fid/versions",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "What was published, the newest first.",
  params: byFlow,
  query: pageQuery,
  data: z.array(flowVersion).max(maximumPageSize),
  meta: pageMeta,
});

const byNumber = byFlow.extend({ number: z.coerce.number().int().min(1).max(1_000_000_000) });

export const getBotFlowVersion = endpoint({
  method: "GET",
  path: "/bots/:id/flows/:fid/versions/:number",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "A published version with what it says.",
  params: byNumber,
  data: flowVersion.extend({ flow: flowSchema }).meta({ id: "WholeBotFlowVersion" }),
});

export const restoreBotFlowVersion = endpoint({
  method: "POST",
  path: "/bots/:id/flows/:fid/versions/:number/publish",
  guard: "active",
  limit: limits.form,
  summary: "Publishes an older version again, as the newest. The draft stays as it is.",
  params: byNumber,
  data: botFlow,
});

const flowSave = z
  .object({
    number,
    user: userSummary,
    /** Of its first and its last change. */
    created_at: z.iso.datetime(),
    changed_at: z.iso.datetime(),
    is_published: z.boolean(),
  })
  .meta({ id: "BotFlowSave" });
export type BotFlowSave = z.infer<typeof flowSave>;

export const listBotFlowSaves = endpoint({
  method: "GET",
  path: "/bots/:id/flows/:fid/saves",
  guard: "signed-in",
  limit: limits.lookup,
  summary: `How the draft was saved, the newest first. The newest ${keptSaves} are kept, and all that were published.`,
  params: byFlow,
  query: pageQuery,
  data: z.array(flowSave).max(maximumPageSize),
  meta: pageMeta,
});

export const getBotFlowSave = endpoint({
  method: "GET",
  path: "/bots/:id/flows/:fid/saves/:number",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "A saved draft. PATCH the story with it to go back to it.",
  params: byNumber,
  data: flowSave.extend({ flow: flowSchema }).meta({ id: "WholeBotFlowSave" }),
});

/** All effects of a preview together. */
const bounded = { "x-maximum-bytes": maximumListBytes };

export const previewBotFlow = endpoint({
  method: "POST",
  path: "/bots/:id/flows/:fid/preview",
  guard: "active",
  limit: limits.click,
  summary:
    "Plays a list of events through the draft, from its beginning, with the runner that visitors get. Nothing is stored or sent: what a request would answer is an event of the list. A jump goes to the draft of the other story. `turns` ends early where it would be too long.",
  params: byFlow,
  body: z
    .strictObject({ language: languageSchema, events: z.array(flowEvent).max(maximumPreviewEvents) })
    .meta({ id: "BotPreviewBody" }),
  data: z
    .object({
      turns: z
        .array(z.object({ effects: z.array(flowEffect).max(500).meta(bounded) }))
        .max(maximumPreviewEvents)
        .meta(bounded),
      session: flowSession,
    })
    .meta({ id: "BotPreview" }),
});
