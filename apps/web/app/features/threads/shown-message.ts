import type { Message } from "@kakehashi/contract/messages";
import type { Thread } from "@kakehashi/contract/threads";

/** The message that represents a thread in a list: the root, or the last reply if the root was deleted. */
export function representativeMessageOf({ message, replies }: Pick<Thread, "message" | "replies">): Message {
  if (!message.deleted) return message;
  return replies.findLast(({ deleted }) => !deleted) ?? message;
}
