import { z } from "zod";
import { languageSchema } from "./languages.ts";

/**
 * The state of a broadcast.
 *
 * - SCHEDULED: it begins at `scheduled_at`.
 * - SENDING: it is planned, or about to be. Messages go out.
 * - PAUSED: nothing goes out until somebody resumes it. See `pause_reason`.
 * - DONE: everybody got it or was skipped.
 * - CANCELLED: who had not got it gets nothing.
 */
const broadcastStates = ["SCHEDULED", "SENDING", "PAUSED", "DONE", "CANCELLED"] as const;
export const broadcastState = z.enum(broadcastStates).meta({ id: "BotBroadcastState" });
export type BroadcastState = z.infer<typeof broadcastState>;

/**
 * Why a broadcast is paused. PERSON: somebody paused it. ARCHIVED: the bot was archived. NO_ROOM: the chats
 * of visitors with one person's bots have no room for its messages.
 */
export const pauseReason = z.enum(["PERSON", "ARCHIVED", "NO_ROOM"]).meta({ id: "BotBroadcastPauseReason" });
export type PauseReason = z.infer<typeof pauseReason>;

/**
 * Why a visitor got nothing. TALKING: they waited for a person or talked to one. GONE: their session was
 * deleted. FULL: their session takes no more messages.
 */
export type SkipReason = "TALKING" | "GONE" | "FULL";

const count = z.number().int().min(0);
/**
 * The results for the visitors of one language. `delivered`: whose page has it. `read`: on whose page at least half of it
 * was in sight. `clicked`: who pressed a link or a button of it. `answered`: who has written since they got it.
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
