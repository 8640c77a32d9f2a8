import type { Message } from "./messages.ts";

/**
 * Maximum UTF-16 code units of the last message in a conversation of a list. A line of the list shows fewer.
 */
export const lastMessageUnits = 1_000;
/** Maximum UTF-16 code units of each translation of the last message. */
export const lastTranslationUnits = 300;

/** A room's last message, cut to the length for a list of rooms. */
export interface LastMessage extends Omit<Message, "previews" | "reactions" | "outside"> {
  /**
   * Tells only whether the message has a place on a map (`location`) or something else besides words and files, because
   * each of a thousand rooms may have a long list of missing files.
   */
  outside?: { location?: Record<string, never> | undefined } | undefined;
}

export function lastMessageOf({
  previews,
  reactions,
  translations,
  outside,
  ...message
}: Message): LastMessage {
  return {
    ...(outside && { outside: outside.location ? { location: {} } : {} }),
    ...shortenContent(message, lastMessageUnits),
    ...(translations && {
      translations: translations.map((translation) => shortenContent(translation, lastTranslationUnits)),
    }),
  };
}

/** Cuts a text, but never inside a surrogate pair. */
const shortenContent = <Text extends { content: string }>(text: Text, units: number): Text => ({
  ...text,
  content: text.content.slice(0, units).toWellFormed(),
});
