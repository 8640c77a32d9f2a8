import { z } from "zod";
import { livechatRatingSchema } from "./bot-ratings.ts";
import { fileSchema, maximumFilesPerMessage } from "./files.ts";
import { botPlatformSchema, flowLimits } from "./flows/limits.ts";
import { flowSessionSchema } from "./flows/session.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { createCutListSchema, maximumPageSize, pageMetaSchema, pageQuery } from "./kit/page.ts";
import { languageSchema, languages } from "./languages.ts";
import { maximumSystemLinesPerResponse, systemLineSchema } from "./lines.ts";
import { messageSchema } from "./messages.ts";
import { maximumTranslationsPerMessage } from "./translation-states.ts";
import { userSummarySchema } from "./users.ts";

/**
 * The state of a talk: one visitor's conversation with agents.
 *
 * - WAITING: no agent has taken the talk.
 * - OPEN: the agent in `agent` is responsible for it.
 * - CLOSED: the talk has ended. It may become WAITING again when the visitor writes.
 */
const livechatStates = ["WAITING", "OPEN", "CLOSED"] as const;

export const livechatStateSchema = z.enum(livechatStates).meta({ id: "LivechatState" });

export type LivechatState = z.infer<typeof livechatStateSchema>;

/**
 * The filters of the inbox.
 *
 * - `mine`: open talks whose agent is the reader.
 * - `all`: all talks that are not closed.
 *
 * `mine` and `all` leave out snoozed talks.
 */
export const livechatFilters = ["waiting", "mine", "all", "snoozed", "closed"] as const;

const livechatFilter = z.enum(livechatFilters);

export type LivechatFilter = z.infer<typeof livechatFilter>;

/** In a list of talks, the last message is cut at this many UTF-16 code units. */
export const livechatExcerptUnits = 200;

/** A reader who is not a member of the conversation sees only this many of its newest messages. */
export const maximumShownLivechatMessages = 50;

const livechatFields = {
  /** The conversation with the visitor. Its kind is OUTSIDE. */
  conversation_id: idSchema,
  visitor: z.object({ id: idSchema, name: z.string().max(200), language: languageSchema.nullable() }),
  /** The platform on which the visitor writes. */
  source: botPlatformSchema,
  state: livechatStateSchema,
  agent: userSummarySchema.nullable(),
  /** Whether people closed the talk by giving the visitor back to the bot, so that the bot answers again. */
  is_with_bot: z.boolean(),
  /**
   * Whether the agent has snoozed an open talk (hidden it from the inbox for a while). The talk returns to the inbox
   * when the visitor writes.
   */
  is_snoozed: z.boolean(),
  /**
   * When a snoozed talk returns to the inbox, even if the visitor does not write. Null: it returns only when the
   * visitor writes.
   */
  snoozed_until: z.iso.datetime().nullable(),
  /** Whether the reader is a member of the conversation. */
  is_member: z.boolean(),
  /** When the visitor last asked for a person. */
  waiting_since: z.iso.datetime(),
  changed_at: z.iso.datetime(),
  /** The visitor's last rating of this talk. Null: the visitor has not rated it. */
  rating: livechatRatingSchema.nullable(),
};

/** A talk's last message, as a list of talks shows it. */
const lastTalkMessage = z
  .object({
    content: z.string().max(livechatExcerptUnits),
    language: languageSchema,
    /** The up-to-date translations of the message. A page shows the translation into the reader's language. */
    translations: z
      .array(z.object({ language: languageSchema, content: z.string().max(livechatExcerptUnits) }))
      .max(maximumTranslationsPerMessage),
    /** `NOTE`: the message is a note that only colleagues see. Null: the message is an ordinary one. */
    kind: z.enum(["NOTE"]).nullable(),
    deleted: z.boolean(),
    files: z.array(fileSchema.pick({ name: true, category: true })).max(maximumFilesPerMessage),
    /**
     * What the message contains besides words and files. `MISSING_FILES`: files that could not be fetched. Null:
     * nothing.
     */
    besides: z.enum(["LOCATION", "MISSING_FILES"]).nullable(),
    user_id: idSchema,
    user_name: z.string().max(200),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "LivechatLastMessage" });

export type LastTalkMessage = z.infer<typeof lastTalkMessage>;

export const livechatSchema = z
  .object({
    ...livechatFields,
    last_message: lastTalkMessage.nullable(),
  })
  .meta({ id: "Livechat" });

export type Livechat = z.infer<typeof livechatSchema>;

export const livechatDetailSchema = z
  .object({
    ...livechatFields,
    /** The visitor's session with the bot. Null: the session was deleted. */
    session_id: idSchema.nullable(),
    /** The variables of the visitor's session. Empty once the session is deleted. */
    variables: flowSessionSchema.shape.variables,
    /**
     * The names of the variables that contain a date (`2026-12-24`), because they store the answer to a question for a
     * date.
     */
    date_variables: z.array(z.string().max(50)).max(flowLimits.variables),
    tags: flowSessionSchema.shape.tags,
    /** Whether agents can give the visitor back to the bot's story. False if the story has ended. */
    can_resume: z.boolean(),
    /**
     * The languages from which somebody who works on the bot can translate into the visitor's language. Empty if the
     * visitor's language is unknown.
     */
    translated_from: z.array(languageSchema).max(languages.length),
    /** The people who wrote the messages in `messages`. */
    people: z.array(userSummarySchema).max(maximumShownLivechatMessages),
    messages: createCutListSchema(messageSchema, maximumShownLivechatMessages),
    /** The system lines that are between `messages` or after them. */
    lines: z.array(systemLineSchema).max(maximumSystemLinesPerResponse),
  })
  .meta({ id: "LivechatDetail" });

export type LivechatDetail = z.infer<typeof livechatDetailSchema>;

const botParams = z.strictObject({ id: idSchema });

export const livechatParams = z.strictObject({ id: idSchema, cid: idSchema });

/**
 * The `meta` of a page of talks: the number of talks that wait for an agent, and of talks whose agent is the reader.
 */
export const livechatListMetaSchema = pageMetaSchema
  .extend({ waiting_count: z.number().int(), mine_count: z.number().int() })
  .meta({ id: "LivechatMeta" });

export const listLivechats = endpoint({
  method: "GET",
  path: "/bots/:id/livechat",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Lists the talks with a bot's visitors. Waiting talks are sorted by waiting time, longest first; snoozed talks by the time when they come back; all others by their last change, newest first.",
  params: botParams,
  query: pageQuery.extend({ state: livechatFilter.default("waiting") }),
  data: z.array(livechatSchema).max(maximumPageSize),
  meta: livechatListMetaSchema,
});

export const getLivechat = endpoint({
  method: "GET",
  path: "/bots/:id/livechat/:cid",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Returns a talk with its newest messages and what the bot knows of the visitor. For everybody who works on the bot.",
  params: livechatParams,
  data: livechatDetailSchema,
});

export const getBotOfLivechat = endpoint({
  method: "GET",
  path: "/livechat/:cid",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Returns the bot and the platform of a conversation with a visitor, for a reader who knows only the conversation. For everybody who works on the bot.",
  params: z.strictObject({ cid: idSchema }),
  data: z.object({ bot_id: idSchema, source: botPlatformSchema }).meta({ id: "LivechatPlace" }),
});
