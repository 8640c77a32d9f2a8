import type { LiveEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";

/** Subscribes to the facts about messages. Sends each of them as a live event to the members of the room. */
export function startPublishingMessageEvents(events: Events, liveChannel: Live): void {
  type MessageEventType =
    | "MESSAGE_CREATED"
    | "MESSAGE_UPDATED"
    | "MESSAGE_DELETED"
    | "REACTION_CHANGED"
    | "TRANSLATION_CHANGED";
  function publishMessageEvent(type: MessageEventType, message: Message): void {
    const { conversation_id, changed_seq: seq } = message;
    const event: LiveEvent = { type, conversation_id, seq, message };
    liveChannel.toRoom(conversation_id, event);
  }
  events.on("MessageSent", ({ message }) => publishMessageEvent("MESSAGE_CREATED", message));
  events.on("MessageEdited", ({ after }) => publishMessageEvent("MESSAGE_UPDATED", after));
  events.on("MessageChanged", ({ message }) => publishMessageEvent("MESSAGE_UPDATED", message));
  events.on("MessageDeleted", ({ message }) => publishMessageEvent("MESSAGE_DELETED", message));
  events.on("TranslationChanged", ({ message }) => publishMessageEvent("TRANSLATION_CHANGED", message));
  events.on("ReactionChanged", ({ message }) => publishMessageEvent("REACTION_CHANGED", message));
}
