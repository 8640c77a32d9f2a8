import type { Message } from "@kakehashi/contract/messages";

/** Returns the picked messages with this message added. If the message was picked already, returns them without it. */
export function togglePickedMessage(
  pickedMessages: ReadonlyMap<string, Message>,
  message: Message,
): Map<string, Message> {
  const newPickedMessages = new Map(pickedMessages);
  if (!newPickedMessages.delete(message.id)) newPickedMessages.set(message.id, message);
  return newPickedMessages;
}
