import { expect, test } from "vitest";
import { type IncomingEvent, isConversationEvent, isPresenceEvent } from "./event-kind.ts";

const messageId = "0199a3f0-0000-7000-8000-000000000001";

/** Returns which kind of listeners gets an event: those for conversations, for presence, or for personal events. */
const listenerKindOf = (event: IncomingEvent) =>
  isPresenceEvent(event) ? "presence" : isConversationEvent(event) ? "conversation" : "personal";

test("a personal event about a conversation goes to the listeners of personal events", () => {
  expect(listenerKindOf({ type: "OUTSIDE_TALK_CHANGED", bot_id: messageId, talk_id: messageId })).toBe(
    "personal",
  );
  expect(listenerKindOf({ type: "LIVECHAT_CHANGED", bot_id: messageId })).toBe("personal");
  expect(listenerKindOf({ type: "CHANNEL_PAGE_CHANGED", bot_id: messageId })).toBe("personal");
});

test("an event of a conversation goes to its listeners", () => {
  expect(listenerKindOf({ type: "CHANGES_MISSED", conversation_id: messageId, seq: 3 })).toBe("conversation");
});
