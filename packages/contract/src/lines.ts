import { z } from "zod";
import { idSchema } from "./kit/ids.ts";

/**
 * What happened in a conversation: people joined, were added or left, it was renamed, somebody became an
 * owner or stopped being one, or the other person's account was deleted. One of
 * two people agreed to machine translation, it was switched on, or off.
 */
export const lineKinds = [
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
] as const;
export const lineKindSchema = z.enum(lineKinds).meta({ id: "LineKind" });
export type LineKind = z.infer<typeof lineKindSchema>;

/** How many people a line names. Of the others it gives the number. */
export const maximumNamesInLine = 5;
/** The most lines in one answer. If a window has more, the newest are kept. */
export const maximumLines = 100;

/**
 * A line that the conversation writes into its own history. It is no message: it has no id, is never unread,
 * and cannot be searched or edited. It is identified by its `seq` and shown after the message with `number`
 * (0: before the first). The client words it in the reader's language.
 */
export const systemLine = z
  .object({
    seq: z.number().int(),
    number: z.number().int(),
    kind: lineKindSchema,
    /** Who did this to others. Null when nobody did. */
    actor_id: idSchema.nullable(),
    /** The people it is about: the first `maximumNamesInLine` of `user_count`. */
    user_ids: z.array(idSchema).max(maximumNamesInLine),
    user_count: z.number().int().min(0),
    /** The conversation's new name. */
    name: z.string().max(200).nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "SystemLine" });
export type SystemLine = z.infer<typeof systemLine>;
