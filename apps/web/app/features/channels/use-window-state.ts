import type { MessagingWindow } from "@kakehashi/contract/channels";
import { useEffect, useState } from "react";
import { computeReplyWindowState, findNextWindowChange, type ReplyWindowState } from "./window.ts";

const minuteMs = 60_000;

/**
 * Returns who may still answer a customer (bots, people or nobody) and for how long. The result is updated every
 * minute, and exactly when the platform's time limit is reached.
 */
export function useReplyWindowState(window: MessagingWindow): ReplyWindowState {
  const [now, setNow] = useState(() => new Date());
  const nextChangeMs = findNextWindowChange(window, now)?.getTime() ?? null;
  useEffect(() => {
    if (nextChangeMs === null) return;
    const delayMs = Math.min(minuteMs, nextChangeMs - now.getTime());
    const timer = setTimeout(() => setNow(new Date()), delayMs);
    return () => clearTimeout(timer);
  }, [nextChangeMs, now]);
  // When the customer writes again, the platform sets a new time limit. Set `now` to the present time then, because it
  // may be a minute old.
  const key = `${window.all_until} ${window.people_until}`;
  const [previousKey, setPreviousKey] = useState(key);
  if (previousKey !== key) {
    setPreviousKey(key);
    setNow(new Date());
  }
  return computeReplyWindowState(window, now);
}
