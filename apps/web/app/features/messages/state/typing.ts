import { reportIsTyping, typingDurationMs } from "@kakehashi/contract/conversations";
import type { LiveEvent } from "@kakehashi/contract/live";
import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "../../../kit/api.ts";
import { onConversationEvent } from "../../live/connection.ts";
import { onPersonOffline } from "../../presence/presence.ts";
import { chatKeyOf, parseChatKey } from "./chat-key.ts";

/**
 * Returns a function to call at each key press. It tells the others that this person is typing: at the first key press,
 * and then often enough that the typing indicator stays visible.
 */
export function useTypingSignal(key: string): () => void {
  const lastSentMs = useRef(0);
  return useCallback(() => {
    const now = Date.now();
    if (now - lastSentMs.current < typingDurationMs / 2) return;
    lastSentMs.current = now;
    const { id, parentId } = parseChatKey(key);
    // Ignore the error, because the next key press sends another request.
    void call(reportIsTyping, {
      params: { id },
      body: parentId === null ? {} : { parent_id: parentId },
    }).catch(() => undefined);
  }, [key]);
}

/** Returns the ids of the people whose typing ends with this event. */
export function findStoppedTypingIds(
  event: LiveEvent,
  key: string,
  typingIds: readonly string[],
): readonly string[] {
  if (event.type === "MESSAGE_CREATED") {
    const { conversation_id, parent_id, user_id } = event.message;
    return chatKeyOf(conversation_id, parent_id) === key ? typingIds.filter((id) => id === user_id) : [];
  }
  // Any change of the conversation, such as that a member leaves, ends the typing of everybody. The clients of people
  // who are still typing soon report it again.
  return event.type === "CONVERSATION_CHANGED" && event.conversation_id === parseChatKey(key).id
    ? typingIds
    : [];
}

/** The ids of the other people who are typing in a chat. */
export function useTypingIds(key: string, userId: string): readonly string[] {
  const [typingIds, setTypingIds] = useState<readonly string[]>([]);
  useEffect(() => {
    /**
     * For each person who is typing, a function that stops the timer and no longer watches whether the person goes
     * offline.
     */
    const stopFunctions = new Map<string, () => void>();
    const showTyping = () => setTypingIds([...stopFunctions.keys()]);
    const stopTyping = (id: string) => {
      stopFunctions.get(id)?.();
      if (stopFunctions.delete(id)) showTyping();
    };
    const unsubscribe = onConversationEvent((event) => {
      for (const id of findStoppedTypingIds(event, key, [...stopFunctions.keys()])) stopTyping(id);
      if (event.type !== "TYPING" || event.user_id === userId) return;
      if (chatKeyOf(event.conversation_id, event.parent_id) !== key) return;
      const { user_id } = event;
      const stopPreviousTimer = stopFunctions.get(user_id);
      const timer = setTimeout(() => stopTyping(user_id), typingDurationMs);
      const stopWatchingPresence = onPersonOffline(user_id, () => stopTyping(user_id));
      stopFunctions.set(user_id, () => {
        clearTimeout(timer);
        stopWatchingPresence();
      });
      // Stop the earlier timer only after the new one has started. Otherwise the person's presence would not be watched
      // for a moment.
      stopPreviousTimer?.();
      showTyping();
    });
    return () => {
      unsubscribe();
      for (const stop of stopFunctions.values()) stop();
      setTypingIds([]);
    };
  }, [key, userId]);
  return typingIds;
}
