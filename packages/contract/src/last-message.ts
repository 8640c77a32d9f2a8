import type { Message } from "./messages.ts";

/** How many code units of its last message a conversation carries. A list's line shows fewer. */
export const lastMessageUnits = 1_000;
/** How many UTF-16 code units of each translation of the last message are shown. */
export const lastTranslationUnits = 300;

/** A room's last message, cut to what a list shows. */
export type LastMessage = Omit<Message, "previews" | "reactions">;

export function lastMessageOf({ previews, reactions, translations, ...message }: Message): LastMessage {
  return {
    ...shortened(message, lastMessageUnits),
    ...(translations && {
      translations: translations.map((translation) => shortened(translation, lastTranslationUnits)),
    }),
  };
}

/** Never ends inside a surrogate pair. */
const shortened = <Text extends { content: string }>(text: Text, units: number): Text => ({
  ...text,
  content: text.content.slice(0, units).toWellFormed(),
});
