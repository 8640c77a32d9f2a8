import { type PointerEvent, useEffect, useRef } from "react";
import { conversationInList } from "../../conversations/queries.ts";
import { preloadChat } from "../state/store.ts";
import { numberToOpenAfter } from "./unread.ts";

/**
 * The messages of a conversation load after the pointer rested on its link for this many milliseconds.
 * Passing over a link loads nothing.
 */
const hoverDelayMs = 60;
/** Only links without a query match. A link to one message or thread opens a different window of messages. */
const conversationPathPattern = /^\/chat\/([\w-]+)$/;

function conversationIdAt({ target }: PointerEvent): string | undefined {
  const link = target instanceof Element ? target.closest("a") : null;
  return conversationPathPattern.exec(link?.getAttribute("href") ?? "")?.[1];
}

function preloadConversation(id: string): void {
  const conversation = conversationInList(id);
  preloadChat(id, conversation ? numberToOpenAfter(conversation) : null);
}

/** Handlers for a list of conversation links. Messages load on hover, so that they are there at the click. */
export function usePreloadOnHover() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerOver(event: PointerEvent) {
      clearTimeout(timer.current);
      const id = conversationIdAt(event);
      if (id && event.pointerType === "mouse")
        timer.current = setTimeout(() => preloadConversation(id), hoverDelayMs);
    },
    onPointerLeave: () => clearTimeout(timer.current),
    // Load as soon as a finger touches the link: the tap ends about a tenth of a second later.
    onPointerDown(event: PointerEvent) {
      const id = conversationIdAt(event);
      if (id) preloadConversation(id);
    },
  };
}
