import { tellTyping, typingLastsMs } from "@kakehashi/contract/conversations";
import type { LiveEvent } from "@kakehashi/contract/live";
import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "../../../kit/api.ts";
import { onLiveEvent } from "../../live/connection.ts";
import { onOffline } from "../../presence/presence.ts";
import { chatKeyOf, parseChatKey } from "./chat-key.ts";

/**
 * Returns a function to call at each key press. It tells the others that this person is typing: at the first key press,
 * and then often enough that the typing indicator stays visible.
 */
export function useTypingSignal(key: string): () => void {
  const lastSentMs = useRef(0);
  return useCallback(() => {
    const now = Date.now();
    if (now - lastSentMs.current < typingLastsMs / 2) return;
    lastSentMs.current = now;
    const { id, parentId } = parseChatKey(key);
    // Ignore the error, because the next key press sends another request.
    void call(tellTyping, {
      params: { id },
      body: parentId === null ? {} : { parent_id: parentId },
    }).catch(() => undefined);
  }, [key]);
}

/** Returns the people whose typing ends with this event. */
export function idsThatStoppedTyping(
  event: LiveEvent,
  key: string,
  typingIds: readonly string[],
): readonly string[] {
  if (event.type === "MESSAGE_CREATED") {
    const { conversation_id, parent_id, user_id } = event.message;
    return chatKeyOf(conversation_id, parent_id) === key ? typingIds.filter((id) => id === user_id) : [];
  }
  // A change of the conversation, such as a member leaving, ends the typing of everybody. Clients of people who are
  // still typing report it again soon.
  return event.type === "CONVERSATION_CHANGED" && event.conversation_id === parseChatKey(key).id
    ? typingIds
    : [];
}

/** The ids of the other people who are typing in a chat. */
export function useTypingIds(key: string, userId: string): readonly string[] {
  const [typingIds, setTypingIds] = useState<readonly string[]>([]);
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const unsubscribes = new Map<string, () => void>();
    const stopTyping = (id: string) => {
      if (!timers.has(id)) return;
      clearTimeout(timers.get(id));
      timers.delete(id);
      unsubscribes.get(id)?.();
      unsubscribes.delete(id);
      setTypingIds([...timers.keys()]);
    };
    const unsubscribe = onLiveEvent((event) => {
      for (const id of idsThatStoppedTyping(event, key, [...timers.keys()])) stopTyping(id);
      if (event.type !== "TYPING" || event.user_id === userId) return;
      if (chatKeyOf(event.conversation_id, event.parent_id) !== key) return;
      const { user_id } = event;
      clearTimeout(timers.get(user_id));
      timers.set(
        user_id,
        setTimeout(() => stopTyping(user_id), typingLastsMs),
      );
      if (!unsubscribes.has(user_id))
        unsubscribes.set(
          user_id,
          onOffline(user_id, () => stopTyping(user_id)),
        );
      setTypingIds([...timers.keys()]);
    });
    return () => {
      unsubscribe();
      for (const timer of timers.values()) clearTimeout(timer);
      for (const unfollow of unsubscribes.values()) unfollow();
      setTypingIds([]);
    };
  }, [key, userId]);
  return typingIds;
}
