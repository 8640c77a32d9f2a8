import { type PointerEvent, useEffect, useRef } from "react";
import { conversationInList } from "../../conversations/queries.ts";
import { openAhead } from "../state/store.ts";
import { firstUnreadOf } from "./unread.ts";

/** Milliseconds that a pointer rests on a conversation until its messages are read: on its way past others it reads none. */
const rest = 60;
/** Without a query: what leads to one message or thread opens at another place. */
const conversation = /^\/chat\/([\w-]+)$/;

function idAt({ target }: PointerEvent): string | undefined {
  const link = target instanceof Element ? target.closest("a") : null;
  return conversation.exec(link?.getAttribute("href") ?? "")?.[1];
}

function open(id: string): void {
  const conversation = conversationInList(id);
  openAhead(id, conversation ? firstUnreadOf(conversation) : null);
}

/** For a list of links to conversations: whoever reaches for one finds its messages there when they have clicked. */
export function useOpenAhead() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerOver(event: PointerEvent) {
      clearTimeout(timer.current);
      const id = idAt(event);
      if (id && event.pointerType === "mouse") timer.current = setTimeout(() => open(id), rest);
    },
    onPointerLeave: () => clearTimeout(timer.current),
    // A finger is lifted a tenth of a second later.
    onPointerDown(event: PointerEvent) {
      const id = idAt(event);
      if (id) open(id);
    },
  };
}
