import type { Message } from "@kakehashi/contract/messages";

/** The picked messages with this one added, or removed if it was among them. */
export function togglePicked(
  pickedMessages: ReadonlyMap<string, Message>,
  message: Message,
): Map<string, Message> {
  const newPicked = new Map(pickedMessages);
  if (!newPicked.delete(message.id)) newPicked.set(message.id, message);
  return newPicked;
}
