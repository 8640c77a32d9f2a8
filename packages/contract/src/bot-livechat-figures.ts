import { z } from "zod";
import { bestRating, ratingSchema } from "./bot-ratings.ts";
import { defaultFigureDays, figurePeriod, isFigurePeriod, maximumFigureDays } from "./figure-period.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { userSummary } from "./users.ts";

/** The most people in one report. Those who answered the most are kept. */
export const maximumFigureAgents = 100;

const count = z.number().int().min(0);
const seconds = z.number().min(0).nullable();

const rated = {
  /** How many of them the visitor rated. */
  rated: count,
  /** The mean rating. Null: there is none. */
  average_rating: z.number().min(1).max(bestRating).nullable(),
};

const times = {
  /** From the moment when the visitor asked for a person to that person's first message. Null: there was none. */
  median_first_answer_seconds: seconds,
  p95_first_answer_seconds: seconds,
  /** From the beginning to the closing. Null: none was closed. */
  median_resolution_seconds: seconds,
  p95_resolution_seconds: seconds,
};

const counts = {
  /** How many chats began: a visitor asked for a person, or somebody opened a closed chat again. */
  talks: count,
  /** In how many of them a person wrote. */
  answered: count,
  /** How many of them are closed now. */
  closed: count,
};

const ofDay = z.object({
  day: z.iso.date().max(10),
  ...counts,
  median_first_answer_seconds: seconds,
  median_resolution_seconds: seconds,
});

const ofAgent = z
  .object({
    user: userSummary,
    /** In how many chats they wrote the first answer. */
    answered: count,
    /** How many chats they answered when these were closed. */
    closed: count,
    ...times,
    /** How many of the closed ones the visitor rated, and how. */
    ...rated,
  })
  .meta({ id: "LivechatAgentFigures" });
export type LivechatAgentFigures = z.infer<typeof ofAgent>;

export const livechatFigures = z
  .object({
    /** Days in `time_zone`, the zone of the bot's business hours; UTC without those. Both are included. */
    from: z.iso.date().max(10),
    to: z.iso.date().max(10),
    time_zone: z.string().max(64),
    total: z.object({ ...counts, ...times, ...rated }),
    /** How often visitors gave each rating, from 1 to 5. */
    ratings: z.array(z.object({ rating: ratingSchema, count })).max(bestRating),
    /** One entry for each day, in order. */
    days: z.array(ofDay).max(maximumFigureDays),
    /** How many chats began in each hour of the day, from 0 to 23. */
    hours: z.array(z.object({ hour: z.number().int().min(0).max(23), talks: count })).max(24),
    agents: z.array(ofAgent).max(maximumFigureAgents),
  })
  .meta({ id: "LivechatFigures" });
export type LivechatFigures = z.infer<typeof livechatFigures>;

const params = z.strictObject({ id: idSchema });
const query = z.strictObject({ ...figurePeriod }).refine(isFigurePeriod, { error: "period", path: ["from"] });

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
