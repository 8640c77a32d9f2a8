import { z } from "zod";
import { languageSchema } from "./languages.ts";

/**
 * The state of a broadcast.
 *
 * - SCHEDULED: it begins at `scheduled_at`.
 * - SENDING: messages go out. At first the recipients are stored.
 * - PAUSED: nothing goes out until somebody resumes it. `pause_reason` says why.
 * - DONE: every recipient got it or was skipped.
 * - CANCELLED: recipients who had not got it yet get nothing.
 */
const broadcastStates = ["SCHEDULED", "SENDING", "PAUSED", "DONE", "CANCELLED"] as const;
export const broadcastState = z.enum(broadcastStates).meta({ id: "BotBroadcastState" });
export type BroadcastState = z.infer<typeof broadcastState>;

/**
 * Why a broadcast is paused.
 *
 * - PERSON: somebody paused it.
 * - ARCHIVED: the bot was archived.
 * - NO_ROOM: the talks with all bots of the bot's creator have no bytes left for its messages.
 */
export const pauseReason = z.enum(["PERSON", "ARCHIVED", "NO_ROOM"]).meta({ id: "BotBroadcastPauseReason" });
export type PauseReason = z.infer<typeof pauseReason>;

/**
 * Why a recipient got nothing.
 *
 * - TALKING: the visitor waited for a person or talked to one.
 * - GONE: the visitor's session was deleted.
 * - FULL: the visitor's session takes no more messages.
 */
export type SkipReason = "TALKING" | "GONE" | "FULL";

const count = z.number().int().min(0);
/**
 * The results for the visitors of one language.
 *
 * - `delivered`: visitors whose page has the broadcast.
 * - `read`: visitors on whose page at least half of it was visible.
 * - `clicked`: visitors who pressed a link or a button of it.
 * - `answered`: visitors who have written since they got it.
 */
export const broadcastResult = z
  .object({
    language: languageSchema,
    planned: count,
    sent: count,
    delivered: count,
    read: count,
    clicked: count,
    answered: count,
    skipped: z.strictObject({ TALKING: count, GONE: count, FULL: count }),
  })
  .meta({ id: "BotBroadcastResult" });
export type BroadcastResult = z.infer<typeof broadcastResult>;
