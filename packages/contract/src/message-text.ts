import { z } from "zod";
import { isBlank } from "./blank.ts";
import { restoreDeletedNameMarks } from "./deleted-names.ts";
import { replaceMentionsByNames } from "./mentions.ts";
import { toStorableText } from "./storable.ts";

/**
 * Maximum user-perceived characters (grapheme clusters) of a message. A mention counts as the characters of `@name`.
 */
export const maximumMessageLength = 10_000;
/**
 * Maximum UTF-16 code units of a message. It is far above the maximum characters, because one emoji may take 11 units.
 * It prevents a single character with a megabyte of combining marks.
 */
export const maximumMessageCodeUnits = 40_000;

const graphemeSegmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Returns the number of user-perceived characters (grapheme clusters). A mention counts as the characters of `@name`.
 */
export function countMessageCharacters(content: string): number {
  let count = 0;
  for (const _ of graphemeSegmenter.segment(replaceMentionsByNames(content))) count++;
  return count;
}

/**
 * Whether a text exceeds the maximum length of a message, which is also that of a translation. Counting characters is
 * slow, so they are counted only if the number of code units allows both results.
 */
export const isTooLongForMessage = (text: string): boolean =>
  text.length > maximumMessageCodeUnits ||
  (text.length > maximumMessageLength && countMessageCharacters(text) > maximumMessageLength);

const tooLongRefusal = { error: "too_long", params: { limit: maximumMessageLength } };

/**
 * The schema of a message's text with its maximum length. The text may be blank. The result is the cleaned text, as it
 * is stored.
 */
export const boundedMessageTextSchema = z
  .string()
  .refine((content) => content.length <= maximumMessageCodeUnits, { ...tooLongRefusal, abort: true })
  .transform((content) => restoreDeletedNameMarks(toStorableText(content)))
  .pipe(
    z.string().refine(
      // Splitting a text into characters is slow. A text with few code units does not need it, because a text never has
      // more characters than code units.
      (content) =>
        content.length <= maximumMessageLength || countMessageCharacters(content) <= maximumMessageLength,
      tooLongRefusal,
    ),
  );

/** The text of a message. It must not be blank. */
export const messageTextSchema = boundedMessageTextSchema.pipe(
  z.string().refine((content) => !isBlank(content), { error: "required" }),
);
