import { useCallback, useSyncExternalStore } from "react";
import { type ChatState, chatStateOf, onChatChange } from "./chats.ts";

/** Subscribes to a chat and selects a part of its state. The component re-renders only if the selected part changes. */
export function useChat<T>(chatKey: string, select: (state: ChatState) => T): T {
  const subscribe = useCallback((listener: () => void) => onChatChange(chatKey, listener), [chatKey]);
  return useSyncExternalStore(subscribe, () => select(chatStateOf(chatKey)));
}

/** The newest message of a chat. Undefined when it is not loaded. */
export const newestMessageOf = ({ timeline }: ChatState) =>
  timeline?.below ? undefined : timeline?.messages.at(-1);
