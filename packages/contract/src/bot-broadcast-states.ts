import { z } from "zod";
import { broadcastSkipReasons } from "./bot-broadcast-reasons.ts";
import { botPlatformSchema } from "./flows/limits.ts";
import { languageSchema } from "./languages.ts";

/**
 * The state of a broadcast.
 *
 * - SCHEDULED: it begins at `scheduled_at`.
 * - SENDING: the server stores the recipients and then sends the messages.
 * - PAUSED: no messages are sent until somebody resumes the broadcast. `pause_reason` says why.
 * - DONE: every recipient got the broadcast or was skipped.
 * - CANCELLED: somebody stopped the broadcast. Recipients who had not got it yet do not get it.
 */
const broadcastStates = ["SCHEDULED", "SENDING", "PAUSED", "DONE", "CANCELLED"] as const;
export const broadcastStateSchema = z.enum(broadcastStates).meta({ id: "BotBroadcastState" });
export type BroadcastState = z.infer<typeof broadcastStateSchema>;

/**
 * Why a broadcast is paused.
 *
 * - PERSON: somebody paused it.
 * - ARCHIVED: the bot was archived.
 * - NO_ROOM: the broadcast's messages do not fit in the storage for all bots of the bot's creator.
 */
export const broadcastPauseReasonSchema = z
  .enum(["PERSON", "ARCHIVED", "NO_ROOM"])
  .meta({ id: "BotBroadcastPauseReason" });
export type BroadcastPauseReason = z.infer<typeof broadcastPauseReasonSchema>;

export type { BroadcastSkipReason } from "./bot-broadcast-reasons.ts";

const countSchema = z.number().int().min(0);
/**
 * The results for the visitors of one platform and language.
 *
 * - `sent`: visitors to whom the broadcast was sent. On a platform: the platform has accepted it.
 * - `delivered`: visitors whose page or device has received the broadcast.
 * - `read`: visitors on whose page at least half of the broadcast was visible, or who have read it according to the
 *   platform.
 * - `clicked`: visitors who pressed a link or a button of the broadcast. Null on platforms, because they do not report
 *   it.
 * - `answered`: visitors who wrote to the bot after they got the broadcast.
 */
export const broadcastResultCountsSchema = z
  .object({
    platform: botPlatformSchema,
    language: languageSchema,
    planned: countSchema,
    sent: countSchema,
    delivered: countSchema,
    read: countSchema,
    clicked: countSchema.nullable(),
    answered: countSchema,
    /** The number of visitors who did not get the broadcast, by reason. */
    skipped: z
      .record(z.enum(broadcastSkipReasons), countSchema)
      .meta({ "x-maximum-bytes": 50 * broadcastSkipReasons.length }),
  })
  .meta({ id: "BotBroadcastResult" });
export type BroadcastResultCounts = z.infer<typeof broadcastResultCountsSchema>;
