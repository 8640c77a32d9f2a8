import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";

const words = z
  .object({ en: z.string().max(200), vi: z.string().max(200), ja: z.string().max(200) })
  .meta({ id: "EmojiWords" });

/** Where an emoji stands in a picker, in the order of the picker. */
export const emojiGroups = [
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
export const emojiGroupSchema = z.enum(emojiGroups).meta({ id: "EmojiGroup" });
export type EmojiGroup = z.infer<typeof emojiGroupSchema>;

/** `type` is the character itself, which a reaction names; `skins` the same in the skin tones that it has. */
export const emoji = z
  .object({
    type: z.string().max(64),
    group: emojiGroupSchema,
    names: words,
    /** Further words to find it by, lower case, separated by spaces. */
    tags: words,
    /** What stands between colons: `:thumbsup:`. */
    codes: z.array(z.string().max(100)).max(10),
    skins: z.array(z.string().max(64)).max(30),
  })
  .meta({ id: "Emoji" });
export type Emoji = z.infer<typeof emoji>;

/** Bytes of the whole list as JSON. */
export const maximumEmojiBytes = 1_000_000;

export const listEmojis = endpoint({
  method: "GET",
  path: "/emojis",
  guard: "signed-in",
  summary: "Every emoji, with its names in three languages, in the order of a picker.",
  // Two thirds of that today.
  data: z.array(emoji).max(5_000).meta({ "x-maximum-bytes": maximumEmojiBytes }),
});
