import type { Conversation } from "@kakehashi/contract/conversations";
import { toLastMessage } from "@kakehashi/contract/last-message";
import type { LiveEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";
import { messageFixture } from "./message.fixture.ts";

export function createMessageInRoom(room: string, number: number, author: string): Message {
  return messageFixture(number, {
    id: `${room}-${number}`,
    client_id: `${room}-${number}`,
    conversation_id: room,
    user_id: author,
    content: "text",
    language: "vi",
    created_at: new Date(Date.UTC(2026, 10, 20, 0, number)).toISOString(),
  });
}

/** A conversation with this many messages, for tests. The last `unreadCount` messages are unread. */
export function conversationFixture(id: string, number: number, unreadCount = 0): Conversation {
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
    seq: number,
    last_number: number,
    read_number: number - unreadCount,
    unread_count: unreadCount,
    count_unread_messages: unreadCount,
    mention_count: 0,
    last_message: toLastMessage(createMessageInRoom(id, number, "other")),
    last_message_at: createMessageInRoom(id, number, "other").created_at,
    created_by: null,
    created_at: "2026-11-19T00:00:00.000Z",
  };
}

export const createMessageCreatedEvent = (id: string, number: number, author = "other"): LiveEvent => ({
  type: "MESSAGE_CREATED",
  conversation_id: id,
  seq: number,
  message: createMessageInRoom(id, number, author),
});
