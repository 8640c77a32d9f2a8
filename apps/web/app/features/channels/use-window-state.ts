import type { MessagingWindow } from "@kakehashi/contract/channels";
import { useEffect, useState } from "react";
import { nextReplyWindowChange, type ReplyWindowState, replyWindowStateAt } from "./window.ts";

const minuteMs = 60_000;

/**
 * Returns the present state of a reply window, the time in which the platform allows an answer. The state is updated
 * each minute, and at once when the window closes.
 */
export function useReplyWindowState(window: MessagingWindow): ReplyWindowState {
  const [now, setNow] = useState(() => new Date());
  const change = nextReplyWindowChange(window, now)?.getTime() ?? null;
  useEffect(() => {
    if (change === null) return;
    const delayMs = Math.min(minuteMs, change - now.getTime());
    const timer = setTimeout(() => setNow(new Date()), delayMs);
    return () => clearTimeout(timer);
  }, [change, now]);
  // When the reply window gets a new end, use the present time. The time in the state may be older than the previous
  // end of the window.
  const key = `${window.all_until} ${window.people_until}`;
  const [shownKey, setShownKey] = useState(key);
  if (shownKey !== key) {
    setShownKey(key);
    setNow(new Date());
  }
  return replyWindowStateAt(window, now);
}
