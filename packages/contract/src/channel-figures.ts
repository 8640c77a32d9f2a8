import { z } from "zod";
import {
  agentFigureSchemas,
  maximumAgentsInReport,
  talkCountByTimeSchemas,
  talkDurationSchemas,
  talkPeriodCountSchemas,
} from "./bot-livechat-figures.ts";
import { maximumListedChannelPages } from "./channel-pages.ts";
import { channelProblemCodes, outsidePlatformSchema } from "./channel-states.ts";
import { channelPageSummarySchema } from "./channels.ts";
import {
  defaultFigureDays,
  figurePeriodFields,
  isValidFigurePeriod,
  maximumFigureDays,
} from "./figure-period.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { timeZoneSchema } from "./user-settings.ts";

const countSchema = z.number().int().min(0);

const failureFields = {
  /** The number of failed deliveries of messages that agents and bots wrote in the period. */
  failed: countSchema,
  /** The number of messages that failed because the platform's time limit for writing to the person was over. */
  window_misses: countSchema,
};

const pageFigures = z
  .object({
    page: channelPageSummarySchema,
    bot: z.object({ id: idSchema, name: z.string().max(200) }),
    ...talkPeriodCountSchemas,
    ...talkDurationSchemas,
    ...failureFields,
  })
  .meta({ id: "ChannelPageFigures" });
export type ChannelPageFigures = z.infer<typeof pageFigures>;

/**
 * The statistics of one agent. `failed` and `window_misses` count this agent's messages that could not be delivered.
 */
const agentFigures = z
  .object({ ...agentFigureSchemas, ...failureFields })
  .meta({ id: "ChannelAgentFigures" });
export type ChannelAgentFigures = z.infer<typeof agentFigures>;

const failureCountsByReason = z.object({
  code: z.enum(channelProblemCodes),
  /** The number of messages from people that failed for this reason. */
  people: countSchema,
  /**
   * The number of messages from bots that failed for this reason. Failures older than 30 days are missing, because the
   * server deletes them.
   */
  bots: countSchema,
});

export const channelFiguresSchema = z
  .object({
    /**
     * The first and the last day of the statistics, both included. `time_zone` is the zone of these days: the requested
     * zone, else the reader's zone, else UTC.
     */
    from: z.iso.date().max(10),
    to: z.iso.date().max(10),
    time_zone: z.string().max(64),
    total: z.object({ ...talkPeriodCountSchemas, ...talkDurationSchemas, ...failureFields }),
    ...talkCountByTimeSchemas,
    /**
     * The statistics of each page, beginning with the page on which the most chats began. The list contains the chosen
     * page, or all pages of the chosen platform, or all pages of the reader.
     */
    pages: z.array(pageFigures).max(maximumListedChannelPages),
    agents: z.array(agentFigures).max(maximumAgentsInReport),
    /** The failed deliveries by reason, with the most frequent reason first. */
    failures: z.array(failureCountsByReason).max(channelProblemCodes.length),
  })
  .meta({ id: "ChannelFigures" });
export type ChannelFigures = z.infer<typeof channelFiguresSchema>;

const figuresQuerySchema = z
  .strictObject({
    ...figurePeriodFields,
    page_id: idSchema.optional(),
    platform: outsidePlatformSchema.optional(),
    /** The time zone of days and hours in the statistics. Absent: the zone of the reader's settings or device. */
    time_zone: timeZoneSchema.optional(),
  })
  .refine(isValidFigurePeriod, { error: "period", path: ["from"] });

export const getChannelFigures = endpoint({
  method: "GET",
  path: "/schat/figures",
  guard: "signed-in",
  limit: { perMinute: 60 },
  summary: `Returns figures of the chats with people on outside platforms, by page and by person: how many began, how soon they were answered and closed, and what could not be sent. The period is at most ${maximumFigureDays} days; by default, the last ${defaultFigureDays} days. Covers all bots that the caller works on.`,
  query: figuresQuerySchema,
  data: channelFiguresSchema,
});

export const downloadChannelFigures = endpoint({
  method: "GET",
  path: "/schat/figures/csv",
  guard: "signed-in",
  limit: { perMinute: 20 },
  answerFormats: ["bytes"],
  summary:
    "Returns the figures of the chats with people on outside platforms as a table for a spreadsheet: in all, by page, by person, by day, by hour and by reason.",
  query: figuresQuerySchema,
  data: z.object({}),
});
