import { z } from "zod";
import { audience } from "./bot-broadcast-audience.ts";
import { storedContent } from "./bot-broadcast-content.ts";
import { skipReasons } from "./bot-broadcast-reasons.ts";
import { broadcastResult, broadcastState, pauseReason } from "./bot-broadcast-states.ts";
import { platforms } from "./flows/limits.ts";
import { idSchema } from "./kit/ids.ts";
import { localTimeSchema } from "./kit/moments.ts";
import { languages } from "./languages.ts";
import { timeZoneSchema } from "./user-settings.ts";
import { userSummary } from "./users.ts";

/** Each visitor gets the broadcast when their own clock shows `at`. */
export const readerTime = z
  .strictObject({
    at: localTimeSchema,
    /** The time zone for visitors whose own time zone is not known. */
    time_zone: timeZoneSchema,
  })
  .meta({ id: "BotBroadcastReaderTime" });
export type BroadcastReaderTime = z.infer<typeof readerTime>;

const count = z.number().int().min(0);
/** How many recipients got no message of the broadcast for this reason. */
const unreachedReason = z
  .object({ reason: z.enum(skipReasons), count })
  .meta({ id: "BotBroadcastUnreachedReason" });
export type UnreachedReason = z.infer<typeof unreachedReason>;
const broadcastFields = {
  id: idSchema,
  /** The broadcast's name, which only the people who work on the bot see. */
  name: z.string().max(200),
  state: broadcastState,
  pause_reason: pauseReason.nullable(),
  /** When the broadcast begins. Null: at once. If `reader_time` is set, this is its time in its `time_zone`. */
  scheduled_at: z.iso.datetime().nullable(),
  /**
   * The time on each visitor's own clock at which the visitor gets the broadcast. Null: all visitors get it at the same
   * time.
   */
  reader_time: readerTime.nullable(),
  /**
   * When visitors in the next time zone get the broadcast that is being sent. Null: no visitor waits for their time.
   */
  next_at: z.iso.datetime().nullable(),
  created_by: userSummary,
  created_at: z.iso.datetime(),
  /** When the server stored the recipients of the broadcast. Later visitors do not get the broadcast. */
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  /** The number of recipients of the broadcast. 0 until the server has stored the recipients. */
  planned_count: count,
  sent_count: count,
  skipped_count: count,
  /**
   * Why nobody got the broadcast, the most frequent reason first. Empty if no visitor met the audience's conditions
   * when the broadcast began. Null if somebody got it, or if it has not ended.
   */
  unreached: z.array(unreachedReason).max(skipReasons.length).nullable(),
};
export const broadcast = z.object(broadcastFields).meta({ id: "BotBroadcast" });
export type Broadcast = z.infer<typeof broadcast>;

export const broadcastDetail = z
  .object({
    ...broadcastFields,
    content: storedContent,
    audience,
    /** The name of the page that limits the audience. Null: no page limits it, or the page was deleted. */
    page_name: z.string().max(200).nullable(),
    /** The broadcast's revision, which grows with each change by an editor or a translator. */
    revision: z.number().int(),
    /** The person who made the last change of the broadcast. At first, the person who created the broadcast. */
    edited_by: userSummary,
    results: z.array(broadcastResult).max(platforms.length * languages.length),
  })
  .meta({ id: "BotBroadcastDetail" });
export type BroadcastDetail = z.infer<typeof broadcastDetail>;
