import type { Message } from "./messages.ts";

/** Maximum UTF-16 code units of the last message in a list of conversations. A row of the list shows fewer. */
export const lastMessageUnits = 1_000;
/** Maximum UTF-16 code units of each translation of the last message. */
export const lastTranslationUnits = 300;

/** A room's last message, shortened for a list of rooms. */
export interface LastMessage extends Omit<Message, "previews" | "reactions" | "outside"> {
  /**
   * Only tells whether the message has a location (`location`) or another part besides words and files. A list of a
   * thousand rooms would be too large with the full data.
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
