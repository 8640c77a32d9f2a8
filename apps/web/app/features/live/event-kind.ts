import type { LiveEvent, PresenceEvent } from "@kakehashi/contract/live";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";

export type IncomingEvent = LiveEvent | PersonalEvent | PresenceEvent;

export const isPresenceEvent = (event: IncomingEvent): event is PresenceEvent => event.type === "PRESENCE";

/** Whether an event belongs to a conversation. Personal events have no conversation id. */
export const isConversationEvent = (event: Exclude<IncomingEvent, PresenceEvent>): event is LiveEvent =>
  "conversation_id" in event;
