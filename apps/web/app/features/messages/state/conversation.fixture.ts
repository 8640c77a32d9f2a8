import type { Conversation } from "@kakehashi/contract/conversations";
import { toLastMessage } from "@kakehashi/contract/last-message";
import type { LiveEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";
import { messageFixture } from "./message.fixture.ts";

export function messageInRoomFixture(conversationId: string, number: number, authorId: string): Message {
  return messageFixture(number, {
    id: `${conversationId}-${number}`,
    client_id: `${conversationId}-${number}`,
    conversation_id: conversationId,
    user_id: authorId,
    content: "text",
    language: "vi",
    created_at: new Date(Date.UTC(2026, 10, 20, 0, number)).toISOString(),
  });
}

/** A conversation with `messageCount` messages, for tests. The last `unreadCount` messages are unread. */
export function conversationFixture(id: string, messageCount: number, unreadCount = 0): Conversation {
  return {
    id,
    kind: "DIRECT",
    name: null,
    partner: null,
    member_count: 2,
    role: "MEMBER",
    pinned: false,
    muted: false,
    notify_about: null,
    seq: messageCount,
    last_number: messageCount,
    read_number: messageCount - unreadCount,
    unread_count: unreadCount,
    count_unread_messages: unreadCount,
    mention_count: 0,
    last_message: toLastMessage(messageInRoomFixture(id, messageCount, "other")),
    last_message_at: messageInRoomFixture(id, messageCount, "other").created_at,
    created_by: null,
    created_at: "2026-11-19T00:00:00.000Z",
  };
}

export const messageCreatedEventFixture = (
  conversationId: string,
  number: number,
  authorId = "other",
): LiveEvent => ({
  type: "MESSAGE_CREATED",
  conversation_id: conversationId,
  seq: number,
  message: messageInRoomFixture(conversationId, number, authorId),
});
