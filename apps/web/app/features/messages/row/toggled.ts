import type { Message } from "@kakehashi/contract/messages";

/** The picked messages with this one added, or removed if it was among them. */
export function toggled(picked: ReadonlyMap<string, Message>, message: Message): Map<string, Message> {
  const next = new Map(picked);
  if (!next.delete(message.id)) next.set(message.id, message);
  return next;
}
