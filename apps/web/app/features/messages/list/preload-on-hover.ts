import { type PointerEvent, useEffect, useRef } from "react";
import { conversationInList } from "../../conversations/queries.ts";
import { preloadChat } from "../state/store.ts";
import { firstUnreadOf } from "./unread.ts";

/** Milliseconds that a pointer rests on a conversation until its messages are read: on its way past others it reads none. */
const hoverMs = 60;
/** Without a query: what leads to one message or thread opens at another place. */
const conversationPath = /^\/chat\/([\w-]+)$/;

function conversationIdAt({ target }: PointerEvent): string | undefined {
  const link = target instanceof Element ? target.closest("a") : null;
  return conversationPath.exec(link?.getAttribute("href") ?? "")?.[1];
}

function preload(id: string): void {
  const listed = conversationInList(id);
  preloadChat(id, listed ? firstUnreadOf(listed) : null);
}

/** For a list of links to conversations: whoever reaches for one finds its messages there when they have clicked. */
export function usePreloadOnHover() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerOver(event: PointerEvent) {
      clearTimeout(timer.current);
      const id = conversationIdAt(event);
      if (id && event.pointerType === "mouse") timer.current = setTimeout(() => preload(id), hoverMs);
    },
    onPointerLeave: () => clearTimeout(timer.current),
    // A finger is lifted a tenth of a second later.
    onPointerDown(event: PointerEvent) {
      const id = conversationIdAt(event);
      if (id) preload(id);
    },
  };
}
