import { z } from "zod";
import { broadcastAudienceBodySchema } from "./bot-broadcast-audience.ts";
import { broadcastContentSchema, changedBroadcastContentSchema } from "./bot-broadcast-content.ts";
import { foreseenBroadcastSkipReasons } from "./bot-broadcast-reasons.ts";
import { broadcastDetailSchema, broadcastReaderTimeSchema, broadcastSchema } from "./bot-broadcast-shapes.ts";
import { maximumScheduleDays } from "./bot-broadcast-times.ts";
import { maximumListedChannelPages } from "./channel-pages.ts";
import { channelPageSummarySchema } from "./channels.ts";
import { allBotPlatforms, botPlatformSchema, flowTextLimits } from "./flows/limits.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyIdSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { momentSchema } from "./kit/moments.ts";
import { maximumPageSize, pageMetaSchema, pageQuery } from "./kit/page.ts";
import { nameSchema } from "./names.ts";

export type { BroadcastAudience } from "./bot-broadcast-audience.ts";
export type {
  BroadcastContent,
  ChangedBroadcastContent,
  StoredBroadcastContent,
} from "./bot-broadcast-content.ts";
export type {
  Broadcast,
  BroadcastDetail,
  BroadcastReaderTime,
  UnreachedReasonCount,
} from "./bot-broadcast-shapes.ts";
export type {
  BroadcastPauseReason,
  BroadcastResultCounts,
  BroadcastSkipReason as SkipReason,
  BroadcastState,
} from "./bot-broadcast-states.ts";

/** Maximum broadcasts of one bot. */
export const maximumBroadcastsPerBot = 100;
/** The form that selects a broadcast's recipients offers at most this many tags, and at most this many variables. */
export const maximumAudienceChoices = 200;

const botParams = z.strictObject({ id: idSchema });
const broadcastParams = z.strictObject({ id: idSchema, bid: idSchema });
const countSchema = z.number().int().min(0);

export const listBroadcasts = endpoint({
  method: "GET",
  path: "/bots/:id/broadcasts",
  guard: "signed-in",
  limit: limits.automatic,
  summary: "Lists the broadcasts of a bot, newest first. For everybody who works on the bot.",
  params: botParams,
  query: pageQuery,
  data: z.array(broadcastSchema).max(maximumPageSize),
  meta: pageMetaSchema,
});

export const getBroadcast = endpoint({
  method: "GET",
  path: "/bots/:id/broadcasts/:bid",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Returns a broadcast with its content, its audience and its results. For everybody who works on the bot.",
  params: broadcastParams,
  data: broadcastDetailSchema,
});

export const getBroadcastName = endpoint({
  method: "GET",
  path: "/bots/:id/broadcasts/:bid/name",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Returns the name of a broadcast, to show beside the messages that it has sent into chats. For everybody who works on the bot.",
  params: broadcastParams,
  data: z.object({ id: idSchema, name: broadcastSchema.shape.name }).meta({ id: "BotBroadcastName" }),
});

export const downloadBroadcastResults = endpoint({
  method: "GET",
  path: "/bots/:id/broadcasts/:bid/csv",
  guard: "signed-in",
  limit: limits.mail,
  answerFormats: ["bytes"],
  summary: "Returns the results of a broadcast by platform and language, as a table for a spreadsheet.",
  params: broadcastParams,
  data: z.object({}),
});

export const getBroadcastAudienceChoices = endpoint({
  method: "GET",
  path: "/bots/:id/broadcasts/choices",
  guard: "signed-in",
  limit: limits.form,
  summary: `Lists the pages that are joined to the bot, and the tags and the variables that visitors have. Each list has at most ${maximumAudienceChoices} entries, sorted by name. Tags and variables are read from the sessions that were used last.`,
  params: botParams,
  data: z
    .object({
      pages: z.array(channelPageSummarySchema).max(maximumListedChannelPages),
      tags: z.array(z.string().max(flowTextLimits.tag)).max(maximumAudienceChoices),
      variables: z.array(z.string().max(50)).max(maximumAudienceChoices),
    })
    .meta({ id: "BotBroadcastChoices" }),
});

export const countBroadcastAudience = endpoint({
  method: "POST",
  path: "/bots/:id/broadcasts/count",
  guard: "active",
  limit: limits.lookup,
  summary:
    "Counts the visitors that a broadcast is for, and how many of them it would reach now. `left_out` tells why the others would get nothing. Stores and sends nothing. For owners and editors.",
  params: botParams,
  body: z.strictObject({ audience: broadcastAudienceBodySchema }).meta({ id: "BotBroadcastCountBody" }),
  data: z
    .object({
      count: countSchema,
      reachable: countSchema,
      left_out: z
        .array(
          z.object({
            platform: botPlatformSchema,
            reason: z.enum(foreseenBroadcastSkipReasons),
            count: countSchema,
          }),
        )
        .max(allBotPlatforms.length * foreseenBroadcastSkipReasons.length),
    })
    .meta({ id: "BotBroadcastCount" }),
});

