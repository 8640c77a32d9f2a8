import { chatOf } from "./chat-key.ts";
import { chatStateOf } from "./chats.ts";
import * as core from "./timeline.ts";

/** The thread of a message that nobody has replied to, as far as its conversation is known: there is nothing to read. */
export function emptyThreadOf(key: string): core.Timeline | null {
  const { id, parentId } = chatOf(key);
  const conversation = chatStateOf(id).timeline;
  const root = conversation?.messages.find((message) => message.id === parentId);
  if (!conversation || root?.reply_count !== 0) return null;
  return core.openTimeline(id, conversation.seq, { messages: [], above: false, parentId });
}
