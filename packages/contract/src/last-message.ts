import type { Message } from "./messages.ts";

/** Maximum UTF-16 code units of the last message in a list of conversations. A row of the list shows fewer. */
export const lastMessageExcerptUnits = 1_000;
/** Maximum UTF-16 code units of each translation of the last message. */
export const lastTranslationExcerptUnits = 300;

/** A room's last message, shortened for a list of rooms. */
export interface LastMessage extends Omit<Message, "previews" | "reactions" | "outside"> {
  /**
   * A short form of the message's parts besides words and files. It only tells whether there is a location (`location`)
   * or another such part. With the full data, a list of a thousand rooms would be too large.
   */
  outside?: { location?: Record<string, never> | undefined } | undefined;
}

export function toLastMessage({
  previews,
  reactions,
  translations,
  outside,
  ...message
}: Message): LastMessage {
  return {
    ...(outside && { outside: outside.location ? { location: {} } : {} }),
    ...shortenContent(message, lastMessageExcerptUnits),
    ...(translations && {
      translations: translations.map((translation) =>
        shortenContent(translation, lastTranslationExcerptUnits),
      ),
    }),
  };
}

/**
 * Cuts a text to at most `units` UTF-16 code units. If the cut is inside a surrogate pair, the remaining half becomes
 * U+FFFD, so that the text stays valid.
 */
const shortenContent = <Text extends { content: string }>(text: Text, units: number): Text => ({
  ...text,
  content: text.content.slice(0, units).toWellFormed(),
});
