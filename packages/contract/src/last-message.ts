import type { Message } from "./messages.ts";

/** Code units of a room's last message that come with the room: more than a line of a list shows. */
export const lastMessageUnits = 1_000;
/** And of each of its translations. */
export const lastTranslationUnits = 300;

/** A room's last message, as much of it as a list shows. */
export type LastMessage = Omit<Message, "previews" | "reactions">;

export function lastMessageOf({ previews, reactions, translations, ...message }: Message): LastMessage {
  return {
    ...cut(message, lastMessageUnits),
    ...(translations && { translations: translations.map((one) => cut(one, lastTranslationUnits)) }),
  };
}

/** A pair of surrogates that the cut divides is not sent as half of one. */
const cut = <Text extends { content: string }>(text: Text, units: number): Text => ({
  ...text,
  content: text.content.slice(0, units).toWellFormed(),
});
