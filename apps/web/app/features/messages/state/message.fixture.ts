import type { Message } from "@kakehashi/contract/messages";

/** A message as the server sends it, for tests. `overrides` overrides fields. */
export function messageFixture(number: number, overrides: Partial<Message> = {}): Message {
  return {
    id: `id-${number}`,
    conversation_id: "room",
    seq: number,
    changed_seq: number,
    number,
    user_id: "somebody",
    client_id: `client-${number}`,
    content: `text ${number}`,
    parent_id: null,
    revision: 1,
    edited: false,
    deleted: false,
    pinned: false,
    bookmarked: false,
    reactions: [],
    reply_count: 0,
    reply_user_ids: [],
    last_reply_at: null,
    language: "en",
    files: [],
    created_at: "2026-11-20T00:00:00.000Z",
    ...overrides,
  };
}
