import { type PointerEvent, useEffect, useRef } from "react";
import { findConversationInList } from "../../conversations/queries.ts";
import { preloadChat } from "../state/open-chat.ts";
import { findNumberToOpenAfter } from "./unread.ts";

/**
 * The pointer must rest on a conversation's link for this many milliseconds before its messages are loaded. A pointer
 * that only passes over the link loads nothing.
 */
const hoverDelayMs = 60;
/**
 * Matches a link to a conversation without a query. A link to one message or thread has a query, and opens other
 * messages than the preloaded ones.
 */
const conversationPathPattern = /^\/chat\/([\w-]+)$/;

function conversationIdAt({ target }: PointerEvent): string | undefined {
  const link = target instanceof Element ? target.closest("a") : null;
  return conversationPathPattern.exec(link?.getAttribute("href") ?? "")?.[1];
}

function preloadConversation(id: string): void {
  const conversation = findConversationInList(id);
  preloadChat(id, conversation ? findNumberToOpenAfter(conversation) : null);
}

/** Returns event handlers for a list of links to conversations. They load the messages on hover, before the click. */
export function usePreloadConversationOnHover() {
  const hoverTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(hoverTimer.current), []);
  return {
    onPointerOver(event: PointerEvent) {
      clearTimeout(hoverTimer.current);
      const id = conversationIdAt(event);
      if (id && event.pointerType === "mouse")
        hoverTimer.current = setTimeout(() => preloadConversation(id), hoverDelayMs);
    },
    onPointerLeave: () => clearTimeout(hoverTimer.current),
    // Preload as soon as a finger touches the link, about a tenth of a second before the tap opens the conversation.
    onPointerDown(event: PointerEvent) {
      const id = conversationIdAt(event);
      if (id) preloadConversation(id);
    },
  };
}
