import type { LiveEvent, PresenceEvent } from "@kakehashi/contract/live";
import type { PersonalEvent } from "@kakehashi/contract/notifications";

export type IncomingEvent = LiveEvent | PersonalEvent | PresenceEvent;

export const isPresence = (event: IncomingEvent): event is PresenceEvent => event.type === "PRESENCE";

/** Whether an event is one of a conversation. Personal events name none. */
export const isOfConversation = (event: Exclude<IncomingEvent, PresenceEvent>): event is LiveEvent =>
  "conversation_id" in event;
