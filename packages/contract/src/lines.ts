import { z } from "zod";
import { idSchema } from "./kit/ids.ts";

/**
 * What a system line in a conversation's history tells.
 *
 * - JOINED, ADDED, LEFT, REMOVED: who came to the conversation or left it.
 * - RENAMED: the new name of the conversation.
 * - OWNER, NOT_OWNER: somebody became an owner or stopped being one.
 * - CLOSED: the account of the other person was deleted.
 * - MACHINE_…: one of two people agreed to machine translation, or it was switched on or off.
 * - TALK_…: an agent accepted a talk with a visitor, took it over from a colleague, handed it over, put it back in the
 *   queue, cancelled a hand-over, closed it, or gave the visitor back to the bot.
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

/** Maximum number of people that a system line names. For more people it only says how many others there are. */
export const maximumNamesInLine = 5;
/** Maximum system lines in one response. If a window of messages has more, the response contains the newest lines. */
export const maximumSystemLinesPerResponse = 100;

/**
 * A system line: an entry that the server adds to a conversation's history. It is not a message: it has no id, is never
 * unread, and cannot be searched or edited. Its `seq` identifies it, and it is shown after the message whose number is
 * `number` (0: before the first message). The client formats its text in the reader's language.
 */
export const systemLineSchema = z
  .object({
    seq: z.number().int(),
    number: z.number().int(),
    kind: systemLineKindSchema,
    /** The person who changed something for other people. Null: the people acted themselves, or the server acted. */
    actor_id: idSchema.nullable(),
    /**
     * The people whom the system line is about: at most the first `maximumNamesInLine`. `user_count` is the number of
     * all of them.
     */
    user_ids: z.array(idSchema).max(maximumNamesInLine),
    user_count: z.number().int().min(0),
    /** The new name of the conversation, if the system line is about renaming it. */
    name: z.string().max(200).nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "SystemLine" });
export type SystemLine = z.infer<typeof systemLineSchema>;
