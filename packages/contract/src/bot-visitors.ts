import { z } from "zod";
import { maximumRatingCommentLength, ratingSchema } from "./bot-ratings.ts";
import { botSitesSchema } from "./bot-sites.ts";
import { expectedAnswerSchema, turnsForVisitorSchema, visitorTalkSchema } from "./bot-visitor-shapes.ts";
import { maximumVisitorMessageLength } from "./flows/limits.ts";
import { flowPartIdSchema } from "./flows/part-id.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { languageSchema, languages } from "./languages.ts";
import { visitorFileLimits } from "./outside-files.ts";

/**
 * The header with a visitor's token. The token is not in a cookie, because browsers may block cookies of a page inside
 * another site's frame.
 */
export const visitorTokenHeaderName = "x-visitor-token";
/** Maximum turns (a visitor's message and the bot's reply) of one session per minute. */
export const maximumTurnsPerSessionAndMinute = 60;
/** Maximum turns (a visitor's message and the bot's reply) of one session. */
export const maximumTurnsPerBotSession = 10_000;
/**
 * Maximum bytes of a session's messages and replies together. A session that reaches this limit accepts no more
 * messages. The limit allows thousands of ordinary messages.
 */
export const maximumBytesPerBotSession = 2_000_000;

/**
 * A visitor's page can ask the server to wait for news (`wait`). The server then responds after this many seconds even
 * if there is no news, because proxies cut a request after 30 or 60 seconds without a response.
 */
export const longPollTimeoutSeconds = 25;

/**
 * The IANA time zone of the visitor's browser. Broadcasts may follow the visitor's clock. The server ignores an unknown
 * zone instead of refusing the request, because a browser may know newer zones than the server.
 */
const visitorTimeZoneSchema = z.string().max(64).optional();

/** The kind of answer that the bot waits for. Null: the bot waits for no answer. */
const expectedInputSchema = expectedAnswerSchema.nullable();

export const visitedBotParams = z.strictObject({ bot_id: idSchema });

/**
 * Returns the part of an endpoint's rate limit that counts the requests of each visitor. So visitors in the same
 * network do not block each other. `createBotRequestLimit` limits the requests to each bot, so that a flooded bot does
 * not slow down other bots.
 */
export const createVisitorRequestLimit = (perMinute: number) => ({
  byKey: { header: visitorTokenHeaderName, perMinute, perMinuteOfNetwork: 3_000 },
});
export const createBotRequestLimit = (perMinute: number) => ({ byParam: { name: "bot_id", perMinute } });

export const getVisitedBot = endpoint({
  method: "GET",
  path: "/w/:bot_id",
  guard: "anyone",
  limit: { perMinute: 120 },
  summary:
    "Returns what a page shows of a bot before a visitor writes. `is_open` tells whether the bot answers on the web now.",
  params: visitedBotParams,
  data: z
    .object({
      id: idSchema,
      name: z.string().max(200),
      picture: z.string().max(500).nullable(),
      languages: z.array(languageSchema).max(languages.length),
      sites: botSitesSchema,
      is_open: z.boolean(),
    })
    .meta({ id: "VisitedBot" }),
});

export const startVisit = endpoint({
  method: "POST",
  path: "/w/:bot_id/sessions",
  guard: "anyone",
  limit: { perMinute: 60, ...createBotRequestLimit(6_000) },
  summary:
    "Begins a session with a bot on the web. The bot's first story must be published and switched on. Only this answer contains the token; the other calls send it in the header `x-visitor-token`. A visitor who starts again sends the token of the session that they leave. They stay the same visitor, and the old session gets no broadcasts.",
  params: visitedBotParams,
  body: z
    .strictObject({ language: languageSchema, time_zone: visitorTimeZoneSchema })
    .meta({ id: "VisitBody" }),
  data: z
    .object({
      token: z.string().max(100),
      language: languageSchema,
      messages: turnsForVisitorSchema,
      input: expectedInputSchema,
    })
    .meta({ id: "Visit" }),
});

export const sendToBot = endpoint({
  method: "POST",
  path: "/w/:bot_id/messages",
  guard: "anyone",
  limit: {
    perMinute: 300,
    ...createVisitorRequestLimit(2 * maximumTurnsPerSessionAndMinute),
    ...createBotRequestLimit(20_000),
  },
  summary: `Sends a visitor's message and returns the bot's answer. A repeated \`client_id\` returns the turn that it made before. At most ${maximumTurnsPerSessionAndMinute} messages a minute.`,
  // Maximum bytes of the request body: the longest text with every character escaped in JSON, and the other fields.
  maximumBodyBytes: 6 * maximumVisitorMessageLength + 1_000,
  params: visitedBotParams,
  body: z
    .strictObject({
      client_id: z.uuid().toLowerCase(),
      content: z.string().max(maximumVisitorMessageLength).default(""),
      choice: flowPartIdSchema.nullable().default(null),
      time_zone: visitorTimeZoneSchema,
    })
    .refine(({ content, choice }) => content.trim() !== "" || choice !== null, {
      error: "required",
      path: ["content"],
    })
    .meta({ id: "VisitorMessageBody" }),
  data: z
    .object({ messages: turnsForVisitorSchema, input: expectedInputSchema })
    .meta({ id: "VisitorAnswer" }),
});

