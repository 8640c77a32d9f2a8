import type { OutsideWindow } from "@kakehashi/contract/channels";
import { useEffect, useState } from "react";
import { nextWindowChange, type WindowState, windowState } from "./window.ts";

const minuteMs = 60_000;

/** The window's state now. It follows the clock: each minute, and at once when the window closes. */
export function useWindowState(window: OutsideWindow): WindowState {
  const [now, setNow] = useState(() => new Date());
  const change = nextWindowChange(window, now)?.getTime() ?? null;
  useEffect(() => {
    if (change === null) return;
    const delayMs = Math.min(minuteMs, change - now.getTime());
    const timer = setTimeout(() => setNow(new Date()), delayMs);
    return () => clearTimeout(timer);
  }, [change, now]);
  // When the window has a new end, use the present time, because the stored time may be that of the old end.
  const key = `${window.all_until} ${window.people_until}`;
  const [shownKey, setShownKey] = useState(key);
  if (shownKey !== key) {
    setShownKey(key);
    setNow(new Date());
  }
  return windowState(window, now);
}
