import { tellTyping, typingLasts } from "@kakehashi/contract/conversations";
import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "../../kit/api.ts";
import { onLiveEvent } from "../live/connection.ts";
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

/** Who else is writing in a place right now, by their ids. */
export function useWriters(key: string, userId: string): readonly string[] {
  const [writers, setWriters] = useState<readonly string[]>([]);
  useEffect(() => {
    const ends = new Map<string, ReturnType<typeof setTimeout>>();
    const stop = (id: string) => {
      clearTimeout(ends.get(id));
      ends.delete(id);
      setWriters([...ends.keys()]);
    };
    const end = onLiveEvent((event) => {
      if (event.type === "MESSAGE_CREATED" && ends.has(event.message.user_id)) {
        stop(event.message.user_id);
        return;
      }
      if (event.type !== "TYPING" || event.user_id === userId) return;
      if (keyOf(event.conversation_id, event.parent_id) !== key) return;
      clearTimeout(ends.get(event.user_id));
      ends.set(
        event.user_id,
        setTimeout(() => stop(event.user_id), typingLasts),
      );
      setWriters([...ends.keys()]);
    });
    return () => {
      end();
      for (const timer of ends.values()) clearTimeout(timer);
      setWriters([]);
    };
  }, [key, userId]);
  return writers;
}
