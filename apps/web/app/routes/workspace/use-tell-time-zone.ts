import type { Account } from "@kakehashi/contract/users";
import { useEffect, useEffectEvent } from "react";
import { whenIdle } from "../../kit/idle.ts";

/** Milliseconds before this device tells its time zone. The page loads first. */
const delayMs = 3_000;

/** Tells the server once a visit in which time zone this device is: others see the person's local time. */
export function useTellTimeZone(account: Account | null | undefined): void {
  const userId = account?.id;
  const tellTimeZone = useEffectEvent(() => {
    if (!account) return;
    // If the device is offline, the next visit tells it.
    void import("./tell-time-zone.ts").then((time) => time.tellTimeZone(account)).catch(() => undefined);
  });
  useEffect(() => (userId === undefined ? undefined : whenIdle(delayMs, tellTimeZone)), [userId]);
}
