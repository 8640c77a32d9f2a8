import { z } from "zod";
import { idSchema } from "./kit/ids.ts";

/**
 * What became of a conversation: people came (by themselves, or brought by somebody) and went, it got another name,
 * somebody became an owner or is none any more, the other person's account was deleted.
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
] as const;
export const lineKindSchema = z.enum(lineKinds).meta({ id: "LineKind" });
export type LineKind = z.infer<typeof lineKindSchema>;

/** How many of the people that a line is about it names; the others are counted. */
export const namedInLine = 5;
/** The most lines that come with one answer. Of a window that holds more, the newest. */
export const maximumLines = 100;

/**
 * A line that the conversation itself writes into its history. No message: it has no id, is neither unread nor found,
 * and nothing can be done to it. Known by its `seq`; it stands after the message of `number`, 0 for before the first.
 * Its words are made by who shows it, in the reader's language.
 */
export const systemLine = z
  .object({
    seq: z.number().int(),
    number: z.number().int(),
    kind: lineKindSchema,
    /** Who did it; null where nobody did it to others. */
    actor_id: idSchema.nullable(),
    /** Those it is about, the first `namedInLine` of `user_count`. */
    user_ids: z.array(idSchema).max(namedInLine),
    user_count: z.number().int().min(0),
    /** The new name. */
    name: z.string().max(200).nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "SystemLine" });
export type SystemLine = z.infer<typeof systemLine>;
