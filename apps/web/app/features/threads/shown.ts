import type { Message } from "@kakehashi/contract/messages";
import type { Thread } from "@kakehashi/contract/threads";

/** The message that stands for a thread in a list: its first one, or its last reply once the first one is deleted. */
export function shownOf({ message, replies }: Pick<Thread, "message" | "replies">): Message {
  if (!message.deleted) return message;
  return replies.findLast(({ deleted }) => !deleted) ?? message;
}
