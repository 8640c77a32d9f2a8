import { useCallback, useSyncExternalStore } from "react";
import { type ChatState, chatStateOf, onChatChange } from "./chats.ts";

/** What `select` finds in what is known of a place, as it changes: something that stays the same draws nothing again. */
export function useChat<T>(chatKey: string, select: (state: ChatState) => T): T {
  const subscribe = useCallback((listener: () => void) => onChatChange(chatKey, listener), [chatKey]);
  return useSyncExternalStore(subscribe, () => select(chatStateOf(chatKey)));
}

/** The newest message of a place; undefined where it is not in the window. */
export const newestOf = ({ timeline }: ChatState) =>
  timeline?.below ? undefined : timeline?.messages.at(-1);
