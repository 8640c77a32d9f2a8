import { z } from "zod";
import { broadcastAudienceSchema } from "./bot-broadcast-audience.ts";
import { storedBroadcastContentSchema } from "./bot-broadcast-content.ts";
import { broadcastSkipReasons } from "./bot-broadcast-reasons.ts";
import {
  broadcastPauseReasonSchema,
  broadcastResultCountsSchema,
  broadcastStateSchema,
} from "./bot-broadcast-states.ts";
import { allBotPlatforms } from "./flows/limits.ts";
import { idSchema } from "./kit/ids.ts";
import { localDateTimeSchema } from "./kit/moments.ts";
import { languages } from "./languages.ts";
import { timeZoneSchema } from "./user-settings.ts";
import { userSummarySchema } from "./users.ts";

/** The local time `at`. Each visitor gets the broadcast when their own clock shows this time. */
export const broadcastReaderTimeSchema = z
  .strictObject({
    at: localDateTimeSchema,
    /** The time zone for visitors whose own time zone is unknown. */
    time_zone: timeZoneSchema,
  })
  .meta({ id: "BotBroadcastReaderTime" });
export type BroadcastReaderTime = z.infer<typeof broadcastReaderTimeSchema>;

const countSchema = z.number().int().min(0);
/** The number of recipients who did not get the broadcast for this reason. */
const unreachedReason = z
  .object({ reason: z.enum(broadcastSkipReasons), count: countSchema })
  .meta({ id: "BotBroadcastUnreachedReason" });
export type UnreachedReasonCount = z.infer<typeof unreachedReason>;
const broadcastFields = {
  id: idSchema,
  /** The broadcast's name. Only the people who work on the bot see it. */
  name: z.string().max(200),
  state: broadcastStateSchema,
  pause_reason: broadcastPauseReasonSchema.nullable(),
  /**
   * When the broadcast begins. Null: at once. If `reader_time` is set, this is the time at which clocks in
   * `reader_time.time_zone` show the local time of the broadcast.
   */
  scheduled_at: z.iso.datetime().nullable(),
  /** The local time at which each visitor gets the broadcast. Null: all visitors get it at the same time. */
  reader_time: broadcastReaderTimeSchema.nullable(),
  /**
   * For a broadcast that is sent by local time: when the server sends it next, to the visitors whose clocks then show
   * this local time. Null: no visitor is waiting for their local time.
   */
  next_at: z.iso.datetime().nullable(),
  created_by: userSummarySchema,
  created_at: z.iso.datetime(),
  /** When the server selected and stored the recipients of the broadcast. Visitors who come later do not get it. */
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  /** The number of recipients of the broadcast. 0 until the server has stored the recipients. */
  planned_count: countSchema,
  sent_count: countSchema,
  skipped_count: countSchema,
  /**
   * Why no visitor got the broadcast, with the most frequent reason first. Empty if no visitor met the audience's
   * conditions. Null if somebody got it, or if it has not ended.
   */
  unreached: z.array(unreachedReason).max(broadcastSkipReasons.length).nullable(),
};
export const broadcastSchema = z.object(broadcastFields).meta({ id: "BotBroadcast" });
export type Broadcast = z.infer<typeof broadcastSchema>;

export const broadcastDetailSchema = z
  .object({
    ...broadcastFields,
    content: storedBroadcastContentSchema,
    audience: broadcastAudienceSchema,
    /** The name of the page that limits the audience. Null: no page limits it, or the page was deleted. */
    page_name: z.string().max(200).nullable(),
    /** The broadcast's revision. It increases with each change by an editor or a translator. */
    revision: z.number().int(),
    /** The person who last changed the broadcast. Before the first change, the person who created it. */
    edited_by: userSummarySchema,
    results: z.array(broadcastResultCountsSchema).max(allBotPlatforms.length * languages.length),
  })
  .meta({ id: "BotBroadcastDetail" });
export type BroadcastDetail = z.infer<typeof broadcastDetailSchema>;
