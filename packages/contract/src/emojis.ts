import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { limits } from "./kit/limits.ts";

const emojiSearchWordsSchema = z
  .object({ en: z.string().max(200), vi: z.string().max(200), ja: z.string().max(200) })
  .meta({ id: "EmojiWords" });

/** The groups of the emoji picker, in display order. */
export const emojiGroupNames = [
  "smileys",
  "people",
  "animals",
  "food",
  "travel",
  "activities",
  "objects",
  "symbols",
  "flags",
] as const;
export const emojiGroupNameSchema = z.enum(emojiGroupNames).meta({ id: "EmojiGroupName" });
export type EmojiGroupName = z.infer<typeof emojiGroupNameSchema>;

/**
 * An emoji. `type` is its character, by which reactions identify it. `skins` are the same emoji in other skin tones.
 */
export const standardEmojiSchema = z
  .object({
    type: z.string().max(64),
    group: emojiGroupNameSchema,
    names: emojiSearchWordsSchema,
    /** More search words for the emoji: lower case, separated by spaces. */
    tags: emojiSearchWordsSchema,
    /** The emoji's names between colons, as in `:thumbsup:`. */
    codes: z.array(z.string().max(100)).max(10),
    skins: z.array(z.string().max(64)).max(30),
  })
  .meta({ id: "StandardEmoji" });
export type StandardEmoji = z.infer<typeof standardEmojiSchema>;

/** Maximum size of the whole emoji list as JSON, in bytes. */
export const maximumStandardEmojiListBytes = 1_000_000;

export const listStandardEmojis = endpoint({
  method: "GET",
  path: "/emojis",
  guard: "signed-in",
  limit: limits.read,
  summary: "Lists all emoji, with their names in three languages, in the order of a picker.",
  // Maximum number of emoji in the list. At present the list has about 1,900.
  data: z.array(standardEmojiSchema).max(5_000).meta({ "x-maximum-bytes": maximumStandardEmojiListBytes }),
});
