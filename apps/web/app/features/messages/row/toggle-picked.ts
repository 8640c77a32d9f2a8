import type { Message } from "@kakehashi/contract/messages";

/**
 * Returns the picked messages after the reader has pressed the checkbox of this message: with the message, or without
 * it if it was picked before.
 */
export function togglePickedMessage(
  pickedMessages: ReadonlyMap<string, Message>,
  message: Message,
): Map<string, Message> {
  const newPickedMessages = new Map(pickedMessages);
  if (!newPickedMessages.delete(message.id)) newPickedMessages.set(message.id, message);
  return newPickedMessages;
}
