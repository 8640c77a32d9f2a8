import { parseChatKey } from "./chat-key.ts";
import { chatStateOf } from "./chats.ts";
import * as core from "./timeline.ts";

/**
 * An empty timeline for a message without replies. No request is needed, because the message's conversation is already
 * loaded.
 */
export function createEmptyThreadTimeline(key: string): core.ChatTimeline | null {
  const { id, parentId } = parseChatKey(key);
  const conversation = chatStateOf(id).timeline;
  const root = conversation?.messages.find((message) => message.id === parentId);
  if (!conversation || root?.reply_count !== 0) return null;
  return core.createTimeline(id, conversation.seq, { messages: [], above: false, parentId });
}
