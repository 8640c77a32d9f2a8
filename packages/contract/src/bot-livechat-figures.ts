import { z } from "zod";
import { bestRating, ratingSchema } from "./bot-ratings.ts";
import {
  defaultFigureDays,
  figurePeriodFields,
  isValidFigurePeriod,
  maximumFigureDays,
} from "./figure-period.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { timeZoneSchema } from "./user-settings.ts";
import { userSummarySchema } from "./users.ts";

/**
 * Maximum agents in one report of chat statistics. If there are more, only those who answered the most chats are
 * included.
 */
export const maximumAgentsInReport = 100;

const countSchema = z.number().int().min(0);
const secondsSchema = z.number().min(0).nullable();

const ratingFields = {
  /** The number of rated chats. */
  rated: countSchema,
  /** The mean of all ratings. Null: nobody has rated a chat. */
  average_rating: z.number().min(1).max(bestRating).nullable(),
};

/** Statistics of waiting times: until the first reply, and until the chat was closed, in seconds. */
export const talkDurationSchemas = {
  /**
   * The median time, in seconds, from the visitor's request for a person to the first reply. Null: there was no reply.
   */
  median_first_answer_seconds: secondsSchema,
  p95_first_answer_seconds: secondsSchema,
  /** The median time, in seconds, from the beginning of a chat to its closing. Null: no chat was closed. */
  median_resolution_seconds: secondsSchema,
  p95_resolution_seconds: secondsSchema,
};

export const talkPeriodCountSchemas = {
  /**
   * The number of chats that began in the period. A chat begins when a visitor asks for a person, or when somebody
   * opens a closed chat again.
   */
  talks: countSchema,
  /** The number of chats that began in the period and got a reply from a person. */
  answered: countSchema,
  /** The number of chats that began in the period and are closed now. */
  closed: countSchema,
};

const dayFigures = z.object({
  day: z.iso.date().max(10),
  ...talkPeriodCountSchemas,
  median_first_answer_seconds: secondsSchema,
  median_resolution_seconds: secondsSchema,
});

/** The statistics of one agent. */
export const agentFigureSchemas = {
  user: userSummarySchema,
  /** The number of chats in which the agent wrote the first reply. */
  answered: countSchema,
  /** The number of closed chats whose last agent was this agent. */
  closed: countSchema,
  ...talkDurationSchemas,
};

/** The numbers of chats that began in the period, by day and by hour. */
export const talkCountByTimeSchemas = {
  /** One entry for each day of the period, in order. */
  days: z.array(dayFigures).max(maximumFigureDays),
  /** The number of chats that began in each hour of the day, from 0 to 23. */
  hours: z.array(z.object({ hour: z.number().int().min(0).max(23), talks: countSchema })).max(24),
};

const agentFigures = z
  .object({
    ...agentFigureSchemas,
    /** The ratings of closed chats whose last agent was this agent. */
    ...ratingFields,
  })
  .meta({ id: "LivechatAgentFigures" });
export type LivechatAgentFigures = z.infer<typeof agentFigures>;

export const livechatFiguresSchema = z
  .object({
    /**
     * The first and the last day of the statistics, both included. `time_zone` is the zone of these days: that of the
     * bot's business hours, else the requested zone, else the reader's zone, else UTC.
     */
    from: z.iso.date().max(10),
    to: z.iso.date().max(10),
    time_zone: z.string().max(64),
    total: z.object({ ...talkPeriodCountSchemas, ...talkDurationSchemas, ...ratingFields }),
    /** The number of ratings for each value from 1 to 5. */
    ratings: z.array(z.object({ rating: ratingSchema, count: countSchema })).max(bestRating),
    ...talkCountByTimeSchemas,
    agents: z.array(agentFigures).max(maximumAgentsInReport),
  })
  .meta({ id: "LivechatFigures" });
export type LivechatFigures = z.infer<typeof livechatFiguresSchema>;

const figuresParamsSchema = z.strictObject({ id: idSchema });
const figuresQuerySchema = z
  .strictObject({
    ...figurePeriodFields,
    /** The time zone of days and hours if the bot has no business hours. Absent: the zone in the reader's settings. */
    time_zone: timeZoneSchema.optional(),
  })
  .refine(isValidFigurePeriod, { error: "period", path: ["from"] });

export const getLivechatFigures = endpoint({
  method: "GET",
  path: "/bots/:id/livechat/figures",
  guard: "signed-in",
  limit: { perMinute: 60 },
  summary: `Returns how many chats with people began, and how soon they were answered and closed. The period is at most ${maximumFigureDays} days; by default, the last ${defaultFigureDays} days. For everybody who works on the bot.`,
  params: figuresParamsSchema,
  query: figuresQuerySchema,
  data: livechatFiguresSchema,
});

export const downloadLivechatFigures = endpoint({
  method: "GET",
  path: "/bots/:id/livechat/figures/csv",
  guard: "signed-in",
  limit: { perMinute: 20 },
  answerFormats: ["bytes"],
  summary:
    "Returns the figures of the bot's chats with people as a table for a spreadsheet: in all, by agent, by day and by hour.",
  params: figuresParamsSchema,
  query: figuresQuerySchema,
  data: z.object({}),
});
