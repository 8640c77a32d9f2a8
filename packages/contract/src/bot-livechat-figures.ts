import { z } from "zod";
import { bestRating, ratingSchema } from "./bot-ratings.ts";
import { defaultFigureDays, figurePeriod, isFigurePeriod, maximumFigureDays } from "./figure-period.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { timeZoneSchema } from "./user-settings.ts";
import { userSummary } from "./users.ts";

/** The most people in one report. The people who answered the most chats are kept. */
export const maximumFigureAgents = 100;

const count = z.number().int().min(0);
const seconds = z.number().min(0).nullable();

const ratingFields = {
  /** The number of chats that the visitor rated. */
  rated: count,
  /** The mean rating. Null if there is none. */
  average_rating: z.number().min(1).max(bestRating).nullable(),
};

/** How soon people answered and closed. */
export const talkTimeFields = {
  /**
   * Half of the first answers came within this many seconds after the visitor asked for a person. Null if there were
   * none.
   */
  median_first_answer_seconds: seconds,
  p95_first_answer_seconds: seconds,
  /** Half of the closed chats took at most this many seconds from beginning to closing. Null if none was closed. */
  median_resolution_seconds: seconds,
  p95_resolution_seconds: seconds,
};

export const talkCountFields = {
  /** The number of chats that began: a visitor asked for a person, or somebody opened a closed chat again. */
  talks: count,
  /** The number of these chats in which a person wrote. */
  answered: count,
  /** The number of these chats that are closed now. */
  closed: count,
};

const dayFigures = z.object({
  day: z.iso.date().max(10),
  ...talkCountFields,
  median_first_answer_seconds: seconds,
  median_resolution_seconds: seconds,
});

/** What one person did. */
export const agentWorkFields = {
  user: userSummary,
  /** The number of chats in which this person wrote the first answer. */
  answered: count,
  /** The number of closed chats whose last agent was this person. */
  closed: count,
  ...talkTimeFields,
};

/** When chats began. */
export const talkMomentFields = {
  /** One entry for each day, in their order. */
  days: z.array(dayFigures).max(maximumFigureDays),
  /** The number of chats that began in each hour of the day, from 0 to 23. */
  hours: z.array(z.object({ hour: z.number().int().min(0).max(23), talks: count })).max(24),
};

const agentFigures = z
  .object({
    ...agentWorkFields,
    /** The ratings of the closed chats. */
    ...ratingFields,
  })
  .meta({ id: "LivechatAgentFigures" });
export type LivechatAgentFigures = z.infer<typeof agentFigures>;

export const livechatFigures = z
  .object({
    /**
     * The first and the last day, both included. They are days in `time_zone`: that of the bot's business hours, or else
     * the one asked for, or else the reader's, or else UTC.
     */
    from: z.iso.date().max(10),
    to: z.iso.date().max(10),
    time_zone: z.string().max(64),
    total: z.object({ ...talkCountFields, ...talkTimeFields, ...ratingFields }),
    /** The number of ratings for each value from 1 to 5. */
    ratings: z.array(z.object({ rating: ratingSchema, count })).max(bestRating),
    ...talkMomentFields,
    agents: z.array(agentFigures).max(maximumFigureAgents),
  })
  .meta({ id: "LivechatFigures" });
export type LivechatFigures = z.infer<typeof livechatFigures>;

const params = z.strictObject({ id: idSchema });
const query = z
  .strictObject({
    ...figurePeriod,
    /** The zone of days and hours if the bot has no business hours. Without one it is that of the reader's settings. */
    time_zone: timeZoneSchema.optional(),
  })
  .refine(isFigurePeriod, { error: "period", path: ["from"] });

export const getLivechatFigures = endpoint({
  method: "GET",
  path: "/bots/:id/livechat/figures",
  guard: "signed-in",
  limit: { perMinute: 60 },
  summary: `How many chats with people began, how soon they were answered and closed, over at most ${maximumFigureDays} days; without any, the last ${defaultFigureDays}. For everybody who works on the bot.`,
  params,
  query,
  data: livechatFigures,
});

export const downloadLivechatFigures = endpoint({
  method: "GET",
  path: "/bots/:id/livechat/figures/csv",
  guard: "signed-in",
  limit: { perMinute: 20 },
  answers: ["bytes"],
  summary: "The same in all, by agent, by day and by hour, as a table for a spreadsheet.",
  params,
  query,
  data: z.object({}),
});
