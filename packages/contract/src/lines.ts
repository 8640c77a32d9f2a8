import { z } from "zod";
import { idSchema } from "./kit/ids.ts";

/**
 * The events of a system line of a conversation. People joined, were added or left. The conversation was renamed.
 * Somebody became an owner or stopped being one. CLOSED: the other person's account was deleted.
 *
 * - MACHINE_…: one of two people agreed to machine translation, or it was switched on or off.
 * - TALK_…: somebody took a talk with a visitor, took it over from a colleague, handed it to a colleague, put it back
 *   in the queue, took a hand-over back, closed it, or gave the visitor back to the bot.
 */
export const systemLineKinds = [
  "JOINED",
  "ADDED",
  "LEFT",
  "REMOVED",
  "RENAMED",
  "OWNER",
  "NOT_OWNER",
  "CLOSED",
  "MACHINE_AGREED",
  "MACHINE_ON",
  "MACHINE_OFF",
  "TALK_TAKEN",
  "TALK_TAKEN_OVER",
  "TALK_HANDED_OVER",
  "TALK_WAITING",
  "TALK_TAKEN_BACK",
  "TALK_CLOSED",
  "TALK_TO_BOT",
] as const;
export const systemLineKindSchema = z.enum(systemLineKinds).meta({ id: "LineKind" });
export type SystemLineKind = z.infer<typeof systemLineKindSchema>;

/** The number of people whom a system line names. If the line is about more people, it only says how many more. */
export const maximumNamesInLine = 5;
/** Maximum system lines in one answer. If a window of messages has more, the newest lines are kept. */
export const maximumSystemLines = 100;

/**
 * A system line: an entry that the server adds to a conversation's history. It is not a message: it has no id, is never
 * unread, and cannot be searched or edited. Its `seq` identifies it, and it is shown after the message with `number`
 * (0: before the first). The client words it in the reader's language.
 */
export const systemLine = z
  .object({
    seq: z.number().int(),
    number: z.number().int(),
    kind: systemLineKindSchema,
    /** The person who changed something for other people. Null: people acted for themselves, or the server acted. */
    actor_id: idSchema.nullable(),
    /** The people whom the system line is about: the first `maximumNamesInLine` of `user_count`. */
    user_ids: z.array(idSchema).max(maximumNamesInLine),
    user_count: z.number().int().min(0),
    /** The new name of the conversation, if the system line is about a change of the name. */
    name: z.string().max(200).nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "SystemLine" });
export type SystemLine = z.infer<typeof systemLine>;
