import { z } from "zod";
import { unsentReasons } from "./bot-broadcast-reasons.ts";
import { storedFlow } from "./flows/flow.ts";
import { maximumAnswer, maximumSteps, platformSchema } from "./flows/limits.ts";
import { type FlowEvent, flowEffect, flowEvent, flowSession } from "./flows/session.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { cutList, maximumListBytes, maximumPageSize, pageMeta, pageQuery } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";

/** The most turns in one answer. */
export const maximumSessionTurnsPerPage = 50;
/** The number of UTF-16 code units of the visitor's last message that the list shows. */
export const sessionExcerptUnits = 200;

export const sessionStates = [
  "new",
  "asking",
  "waiting",
  "requesting",
  "handed_over",
  "jumping",
  "ended",
] as const;

const shown = {
  id: idSchema,
  /** The id of the first session of the same visitor. Whoever starts again on the web stays the same visitor. */
  visitor_id: idSchema,
  platform: platformSchema,
  language: languageSchema,
  /** The visitor's name, if the bot or the platform knows it. */
  visitor_name: z.string().max(200).nullable(),
  /** The story that the session runs. Null if it has none: people answer then. */
  story: z.object({ id: idSchema, name: z.string().max(200), is_removed: z.boolean() }).nullable(),
  /** What the session waits for: see `BotSessionState`. */
  state: z.enum(sessionStates),
  turn_count: z.number().int().min(0),
  /** The visitor's last message. Null if they have written none. */
  last_words: z.string().max(sessionExcerptUnits).nullable(),
  /** The conversation with people. Null until the first hand-over. */
  conversation_id: idSchema.nullable(),
  created_at: z.iso.datetime(),
  last_at: z.iso.datetime(),
};
const sessionItem = z.object(shown).meta({ id: "BotSessionItem" });
export type BotSessionItem = z.infer<typeof sessionItem>;

const botParams = z.strictObject({ id: idSchema });
const sessionParams = z.strictObject({ id: idSchema, sid: idSchema });

const sessionsQuery = pageQuery
  .extend({
    state: z.enum(sessionStates).optional(),
    platform: platformSchema.optional(),
    search: z.string().max(100).optional(),
    flow_id: idSchema.optional(),
    version: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
  })
  // A version is one of a story.
  .refine(({ flow_id, version }) => version === undefined || flow_id !== undefined, {
    error: "required",
    path: ["flow_id"],
  });
export type BotSessionsQuery = z.infer<typeof sessionsQuery>;

export const listBotSessions = endpoint({
  method: "GET",
  path: "/bots/:id/sessions",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "The sessions of a bot's visitors, those used last first. `search` is a part of the visitor's name, `flow_id` the story that the session runs, and `version` a published version of that story. For everybody who works on the bot. A session is deleted a year after its last turn.",
  params: botParams,
  query: sessionsQuery,
  data: z.array(sessionItem).max(maximumPageSize),
  meta: pageMeta,
});

export const getBotSession = endpoint({
  method: "GET",
  path: "/bots/:id/sessions/:sid",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "One session with its present state. For everybody who works on the bot.",
  params: sessionParams,
  data: z
    .object({
      ...shown,
      session: flowSession,
      /** The language in which the session began. The visitor may have chosen another one since. */
      began_in: languageSchema,
      /**
       * The state with which the session began, if it continues a full session of the same person. Null if it began with
       * nothing.
       */
      began_with: flowSession.nullable(),
    })
    .meta({ id: "BotSessionDetail" }),
});

/** An event in an answer. The event was parsed before it was stored, so it has all defaults. */
const storedEvent = flowEvent as z.ZodType<FlowEvent, FlowEvent>;
const broadcastEvent = z.object({
  type: z.literal("broadcast"),
  today: z.iso.date().max(10),
  broadcast_id: idSchema,
  unsent: z.enum(unsentReasons).optional(),
});
const echoEvent = z.object({
  type: z.literal("echo"),
  today: z.iso.date().max(10),
  text: z.string().max(maximumAnswer),
});
const languageEvent = z.object({
  type: z.literal("language"),
  today: z.iso.date().max(10),
  from: languageSchema,
  language: languageSchema,
});

/** An event of a session, and what the bot did then. With the flows in `ran`, the runner can run it again. */
const sessionTurn = z
  .object({
    number: z.number().int().min(1),
    event: z.union([storedEvent, broadcastEvent, echoEvent, languageEvent]),
    effects: z.array(flowEffect).max(500).meta({ "x-maximum-bytes": maximumListBytes }),
    /** The saves that the turn ran: the session's own, then one for each jump or for a phrase's story. */
    ran: z.array(z.object({ flow_id: idSchema, save_number: z.number().int().min(1) })).max(maximumSteps + 1),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "BotSessionTurn" });
export type BotSessionTurn = z.infer<typeof sessionTurn>;

export const listBotSessionTurns = endpoint({
  method: "GET",
  path: "/bots/:id/sessions/:sid/turns",
  guard: "signed-in",
  limit: limits.automatic,
  summary: `The turns of a session after number \`since\`, oldest first, at most ${maximumSessionTurnsPerPage}. For everybody who works on the bot.`,
  params: sessionParams,
  query: z.strictObject({ since: z.coerce.number().int().min(0).max(1_000_000).default(0) }),
  data: cutList(sessionTurn, maximumSessionTurnsPerPage),
  meta: z.object({ has_more: z.boolean() }).meta({ id: "BotSessionTurnsMeta" }),
});

export const getBotSessionFlow = endpoint({
  method: "GET",
  path: "/bots/:id/sessions/:sid/flows/:fid/saves/:number",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "The flow of a save that a turn of this session ran, also of a story that was deleted since. ERR.NOT_FOUND if the save is no longer stored. For everybody who works on the bot.",
  params: sessionParams.extend({ fid: idSchema, number: z.coerce.number().int().min(1).max(1_000_000_000) }),
  data: z
    .object({
      flow_id: idSchema,
      name: z.string().max(200),
      is_removed: z.boolean(),
      save_number: z.number().int().min(1),
      /** The newest published version with this save. Null if that version is no longer listed. */
      version: z.number().int().min(1).nullable(),
      /** Whether visitors who begin now get this save. */
      is_current: z.boolean(),
      flow: storedFlow,
    })
    .meta({ id: "BotSessionFlow" }),
});
