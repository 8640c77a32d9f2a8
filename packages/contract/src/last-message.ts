import type { Message } from "./messages.ts";

/** Code units of a room's last message that come with the room: more than a line of a list shows. */
export const lastMessageUnits = 1_000;

/** A room's last message, as much of it as a list shows. */
export type LastMessage = Omit<Message, "previews" | "reactions">;

export function lastMessageOf({ previews, reactions, ...message }: Message): LastMessage {
  // A pair of surrogates that the cut divides is not sent as half of one.
  return { ...message, content: message.content.slice(0, lastMessageUnits).toWellFormed() };
}