const broadcastBodyFields = {
  name: nameSchema,
  audience: broadcastAudienceBodySchema,
  scheduled_at: momentSchema.nullable().default(null),
  /**
   * The local time at which each visitor gets the broadcast, instead of `scheduled_at`. If a visitor's clock is already
   * past this time when the broadcast begins, the visitor gets it at once.
   */
  reader_time: broadcastReaderTimeSchema.nullable().default(null),
};
const hasAtMostOneTime = ({ scheduled_at, reader_time }: { scheduled_at: unknown; reader_time: unknown }) =>
  scheduled_at === null || reader_time === null;
const twoTimesError = { error: "choice", path: ["reader_time"] };

export const newBroadcastBodySchema = z
  .strictObject({
    /**
     * An id that makes a repeated request safe. A second request with this id returns the broadcast that the first one
     * created.
     */
    client_id: z.uuid().toLowerCase(),
    content: broadcastContentSchema,
    ...broadcastBodyFields,
  })
  .refine(hasAtMostOneTime, twoTimesError)
  .meta({ id: "BotBroadcastBody" });
export type NewBroadcastRequest = z.output<typeof newBroadcastBodySchema>;

export const broadcastChangeBodySchema = z
  .strictObject({
    /** The revision of the broadcast that the caller edited. */
    revision: z.number().int().min(1),
    content: changedBroadcastContentSchema,
    ...broadcastBodyFields,
  })
  .refine(hasAtMostOneTime, twoTimesError)
  .meta({ id: "BotBroadcastChangedBody" });
export type BroadcastChangeRequest = z.output<typeof broadcastChangeBodySchema>;

export const createBroadcast = endpoint({
  method: "POST",
  path: "/bots/:id/broadcasts",
  guard: "active",
  limit: limits.form,
  summary: `Sends a text or an article to many visitors on the web and on platforms. The broadcast begins now, or within ${maximumScheduleDays} days: at a time that is the same for all, or at a time of each visitor's own clock. The recipients are fixed when the broadcast begins. For owners and editors. A bot keeps at most ${maximumBroadcastsPerBot} broadcasts.`,
  params: botParams,
  body: newBroadcastBodySchema,
  data: broadcastDetailSchema,
});

export const changeBroadcast = endpoint({
  method: "PATCH",
  path: "/bots/:id/broadcasts/:bid",
  guard: "active",
  limit: limits.form,
  summary:
    "Changes the content, the audience and the time of a scheduled broadcast. Without a time, the broadcast begins now. BOT.BROADCAST_BEGUN if it has begun or was stopped; BOT.EDITED if somebody has saved a later revision. In both cases nothing is saved. For owners and editors.",
  params: broadcastParams,
  body: broadcastChangeBodySchema,
  data: broadcastDetailSchema,
});

export const pauseBroadcast = endpoint({
  method: "POST",
  path: "/bots/:id/broadcasts/:bid/pause",
  guard: "active",
  limit: limits.form,
  summary: "Pauses a broadcast that is being sent. For owners and editors.",
  params: broadcastParams,
  data: broadcastDetailSchema,
});

export const resumeBroadcast = endpoint({
  method: "POST",
  path: "/bots/:id/broadcasts/:bid/resume",
  guard: "active",
  limit: limits.form,
  summary: "Resumes a paused broadcast. For owners and editors.",
  params: broadcastParams,
  data: broadcastDetailSchema,
});

export const cancelBroadcast = endpoint({
  method: "POST",
  path: "/bots/:id/broadcasts/:bid/cancel",
  guard: "active",
  limit: limits.form,
  summary:
    "Cancels a broadcast that is not done. Visitors who have received the broadcast keep it; nobody else gets it. For owners and editors.",
  params: broadcastParams,
  data: broadcastDetailSchema,
});

export const removeBroadcast = endpoint({
  method: "DELETE",
  path: "/bots/:id/broadcasts/:bid",
  guard: "active",
  limit: limits.form,
  summary:
    "Deletes a broadcast that is done or cancelled, with its results. Its messages stay with the visitors. For owners and editors.",
  params: broadcastParams,
  data: onlyIdSchema,
});
