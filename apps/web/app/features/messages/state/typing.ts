import { tellTyping, typingLasts } from "@kakehashi/contract/conversations";
import type { LiveEvent } from "@kakehashi/contract/live";
import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "../../../kit/api.ts";
import { onLiveEvent } from "../../live/connection.ts";
import { onOffline } from "../../presence/presence.ts";
import { keyOf, placeOf } from "./place.ts";

/** Says that somebody writes here: at once, then often enough that it does not lapse. */
export function useTyping(key: string): () => void {
  const told = useRef(0);
  return useCallback(() => {
    const now = Date.now();
    if (now - told.current < typingLasts / 2) return;
    told.current = now;
    const { id, parentId } = placeOf(key);
    // Of the moment: what gets lost is said again, or is no longer true.
    void call(tellTyping, {
      params: { id },
      body: parentId === null ? {} : { parent_id: parentId },
    }).catch(() => undefined);
  }, [key]);
}

/** Which of the people who write in a place do so no longer after this event. */
export function stoppedBy(event: LiveEvent, key: string, writers: readonly string[]): readonly string[] {
  if (event.type === "MESSAGE_CREATED") {
    const { conversation_id, parent_id, user_id } = event.message;
    return keyOf(conversation_id, parent_id) === key ? writers.filter((id) => id === user_id) : [];
  }
  // Somebody may have left. Whoever still writes says so again in a moment.
  return event.type === "CONVERSATION_CHANGED" && event.conversation_id === placeOf(key).id ? writers : [];
}

/** Who else is writing in a place right now, by their ids. */
export function useWriters(key: string, userId: string): readonly string[] {
  const [writers, setWriters] = useState<readonly string[]>([]);
  useEffect(() => {
    const ends = new Map<string, ReturnType<typeof setTimeout>>();
    const follows = new Map<string, () => void>();
    const stop = (id: string) => {
      if (!ends.has(id)) return;
      clearTimeout(ends.get(id));
      ends.delete(id);
      follows.get(id)?.();
      follows.delete(id);
      setWriters([...ends.keys()]);
    };
    const end = onLiveEvent((event) => {
      for (const id of stoppedBy(event, key, [...ends.keys()])) stop(id);
      if (event.type !== "TYPING" || event.user_id === userId) return;
      if (keyOf(event.conversation_id, event.parent_id) !== key) return;
      const { user_id } = event;
      clearTimeout(ends.get(user_id));
      ends.set(
        user_id,
        setTimeout(() => stop(user_id), typingLasts),
      );
      if (!follows.has(user_id))
        follows.set(
          user_id,
          onOffline(user_id, () => stop(user_id)),
        );
      setWriters([...ends.keys()]);
    });
    return () => {
      end();
      for (const timer of ends.values()) clearTimeout(timer);
      for (const unfollow of follows.values()) unfollow();
      setWriters([]);
    };
  }, [key, userId]);
  return writers;
}
