import type { MessagingWindow } from "@kakehashi/contract/channels";
import { useEffect, useState } from "react";
import { nextReplyWindowChange, type ReplyWindowState, replyWindowStateAt } from "./window.ts";

const minuteMs = 60_000;

/**
 * Returns whether agents and bots may still answer a customer, and for how long. The result is updated every minute,
 * and immediately when the platform's time limit is reached.
 */
export function useReplyWindowState(window: MessagingWindow): ReplyWindowState {
  const [now, setNow] = useState(() => new Date());
  const nextChangeMs = nextReplyWindowChange(window, now)?.getTime() ?? null;
  useEffect(() => {
    if (nextChangeMs === null) return;
    const delayMs = Math.min(minuteMs, nextChangeMs - now.getTime());
    const timer = setTimeout(() => setNow(new Date()), delayMs);
    return () => clearTimeout(timer);
  }, [nextChangeMs, now]);
  // When the customer writes again, the platform sets a new time limit. Compute the state from the present time then,
  // because the stored `now` may be a minute old.
  const key = `${window.all_until} ${window.people_until}`;
  const [previousKey, setPreviousKey] = useState(key);
  if (previousKey !== key) {
    setPreviousKey(key);
    setNow(new Date());
  }
  return replyWindowStateAt(window, now);
}
