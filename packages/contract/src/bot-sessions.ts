import { z } from "zod";
import { broadcastUnsentReasons } from "./bot-broadcast-reasons.ts";
import { flowEffectSchema } from "./flows/effects.ts";
import { type FlowEvent, flowEventSchema } from "./flows/events.ts";
import { flowResponseSchema } from "./flows/flow.ts";
import { botPlatformSchema, maximumStepsPerTurn, maximumVisitorMessageLength } from "./flows/limits.ts";
import { flowSessionSchema } from "./flows/session.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import {
  createCutListSchema,
  maximumListBytes,
  maximumPageSize,
  pageMetaSchema,
  pageQuery,
} from "./kit/page.ts";
import { languageSchema } from "./languages.ts";

/** Maximum turns in one response. A turn is an event of a session and what the bot did after it. */
export const maximumSessionTurnsPerPage = 50;
/** In the list of sessions, the visitor's last message is cut at this many UTF-16 code units. */
export const botSessionExcerptUnits = 200;

export const botSessionStates = [
  "new",
  "asking",
  "waiting",
  "requesting",
  "handed_over",
  "jumping",
  "ended",
] as const;

const sessionFields = {
  id: idSchema,
  /** The id of the first session of the same visitor. A visitor who starts again on the web keeps this id. */
  visitor_id: idSchema,
  platform: botPlatformSchema,
  language: languageSchema,
  /** The visitor's name, if the bot or the platform knows it. */
  visitor_name: z.string().max(200).nullable(),
  /** The story that the session runs. Null: it runs no story, because people write to the visitor. */
  story: z.object({ id: idSchema, name: z.string().max(200), is_removed: z.boolean() }).nullable(),
  /** What the session waits for, such as an answer, a timer or people. */
  state: z.enum(botSessionStates),
  turn_count: z.number().int().min(0),
  /** The visitor's last message. Null if the visitor has not written yet. */
  last_words: z.string().max(botSessionExcerptUnits).nullable(),
  /**
   * Whether the visitor's last message is a date (`2026-12-24`) that answers a question for a date. The page then
   * formats it.
   */
  last_words_are_date: z.boolean(),
  /** The conversation between the visitor and people. Null until the bot first hands the visitor over to people. */
  conversation_id: idSchema.nullable(),
  created_at: z.iso.datetime(),
  last_at: z.iso.datetime(),
};
const sessionItem = z.object(sessionFields).meta({ id: "BotSessionItem" });
export type BotSessionListItem = z.infer<typeof sessionItem>;

const botParams = z.strictObject({ id: idSchema });
const sessionParams = z.strictObject({ id: idSchema, sid: idSchema });

const sessionsQuery = pageQuery
  .extend({
    state: z.enum(botSessionStates).optional(),
    platform: botPlatformSchema.optional(),
    search: z.string().max(100).optional(),
    flow_id: idSchema.optional(),
    version: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
  })
  // A filter by `version` needs a `flow_id` too, because each story numbers its own versions.
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
    "Lists the sessions of a bot's visitors, those used last first. `search` is a part of the visitor's name, `flow_id` the story that the session runs, and `version` a published version of that story. For everybody who works on the bot. A session is deleted a year after its last turn.",
  params: botParams,
  query: sessionsQuery,
  data: z.array(sessionItem).max(maximumPageSize),
  meta: pageMetaSchema,
});

export const getBotSession = endpoint({
  method: "GET",
  path: "/bots/:id/sessions/:sid",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Returns one session with its present state. For everybody who works on the bot.",
  params: sessionParams,
  data: z
    .object({
      ...sessionFields,
      session: flowSessionSchema,
      /** The language in which the session began. The visitor may have chosen another language since. */
      began_in: languageSchema,
      /**
       * The state with which the session began, copied from an older session of the same person that had become too
       * long. Null: the session began empty.
       */
      began_with: flowSessionSchema.nullable(),
    })
    .meta({ id: "BotSessionDetail" }),
});

/**
 * An event of a session in an API response. The event was validated before it was stored, so all its default values are
 * present.
 */
const storedEvent = flowEventSchema as z.ZodType<FlowEvent, FlowEvent>;
const broadcastEvent = z.object({
  type: z.literal("broadcast"),
  today: z.iso.date().max(10),
  broadcast_id: idSchema,
  unsent: z.enum(broadcastUnsentReasons).optional(),
});
const platformAnswerEvent = z.object({
  type: z.literal("echo"),
  today: z.iso.date().max(10),
  text: z.string().max(maximumVisitorMessageLength),
});
const languageEvent = z.object({
  type: z.literal("language"),
  today: z.iso.date().max(10),
  from: languageSchema,
  language: languageSchema,
});

/**
 * An event of a session, and what the bot did after it. `ran` names the saved versions of the stories that ran in the
 * turn, so that the runner can repeat it.
 */
const sessionTurn = z
  .object({
    number: z.number().int().min(1),
    event: z.union([storedEvent, broadcastEvent, platformAnswerEvent, languageEvent]),
    effects: z.array(flowEffectSchema).max(500).meta({ "x-maximum-bytes": maximumListBytes }),
    /**
     * The saved versions of the flows that ran in this turn, in order: first the session's own flow, then the flows to
     * which it jumped, or the story of a phrase.
     */
    ran: z
      .array(z.object({ flow_id: idSchema, save_number: z.number().int().min(1) }))
      .max(maximumStepsPerTurn + 1),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "BotSessionTurn" });
export type BotSessionTurn = z.infer<typeof sessionTurn>;

export const listBotSessionTurns = endpoint({
  method: "GET",
  path: "/bots/:id/sessions/:sid/turns",
  guard: "signed-in",
  limit: limits.automatic,
  summary: `Lists the turns of a session after number \`since\`, oldest first, at most ${maximumSessionTurnsPerPage}. For everybody who works on the bot.`,
  params: sessionParams,
  query: z.strictObject({ since: z.coerce.number().int().min(0).max(1_000_000).default(0) }),
  data: createCutListSchema(sessionTurn, maximumSessionTurnsPerPage),
  meta: z.object({ has_more: z.boolean() }).meta({ id: "BotSessionTurnsMeta" }),
});

export const getBotSessionFlow = endpoint({
  method: "GET",
  path: "/bots/:id/sessions/:sid/flows/:fid/saves/:number",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Returns the flow of a save that a turn of this session ran, even if the story was deleted since. ERR.NOT_FOUND if the save is no longer stored. For everybody who works on the bot.",
  params: sessionParams.extend({ fid: idSchema, number: z.coerce.number().int().min(1).max(1_000_000_000) }),
  data: z
    .object({
      flow_id: idSchema,
      name: z.string().max(200),
      is_removed: z.boolean(),
      save_number: z.number().int().min(1),
      /**
       * The number of the newest published version of the story that has the same content as this save. Null: no listed
       * version has this content.
       */
      version: z.number().int().min(1).nullable(),
      /** Whether a visitor who starts the story now gets this save. */
      is_current: z.boolean(),
      flow: flowResponseSchema,
    })
    .meta({ id: "BotSessionFlow" }),
});