export const sendFileToBot = endpoint({
  method: "POST",
  path: "/w/:bot_id/uploads/:client_id",
  guard: "anyone",
  limit: { perMinute: 60, ...createVisitorRequestLimit(20), ...createBotRequestLimit(600) },
  bodyFormats: ["multipart"],
  summary: `Sends one file of a visitor as a message, and returns the bot's answer. At most ${visitorFileLimits.megabytes} MB. BOT.NO_FILE_ASKED unless the story asks for a file or people answer. A repeated \`client_id\` returns the turn that it made before.`,
  params: visitedBotParams.extend({ client_id: z.uuid().toLowerCase() }),
  data: z
    .object({ messages: turnsForVisitorSchema, input: expectedInputSchema })
    .meta({ id: "VisitorFileAnswer" }),
});

export const listVisitorTurns = endpoint({
  method: "GET",
  path: "/w/:bot_id/messages",
  guard: "anyone",
  limit: { perMinute: 300, ...createVisitorRequestLimit(300), ...createBotRequestLimit(60_000) },
  summary: `Lists the turns after \`since\`, oldest first, including those that a timer or another server's answer made. \`people\` has the messages from people; it is null while only the bot answers. With \`wait\`, the call returns as soon as there is something new, or after ${longPollTimeoutSeconds} seconds.`,
  params: visitedBotParams,
  query: z.strictObject({
    since: z.coerce.number().int().min(0).max(1_000_000).default(0),
    /** The `people.seq` of the previous response. The server sends only later changes. */
    seq: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
    wait: z.stringbool().default(false),
  }),
  data: z
    .object({
      messages: turnsForVisitorSchema,
      has_more: z.boolean(),
      input: expectedInputSchema,
      people: visitorTalkSchema.nullable(),
    })
    .meta({ id: "VisitorTurns" }),
});

export const reportVisitorTyping = endpoint({
  method: "POST",
  path: "/w/:bot_id/typing",
  guard: "anyone",
  limit: { perMinute: 300, ...createVisitorRequestLimit(60), ...createBotRequestLimit(20_000) },
  summary: "Tells the people who answer that the visitor is writing. Does so only while people answer.",
  params: visitedBotParams,
  data: z.object({ told: z.boolean() }).meta({ id: "VisitorTold" }),
});

export const reportVisitorSeen = endpoint({
  method: "POST",
  path: "/w/:bot_id/seen",
  guard: "anyone",
  limit: { perMinute: 300, ...createVisitorRequestLimit(120), ...createBotRequestLimit(20_000) },
  summary: "Tells the people who answer that the visitor has seen their messages up to this one.",
  params: visitedBotParams,
  body: z.strictObject({ message_id: idSchema }).meta({ id: "VisitorSeenBody" }),
  data: z.object({ message_id: idSchema }).meta({ id: "VisitorSeen" }),
});

export const setVisitorLanguage = endpoint({
  method: "POST",
  path: "/w/:bot_id/language",
  guard: "anyone",
  limit: { perMinute: 60, ...createVisitorRequestLimit(20), ...createBotRequestLimit(6_000) },
  summary:
    "Sets the language that the visitor has chosen. The bot goes on in this language, and messages from people are translated into it. Returns the language in which the bot speaks to the visitor. If the bot does not speak the chosen language, that is the one before.",
  params: visitedBotParams,
  body: z.strictObject({ language: languageSchema }).meta({ id: "VisitorLanguageBody" }),
  data: z.object({ language: languageSchema }).meta({ id: "VisitorLanguage" }),
});

export const rateTalkAsVisitor = endpoint({
  method: "POST",
  path: "/w/:bot_id/rating",
  guard: "anyone",
  limit: { perMinute: 60, ...createVisitorRequestLimit(20), ...createBotRequestLimit(6_000) },
  summary:
    "Stores how a visitor rates the answers of people. `round` is `rating_round` of the messages. The number is stored once; a comment may follow it once. BOT.RATED if there is a different rating already.",
  params: visitedBotParams,
  body: z
    .strictObject({
      round: z.number().int().min(1).max(1_000_000),
      rating: ratingSchema,
      comment: z.string().max(maximumRatingCommentLength).default(""),
    })
    .meta({ id: "VisitorRatingBody" }),
  data: z.object({ round: z.number().int() }).meta({ id: "VisitorRated" }),
});

export const downloadFileForVisitor = endpoint({
  method: "GET",
  path: "/w/:bot_id/files/:file_id",
  guard: "anyone",
  limit: { perMinute: 60, ...createVisitorRequestLimit(60), ...createBotRequestLimit(6_000) },
  answerFormats: ["bytes"],
  summary: "Returns the bytes of a file that a person sent to this visitor.",
  params: z.strictObject({ bot_id: idSchema, file_id: idSchema }),
  data: z.unknown(),
});
