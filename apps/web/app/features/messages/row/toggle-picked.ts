import type { Message } from "@kakehashi/contract/messages";

/**
 * Returns the selected messages after a press on the message's checkbox: adds the message, or removes it if it was
 * selected.
 */
export function togglePickedMessage(
  pickedMessages: ReadonlyMap<string, Message>,
  message: Message,
): Map<string, Message> {
  const newPickedMessages = new Map(pickedMessages);
  if (!newPickedMessages.delete(message.id)) newPickedMessages.set(message.id, message);
  return newPickedMessages;
}
